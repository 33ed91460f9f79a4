"""CSV, as RFC 4180 describes it."""

import csv
import io

from rules import PeerError, check_unique, decode, require


def rows(data, strict):
    """The header, and a dictionary per row. Strict: every row has as many cells as the header."""
    csv.field_size_limit(1 << 24)
    try:
        found = [row for row in csv.reader(io.StringIO(decode(data, strict), newline=""), strict=strict) if row]
    except csv.Error:
        raise PeerError("the file is not CSV") from None
    require(found, "the file has no header")
    header = found[0]
    if strict:
        check_unique(header, "the columns")
        require(data.endswith(b"\n"), "the last row must end with a line break")
        for index, row in enumerate(found):
            require(len(row) == len(header), f"row {index} must have {len(header)} cells, not {len(row)}")
    return header, [dict(zip(header, row)) for row in found[1:]]


def cell(row, name):
    return row.get(name) or ""


def columns(records):
    """The rows with the names of their columns in lower case; of two equal names the first counts."""
    return [{name.strip().lower(): value for name, value in reversed(row.items())} for row in records]


def check_line_ends(data, header):
    """Checks that lines end with LF; those in quotes may end otherwise."""
    require(data.startswith(",".join(header).encode() + b"\n") and not data.endswith(b"\r\n"), "rows must end with LF")
