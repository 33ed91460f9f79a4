#!/usr/bin/env python3
"""Writes the tables of read_vault.c, from the Unicode data of Python.

Usage: make_nfc.py [--check]
"""

import sys
import unicodedata
from pathlib import Path

FILE = Path(__file__).parent / "read_vault.c"
START, END = "/* tables */\n", "/* end of the tables */\n"
WIDTH = 120
# Another version of Unicode has other tables.
VERSION = "14.0.0"


def rows(entries):
    lines, line = [], "   "
    for entry in entries:
        text = " {" + ",".join(f"0x{code:X}" for code in entry) + "},"
        if len(line) + len(text) > WIDTH:
            lines.append(line)
            line = "   "
        line += text
    return "\n".join([*lines, line])


def tables():
    composing, decomposing, marks = [], [], []
    for code in range(0x110000):
        character = chr(code)
        parts = unicodedata.decomposition(character)
        if parts and not parts.startswith("<"):
            first, second = [int(part, 16) for part in parts.split()] + ([0] if " " not in parts else [])
            composes = second and unicodedata.normalize("NFC", chr(first) + chr(second)) == character
            (composing if composes else decomposing).append((code, first, second))
        mark = unicodedata.combining(character)
        if mark and marks and marks[-1][1] == code - 1 and marks[-1][2] == mark:
            marks[-1] = (marks[-1][0], code, mark)
        elif mark:
            marks.append((code, code, mark))
    return composing, decomposing, marks


def text():
    result = [f"/* Unicode {VERSION}. */"]
    for kind, name, count, entries in zip(("Pair", "Pair", "Range"), ("composing", "decomposing", "marks"), (
            "composing_count", "decomposing_count", "mark_count"), tables()):
        result.append(f"static const {kind} {name}[] = {{\n{rows(entries)}\n}};")
        result.append(f"static const size_t {count} = sizeof {name} / sizeof *{name};")
    return "\n".join(result) + "\n"


def main(arguments):
    if unicodedata.unidata_version != VERSION:
        print(f"make_nfc: this Python has Unicode {unicodedata.unidata_version}, not {VERSION}; nothing done")
        return 0
    before, _, rest = FILE.read_text("utf-8").partition(START)
    source = before + START + text() + END + rest.partition(END)[2]
    if "--check" not in arguments:
        FILE.write_text(source, "utf-8")
    elif FILE.read_text("utf-8") != source:
        print("make_nfc: the tables of read_vault.c are not current; run make_nfc.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
