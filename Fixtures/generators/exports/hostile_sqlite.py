"""What may be wrong with a database: the same cases for every app that keeps its accounts in one."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import database
from .accounts import Entry, bytes_of, entry
from .catalogue import Catalogue
from .database import RawText, Row, Value
from .hostile import LARGEST, NOT_UTF8, STRANGE_NAMES
from .shape import DEFAULTS, between

NOT_NUMBERS: tuple[Value, ...] = ("six", "6.5", "0x6", "-6", 6.5, -6, float("inf"), b"6")
NOTHING: tuple[Value, ...] = ("", "null")
UNUSUAL: dict[str, Any] = {"algorithm": "SHA256", "digits": 8, "period": 60, "counter": LARGEST}
MANY = 24
ROWS_WITHOUT_END = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@dataclass(frozen=True)
class Table:
    """A database of one table with accounts: how it holds them, and in which columns."""

    format: str
    name: str
    columns: dict[str, str]
    """What is said of each column in the table's definition."""
    row: Callable[[Entry], Row]
    secret: str
    kind: str
    fields: dict[str, str]
    """The columns of issuer, name, algorithm, digits, period and counter."""
    prefix: str = ""
    """The start of the file names."""
    key: str | None = None
    """The column that identifies a row, if not its number."""
    others: Sequence[str] = ()
    """Statements that make the other tables."""
    bad_secrets: Sequence[tuple[Value, str]] = ()
    defaults: dict[str, Any] = field(default_factory=lambda: DEFAULTS)
    seen: Callable[[Entry], Entry] = field(default=lambda account: account)
    """The account as the format can hold it."""

    def account(self, case: str, type: str = "totp", **fields: Any) -> Entry:
        return self.seen(entry(f"{self.format}/{self.prefix}{case}", type, **fields))

    def accounts(self, case: str, count: int = 2) -> list[Entry]:
        return [self.account(f"{case}/{at}") for at in range(count)]

    def path(self, name: str, *, hostile: bool = True) -> str:
        return f"{self.format}/{'hostile/' if hostile else ''}{self.prefix}{name}.db"

    def changed(self, account: Entry, **changes: Value) -> Row:
        return self.row(account) | changes

    def with_field(self, account: Entry, name: str, value: Value) -> Row:
        return self.row(account) | {self.fields[name]: value}

    def definition(self, *, typed: bool = True, without: Iterable[str] = ()) -> str:
        kept = {column: said for column, said in self.columns.items() if column not in without}
        columns = ", ".join(f'"{column}" {said}' if typed else f'"{column}"' for column, said in kept.items())
        return f'CREATE TABLE "{self.name}" ({columns})'

    def written(self, rows: Iterable[Row], *, typed: bool = True, without: Sequence[str] = (), **options: Any) -> bytes:
        """The whole file. Columns that are not typed hold values as they are given."""

        def fill(connection: sqlite3.Connection) -> None:
            for statement in self.others:
                connection.execute(statement)
            connection.execute(self.definition(typed=typed, without=without))
            kept = [{column: value for column, value in row.items() if column not in without} for row in rows]
            database.insert(connection, self.name, kept)

        return database.made(fill, **options)

    def holding(self, accounts: Iterable[Entry], **options: Any) -> bytes:
        return self.written([self.row(account) for account in accounts], **options)


def add(catalogue: Catalogue, table: Table) -> None:
    cases = (strings, nulls, types, not_utf8, strange_names, broken, not_tables, encoding, logged)
    for case in cases:
        case(catalogue, table)
    if table.key is None:
        again, other = table.accounts("duplicates")
        several = [again, other, again, again]
        catalogue.add(table.path("duplicates"), table.holding(several), several)


def rejected(catalogue: Catalogue, table: Table, faults: Sequence[tuple[str, Row]]) -> None:
    """Every row that must be refused, between good ones. Columns have no types, so that they can hold anything."""
    first, bad, last = table.accounts("rejected", 3)
    wrong = [(reason, table.changed(bad, **{table.secret: value})) for value, reason in table.bad_secrets]
    wrong += faults
    good = [first, *table.accounts("rejected-middle", 1), last]
    rows = between([*map(table.row, good)], [row for _, row in wrong])
    content = table.written(rows, typed=False)
    reasons = [reason for reason, _ in wrong]
    catalogue.add(table.path("rejected", hostile=False), content, good, reasons)


def order(catalogue: Catalogue, table: Table) -> None:
    """Row numbers that are out of order."""
    accounts = table.accounts("order", 6)
    rows = [table.row(account) | {"_id": 10 * at} for at, account in enumerate(accounts)]
    content = table.written([rows[at] for at in (4, 0, 5, 2, 1, 3)], typed=False)
    catalogue.add(table.path("order", hostile=False), content, accounts)


