"""TOTP Authenticator by BinaryBoot: its preferences, and its encrypted backup."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from .. import ciphers, hostile, hostile_xml, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..hostile import READABLE_DEPTH, UNREADABLE_DEPTH, deep
from ..preferences import PreferencesShape, preferences, string
from ..shape import BAD_BASE32, paths, places

FORMAT = "totp-authenticator"
LIST = "STATIC_TOTP_CODES_LIST"
FIXED_PASSWORD = "TotpAuthenticator"
SPELLINGS = {16: bytes.hex, 64: ciphers.b64}
"""How the app writes a secret of some bases; of the others, base32 has many."""


def written(account: Entry, base: int = 32) -> dict:
    """Numbers are strings; the app has no empty issuer."""
    return {
        "accountHeaderLabel": "",
        "allowNotifications": False,
        "base": base,
        "digits": str(account.digits),
        "isFavorite": account.favourite,
        "issuer": account.issuer or "Unknown",
        "key": SPELLINGS[base](account.secret) if base in SPELLINGS else account.secret_in_file,
        "name": account.name_in_file,
        "period": str(account.period),
    }


def dressed(document: Any, encoded: Callable[[Any], str], *, quotes: bool = False) -> str:
    lines = [
        '    <int name="RATE_US_COUNTER" value="13" />',
        '    <boolean name="FIRST_ACCOUNT_ADDED_BACKUP" value="true" />',
        string(LIST, encoded(document), quotes=quotes),
        string("LAST_BACKUP", "[]"),
    ]
    return preferences(lines)


def faults() -> list[tuple[str, dict]]:
    base = written(entry("totp-authenticator/fault"))
    return [
        ("base 8", base | {"base": 8}),
        ("base 0", base | {"base": 0}),
        ("base 16, no hex", base | {"base": 16, "key": "xyz0"}),
        ("base 16, odd length", base | {"base": 16, "key": "abc"}),
        ("base 16, empty", base | {"base": 16, "key": ""}),
        ("base 64, no base64", base | {"base": 64, "key": "not*base64"}),
        ("base 64, empty", base | {"base": 64, "key": ""}),
        ("digits six", base | {"digits": "six"}),
        ("period 1.5", base | {"period": "1.5"}),
    ]


SHAPE = PreferencesShape(
    format=FORMAT,
    suffix=".xml",
    entry=written,
    dressed=dressed,
    secret=("key",),
    fields=places("issuer name digits period"),
    bad_secrets=BAD_BASE32,
    extras=paths("accountHeaderLabel allowNotifications isFavorite"),
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts, entries = everyone("totp-authenticator/plain")
    content = dressed(entries, partial(json.dumps, ensure_ascii=False), quotes=True)
    catalogue.add("totp-authenticator/plain.xml", content, accounts)
    add_encrypted(catalogue)
    add_damaged(catalogue)
    hostile.add(catalogue, SHAPE, only=hostile_xml.JSON_CASES)
    hostile_xml.add(catalogue, "totp-authenticator", SHAPE.holding)


def everyone(label: str) -> tuple[list[Entry], list[dict]]:
    """Every sort of account, secrets in the three bases, defaults as empty strings, and names in need of care."""
    accounts = [account for account in cast(label, ("totp",)) if account.algorithm == "SHA1"]
    entries = [written(account) for account in accounts]
    for base in (16, 32, 64):
        account = entry(f"{label}/base-{base}", name=f"base {base}")
        accounts.append(account)
        entries.append(written(account, base))
    bare, upper, safe = (entry(f"{label}/spelling/{at}", secret=bytes([251 - at]) * 16) for at in range(3))
    entries.append(written(bare) | {"digits": "", "period": "", "issuer": "Unknown"})
    accounts.append(entry(f"{label}/spelling/0", issuer="", secret=bare.secret))
    entries.append(written(upper, 16) | {"key": upper.secret.hex().upper()})
    entries.append(written(safe, 64) | {"key": ciphers.b64url(safe.secret)})
    known = entry(f"{label}/known", issuer="unknown", name="not quite Unknown")
    return [*accounts, upper, safe, known], [*entries, written(known)]


def backup(entries: Any, *later: str) -> bytes:
    """An object whose first key is the list, as text."""
    keys = (json.dumps(entries, ensure_ascii=False), *later)
    return json.dumps(dict.fromkeys(keys, "accounts"), ensure_ascii=False).encode()


def sealed(text: bytes, password: str) -> bytes:
    return ciphers.b64(ciphers.aes_cbc(ciphers.sha256(password.encode()), bytes(16), text)).encode()


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"totp-authenticator/{name}", ascii=ascii)
        accounts, entries = everyone(label)
        seal = Seal(reopen.totp_authenticator, backup(entries))
        content = sealed(backup(entries), password)
        catalogue.add(f"{label}.encrypt", content, accounts, password=password, seal=seal)
    accounts = some("totp-authenticator/default", 3)
    text = backup([written(account) for account in accounts])
    content = sealed(text, FIXED_PASSWORD)
    seal = Seal(lambda file, _: reopen.totp_authenticator(file, FIXED_PASSWORD), text)
    catalogue.add("totp-authenticator/default-password.bin", content, accounts, seal=seal)
    catalogue.add("totp-authenticator/line-end.bin", content + b"\n", accounts, seal=seal)
    text = backup([written(account) for account in accounts], "[]", "[ ]", "[1]", "{}", "later", "")
    seal = Seal(lambda file, _: reopen.totp_authenticator(file, FIXED_PASSWORD), text)
    content = sealed(text, FIXED_PASSWORD)
    catalogue.add("totp-authenticator/several-keys.bin", content, accounts, seal=seal)


def add_damaged(catalogue: Catalogue) -> None:
    password = passphrase("totp-authenticator/damaged")
    account = entry("totp-authenticator/damaged")
    text = backup([written(account)])
    good = sealed(text, password)
    cases = {
        "wrong-password": (sealed(text, "not this one"), "wrong-password"),
        "garbage": (sealed(b"no JSON at all", password), "wrong-password"),
        "truncated": (good[: len(good) // 2 // 64 * 64], "wrong-password"),
    }
    for name, (content, error) in cases.items():
        catalogue.failure(f"totp-authenticator/hostile/encrypted-{name}.bin", content, error, password=password)
    catalogue.failure("totp-authenticator/hostile/half-a-block.bin", good[:-4], "unrecognised")
    bottomless = json.dumps([written(account) | {"x": "@DEEP@"}]).replace('"@DEEP@"', deep(UNREADABLE_DEPTH).decode())
    lists = {
        "no-list": ('{"a": 1}', "corrupt"),
        "not-json": ("no JSON", "corrupt"),
        "cut": ('[{"base": 32, "key"', "corrupt"),
        "too-deep": (bottomless, "corrupt"),
    }
    for name, (value, error) in lists.items():
        content = preferences([string(LIST, value)]).encode()
        catalogue.failure(f"totp-authenticator/hostile/{name}.xml", content, error)
    empty = preferences([string(LIST, "[]")]).encode()
    catalogue.add("totp-authenticator/hostile/empty-list.xml", empty)
    deeper = SHAPE.written([written(account) | {"x": json.loads(deep(READABLE_DEPTH))}])
    catalogue.add("totp-authenticator/hostile/deep.xml", deeper, [account])
