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
PROTECTION = {"never": "no", "optional": "unless --plain", "always": "yes"}
PASSPHRASE = {"never": "no", "optional": "if encrypted", "always": "yes"}


def table(header: str, rows: list[list[str]]) -> str:
    lines = [f"| {header} |", "|" + "---|" * (header.count("|") + 1)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def lists(formats: list[dict]) -> str:
    read = [
        [f"[{entry['id']}]({entry['id']}.md)", entry["app"], entry["file"], PASSPHRASE[entry["encrypted"]],
         entry["export"]]
        for entry in formats if entry["reads"]
    ]  # fmt: skip
    written = [
        [f"[{entry['id']}]({entry['id']}.md)", entry["written"]["app"], entry["written"]["file"],
         PROTECTION[entry["written"]["encrypted"]], entry["written"]["import"]]
        for entry in formats if entry["writes"]
    ]  # fmt: skip
    return (
        "Read:\n\n" + table("id | app | file | passphrase | how the app exports it", read)
        + "\nWritten:\n\n" + table("id | app | file | encrypted | how the app imports it", written)
    )  # fmt: skip


def main() -> int:
    program, *flags = sys.argv[1:]
    said = subprocess.run([program, "formats", "--json"], check=True, capture_output=True).stdout
    formats = json.loads(said)
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    wanted = head + BEGIN + lists(formats) + END + tail
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