def strings(catalogue: Catalogue, table: Table) -> None:
    """Numbers held as text, and values that are no numbers."""
    numbers = [name for name in ("digits", "period", "counter") if name in table.fields]
    if not numbers:
        return
    good: list[Entry] = []
    rows: list[Row] = []
    reasons: list[str] = []
    for name in numbers:
        kind = "hotp" if name == "counter" else "totp"
        account = table.account(f"strings/{name}", kind, **{name: UNUSUAL[name]})
        good.append(account)
        rows.append(table.with_field(account, name, str(table.row(account)[table.fields[name]])))
        for at, nothing in enumerate(NOTHING):
            other = table.account(f"strings/{name}/{at}", kind, **{name: table.defaults[name]})
            good.append(other)
            rows.append(table.with_field(other, name, nothing))
        for value in NOT_NUMBERS:
            rows.append(table.with_field(account, name, value))
            reasons.append(f"{name} {value!r}")
    catalogue.add(table.path("numbers"), table.written(rows, typed=False), good, reasons)


def nulls(catalogue: Catalogue, table: Table) -> None:
    """Every column null in turn; those that have no default reject the row."""
    good: list[Entry] = []
    rows: list[Row] = []
    for name in table.fields:
        unusual = {name: UNUSUAL[name]} if name in UNUSUAL else {}
        account = table.account(f"nulls/{name}", "hotp" if name == "counter" else "totp", **unusual)
        good.append(replace(account, **{name: table.defaults[name]}))
        rows.append(table.with_field(account, name, None))
    bad = table.account("nulls/bad")
    rows += [table.changed(bad, **{table.secret: None}), table.changed(bad, **{table.kind: None})]
    reasons = ["no secret", "no kind"]
    bare = table.account("nulls/others")
    needed = {table.secret, table.kind, *table.fields.values()}
    good.append(bare)
    rows.append({column: value for column, value in table.row(bare).items() if column in needed})
    catalogue.add(table.path("nulls"), table.written(rows, typed=False), good, reasons)


def types(catalogue: Catalogue, table: Table) -> None:
    """Values of another type than the column's. A number is taken for the text that it spells."""
    good, bad = table.accounts("types"), table.account("types/bad")
    wrong = [
        ("secret is a fraction", table.changed(bad, **{table.secret: 2.5})),
        ("secret is bytes", table.changed(bad, **{table.secret: b"GEZDGNBVGY3TQOJQ"})),
        ("kind is text", table.changed(bad, **{table.kind: "push"})),
        ("kind is a fraction", table.changed(bad, **{table.kind: 1.5})),
        ("kind is bytes", table.changed(bad, **{table.kind: b"1"})),
    ]
    digits = "".join("234567"[byte % 6] for byte in bad.secret[:8])
    number = table.changed(bad, **{table.secret: int(digits)})
    names = [table.with_field(bad, "name", name) for name in (7, b"name")]
    refused = [row for _, row in wrong]
    rows = [table.row(good[0]), number, *refused[:2], *names, *refused[2:], table.row(good[1])]
    read = [replace(bad, secret=bytes_of(digits)), replace(bad, name="7"), replace(bad, name="")]
    reasons = [reason for reason, _ in wrong]
    content = table.written(rows, typed=False)
    catalogue.add(table.path("wrong-types"), content, [good[0], *read, good[1]], reasons)


def not_utf8(catalogue: Catalogue, table: Table) -> None:
    """Names that are not UTF-8 are lost, their accounts are not."""
    good, bad = table.accounts("not-utf8"), table.account("not-utf8/bad")
    named = [table.account(f"not-utf8/{reason}") for reason in NOT_UTF8]
    names = [
        table.with_field(account, "name", RawText(raw)) for account, raw in zip(named, NOT_UTF8.values(), strict=True)
    ]
    refused = table.changed(bad, **{table.secret: RawText(b"GEZDGNBV\xe9")})
    rows = [table.row(good[0]), *names, refused, table.row(good[1])]
    read = [good[0], *(replace(account, name="") for account in named), good[1]]
    catalogue.add(table.path("not-utf8"), table.written(rows), read, ["secret with a stray byte"])


def strange_names(catalogue: Catalogue, table: Table) -> None:
    """Names that are unusual text; the last one takes many pages."""
    names = [*STRANGE_NAMES, "y" * 5000]
    several = [
        replace(account, name=name) for account, name in zip(table.accounts("names", len(names)), names, strict=True)
    ]
    catalogue.add(table.path("strange-names"), table.holding(several), several)


