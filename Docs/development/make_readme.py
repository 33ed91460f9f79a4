#!/usr/bin/env python3
"""Writes the numbers of apps into README.md, from what the program says of itself.

    make_readme.py PROGRAM           writes it
    make_readme.py PROGRAM --check   fails if it is not what the program says
"""

import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- apps: begin, made by Docs/development/make_readme.py -->\n", "<!-- apps: end -->\n"
ROOTED = re.compile(r" \(rooted\)$")


def count(formats: list[dict], is_listed) -> int:
    """How many apps there are, without those of rooted phones alone."""
    return len({entry["app"] for entry in formats
                if entry["group"] != "file" and not ROOTED.search(entry["app"]) and is_listed(entry)})


def line(formats: list[dict]) -> str:
    read, written = count(formats, lambda entry: entry["reads"]), count(formats, lambda entry: entry["writes"])
    return f"It reads the files of {read} apps, and writes those of {written}: [all of them](Docs/formats/README.md).\n"


def main() -> int:
    program, *flags = sys.argv[1:]
    formats = json.loads(subprocess.run([program, "formats", "--json"], check=True, capture_output=True).stdout)
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + line(formats) + END + tail
    if "--check" not in flags:
        PAGE.write_text(wanted)
    elif page != wanted:
        print("README.md is stale; run: make readme", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
