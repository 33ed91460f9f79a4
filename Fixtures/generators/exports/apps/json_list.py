"""JSON of no app: what scripts and small tools write, and other JSON that looks like it."""

import json
from dataclasses import replace
from typing import Any


from .. import links
from ..accounts import Entry, entry, passphrase, some
from ..catalogue import Catalogue
from .authenticator_extension import salted

FORMAT = "json-list"


def text(tree: Any, indent: int | None = 2) -> bytes:
    return json.dumps(tree, ensure_ascii=False, indent=indent).encode()


def made(case: str, count: int = 3, **fields: Any) -> list[Entry]:
    """Accounts whose parameters are never the defaults."""
    algorithms = ("SHA256", "SHA512", "SHA1")
    return [
        entry(
            f"{FORMAT}/{case}/{at}",
            **({"algorithm": algorithms[at % 3], "digits": 8 - at % 2, "period": 60} | fields),
        )
        for at in range(count)
    ]


def extracted(account: Entry) -> dict:
    """As extract_otp_secrets writes it."""
    return {
        "name": account.name,
        "secret": account.base32,
        "issuer": account.issuer,
        "type": account.type,
        "counter": account.counter,
        "url": links.key_uri(account),
    }


def plain(account: Entry) -> dict:
    tree = {"name": account.name, "issuer": account.issuer, "secret": account.base32}
    return tree | {"algorithm": account.algorithm, "digits": account.digits, "period": account.period}


def add(catalogue: Catalogue) -> None:
    def put(case: str, tree: Any, accounts: list[Entry], rejected: tuple[str, ...] = ()) -> None:
        catalogue.add(f"{FORMAT}/{case}.json", text(tree), accounts, rejected)

    accounts = made("plain")
    put("plain", [plain(account) for account in accounts], accounts)
    accounts = [*made("extract-otp-secrets", 2), entry(f"{FORMAT}/extract-otp-secrets/hotp", "hotp", digits=8)]
    put("extract-otp-secrets", [extracted(account) for account in accounts], accounts)
    accounts = made("like-andotp")
    tree = [
        {"issuer": account.issuer, "label": account.name, "secret": account.base32, "type": "totp",
         "interval": account.period, "algo": account.algorithm.lower(), "digits": account.digits}
        for account in accounts
    ]  # fmt: skip
    put("like-andotp", tree, accounts)
    spellings(put)
    shapes(catalogue, put)
    faults(catalogue, put)


def spellings(put: Any) -> None:
    one, two, three, four, five, six = made("spellings", 6)
    counted = entry(f"{FORMAT}/spellings/hotp", "hotp", digits=8, algorithm="SHA256")
    steam = entry(f"{FORMAT}/spellings/steam", "steam")
    tree = [
        {"Issuer": one.issuer, "accountName": one.name, "otp_secret": one.base32.lower(), "digits": str(one.digits),
         "hash": f"Hmac{one.algorithm.capitalize()}", "timeStep": str(one.period)},
        {"service": two.issuer, "username": two.name, "totpSecret": two.base32, "codeLength": two.digits,
         "ALGORITHM": "sha-512", "step": two.period, "type": None, "counter": 0},
        {"website": "https://www.birch.example/login", "email": three.name, "Secret": three.base32,
         "digits": float(three.digits), "Period": float(three.period), "algorithm": "", "enabled": True},
        {"name": four.issuer, "user": four.name, "secret": {"base32": four.base32, "hex": four.secret.hex()},
         "otp_length": four.digits, "interval": four.period, "algorithm": four.algorithm},
        {"provider": five.issuer, "account": {"name": five.name}, "secretHex": five.secret.hex(),
         "algo": five.algorithm, "digits": five.digits, "timer": five.period, "otpType": "OTP_TOTP"},
        {"service": {"name": six.issuer}, "label": six.name,
         "otp": {"secret": six.base32, "digits": six.digits, "period": six.period, "algorithm": six.algorithm}},
        {"issuer": counted.issuer, "account": counted.name, "secret": counted.base32, "type": "counter-based",
         "counter": str(counted.counter), "digits": counted.digits, "algorithm": counted.algorithm, "period": 30},
        {"issuer": steam.issuer, "account": steam.name, "secret": steam.base32, "type": "Steam", "digits": 6},
    ]  # fmt: skip
    hosted = replace(three, issuer="birch.example", algorithm="SHA1")
    put("spellings", tree, [one, two, hosted, four, five, six, counted, steam])


