#!/usr/bin/env python3
"""Checks the list of changes to an export that may go unsaid: explained.tsv, one change per line, each with its reason.

    explained.py          fails if a line is not `format, kind of change, place, reason`, or there are too many
    explained.py CASES    also compares it with the changes that a run of the checker found unsaid, as JSON Lines
"""

import json
import pathlib
import sys

LIST = pathlib.Path(__file__).with_name("explained.tsv")
MOST = 25


def main():
    lines = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()[1:]]
    problems = [f"{LIST.name} has {len(lines)} lines, the limit is {MOST}"] if len(lines) > MOST else []
    problems += [f"not four cells, with a reason: {line}" for line in lines if len(line) != 4 or not line[3].strip()]
    known = [tuple(line[:3]) for line in lines]
    problems += [f"not in order, or twice: {line}" for last, line in zip(known, known[1:]) if last >= line]
    for path in sys.argv[1:]:
        found = {tuple(json.loads(line)[name] for name in ("format", "kind", "where"))
                 for line in pathlib.Path(path).read_text("utf-8").splitlines()}
        problems += [f"not explained: {case}" for case in sorted(found - set(known))]
        problems += [f"matches nothing: {case}" for case in known if case not in found]
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
