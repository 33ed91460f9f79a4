"""OTP Manager for Nextcloud: JSON with plain or encrypted secrets, of the versions up to 2024 and since."""

import json

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..shape import LARGEST, Shape, paths, places, within

FORMAT = "otpmanager"
KINDS = ("totp", "hotp")
INDEXES = {"SHA1": 0, "SHA256": 1, "SHA512": 2}


def written(account: Entry) -> dict:
    """As the versions since 2024: the algorithm's name; the counter of the code that was shown last."""
    return {
        "secret": account.secret_in_file,
        "name": account.name_in_file,
        "issuer": account.issuer or None,
        "digits": account.digits,
        "type": account.type,
        "period": account.period,
        "algorithm": account.algorithm,
        "counter": None if account.counter is None else account.counter - 1,
        "icon": "default",
    }


def older(account: Entry) -> dict:
    return written(account) | {"algorithm": INDEXES[account.algorithm]}


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=within("accounts"),
    secret=("secret",),
    fields=places("issuer name algorithm digits period counter"),
    kind=("type",),
    unknown_kind="steam",
    extras=paths("icon"),
    needs_a_list=False,
    empty_error="unrecognised",
    bad_counters=(-2, LARGEST),
)


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", KINDS)
    catalogue.add(f"{FORMAT}/plain.json", SHAPE.holding(accounts), accounts)
    add_older(catalogue)
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def add_older(catalogue: Catalogue) -> None:
    """An index in place of the algorithm's name; null and -1 are counters that were never used."""
    accounts = cast(f"{FORMAT}/older", KINDS)
    entries = [older(account) for account in accounts]
    counters = ((None, 0), (-1, 0), ("-1", 0), (0, 1), (5, 6))
    for at, (stored, following) in enumerate(counters):
        account = entry(f"{FORMAT}/older-counter/{at}", "hotp", counter=following)
        accounts.append(account)
        entries.append(older(account) | {"counter": stored, "type": "HOTP"})
    text = entry(f"{FORMAT}/older-text", algorithm="SHA256")
    accounts.append(text)
    entries.append(older(text) | {"algorithm": "1"})
    bad = older(entry(f"{FORMAT}/older-bad"))
    faults = [(f"algorithm {value}", bad | {"algorithm": value}) for value in (3, 7, -1, "3", 1.5)]
    content = SHAPE.written([*entries, *(fault for _, fault in faults)])
    reasons = [reason for reason, _ in faults]
    catalogue.add(f"{FORMAT}/older.json", content, accounts, reasons)


def sealed(entries: list[dict], label: str, password: str) -> dict:
    """One initialization vector for all secrets."""
    iv = invented_bytes(f"exports/{label}/iv", 16)
    key = ciphers.sha256(password.encode())
    rows = [row | {"secret": ciphers.b64(ciphers.aes_cbc(key, iv, row["secret"].encode()))} for row in entries]
    return {"accounts": rows, "iv": iv.hex()}


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        entries = [(written if ascii else older)(account) for account in accounts]
        content = json.dumps(sealed(entries, label, password)).encode()
        seal = Seal(reopen.otpmanager, "\n".join(row["secret"] for row in entries).encode())
        catalogue.add(f"{label}.json", content, accounts, password=password, seal=seal)
    add_shared(catalogue)
    empty = json.dumps({"accounts": [], "iv": "00" * 16}).encode()
    catalogue.add(f"{FORMAT}/encrypted-empty.json", empty)
    password = passphrase(f"{FORMAT}/damaged")
    good = sealed([written(entry(f"{FORMAT}/damaged"))], f"{FORMAT}/damaged", password)
    for name, iv in (("not-hex", "x" * 32), ("too-short", "00" * 15), ("empty", ""), ("a-number", 7)):
        content = json.dumps(good | {"iv": iv}).encode()
        catalogue.failure(f"{FORMAT}/hostile/iv-{name}.json", content, "corrupt", password=password)
    catalogue.add(f"{FORMAT}/hostile/iv-null.json", good | {"iv": None}, [], ["encrypted"])


def add_shared(catalogue: Catalogue) -> None:
    """Accounts that others shared: encrypted with their passwords."""
    label, password = locked(f"{FORMAT}/encrypted-shared")
    first, bad, last = some(label, "first bad last")
    good = sealed([written(first), written(last)], label, password)
    other = sealed([written(bad)], label, password + ".")["accounts"][0]
    faults = {
        "another password": other,
        "half a block": other | {"secret": ciphers.b64(bytes(24))},
        "not base64": other | {"secret": "?"},
        "no secret": other | {"secret": None},
        "a number": other | {"secret": 7},
        "not base32": sealed([written(bad) | {"secret": "not base32!"}], label, password)["accounts"][0],
        "empty": sealed([written(bad) | {"secret": ""}], label, password)["accounts"][0],
        "algorithm 3": good["accounts"][0] | {"algorithm": 3},
    }
    rows = [good["accounts"][0], *faults.values(), good["accounts"][1]]
    content = json.dumps(good | {"accounts": rows}).encode()
    catalogue.add(f"{label}.json", content, [first, last], list(faults), password=password)
