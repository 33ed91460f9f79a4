#!/usr/bin/env python3
"""Prints how many codes each program finds, by category, and whether ours reaches its targets. Writes a page with the
pictures that ours did not read.

    accuracy.py [--quick] [--markdown] [--into DOCUMENT] [--misses] [--seed N] [--check] [--photographs SAMPLES]

`make accuracy` builds what this needs and runs it. README.md says how to read the tables.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from peers import Program, Reading, TOTPImport, ZBarFullFrame, ZBarImg, ZXing, available, measured  # noqa: E402
from places import CONTACT_SHEET, DEFAULT_SEED, PROJECT, prepare_corpus, prepare_photographs, say  # noqa: E402
from results.accuracy_targets import accuracy_targets, order_target, photograph_targets  # noqa: E402
from results.contact_sheet import ContactSheet  # noqa: E402
from results.expectations import Corpus  # noqa: E402
from results.report import Report  # noqa: E402
from results.scoring import categories, read_anything, score  # noqa: E402
from results.targets import Target, all_met, print_targets  # noqa: E402


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Prints found / expected / wrong by category for each program.")
    parser.add_argument("--quick", action="store_true", help="a few pictures a category: to see that everything runs")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the corpora (default {DEFAULT_SEED})")
    parser.add_argument("--corpus", type=Path, help="a folder with expected.json, instead of the corpora of the seed")
    parser.add_argument("--photographs", type=Path, metavar="SAMPLES", help="test/samples of zxing-cpp's sources")
    parser.add_argument("--ours-only", action="store_true", help="leave the other programs out")
    parser.add_argument("--misses", action="store_true", help="name the pictures that ours did not read, or read wrong")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed, stretch goals aside")
    return parser.parse_args()


def corpora(seed: int, *, quick: bool) -> list[Path]:
    each, empty, taken, hard = (
        ({"per_category": 3}, {"count": 13}, {"count": 45}, {"count": 30}) if quick else ({}, {}, {}, {})
    )
    return [
        prepare_corpus("accuracy", seed, **each),
        prepare_corpus("photographed", seed, **taken),
        prepare_corpus("difficult", seed, **hard),
        prepare_corpus("negative", seed, **empty),
    ]


def read_all(programs: list[Program], corpus: Corpus) -> dict[str, Reading]:
    readings = {}
    for program in programs:
        say(f"{program.name} over {len(corpus.pictures)} pictures")
        readings[program.name] = measured(program, corpus)[1]
    return readings


def print_categories(report: Report, corpus: Corpus, readings: dict[str, Reading]) -> None:
    """A row a category, a column a program: payloads found, and the wrong ones where there are any."""
    rows = []
    names = categories(corpus)
    for category in [*names, None] if len(names) > 1 else names:
        scores = [score(corpus, reading, category) for reading in readings.values()]
        rows.append([category or "total", str(scores[0].expected), *(each.cell for each in scores)])
    report.heading(f"{corpus.kind.capitalize()}: {len(corpus.pictures)} pictures, {corpus.payload_count} payloads")
    report.table(["category", "expected", *readings], rows)


def print_misses(report: Report, corpus: Corpus, reading: Reading) -> None:
    total = score(corpus, reading)
    lines = [f"not read: {picture.file} ({picture.about})" for picture in total.missed]
    lines += [f"wrong: {picture.file} ({picture.about})" for picture in total.mistaken]
    if lines:
        report.text("\n".join(f"- {line}" for line in lines))


def read_corpus(
    report: Report, corpus: Corpus, ours: TOTPImport, programs: list[Program], sheet: ContactSheet, *, misses: bool
) -> list[Target]:
    readings = read_all(programs, corpus)
    sheet.add(corpus, ours, readings)
    print_categories(report, corpus, readings)
    if ours.name not in readings:
        return []
    own = readings.pop(ours.name)
    report.text(f"Codes that totp-import saw but could not read, and said so: {sum(own.unread.values())}.")
    if misses:
        print_misses(report, corpus, own)
    return [*accuracy_targets(corpus, own, readings), order_target(corpus, own, read_backwards(corpus))]


def read_backwards(corpus: Corpus) -> list[Reading]:
    """Ours again, with fewer and with more jobs and the files in the opposite order."""
    programs = [TOTPImport(jobs, name=f"totp-import, --jobs {jobs}, files reversed,") for jobs in (1, 4)]
    return list(read_all(available(programs), corpus.backwards()).values())


def read_photographs(
    report: Report, corpus: Corpus, ours: TOTPImport, programs: list[Program], sheet: ContactSheet
) -> list[Target]:
    """Here the payloads are not known: a photograph counts as read if any came out."""
    readings = read_all(programs, corpus)
    sheet.add(corpus, ours, readings)
    report.heading(f"Photographs: {len(corpus.pictures)} pictures")
    report.table(["program", "read"], [[name, str(read_anything(corpus, made))] for name, made in readings.items()])
    return photograph_targets(corpus, readings[ours.name]) if ours.name in readings else []


def main() -> int:
    asked = arguments()
    ours = TOTPImport(jobs=2)
    zbar = [ZBarImg(), ZBarImg.qr_only(), ZBarFullFrame(inverted=True)]
    programs = available([ours] if asked.ours_only else [ours, *zbar, ZXing()])
    if not programs or (asked.check and ours not in programs):
        return 2
    report = Report(markdown=asked.markdown or asked.into is not None)
    targets: list[Target] = []
    sheet = ContactSheet()
    for folder in [asked.corpus] if asked.corpus else corpora(asked.seed, quick=asked.quick):
        targets += read_corpus(report, Corpus.load(folder), ours, programs, sheet, misses=asked.misses)
    if asked.photographs:
        photographs = Corpus.load(prepare_photographs(asked.photographs))
        targets += read_photographs(report, photographs, ours, programs, sheet)
    if ours in programs:
        sheet.write(CONTACT_SHEET)
        say(f"what was not read: {CONTACT_SHEET.relative_to(PROJECT)}")
    if targets:
        print_targets(report, targets)
    report.text(f"Seed {asked.seed}." if not asked.corpus else f"Corpus {asked.corpus.name}.")
    if asked.into:
        report.put_into(asked.into, "accuracy")
    return 1 if asked.check and not all_met(targets) else 0


if __name__ == "__main__":
    sys.exit(main())
