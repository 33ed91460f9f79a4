#!/usr/bin/env python3
"""Writes limits.md: the table of limits in Sources/Encodings/Limits, and the figures of Tests/limits.

    make_limits.py           writes the page
    make_limits.py --check   fails if the page is stale, a test does not name its limit, or no code says a message

Needs nothing built: it reads the table as it is written.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[1]
TABLE, FIGURES, PAGE = ROOT / "Sources/Encodings/Limits", ROOT / "Tests/limits/figures.json", ROOT / "Docs/limits.md"
# The test of each limit, by its name in Swift or C.
TESTS = json.loads((ROOT / "Tests/limits/tests.json").read_text(encoding="utf-8"))
GROUPS = {"Inputs": "Inputs", "Texts": "Texts", "Images": "Images", "Containers": "Archives and containers",
          "Encryption": "Encryption", "Vaults": "Vaults", "Web": "The page"}
# What only C checks is in a C header; the page takes the numbers from there: group, what, header, name, unit, what
# happens beyond it.
LOCATOR, PICTURES, DATABASE = ("QRLocate/include/CQRLocate.h", "Pictures/include/CPictures.h",
                               "SQLite/include/CSQLite.h")
IN_C = [
    ("Images", "finder patterns examined in one pass over an image", LOCATOR, "CQR_PATTERNS_MAX", None,
     "the best are kept"),
    ("Images", "of these, patterns that are grouped", LOCATOR, "CQR_GROUPED_MAX", None,
     "the best are kept"),
    ("Images", "places that are tried in one pass without a code being read", LOCATOR, "CQR_TRIES_MAX", None,
     "slower attempts follow, with a budget for each image"),
    ("Images", "text and color chunks of a PNG", PICTURES, "CPICTURES_PNG_CHUNKS", None, "further ones are ignored"),
    ("Images", "one of these chunks", PICTURES, "CPICTURES_PNG_CHUNK_BYTES", "bytes", "a larger one is ignored"),
    ("Images", "memory of libjpeg", PICTURES, "CPICTURES_JPEG_MEMORY", "bytes",
     "`it needs too much memory; save it as PNG`"),
    ("Images", "scans of a progressive JPEG", PICTURES, "CPICTURES_JPEG_SCANS", None, "`too many scans`"),
    ("Images", "one allocation of libtiff", PICTURES, "CPICTURES_TIFF_ALLOCATION", "bytes",
     "`it needs too much memory; save it as PNG`"),
    ("Images", "pixels of a strip of a TIFF", PICTURES, "CPICTURES_TIFF_STRIP", "pixels",
     "`a strip of it has more than … million pixels; save it as PNG`"),
    ("Images", "pages of a TIFF that are counted", PICTURES, "CPICTURES_TIFF_PAGES", None,
     "files with fewer are refused already"),
    ("Images", "blocks of a GIF before its image", PICTURES, "CPICTURES_GIF_BLOCKS", None, "the image is damaged"),
    ("Images", "the longer side of a HEIC or AVIF image", PICTURES, "CPICTURES_HEIF_SIDE", "pixels",
     "`the image claims … pixels; the limits are …`"),
    ("Containers", "a value of a database", DATABASE, "CSQLITE_VALUE_BYTES", "bytes",
     "`a value of the database is larger than … MiB`"),
    ("Containers", "columns of a table of a database", DATABASE, "CSQLITE_COLUMNS", None,
     "`the database is damaged; copy it again from the phone`"),
    ("Containers", "the SQL of a table of a database", DATABASE, "CSQLITE_SCHEMA_BYTES", "bytes",
     "`the database is damaged; copy it again from the phone`"),
]
STRING = r'"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*'
LIMIT = re.compile(
    rf'package static let (?P<id>\w+) = Limit\(\s*(?P<item>{STRING}), (?P<value>[\d_ <]+?)(?:, \.(?P<unit>\w+))?'
    rf'(?:,\s*message:\s*(?P<message>{STRING}))?(?:,\s*note:\s*(?P<note>{STRING}))?\)')

HEAD = """# Limits

Inputs may be damaged, or made to fill the memory or to take forever. So everything has a limit, which is checked before
anything is allocated or derived. Real exports and images are far below them. Each limit is in the code once
(`Sources/Encodings/Limits`), and has a test at the limit and beyond it.

This page is made by `Docs/make_limits.py`.
"""

WORST = """
## The worst inputs

The largest and slowest inputs that are accepted, or refused only after they were read, with one job
(`totp-import list INPUT --jobs 1`): at most 10 s and 512 MiB, except for key derivations, whose memory `--kdf-memory`
limits. Seconds are those of the processor, on a virtual machine; measured by `Tests/limits/measure.py`.

