"""What the commands print: headings, tables and sentences, as aligned text or as Markdown."""

import sys
from collections.abc import Sequence
from pathlib import Path

Row = Sequence[str]


class Report:
    """Prints as it goes, and keeps what it printed, so that it can be put into a document."""

    def __init__(self, *, markdown: bool) -> None:
        self.markdown = markdown
        self._parts: list[str] = []

    def heading(self, text: str) -> None:
        self._add(f"### {text}" if self.markdown else f"== {text} ==")

    def text(self, text: str) -> None:
        self._add(text)

    def table(self, header: Row, rows: Sequence[Row]) -> None:
        """The first column is aligned left, the others right."""
        self._add(table(header, rows, markdown=self.markdown))

    def put_into(self, document: Path, name: str) -> None:
        """Puts what was printed between the lines `<!-- name -->` and `<!-- end of name -->` of a document."""
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        content = document.read_text()
        if content.count(start) != 1 or content.count(end) != 1:
            sys.exit(f"{document} has no place for this: the lines {start.strip()} and {end}")
        before, rest = content.split(start)
        after = rest.partition(end)[2]
        document.write_text("".join([before, start, "\n", "\n\n".join(self._parts), "\n\n", end, after]))

    def _add(self, part: str) -> None:
        print(("\n" if self._parts else "") + part, flush=True)
        self._parts.append(part)


def table(header: Row, rows: Sequence[Row], *, markdown: bool) -> str:
    widths = [max(len(row[at]) for row in [header, *rows]) for at in range(len(header))]
    lines = [aligned(row, widths, " | " if markdown else "  ") for row in [header, *rows]]
    if markdown:
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        return "\n".join(f"| {line} |" for line in [lines[0], " | ".join(rule), *lines[1:]])
    return "\n".join(line.rstrip() for line in [lines[0], "-" * len(lines[0]), *lines[1:]])


def aligned(cells: Row, widths: Sequence[int], gap: str) -> str:
    first = cells[0].ljust(widths[0])
    return gap.join([first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:]))])
