"""HashiCorp Vault and OpenBao: what arrives there when the script runs, with a program in the place of theirs.

A key is as their secrets engine totp makes it of a link (path_keys.go).
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from accounts import Account, decode_base32
from rules import decode, each, require

# Notes its arguments, keeps what is written, and says of a key what the real program says.
FAKE = """#!/bin/sh
cd '{store}'
echo "$*" >> calls
[ "$*" = "token lookup" ] && exit
key=${{2#totp/keys/}}
[ ! -e "denied/$key" ] || {{ echo "Error making API request. Code: 403. Errors: permission denied" >&2; exit 2; }}
case $1 in
read) cat "keys/$key" 2> /dev/null || {{ echo "No value found at $2" >&2; exit 2; }} ;;
write) [ "$*" = "write totp/keys/$key url=-" ] && cat > "keys/$key" ;;
*) exit 1 ;;
esac
"""


def run(script, program="vault", keys=(), denied=()):
    """Runs the script where these keys exist: what it said, the keys with their links, and all arguments."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place in "bin", "keys", "denied":
            (folder / place).mkdir()
        # Also in the place of one that is installed.
        for one in {program, "vault"} if shutil.which("vault", path="/usr/bin:/bin") else {program}:
            (folder / "bin" / one).write_text(FAKE.format(store=folder))
            (folder / "bin" / one).chmod(0o755)
        (folder / "script").write_bytes(script)
        for key in keys:
            (folder / key.removeprefix("totp/")).write_text("as it was")
        for key in denied:
            (folder / "denied" / key.removeprefix("totp/keys/")).touch()
        done = subprocess.run(["sh", folder / "script"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300, cwd=folder, env={"PATH": f"{folder}/bin:/usr/bin:/bin"})
        calls = (folder / "calls").read_text().splitlines() if (folder / "calls").exists() else []
        written = [call.split()[1] for call in calls if call.startswith("write ")]
        return done, {key: (folder / key.removeprefix("totp/")).read_text() for key in [*keys, *written]}, calls


def read(data, passphrase, strict):
    """Runs the script: only for scripts of our own program."""
    text = decode(data, strict)
    require(text.startswith("#!/bin/sh\n") and text.endswith("\n"), "the file must be a shell script")
    done, keys, calls = run(data)
    require(done.returncode == 0, "the script must succeed")
    require(all(re.fullmatch(r"totp/keys/\w(([\w.@-]+)?\w)?", key, re.ASCII) for key in keys),
            "the names of keys must have characters that Vault takes")
    accounts = each(keys.values(), "link", account, strict)
    arguments = " ".join(calls).upper()
    require("OTPAUTH" not in arguments and not any(one.members()["secret"] in arguments for one in accounts),
            "no secret may be an argument")
    return accounts


def account(link):
    require(link == link.strip(), "nothing may be around a link")
    parts = urlsplit(link)
    parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
    require(parts.scheme == "otpauth" and parts.hostname == "totp", "Vault knows totp")
    issuer, colon, name = unquote(parts.path)[1:].partition(":")
    if not colon:
        issuer, name = "", issuer
    digits, algorithm = int(parameters.get("digits", 6)), parameters.get("algorithm", "SHA1")
    require(digits in (6, 8) and algorithm in ("SHA1", "SHA256", "SHA512"), "digits must be 6 or 8")
    return Account("totp", parameters.get("issuer", issuer), name, decode_base32(parameters["secret"]), algorithm,
                   digits, period=int(parameters.get("period", 30))).trimmed()
