"""Stratum: the database that the app keeps in the phone."""

from dataclasses import replace

from .. import hostile_sqlite
from ..accounts import KINDS, Entry, cast, entry, some
from ..catalogue import Catalogue
from ..database import Row
from ..hostile import LARGEST
from ..hostile_sqlite import Table
from ..shape import BAD_BASE32
from . import stratum

FORMAT = stratum.FORMAT
COLUMNS = {
    "type": "integer",
    "icon": "varchar",
    "issuer": "varchar(32)",
    "username": "varchar(40)",
    "secret": "varchar primary key not null",
    "pin": "varchar",
    "algorithm": "integer",
    "digits": "integer",
    "period": "integer",
    "counter": "integer",
    "ranking": "integer",
}
LATER = ("pin", "ranking")


def row(account: Entry) -> Row:
    """The columns are the members of the JSON, in lower case."""
    members = {name.lower(): value for name, value in stratum.written(account).items()}
    return {column: members[column] for column in COLUMNS}


TABLE = Table(
    format=FORMAT,
    name="authenticator",
    prefix="database-",
    columns=COLUMNS,
    row=row,
    secret="secret",
    kind="type",
    key="secret",
    fields={name: name for name in ("issuer", "algorithm", "digits", "period", "counter")} | {"name": "username"},
    others=(
        "CREATE TABLE category (id varchar(8) primary key not null, name varchar(32), ranking integer)",
        "CREATE TABLE authenticatorcategory (categoryId varchar, authenticatorSecret varchar, ranking integer)",
    ),
    bad_secrets=BAD_BASE32,
)


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("stratum/database", KINDS))
    catalogue.add("stratum/database.db", TABLE.holding(accounts, page_size=4096), accounts)
    accounts = list(cast("stratum/database-old", ("totp", "hotp", "steam")))
    catalogue.add("stratum/database-old.db", TABLE.holding(accounts, without=LATER), accounts)
    add_order(catalogue)
    add_rejected(catalogue)
    hostile_sqlite.add(catalogue, TABLE)


def add_order(catalogue: Catalogue) -> None:
    """The order of the rows, not of their secrets nor of their ranks."""
    accounts = sorted(some("stratum/database-order", 6), key=lambda account: account.base32)
    accounts.reverse()
    rows = [row(account) | {"ranking": 99 - 7 * at % 10} for at, account in enumerate(accounts)]
    catalogue.add("stratum/database-order.db", TABLE.written(rows), accounts)


def add_rejected(catalogue: Catalogue) -> None:
    bad, counting = entry("stratum/database-fault"), entry("stratum/database-fault/hotp", "hotp")
    faults = [(reason, row_of_members(members)) for reason, members in stratum.faults()]
    faults += [(f"type {type}", row(bad) | {"type": type}) for type in (0, 6, -1)]
    faults += [(f"algorithm {algorithm}", row(bad) | {"algorithm": algorithm}) for algorithm in (3, -1, 99)]
    faults += [(f"digits {digits}", row(bad) | {"digits": digits}) for digits in (0, 11, -6)]
    faults += [(f"period {period}", row(bad) | {"period": period}) for period in (0, -30, 2147484)]
    faults += [(f"counter {counter}", row(counting) | {"counter": counter}) for counter in (-1, "9223372036854775808")]
    hostile_sqlite.rejected(catalogue, TABLE, faults)
    far = replace(entry("stratum/database-far", "hotp"), counter=LARGEST)
    catalogue.add("stratum/database-far.db", TABLE.holding([far]), [far])
    for column in ("secret", "type"):
        content = TABLE.written([row(bad)], without=(column,))
        catalogue.failure(f"stratum/hostile/database-no-{column}-column.db", content, "unrecognised")


def row_of_members(members: dict) -> Row:
    return {name.lower(): value for name, value in members.items() if name.lower() in COLUMNS}
