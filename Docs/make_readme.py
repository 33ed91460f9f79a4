#!/usr/bin/env python3
"""Writes the table of apps into README.md, from what the program says of itself.

    make_readme.py PROGRAM           writes it
    make_readme.py PROGRAM --check   fails if it is not what the program says
"""

import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- apps: begin, made by Docs/make_readme.py -->\n", "<!-- apps: end -->\n"
TICK, NONE = "✓", ""
ROOTED = re.compile(r" \(rooted\)$")


def menu(entry: dict) -> str:
    """The menu to open, as far as one cell has space for it."""
    steps = entry.get("export") or entry["written"]["import"]
    steps = re.split(r"; |\. (?=[A-Z])| \(", steps)[0].rstrip(".")
    return steps if len(steps) <= 90 else f"`totp-import guide {entry['id']}`"


def rows(formats: list[dict]) -> list[str]:
    found = {}
    for entry in formats:
        if ROOTED.search(entry["app"]):
            continue
        app = found.setdefault(entry["app"], {"page": entry["id"], "reads": False, "writes": False, "menu": ""})
        app["reads"] |= entry["reads"]
        app["writes"] |= entry["writes"]
        if entry["reads"] or not app["menu"]:
            app["page"], app["menu"] = entry["id"], menu(entry)
    return [
        f"| [{app}](Docs/formats/{facts['page']}.md) | {TICK if facts['reads'] else NONE} | "
        f"{TICK if facts['writes'] else NONE} | {facts['menu']} |"
        for app, facts in sorted(found.items(), key=lambda item: item[0].lower())
    ]


def table(formats: list[dict]) -> str:
    apps = [entry for entry in formats if entry["group"] != "file"]
    rooted = sorted({ROOTED.sub("", entry["app"]) for entry in apps if ROOTED.search(entry["app"])})
    return "\n".join(
        ["| app | from | to | menu |", "|---|:-:|:-:|---|", *rows(apps), "",
         f"From a rooted Android phone also {', '.join(rooted[:-1])} and {rooted[-1]}."]
    ) + "\n"  # fmt: skip


def main() -> int:
    program, *flags = sys.argv[1:]
    formats = json.loads(subprocess.run([program, "formats", "--json"], check=True, capture_output=True).stdout)
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + table(formats) + END + tail
    if "--check" not in flags:
        PAGE.write_text(wanted)
    elif page != wanted:
        print("README.md is stale; run: make readme", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
