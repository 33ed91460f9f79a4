"""Secrets among settings: `.env`, shell, INI, flat TOML, and secrets of Kubernetes."""

from ..accounts import entry, in_groups
from ..catalogue import Catalogue
from .. import ciphers, links

FORMAT = "env-list"


def add(catalogue: Catalogue) -> None:
    names = ("GITHUB_TOTP_SECRET", "AWS_MFA_SECRET", "BANK_TOTP_SECRET")
    git, cloud, bank = (entry(f"{FORMAT}/env/{name}", issuer=name, name="") for name in names)
    bank = entry(f"{FORMAT}/env/bank", issuer=names[2], name="", algorithm="SHA256", digits=8, period=60)
    linked = entry(f"{FORMAT}/env/linked", issuer="VPN", name="carol@example.com")
    token = entry(f"{FORMAT}/env/token")
    groups = in_groups(bank.base32)
    content = f"""# automation
export GITHUB_TOTP_SECRET={git.base32}
AWS_MFA_SECRET="{cloud.base32}"   # mfa
BANK_TOTP_SECRET='{groups}'
BANK_TOTP_DIGITS=8
BANK_TOTP_PERIOD=60
BANK_TOTP_ALGORITHM=SHA256
VPN_OTP="{links.key_uri(linked)}"
DATABASE_PASSWORD=hunter2
MFA_ENABLED=true
API_TOKEN={token.base32}
GITLAB_TOTP_SECRET=${{OTHER}}
"""
    catalogue.add(f"{FORMAT}/secrets.env", content, [git, cloud, bank, linked], ["of another variable"])
    flat = [entry(f"{FORMAT}/flat/{name}", issuer=name, name="") for name in ("github", "google", "mail")]
    groups = in_groups(flat[1].base32).lower()
    content = f"""# totoro
github = "{flat[0].base32.lower()}"
google = "{groups}"
mail = '{flat[2].base32}'
"""
    catalogue.add(f"{FORMAT}/totoro.toml", content, flat)
    first = entry(f"{FORMAT}/ini/first", issuer="vpn", name="")
    second = entry(f"{FORMAT}/ini/second", issuer="mail", name="bob")
    content = f"""; settings
[vpn]
server = vpn.example.com
totp_secret = {first.base32}
[mail]
otp_secret = \"\"\"
{second.base32}\"\"\"
otp_user = bob
"""
    catalogue.add(f"{FORMAT}/settings.ini", content, [first, second])
    add_manifest(catalogue)


def add_manifest(catalogue: Catalogue) -> None:
    """Two secrets of Kubernetes, one with values in base64."""
    encoded = entry(f"{FORMAT}/manifest/encoded", issuer="vpn", name="", digits=8)
    plain = entry(f"{FORMAT}/manifest/plain", issuer="mail", name="bob")
    values = {"TOTP_SECRET": encoded.base32, "TOTP_DIGITS": "8", "DATABASE_PASSWORD": "hunter2"}
    lines = ["apiVersion: v1", "kind: Secret", "metadata:", "  name: vpn", "type: Opaque", "data:"]
    lines += [f"  {name}: {ciphers.b64(value.encode())}" for name, value in values.items()]
    lines += ["---", "apiVersion: v1", "kind: Secret", "metadata:", "  name: mail", "stringData:"]
    lines += [f"  otp_secret: {plain.base32}", "  otp_user: bob"]
    catalogue.add(f"{FORMAT}/kubernetes.yaml", "\n".join(lines) + "\n", [encoded, plain])
