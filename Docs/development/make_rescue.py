#!/usr/bin/env python3
"""Writes rescue.md, from what `totp-import guide rescue` prints.

    make_rescue.py PROGRAM           writes it
    make_rescue.py PROGRAM --check   fails if the page is not what the program says
"""

import pathlib
import re
import subprocess
import sys
import textwrap

PAGE = pathlib.Path(__file__).parents[1] / "rescue.md"
COMMAND = re.compile(r" {5}(totp-import .*)")
STEP = re.compile(r"(\d+\. )(.*)")


def page(text: str) -> str:
    lines = ["<!-- made by make_rescue.py from: totp-import guide rescue -->"]
    # A paragraph or a step is several lines of the terminal.
    open_lines, indent = [], ""

    def close() -> None:
        if open_lines:
            lines.append(textwrap.fill(" ".join(open_lines), 120, subsequent_indent=indent, break_on_hyphens=False,
                                       break_long_words=False))
            open_lines.clear()

    rows = text.splitlines()
    for number, row in enumerate(rows):
        # A heading is one line without a full stop or a colon, with an empty line on both sides.
        is_alone = (number == 0 or not rows[number - 1]) and not "".join(rows[number + 1 : number + 2])
        is_heading = is_alone and not row.endswith((".", ":")) and not STEP.match(row)
        if not row:
            close()
            lines.append("")
        elif is_heading:
            close()
            lines.append(("# " if number == 0 else "## ") + row)
        elif command := COMMAND.fullmatch(row):
            close()
            lines += ["", "   ```sh", f"   {command[1]}", "   ```", ""]
        elif STEP.fullmatch(row):
            close()
            indent = "   "
            open_lines.append(row)
        else:
            if not open_lines:
                indent = ""
            open_lines.append(row.strip())
    close()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def main() -> int:
    program, *flags = sys.argv[1:]
    said = subprocess.run([program, "guide", "rescue"], check=True, capture_output=True, text=True).stdout
    wanted = page(said)
    if "--check" not in flags:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted:
        return 0
    print("Docs/rescue.md is stale; run: make rescue-page", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
