"""Google Authenticator: the database that the app keeps in the phone."""

from dataclasses import replace

from .. import hostile_sqlite
from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue
from ..database import Row
from ..hostile import LARGEST
from ..hostile_sqlite import Table
from ..shape import BAD_BASE32

FORMAT = "google-authenticator-db"
TYPES = {"totp": 0, "hotp": 1}
COLUMNS = {
    "_id": "INTEGER PRIMARY KEY",
    "email": "TEXT NOT NULL",
    "secret": "TEXT NOT NULL",
    "counter": "INTEGER DEFAULT 0",
    "type": "INTEGER",
    "provider": "INTEGER DEFAULT 0",
    "issuer": "TEXT DEFAULT NULL",
    "original_name": "TEXT DEFAULT NULL",
    "isencrypted": "INTEGER DEFAULT 0",
}
LATER = ("issuer", "original_name", "isencrypted")
"""The columns that the first versions lack."""


def row(account: Entry) -> Row:
    return {
        "email": account.name_in_file,
        "secret": account.secret_in_file,
        # That of the last code.
        "counter": account.counter - 1 if account.type == "hotp" else 0,
        "type": TYPES[account.type],
        "provider": 0,
        "issuer": account.issuer or None,
        "original_name": account.name_in_file,
        "isencrypted": 0,
    }


def seen(account: Entry) -> Entry:
    """The app keeps neither algorithm nor digits nor period."""
    return replace(account, algorithm="SHA1", digits=6, period=30)


TABLE = Table(
    format=FORMAT,
    name="accounts",
    columns=COLUMNS,
    row=row,
    secret="secret",
    kind="type",
    fields={"issuer": "issuer", "name": "email", "counter": "counter"},
    others=("CREATE TABLE android_metadata (locale TEXT)", "CREATE TABLE auditlog (_id INTEGER PRIMARY KEY, moment)"),
    bad_secrets=BAD_BASE32,
    defaults=hostile_sqlite.DEFAULTS | {"counter": 1},
    seen=seen,
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in cast("google-authenticator-db/plain", TYPES)]
    accounts.append(entry("google-authenticator-db/first", "hotp", counter=1))
    accounts.append(entry("google-authenticator-db/last", "hotp", counter=LARGEST))
    catalogue.add("google-authenticator-db/plain.db", TABLE.holding(accounts, page_size=4096), accounts)
    add_names(catalogue)
    add_old(catalogue)
    hostile_sqlite.order(catalogue, TABLE)
    add_rejected(catalogue)
    hostile_sqlite.add(catalogue, TABLE)
    hostile_sqlite.damage(catalogue, TABLE)


def add_names(catalogue: Catalogue) -> None:
    """`email` and `issuer`, and what a reader must read from them."""
    names = (
        ("Widgetry:walter", "Widgetry", "Widgetry", "walter"),
        ("Widgetry:  walter ", " Widgetry ", "Widgetry", "walter"),
        ("Widgetry:walter", None, "Widgetry", "walter"),
        ("Studio: North: root@host", "", "Studio", "North: root@host"),
        ("Studio: North: root@host", "Studio: North", "Studio: North", "root@host"),
        ("Only An Issuer:", None, "Only An Issuer", ""),
        ("Someone:else", "Widgetry", "Widgetry", "Someone:else"),
        ("no colon", None, "", "no colon"),
        ("", None, "", ""),
    )
    accounts, rows = [], []
    for at, (email, issuer_in_file, issuer, name) in enumerate(names):
        account = entry(f"google-authenticator-db/names/{at}", issuer=issuer, name=name)
        accounts.append(account)
        rows.append(row(account) | {"email": email, "issuer": issuer_in_file, "original_name": "Not this"})
    catalogue.add("google-authenticator-db/names.db", TABLE.written(rows), accounts)


def add_old(catalogue: Catalogue) -> None:
    """Fewer columns."""
    accounts = [entry(f"google-authenticator-db/old/{at}", kind) for at, kind in enumerate(("totp", "hotp", "totp"))]
    rows = [row(account) | {"email": f"{account.issuer}:{account.name}"} for account in accounts]
    catalogue.add("google-authenticator-db/old.db", TABLE.written(rows, without=LATER), accounts)


def add_rejected(catalogue: Catalogue) -> None:
    bad, counting = entry("google-authenticator-db/fault"), entry("google-authenticator-db/fault/hotp", "hotp")
    faults = [(f"type {type}", row(bad) | {"type": type}) for type in (2, -1, 99)]
    counters = (-1, LARGEST, "9223372036854775808")
    faults += [(f"counter {counter}", row(counting) | {"counter": counter}) for counter in counters]
    faults += [(f"sealed in the phone ({mark})", row(bad) | {"isencrypted": mark}) for mark in (1, 2)]
    faults.append(("secret of one character", row(bad) | {"secret": "A"}))
    hostile_sqlite.rejected(catalogue, TABLE, faults)
    lacking = TABLE.written([row(bad)], without=("secret",))
    catalogue.failure("google-authenticator-db/hostile/no-secret-column.db", lacking, "unrecognised")
    without_type = TABLE.written([row(bad)], without=("type",))
    catalogue.add("google-authenticator-db/hostile/no-type-column.db", without_type, (), ["no type"])