| input | its size | seconds | MiB | result |
|---|---|---|---|---|
"""


def text(literal: str | None) -> str:
    """A Swift string, or the sum of several."""
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"', literal or "")
    return "".join(part.replace('\\"', '"').replace("\\\\", "\\") for part in parts)


def table() -> dict[str, list[dict]]:
    groups = {}
    for path in TABLE.glob("Limit+*.swift"):
        if path.stem.removeprefix("Limit+") not in GROUPS:
            sys.exit(f"{path.name} is not in the page; name its group in Docs/make_limits.py")
    for name in GROUPS:
        source = (TABLE / f"Limit+{name}.swift").read_text(encoding="utf-8")
        limits = [match.groupdict() for match in LIMIT.finditer(source)]
        if len(limits) != source.count("= Limit("):
            sys.exit(f"Limit+{name}.swift: a limit is not written like the others")
        for limit in limits:
            limit["value"] = shifted(limit["value"])
            limit.update({key: text(limit[key]) for key in ("item", "message", "note")})
        groups[name] = limits
    return groups


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


def page(groups: dict[str, list[dict]]) -> str:
    lines = HEAD
    for name, title in GROUPS.items():
        lines += f"\n## {title}\n\n| what | at most | beyond it | test |\n|---|---|---|---|\n"
        for limit in groups[name]:
            said = f"`{limit['message']}`" if limit["message"] else ""
            beyond = "; ".join(part for part in (said, limit["note"]) if part)
            cells = [limit["item"], amount(limit["value"], limit["unit"]), beyond, test(limit["id"])]
            lines += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
        for group, item, file, constant, unit, beyond in IN_C:
            if group == name:
                lines += f"| {item} | {amount(in_c(file, constant), unit)} | {beyond} | {test(constant)} |\n"
    lines += WORST
    for name, figure in json.loads(FIGURES.read_text(encoding="utf-8")).items():
        size = figure["bytes"]
        shown = f"{size >> 40} TiB" if size >= 1 << 40 else f"{size / (1 << 20):.1f} MiB" if size >= 1 << 20 else f"{max(1, size >> 10)} KiB"
        result = {0: "read", 1: "read, with problems", 2: "refused, or without an account", 3: "not opened"}.get(figure["code"], figure["code"])
        lines += f"| {name} | {shown} | {figure['seconds']} | {figure['mebibytes']} | {result} |\n"
    return lines


def problems(groups: dict[str, list[dict]]) -> list[str]:
    sources = [path for path in (ROOT / "Sources").rglob("*.swift") if TABLE not in path.parents]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    # Messages are written over several lines, and their numbers are interpolated.
    said = re.sub(r'"\s*\+\s*"', "", code)
    advice = known_advice()
    found = []
    for limit in (limit for limits in groups.values() for limit in limits):
        if f"Limit.{limit['id']}.value" not in code:
            found.append(f"{limit['id']} is not used")
        found += untested(limit["id"], f"Limit.{limit['id']}")
        # A problem and its advice are two values.
        for part in re.split("…|; ", limit["message"]):
            part = part.strip()
            if len(part) > 3 and part.replace('"', '\\"') not in said and not advice.fullmatch(part):
                found.append(f"{limit['id']}: no code says \"{part}\"")
    for _, _, _, constant, _, _ in IN_C:
        found += untested(constant, constant)
    known = {limit["id"] for limits in groups.values() for limit in limits} | {row[3] for row in IN_C}
    return found + [f"Tests/limits/tests.json: there is no limit {name}" for name in TESTS if name not in known]


def known_advice() -> re.Pattern[str]:
    """Advice that takes the name of an option or of a place."""
    source = (ROOT / "Sources/Encodings/Text/Advice.swift").read_text(encoding="utf-8")
    texts = re.findall(r'Advice\("((?:[^"\\]|\\.)*)"\)', source)
    return re.compile("|".join(".+".join(map(re.escape, re.split(r"\\\(\w+\)", text))) for text in texts))


def test(limit: str) -> str:
    return f"`{TESTS[limit]}`" if limit in TESTS else ""


def untested(limit: str, code: str) -> list[str]:
    """Tests take a limit from the code: one that does not name it tests something else."""
    if limit not in TESTS:
        return [f"{limit} has no test; name it in Tests/limits/tests.json"]
    path = ROOT / "Tests" / TESTS[limit]
    if not path.exists():
        return [f"{limit}: there is no test {TESTS[limit]}"]
    named = re.search(rf"{re.escape(code)}\b", path.read_text(encoding="utf-8"))
    return [] if named else [f"{TESTS[limit]} does not name {code}"]


def main() -> int:
    groups = table()
    wanted = page(groups)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    found = problems(groups)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        found.append("Docs/limits.md is stale; run: make limits-page")
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