def shapes(catalogue: Catalogue, put: Any) -> None:
    accounts = made("nested")
    put("nested", {"version": 2, "data": {"tokens": [plain(account) for account in accounts]}, "groups": []}, accounts)
    (account,) = made("one", 1)
    put("one", plain(account), [account])
    named = some(f"{FORMAT}/map", 3, name="")
    put("map", {account.issuer: account.base32 for account in named}, named)
    accounts = made("map-of-accounts", 2)
    put(
        "map-of-accounts",
        {"accounts": {account.issuer: {"user": account.name, "secret": account.base32, "digits": account.digits,
                                       "period": account.period, "algorithm": account.algorithm}
                      for account in accounts}},
        accounts,
    )  # fmt: skip
    accounts = made("links")
    put("links", {"items": [{"id": at, "totp": links.key_uri(account), "digits": 6} for at, account in
                            enumerate(accounts)]}, accounts)  # fmt: skip
    (account,) = made("speakeasy", 1, algorithm="SHA1", digits=6, period=30)
    tree = {"ascii": "invented", "hex": account.secret.hex(), "base32": account.base32}
    put("speakeasy", tree | {"otpauth_url": links.key_uri(account)}, [account])
    accounts = made("lines")
    content = b"".join(text(plain(account), None) + b"\n" for account in accounts)
    catalogue.add(f"{FORMAT}/lines.json", content + b"{damaged\n", accounts, ["damaged"])


def faults(catalogue: Catalogue, put: Any) -> None:
    good, bad = made("rejected", 2)
    wrong = {
        "not base32": {"secret": "not base32!"},
        "a code": {"secret": "123456"},
        "a list of bytes": {"secret": [1, 2, 3]},
        "type": {"type": "push"},
        "algorithm": {"algorithm": "SHA384"},
        "digits": {"digits": 11},
        "period": {"period": "soon"},
        "digits contradict": {"digits": 6, "otp_length": 8},
        "encoding": {"encoding": "rot13"},
        "a counter without a type": {"period": None, "counter": 7},
    }  # fmt: skip
    entries = [plain(bad) | change for change in wrong.values()]
    # Neither an account nor damaged.
    entries += [{"name": "no code"}, plain(bad) | {"secret": None}, plain(good), "no object"]
    put("rejected", {"accounts": entries}, [good], (*wrong, "no object"))
    hidden = made("elsewhere", 6)
    unread = {
        "two-lists": {"accounts": [plain(hidden[0])], "backup": [plain(hidden[1])]},
        "client-secrets": [{"client_id": "x", "client_secret": hidden[2].base32, "name": "a service"}],
        "web-keys": {"keys": [{"kty": "oct", "kid": "a", "name": "b", "secret": hidden[3].base32}]},
        "passwords": [{"name": "a", "username": "b", "password": "c", "token": hidden[4].base32}],
        "words": {"title": "top 5 songs of the week", "text": "a secret of 26 letters"},
        "no-secrets": [{"issuer": "a", "secret": ""}, {"issuer": "b"}],
    }
    add_sailotp(catalogue)
    for case, tree in unread.items():
        catalogue.failure(f"{FORMAT}/{case}.json", text(tree), "unrecognised")
    content = text([plain(account) for account in made("truncated")])
    catalogue.failure(f"{FORMAT}/truncated.json", content[: len(content) * 3 // 4], "corrupt")


def add_sailotp(catalogue: Catalogue) -> None:
    """SailOTP's export: its list in JSON, encrypted as `openssl enc -a -A -md md5 -aes-256-cbc` does."""
    accounts = [entry(f"{FORMAT}/sailotp/0", name=""), entry(f"{FORMAT}/sailotp/1", type="hotp", counter=7, name="")]
    listed = [
        {
            "title": account.issuer, "secret": account.base32, "type": account.type.upper(),
            "counter": account.counter or 0,
        }
        for account in accounts
    ]
    tree = {"version": "1.0", "app": "sailotp", "otplist": listed}
    for name, ascii in (("sailotp", True), ("sailotp-unicode", False)):
        password = passphrase(f"{FORMAT}/{name}", ascii=ascii)
        content = salted(f"{FORMAT}/{name}", json.dumps(tree), password)
        catalogue.add(f"{FORMAT}/{name}.aes", content, accounts, password=password)
    # Opens, but to something else.
    password = passphrase(f"{FORMAT}/other")
    content = salted(f"{FORMAT}/other", "a letter", password)
    catalogue.failure(f"{FORMAT}/hostile/other.aes", content, "wrong-password", password=password)
