"""Rows of comma-separated values, quoted as the apps do it."""

from collections.abc import Iterable, Mapping, Sequence


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def quoted_where_needed(cell: str) -> str:
    """RFC 4180: quotes only around cells with commas, quotes or line ends."""
    return quoted(cell) if any(character in cell for character in ',"\r\n') else cell


def row(cells: Iterable[str], *, all_quoted: bool = False) -> str:
    return ",".join(map(quoted if all_quoted else quoted_where_needed, cells))


def sheet(
    header: Sequence[str], rows: Iterable[Sequence[str] | Mapping[str, str]], *, all_quoted: bool = False,
    end: str = "\n",
) -> str:  # fmt: skip
    """A header, and rows whose cells are in order or have the names of their columns."""
    cells = ([found.get(name, "") for name in header] if isinstance(found, Mapping) else found for found in rows)
    return "".join(row(line, all_quoted=all_quoted) + end for line in (header, *cells))
