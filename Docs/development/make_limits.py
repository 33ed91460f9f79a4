#!/usr/bin/env python3
"""Writes limits.md: the numbers of the modules' Limits.swift and of C headers, and the words of Tests/limits.

    make_limits.py           writes the page
    make_limits.py --check   fails if the page is stale, a test does not name its limit, or no code says a message

Needs nothing built: it reads the numbers as they are written.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
TABLES = sorted((ROOT / "Sources").rglob("Limits.swift"))
FIGURES = ROOT / "Tests/limits/figures.json"
PAGE = ROOT / "Docs/limits.md"
# What each limit is about, by the groups of the page: what is limited, its unit, what users read beyond it (`…` for
# what varies), a note, and its test. Of a limit that only C checks, the header.
WORDS = json.loads((ROOT / "Tests/limits/limits.json").read_text(encoding="utf-8"))
LIMITS = {name: words for group in WORDS.values() for name, words in group.items()}

HEAD = """# Limits

Inputs may be damaged, or made to fill the memory or to take forever. So everything has a limit, which is checked before
anything is allocated or derived. Real exports and images are far below them. Each limit is in the code once
(`Limits.swift` of its module), and has a test at the limit and beyond it.

This page is made by `Docs/development/make_limits.py`.
"""

WORST = """
## The worst inputs

The largest and slowest inputs that are accepted, or refused only after they were read, with one job
(`totp-import list INPUT --jobs 1`): at most 10 s and 512 MiB, except for key derivations, whose memory `--kdf-memory`
limits, and PDF, which another program draws. Seconds are those of the processor, on a virtual machine; measured by
`Tests/limits/measure.py`.

| input | its size | seconds | MiB | result |
|---|---|---|---|---|
"""


def numbers() -> dict[str, int]:
    """The value of each limit."""
    source = "".join(path.read_text(encoding="utf-8") for path in TABLES)
    found = {name: shifted(value) for name, value in re.findall(r"static let (\w+) = ([\d_]+(?: << \d+)?)\n", source)}
    if len(found) != source.count("static let"):
        sys.exit("Limits.swift: a limit is written twice, or not like the others")
    for name, words in LIMITS.items():
        if "header" in words:
            found[name] = in_c(words["header"], name)
    if odd := sorted(found.keys() ^ LIMITS.keys()):
        sys.exit(f"Limits.swift and Tests/limits/limits.json differ: {', '.join(odd)}")
    return found


def in_c(file: str, name: str) -> int:
    found = re.search(rf"\b{name} = (\d+(?: << \d+)?)", (ROOT / "Sources/CShims" / file).read_text(encoding="utf-8"))
    if not found:
        sys.exit(f"{file}: {name} is not there")
    return shifted(found[1])


def shifted(literal: str) -> int:
    """Such as `64 << 20` or `250_000`."""
    number, _, shift = literal.partition("<<")
    return int(number) << int(shift or 0)


def amount(value: int, unit: str | None) -> str:
    if unit == "bytes":
        for shift, name in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
            if value >= 1 << shift and value % (1 << shift) == 0:
                return f"{value >> shift} {name}"
        return f"{value:,} bytes"
    return f"{value:,}" + {"pixels": " pixels", "seconds": " s"}.get(unit or "", "")


def page(values: dict[str, int]) -> str:
    lines = HEAD
    for title, limits in WORDS.items():
        lines += f"\n## {title}\n\n| what | at most | beyond it | test |\n|---|---|---|---|\n"
        for name, words in limits.items():
            said = f"`{words['message']}`" if "message" in words else ""
            beyond = "; ".join(part for part in (said, words.get("note")) if part)
            cells = [words["what"], amount(values[name], words.get("unit")), beyond, f"`{words['test']}`"]
            lines += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
    lines += WORST
    results = {0: "read", 1: "read, with problems", 2: "refused, or without an account", 3: "not opened"}
    for name, figure in json.loads(FIGURES.read_text(encoding="utf-8")).items():
        size = figure["bytes"]
        shown = (f"{size >> 40} TiB" if size >= 1 << 40 else
                 f"{size / (1 << 20):.1f} MiB" if size >= 1 << 20 else f"{max(1, size >> 10)} KiB")
        result = results.get(figure["code"], figure["code"])
        lines += f"| {name} | {shown} | {figure['seconds']} | {figure['mebibytes']} | {result} |\n"
    return lines


def problems() -> list[str]:
    sources = [path for path in (ROOT / "Sources").rglob("*.swift") if path not in TABLES]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    # Messages are written over several lines, and their numbers are interpolated.
    said = re.sub(r'"\s*\+\s*"', "", code)
    advice = known_advice()
    found = []
    for name, words in LIMITS.items():
        if "header" not in words and not re.search(rf"\bLimit\.{name}\b", code):
            found.append(f"{name} is not used")
        found += untested(name, words["test"])
        # A problem and its advice are two values.
        for part in re.split("…|; ", words.get("message", "")):
            part = part.strip()
            if len(part) > 3 and part.replace('"', '\\"') not in said and not advice.fullmatch(part):
                found.append(f"{name}: no code says \"{part}\"")
    return found


def known_advice() -> re.Pattern[str]:
    """Advice that takes the name of an option or of a place."""
    source = (ROOT / "Sources/Encodings/Text/Advice.swift").read_text(encoding="utf-8")
    texts = re.findall(r'Advice\("((?:[^"\\]|\\.)*)"[,)]', source)
    return re.compile("|".join(".+".join(map(re.escape, re.split(r"\\\(\w+\)", text))) for text in texts))


def untested(limit: str, test: str) -> list[str]:
    """Tests take a limit from the code: one that does not name it tests something else."""
    path = ROOT / "Tests" / test
    if not path.exists():
        return [f"{limit}: there is no test {test}"]
    code = limit if "header" in LIMITS[limit] else rf"Limit(Message)?\.{limit}"
    named = re.search(rf"\b{code}\b", path.read_text(encoding="utf-8"))
    return [] if named else [f"{test} does not name {limit}"]


def main() -> int:
    wanted = page(numbers())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    found = problems()
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        found.append("Docs/limits.md is stale; run: make limits-page")
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
