#!/usr/bin/env python3
"""Writes the names of the apps into README.md, from what the program says of itself.

    make_readme.py PROGRAM           writes it
    make_readme.py PROGRAM --check   fails if it is not what the program says
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

PAGE = pathlib.Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- apps: begin, made by Docs/make_readme.py -->\n", "<!-- apps: end -->\n"
ROOTED = re.compile(r" \(rooted\)$")


def names(formats: list[dict], is_listed) -> str:
    """The names of apps, each with a link to its page."""
    found = {}
    for entry in formats:
        if entry["group"] != "file" and is_listed(entry):
            found.setdefault(ROOTED.sub("", entry["app"]), entry["id"])
    listed = sorted(found.items(), key=lambda one: one[0].lower())
    return ", ".join(f"[{app}](Docs/formats/{page}.md)" for app, page in listed)


def lists(formats: list[dict]) -> str:
    unrooted = [entry for entry in formats if not ROOTED.search(entry["app"])]
    apps = {entry["app"] for entry in unrooted}
    rooted = [entry for entry in formats if ROOTED.search(entry["app"]) and ROOTED.sub("", entry["app"]) not in apps]
    parts = [("From", names(unrooted, lambda entry: entry["reads"])),
             ("To", names(unrooted, lambda entry: entry["writes"])),
             ("From a rooted Android phone", names(rooted, lambda entry: entry["reads"]))]
    return "\n\n".join(textwrap.fill(f"**{title}**: {text}.", 120, break_long_words=False, break_on_hyphens=False)
                       for title, text in parts) + "\n"


def main() -> int:
    program, *flags = sys.argv[1:]
    formats = json.loads(subprocess.run([program, "formats", "--json"], check=True, capture_output=True).stdout)
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + lists(formats) + END + tail
    if "--check" not in flags:
        PAGE.write_text(wanted)
    elif page != wanted:
        print("README.md is stale; run: make readme", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
