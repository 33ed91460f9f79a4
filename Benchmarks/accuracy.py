#!/usr/bin/env python3
"""Prints how many codes each program finds, by category, and whether ours reaches its targets.

    python3 Benchmarks/accuracy.py [--markdown] [--misses] [--seed N] [--check]

The corpora are made on the first run, into .build-bench/corpora. README.md says how to read the tables.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from peers import Program, Reading, TOTPImport, ZBarFullFrame, ZBarImg, ZXing, available, measured  # noqa: E402
from places import prepare_corpus, say  # noqa: E402
from results.expectations import Corpus  # noqa: E402
from results.scoring import categories, score  # noqa: E402
from results.tables import heading, table  # noqa: E402
from results.targets import Target, accuracy_targets  # noqa: E402

DEFAULT_SEED = 20_261
"""A seed that nothing was tuned on."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Prints found / expected / wrong by category for each program.")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the corpora (default {DEFAULT_SEED})")
    parser.add_argument("--corpus", type=Path, help="a folder with expected.json, instead of the corpora of the seed")
    parser.add_argument("--ours-only", action="store_true", help="leave the other programs out")
    parser.add_argument("--misses", action="store_true", help="name the pictures that ours did not read, or read wrong")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    return parser.parse_args()


def read_all(programs: list[Program], corpus: Corpus) -> dict[str, Reading]:
    readings = {}
    for program in programs:
        say(f"{program.name} over {len(corpus.pictures)} pictures")
        readings[program.name] = measured(program, corpus)[1]
    return readings


def by_category(corpus: Corpus, readings: dict[str, Reading], markdown: bool) -> str:
    """A row a category, a column a program: payloads found, and the wrong ones where there are any."""
    rows = []
    for category in [*categories(corpus), None]:
        scores = [score(corpus, reading, category) for reading in readings.values()]
        rows.append([category or "total", str(scores[0].expected), *(each.cell for each in scores)])
    return table(["category", "codes", *readings], rows, markdown=markdown)


def misses(corpus: Corpus, reading: Reading) -> list[str]:
    total = score(corpus, reading)
    lines = [f"  not read: {picture.file} ({picture.about})" for picture in total.missed]
    return lines + [f"  wrong: {picture.file} ({picture.about})" for picture in total.mistaken]


def target_table(targets: list[Target], markdown: bool) -> str:
    return table(["target", "measured", ""], [target.row for target in targets], markdown=markdown)


def main() -> int:
    asked = arguments()
    ours = TOTPImport(jobs=2)
    others = [] if asked.ours_only else [ZBarImg(), ZBarImg.qr_only(), ZBarFullFrame(), ZXing()]
    programs = available([ours, *others])
    if not programs:
        return 2
    folders = [asked.corpus] if asked.corpus else [
        prepare_corpus("accuracy", asked.seed), prepare_corpus("negative", asked.seed),
    ]  # fmt: skip
    missed = False
    for folder in folders:
        corpus = Corpus.load(folder)
        readings = read_all(programs, corpus)
        print(heading(f"{len(corpus.pictures)} pictures, {corpus.payload_count} codes", markdown=asked.markdown))
        print(by_category(corpus, readings, asked.markdown))
        if ours.name not in readings:
            continue
        own = readings.pop(ours.name)
        targets = accuracy_targets(corpus, own, readings)
        missed |= not all(target.met for target in targets)
        print("\n" + target_table(targets, asked.markdown))
        print(f"\n{own.unread} codes were seen but not read, and reported as such.")
        if asked.misses:
            print("\n".join(misses(corpus, own)))
    return 1 if asked.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
