"""Authenticator Plus: its own database, sealed by SQLCipher 3."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import reopen_containers, sqlcipher
from ..accounts import Entry, bytes_of, cast, entry, locked, passphrase, some, spelt_oddly
from ..catalogue import OF_FOLDER, Catalogue, Seal
from ..shape import between
from .authenticator_plus import FORMAT

TOTP, HOTP, BLIZZARD = 0, 1, 2
COLUMNS = ("email", "secret", "counter", "type", "issuer", "original_name", "category")
SCHEMA = """
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret, counter INTEGER, type INTEGER, issuer TEXT,
 original_name TEXT, category TEXT);
CREATE TABLE category (_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
"""
INSERT_ACCOUNT = f"INSERT INTO accounts ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
INSERT_NUMBERED = INSERT_ACCOUNT.replace("(email", "(_id, email").replace("(?", "(?, ?")
INSERT_CATEGORY = "INSERT INTO category (name) VALUES (?)"
EVERYTHING = "All Accounts"
CATEGORIES = [(EVERYTHING,), ("Work",), ("Games",), ("家族",)]
Row = tuple[Any, ...]


def holdable(account: Entry) -> Entry:
    """The account as the table can hold it: no algorithm, six digits, 30 seconds."""
    return replace(account, algorithm="SHA1", digits=6, period=30)


def row(account: Entry, **changes: Any) -> Row:
    fields = {
        "email": account.name_in_file,
        "secret": account.secret_in_file,
        "counter": account.counter or 0,
        "type": HOTP if account.type == "hotp" else TOTP,
        "issuer": account.issuer,
        "original_name": f"{account.issuer}:{account.name}" if account.issuer else account.name,
        "category": account.group or EVERYTHING,
    }
    return tuple((fields | changes)[column] for column in COLUMNS)


def blizzard(account: Entry, **changes: Any) -> Row:
    """Its secret is hex."""
    return row(account, **({"secret": account.secret.hex(), "type": BLIZZARD, "original_name": None} | changes))


def database(rows: Sequence[Row], *, schema: str = SCHEMA) -> bytes:
    return sqlcipher.plain(schema, {INSERT_CATEGORY: CATEGORIES, INSERT_ACCOUNT: list(rows)})


def add(catalogue: Catalogue) -> None:
    for name, ascii in (("authplus", True), ("authplus-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = list(map(holdable, cast(label, ("totp", "hotp"))))
        rows = list(map(row, accounts))
        more_rows, more = special(label)
        numbered = [(at, *found) for at, found in enumerate([*rows, *more_rows], start=1)]
        # Their order is that of their numbers, not that in which they were stored.
        turned = {INSERT_CATEGORY: CATEGORIES, INSERT_NUMBERED: numbered[::-1]}
        content = sqlcipher.sealed(sqlcipher.plain(SCHEMA, turned), label, password)
        seal = Seal(reopen_containers.sqlcipher_rows, json.dumps(numbered).encode())
        catalogue.add(f"{label}.db", content, [*accounts, *more], password=password, seal=seal)
    add_rejected(catalogue)
    add_odd(catalogue)
    add_damaged(catalogue)


def special(label: str) -> tuple[list[Row], list[Entry]]:
    """Blizzard's accounts, and names that come from elsewhere."""
    battle, nameless = some(f"{label}/battle", digits=8)
    battle = replace(battle, issuer="Battle.net®", name="EU-2601-0000-0000")
    nameless = replace(nameless, issuer="Blizzard", name="US-2601-0000-0001")
    split = entry(f"{label}/split", issuer="Old Prefix", name="someone@example.net")
    lone = entry(f"{label}/lone", issuer="", name="else@example.net")
    odd = entry(f"{label}/spelt")
    rows = [
        blizzard(battle),
        blizzard(nameless, issuer="", secret=nameless.secret.hex().upper()),
        row(split, issuer="", original_name="Old Prefix:another name"),
        row(lone, issuer=None, original_name=None, category=None),
        row(odd, secret=spelt_oddly(odd.base32), category="Work"),
    ]
    return rows, [battle, nameless, split, lone, odd]


def add_rejected(catalogue: Catalogue) -> None:
    good = some(f"{FORMAT}/database-rejected", 3)
    bad, counting = entry(f"{FORMAT}/database-bad"), entry(f"{FORMAT}/database-bad-hotp", "hotp")
    faults = [
        ("1 and 8 are not base32", row(bad, secret="AB1CD8EF")),
        ("empty secret", row(bad, secret="")),
        ("no secret", row(bad, secret=None)),
        ("secret of no bytes", row(bad, secret=" -==")),
        ("type 3", row(bad, type=3)),
        ("type -1", row(bad, type=-1)),
        ("counter -1", row(counting, counter=-1)),
        ("hex of odd length", blizzard(bad, secret=bad.secret.hex()[1:])),
        ("no hex", blizzard(bad, secret=bad.base32)),
        ("hex of no bytes", blizzard(bad, secret="")),
    ]
    rows = between([*map(row, good)], [value for _, value in faults])
    file(catalogue, "rejected", database(rows), good, [reason for reason, _ in faults])


def file(catalogue: Catalogue, name: str, content: bytes, good: Sequence[Entry], reasons: Sequence[str] = ()) -> None:
    label, password = locked(f"{FORMAT}/{name}")
    sealed = sqlcipher.sealed(content, label, password)
    catalogue.add(f"{label}.db", sealed, good, reasons, password=password)


def add_odd(catalogue: Catalogue) -> None:
    """What SQLite lets a file hold, whatever its tables say."""
    good = [replace(holdable(account), counter=counter) for account, counter in odd_counters()]
    rows = [row(good[0], counter=None), row(good[1], counter="7"), row(good[2]), row(good[3], counter="")]
    file(catalogue, "hostile/counters", database(rows), good)
    good, bad = some(f"{FORMAT}/database-types"), entry(f"{FORMAT}/database-types-bad")
    wrong = [
        ("secret is bytes that are no text", row(bad, secret=b"\xff\xfe\xfd\xfc")),
        ("type is a word", row(bad, type="push")),
        ("counter is a word", row(bad, type=HOTP, counter="many")),
        ("counter is a fraction", row(bad, type=HOTP, counter=6.5)),
    ]
    rows = [row(good[0]), row(bad, secret=234567), *(value for _, value in wrong), row(good[1])]
    read = [good[0], replace(bad, secret=bytes_of("234567")), good[1]]
    file(catalogue, "hostile/wrong-types", database(rows), read, [reason for reason, _ in wrong])
    good = some(f"{FORMAT}/database-duplicates", 1) * 3
    file(catalogue, "hostile/duplicates", database(list(map(row, good))), good)
    file(catalogue, "hostile/empty-table", database([]), [])
    good = some(f"{FORMAT}/database-no-categories")
    older = SCHEMA.replace("category TEXT", "unused TEXT").replace("TABLE category", "TABLE groups")
    insertions = {INSERT_ACCOUNT.replace("category", "unused"): list(map(row, good))}
    file(catalogue, "hostile/no-categories", sqlcipher.plain(older, insertions), good)
    few = "CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT);"
    someone = {"INSERT INTO accounts (email) VALUES (?)": [("someone@example.com",)]}
    file(catalogue, "hostile/no-secret-column", sqlcipher.plain(few, someone), [], ["no secret"])
    good = some(f"{FORMAT}/database-index")
    indexed = SCHEMA + "CREATE INDEX later ON accounts (issuer, email);"
    file(catalogue, "hostile/index", database(list(map(row, good)), schema=indexed), good)


def odd_counters() -> list[tuple[Entry, int]]:
    return [(entry(f"{FORMAT}/counters/{at}", "hotp"), value) for at, value in enumerate((0, 7, 2**63 - 1, 0))]


def add_damaged(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/database-damaged")
    good = sqlcipher.sealed(database(list(map(row, some(f"{FORMAT}/database-damaged", 12)))), label, password)

    def failure(name: str, content: bytes, error: str, format: str | None = OF_FOLDER, given: str = password) -> None:
        catalogue.failure(f"{FORMAT}/hostile/{name}.db", content, error, format=format, password=given)

    def flipped(at: int) -> bytes:
        return good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]

    def resealed(name: str, script: str, rows: dict[str, list[Row]]) -> bytes:
        return sqlcipher.sealed(sqlcipher.plain(script, rows), f"{label}/{name}", password)

    failure("wrong-password", good, "wrong-password", None, passphrase(f"{FORMAT}/database-another"))
    failure("first-page-flipped", flipped(500), "wrong-password", None)
    failure("second-page-flipped", flipped(sqlcipher.PAGE + 500), "corrupt")
    failure("second-page-mac", flipped(2 * sqlcipher.PAGE - 20), "corrupt")
    swapped = [good[at : at + sqlcipher.PAGE] for at in range(0, len(good), sqlcipher.PAGE)]
    swapped[1], swapped[2] = swapped[2], swapped[1]
    failure("pages-swapped", b"".join(swapped), "corrupt")
    failure("pages-missing", good[: 2 * sqlcipher.PAGE], "corrupt")
    garbage = sqlcipher.sealed(b"no database" * 279 + b"end", f"{label}/garbage", password)
    failure("garbage", garbage, "corrupt")
    failure("no-table", resealed("no-table", "CREATE TABLE others (name TEXT);", {}), "corrupt")
    failure("endless-view", resealed("endless-view", endless_view(), {}), "corrupt")


def endless_view() -> str:
    """In place of the table, a view without an end."""
    values = "'a@example.com' email, 'GEZDGNBVGY3TQOJQ' secret, 0 counter, 0 type, 'A' issuer, '' original_name"
    endless = "WITH RECURSIVE endless(_id) AS (SELECT 1 UNION ALL SELECT _id + 1 FROM endless)"
    return f"CREATE VIEW accounts AS {endless} SELECT _id, {values}, '' category FROM endless;"


def holding(accounts: Sequence[Entry], label: str) -> bytes:
    return sqlcipher.sealed(database([*map(row, accounts)]), label, passphrase(label))
