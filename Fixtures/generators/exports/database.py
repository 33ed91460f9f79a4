"""SQLite files that are the same wherever they are made, and their logs."""

import sqlite3
import struct
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from images.accounts import invented_bytes

LIBRARY_VERSION = 3_040_001
WAL_MAGIC = 0x377F0683
WAL_VERSION = 3_007_000
INTERIOR_PAGE = 5


@dataclass(frozen=True)
class RawText:
    """Bytes that a column holds as text, whatever they are."""

    content: bytes


Value = None | int | float | str | bytes | RawText
Row = dict[str, Value]


def made(
    fill: Callable[[sqlite3.Connection], None],
    *,
    page_size: int = 512,
    encoding: str = "UTF-8",
    logged: bool = False,
    changes: int = 1,
) -> bytes:
    """The database that `fill` makes. `logged` marks one that writes into a log first."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute(f"PRAGMA encoding = '{encoding}'")
        connection.execute("PRAGMA secure_delete = ON")
        fill(connection)
        connection.commit()
        return settled(connection.serialize(), logged=logged, changes=changes)


def settled(content: bytes, *, logged: bool, changes: int) -> bytes:
    """The file with a header that does not tell which library wrote it, nor in how many steps."""
    header = bytearray(content[:100])
    header[18:20] = b"\x02\x02" if logged else b"\x01\x01"
    header[24:28] = header[92:96] = struct.pack(">I", changes)
    header[28:32] = struct.pack(">I", len(content) // page_size(content))
    header[96:100] = struct.pack(">I", LIBRARY_VERSION)
    return bytes(header) + content[100:]


def page_size(content: bytes) -> int:
    return struct.unpack(">H", content[16:18])[0]


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    for row in rows:
        holders = ("CAST(? AS TEXT)" if isinstance(value, RawText) else "?" for value in row.values())
        values = [value.content if isinstance(value, RawText) else value for value in row.values()]
        names = ", ".join(f'"{column}"' for column in row)
        connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(holders)})', values)


def log(label: str, versions: Sequence[bytes], *, committed: bool = True) -> bytes:
    """A write-ahead log that leads from the first version of a database through the others, a commit each."""
    size = page_size(versions[0])
    salts = invented_bytes(f"exports/{label}/wal-salts", 8)
    header = struct.pack(">IIII", WAL_MAGIC, WAL_VERSION, size, 0) + salts
    sums = checksum(header, (0, 0))
    frames = [header + struct.pack(">II", *sums)]
    for before, after in zip(versions, versions[1:], strict=False):
        pages = [
            at for at in range(len(after) // size) if before[at * size :][:size] != after[at * size : (at + 1) * size]
        ]
        for page in pages:
            whole = len(after) // size if committed and page == pages[-1] else 0
            start, content = struct.pack(">II", page + 1, whole), after[page * size : (page + 1) * size]
            sums = checksum(start + content, sums)
            frames.append(start + salts + struct.pack(">II", *sums) + content)
    return b"".join(frames)


def checksum(data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """The running sums of the log's frames, over pairs of words."""
    first, second = sums
    words = struct.unpack(f">{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def rows_in(content: bytes, table: str, beside: bytes | None = None) -> int:
    """How many rows SQLite itself finds, with the log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "database"
        path.write_bytes(content)
        if beside is not None:
            path.with_name("database-wal").write_bytes(beside)
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]


def root_page(content: bytes, table: str) -> int:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        return connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]


def looped(content: bytes, table: str) -> bytes:
    """The tree of a table with its root for its own last child."""
    size, root = page_size(content), root_page(content, table)
    at = (root - 1) * size
    if content[at] != INTERIOR_PAGE:
        raise ValueError(f"{table} fits on one page")
    return content[: at + 8] + struct.pack(">I", root) + content[at + 12 :]


def overwritten(content: bytes, table: str) -> bytes:
    """A table whose last page is no page."""
    size, root = page_size(content), root_page(content, table)
    last = struct.unpack(">I", content[(root - 1) * size + 8 :][:4])[0]
    return content[: (last - 1) * size] + b"\xff" * size + content[last * size :]
