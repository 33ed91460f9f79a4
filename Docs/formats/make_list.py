#!/usr/bin/env python3
"""Writes the list of formats into README.md beside this file, from what the program says of itself.

    make_list.py PROGRAM           writes it
    make_list.py PROGRAM --check   fails where it is not what the program says, or a format has no page
"""

import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent
PAGE = FOLDER / "README.md"
BEGIN, END = "<!-- list: begin, made by make_list.py -->\n", "<!-- list: end -->\n"
PASSPHRASE = {"never": "no", "optional": "if encrypted", "always": "yes"}


def table(formats: list[dict]) -> str:
    lines = [
        "| id | app | file | read | written | passphrase | how the app exports it |",
        "|---|---|---|---|---|---|---|",
    ]
    for entry in formats:
        cells = [
            f"[{entry['id']}]({entry['id']}.md)", entry["app"], entry["file"],
            "yes" if entry["reads"] else "–", "yes" if entry["writes"] else "–",
            PASSPHRASE[entry["encrypted"]], entry.get("export", "–"),
        ]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    program, *flags = sys.argv[1:]
    said = subprocess.run([program, "formats", "--json"], check=True, capture_output=True).stdout
    formats = json.loads(said)
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + table(formats) + END + tail
    if "--check" not in flags:
        PAGE.write_text(wanted)
        return 0
    missing = [entry["id"] for entry in formats if not (FOLDER / f"{entry['id']}.md").exists()]
    if missing:
        print(f"Docs/formats: no page for {', '.join(missing)}", file=sys.stderr)
    if page != wanted:
        print("Docs/formats/README.md is stale; run: make formats-page", file=sys.stderr)
    return 1 if missing or page != wanted else 0


if __name__ == "__main__":
    sys.exit(main())
