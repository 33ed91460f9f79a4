#!/usr/bin/env python3
"""Writes the rules of `totp-import validate` into rules.md, from the program's own list.

    make_rules.py PROGRAM           writes them
    make_rules.py PROGRAM --check   fails if the page is not what the program says
"""

import itertools
import json
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).parents[1] / "rules.md"
BEGIN, END = "<!-- rules: begin, made by make_rules.py -->\n", "<!-- rules: end -->\n"


def severity(rule: dict) -> str:
    """The severity, and that of each variant if it is another."""
    others = [f"{found['severity']} if {found['when']}" for found in rule.get("variants", [])
              if found["severity"] != rule["severity"]]
    return "; ".join([rule["severity"], *others])


def sections(rules: list[dict]) -> str:
    text = ""
    for group, members in itertools.groupby(rules, key=lambda rule: rule["group"]):
        text += f"\n## {group}\n\n"
        text += "| rule | severity | what is wrong | what to do | source | refused, or read differently, by |\n"
        text += "|---|---|---|---|---|---|\n"
        for rule in members:
            cells = [f"`{rule['id']}`", severity(rule)]
            cells += [rule[key] for key in ("message", "advice", "source", "peers")]
            text += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
    return text + "\n"


def main() -> int:
    program, *flags = sys.argv[1:]
    said = subprocess.run([program, "validate", "--rules", "--json"], check=True, capture_output=True).stdout
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + sections(json.loads(said)) + END + tail
    if "--check" not in flags:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    if page != wanted:
        print("Docs/rules.md is stale; run: make rules-page", file=sys.stderr)
    return 0 if page == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
