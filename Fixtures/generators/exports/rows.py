"""Rows of comma-separated values, quoted as the apps do it."""

from collections.abc import Iterable


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def quoted_where_needed(cell: str) -> str:
    """RFC 4180: quotes only around cells with commas, quotes or line ends."""
    return quoted(cell) if any(character in cell for character in ',"\r\n') else cell


def row(cells: Iterable[str], *, all_quoted: bool = False) -> str:
    return ",".join(map(quoted if all_quoted else quoted_where_needed, cells))