def broken(catalogue: Catalogue, table: Table) -> None:
    """Tables that the library reads in part."""
    content = table.holding(table.accounts("broken", MANY))
    truncated = content[: len(content) * 3 // 5]
    catalogue.failure(table.path("truncated"), truncated, "unrecognised")
    overwritten = database.overwritten(content, table.name)
    catalogue.failure(table.path("page-overwritten"), overwritten, "corrupt")


def not_tables(catalogue: Catalogue, table: Table) -> None:
    """No row, no secrets, another table, and rows without end that no table holds."""
    catalogue.add(table.path("empty-table"), table.holding([]))
    other = replace(table, name="something_else")
    columns = ", ".join(f"1 AS {column}" for column in table.columns)
    view = f"CREATE VIEW {table.name} AS {ROWS_WITHOUT_END} SELECT {columns} FROM n"
    nobodys = {
        "no-table": other.holding(table.accounts("no-table")),
        "view-without-end": database.made(lambda connection: connection.execute(view)),
        "no-tables": database.made(lambda connection: connection.execute("PRAGMA user_version = 3")),
    }
    for name, content in nobodys.items():
        catalogue.failure(table.path(name), content, "unrecognised")


def encoding(catalogue: Catalogue, table: Table) -> None:
    several = [replace(account, name="Größe 大 🦊") for account in table.accounts("utf-16")]
    content = table.holding(several, encoding="UTF-16le")
    catalogue.add(table.path("utf-16", hostile=False), content, several)


def logged(catalogue: Catalogue, table: Table) -> None:
    """Rows that are only in the log; the same file without its log."""
    several, versions = growing(table, "logged")
    add_logged(catalogue, table, "logged", versions[0], database.log(table.path("logged"), versions), several)
    add_logged(catalogue, table, "log-missing", versions[0], None, several[:3])


def growing(table: Table, case: str) -> tuple[list[Entry], list[bytes]]:
    """Nine accounts, and the database with three of them, six and all."""
    several = table.accounts(case, 9)
    versions = [
        table.holding(several[:count], logged=True, changes=changes) for changes, count in enumerate((3, 6, 9), start=1)
    ]
    return several, versions


def add_logged(
    catalogue: Catalogue,
    table: Table,
    name: str,
    content: bytes,
    beside: bytes | None,
    accounts: Sequence[Entry],
    *,
    hostile: bool = False,
) -> None:
    """A file with a log; SQLite itself must find as many rows."""
    if database.rows_in(content, table.name, beside) != len(accounts):
        raise ValueError(f"{name} does not hold {len(accounts)} accounts")
    path = table.path(name, hostile=hostile)
    catalogue.add(path, content, accounts)
    if beside is not None:
        catalogue.companion(f"{path}-wal", beside)


def damage(catalogue: Catalogue, table: Table) -> None:
    """Damage that does not depend on the content, in one format."""
    several = table.accounts("damaged", MANY)
    content = table.holding(several)
    catalogue.add(table.path("trailing-garbage"), content + b"garbage" * 40, several)
    big_endian = [replace(account, name="Größe 大 🦊") for account in table.accounts("utf-16be")]
    catalogue.add(table.path("utf-16be"), table.holding(big_endian, encoding="UTF-16be"), big_endian)
    catalogue.failure(table.path("page-loop"), database.looped(content, table.name), "corrupt")
    headers = {
        "magic-only": content[:16],
        "header-only": content[:100],
        "page-size-3": content[:16] + b"\x00\x03" + content[18:],
    }
    for name, file in headers.items():
        catalogue.failure(table.path(name), file, "unrecognised")
    damaged_logs(catalogue, table)


def damaged_logs(catalogue: Catalogue, table: Table) -> None:
    """A log that is unfinished, cut short, empty, or no log: what was in it is lost, so the file must not pass."""
    several, versions = growing(table, "damaged-logs")
    whole = database.log(table.path("damaged-logs"), versions)
    unfinished = database.log(table.path("unfinished-log"), versions[:2], committed=False)
    cases = {
        "log-unfinished": (unfinished, 3),
        "log-cut": (whole[:-700], 6),
        "log-empty": (b"", 3),
    }
    for name, (beside, count) in cases.items():
        add_logged(catalogue, table, name, versions[0], beside, several[:count], hostile=True)
    path = table.path("log-of-garbage")
    catalogue.failure(path, versions[0], "corrupt", format=None)
    catalogue.companion(f"{path}-wal", b"garbage!" * 200)
