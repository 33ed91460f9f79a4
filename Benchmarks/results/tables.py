"""Tables for people: as aligned text, or as Markdown."""

from collections.abc import Sequence

WIDTH = 100
"""Columns that a text table may take."""


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, markdown: bool) -> str:
    """The first column is aligned left, the others right."""
    widths = [max(len(row[at]) for row in [header, *rows]) for at in range(len(header))]
    lines = [aligned(row, widths, " | " if markdown else "  ") for row in [header, *rows]]
    if markdown:
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        return "\n".join(f"| {line} |" for line in [lines[0], " | ".join(rule), *lines[1:]])
    if len(lines[0]) > WIDTH:
        raise ValueError(f"the table is {len(lines[0])} columns wide")
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def aligned(cells: Sequence[str], widths: Sequence[int], gap: str) -> str:
    first = cells[0].ljust(widths[0])
    return gap.join([first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:]))])


def heading(text: str, *, markdown: bool) -> str:
    return f"\n### {text}\n" if markdown else f"\n{text}\n"
