"""A keychain dump of an iPhone's backup: accounts among all other passwords."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import ciphers, links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue

FORMAT = "ios-keychain"
RUBIN, GOOGLE = "me.mattrubin.onetimepassword.token", "com.google.otp.authentication"


def link(account: Entry, **extra: str) -> str:
    """All but the secret."""
    uri = links.key_uri(account, **extra)
    secret = f"secret={account.base32}"
    return uri.replace(f"{secret}&", "").replace(secret, "")


def item(account: Entry, service: str = RUBIN, **changes: Any) -> dict:
    tree = {"svce": service, "acct": account.identifier, "agrp": "x", "sync": 0, "cdat": "2026-01-01T00:00:00Z"}
    tree |= {"gena": ciphers.b64(link(account).encode()), "v_Data": ciphers.b64(account.secret)}
    return {key: value for key, value in (tree | changes).items() if value is not ...}


def dump(items: Sequence[Any]) -> bytes:
    """The other lists do not count."""
    other = {"svce": RUBIN, "gena": ciphers.b64(b"otpauth://totp/not-this"), "v_Data": ciphers.b64(b"not this")}
    wifi = {"svce": "AirPort", "acct": "home", "v_Data": ciphers.b64(b"a password")}
    tree = {"General": [wifi, None, *items, {"svce": "com.example"}], "Internet": [other], "Certs": [], "Keys": []}
    return json.dumps(tree, ensure_ascii=False).encode()


def add(catalogue: Catalogue) -> None:
    accounts = [replace(account, written_secret=None) for account in cast(f"{FORMAT}/plain", ("totp", "hotp"))]
    items = [item(account, (RUBIN, GOOGLE)[at % 2]) for at, account in enumerate(accounts)]
    plain, other, small = some(f"{FORMAT}/plain", "uri other-secret defaults")
    small = replace(small, issuer="")
    items.append(item(plain, gena=link(plain)))
    uri = f"{link(other)}&secret=GEZDGNBVGY3TQOJQ"
    items.append(item(other, gena=ciphers.b64(uri.encode())))
    items.append(item(small, GOOGLE, gena=ciphers.b64(f"otpauth://totp/{small.name}".encode())))
    catalogue.add(f"{FORMAT}/plain.json", dump(items), [*accounts, plain, other, small])
    add_rejected(catalogue)
    nobody = dump([item(entry(f"{FORMAT}/nobody"), "com.example.other")])
    catalogue.failure(f"{FORMAT}/hostile/no-known-app.json", nobody, "unrecognised", format=FORMAT)
    content = dump([item(account) for account in some(f"{FORMAT}/cut", 3)])
    catalogue.failure(f"{FORMAT}/hostile/truncated.json", content[:-20], "corrupt", format=None)
    catalogue.failure(f"{FORMAT}/hostile/trailing-garbage.json", content + b"]}", "corrupt", format=None)
    twice = content[:-1] + b',"General":[]}'
    catalogue.failure(f"{FORMAT}/hostile/general-twice.json", twice, "corrupt", format=None)


def add_rejected(catalogue: Catalogue) -> None:
    bad = entry(f"{FORMAT}/rejected/bad")
    counting = entry(f"{FORMAT}/rejected/hotp", "hotp")

    def given(uri: str, **changes: Any) -> dict:
        return item(bad, gena=ciphers.b64(uri.encode()), **changes)

    faults = {
        "no gena": item(bad, gena=...),
        "gena null": item(bad, gena=None),
        "gena is a number": item(bad, gena=7),
        "gena is not base64": item(bad, gena="*"),
        "another link": given("https://example.com"),
        "a part of an export": given("otpauth-migration://offline?data=AAAA"),
        "a link of another app": given("motp://a:b?secret=00"),
        "no secret": item(bad, v_Data=...),
        "secret null": item(bad, v_Data=None),
        "secret empty": item(bad, v_Data=""),
        "secret is not base64": item(bad, v_Data="*"),
        "secret is a list": item(bad, v_Data=["AA=="]),
        "zero bytes": item(bad, GOOGLE, v_Data="===="),
        "digits": given("otpauth://totp/a?digits=0"),
        "period": given("otpauth://totp/a?period=0"),
        "algorithm": given("otpauth://totp/a?algorithm=SHA384"),
        "type": given("otpauth://push/a"),
        "counter": given("otpauth://hotp/a?counter=-1"),
    }
    first, last = entry(f"{FORMAT}/rejected/first"), entry(f"{FORMAT}/rejected/last")
    items = [item(first), *faults.values(), item(counting), item(last)]
    catalogue.add(f"{FORMAT}/rejected.json", dump(items), [first, counting, last], list(faults))
