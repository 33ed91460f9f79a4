#!/usr/bin/env python3
"""Times scanning against other programs, all in one run, in turn, on the same files.

    python3 Benchmarks/bench.py [--markdown] [--rounds 3] [--only screenshots] [--seed N]

The corpora are made on the first run, into .build-bench/corpora. README.md says how to read the tables.
"""

import argparse
import sys

sys.dont_write_bytecode = True

from peers import LibPNG, Program, StageTimes, TOTPImport, ZBarFullFrame, ZBarImg, ZXing, available  # noqa: E402
from places import prepare_corpus, say  # noqa: E402
from results.expectations import Corpus  # noqa: E402
from results.tables import heading, table  # noqa: E402
from results.targets import Target, speed_targets  # noqa: E402
from timing.growth import growth, growth_table  # noqa: E402
from timing.measuring import floor  # noqa: E402
from timing.rounds import Timing, take_turns  # noqa: E402
from timing.startup import startup_table  # noqa: E402

CORPORA = ("screenshots", "pages", "mixed", "negative")
DEFAULT_SEED = 20_261


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times scanning against other programs.")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program over each corpus (default 3)")
    parser.add_argument("--only", choices=CORPORA, action="append", help="this corpus alone; may be repeated")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the corpora (default {DEFAULT_SEED})")
    parser.add_argument("--ours-only", action="store_true", help="leave the other programs out")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    return parser.parse_args()


def programs(ours_only: bool) -> list[Program]:
    ours = [TOTPImport(jobs=1, name="totp-import, 1 job"), TOTPImport(jobs=2, name="totp-import, 2 jobs"), StageTimes()]
    return ours if ours_only else [*ours, LibPNG(), ZBarFullFrame(), ZBarImg(), ZBarImg.qr_only(), ZXing()]


def timing_table(timings: list[Timing], count: int, markdown: bool) -> str:
    """Milliseconds a picture, and how many times as long as the first program each one takes."""
    base = timings[0].wall
    rows = []
    for timing in timings:
        parts = [timing.wall, timing.best, timing.decode, timing.scan]
        cells = ["" if part is None else f"{part / count * 1000:.2f}" for part in parts]
        codes = f"{timing.found}/{timing.expected}" if timing.finds_codes else ""
        rows.append([timing.name, *cells, f"{timing.wall / base:.2f}", f"{timing.peak / 2**20:.0f}", codes])
    header = ["program, ms a picture", "median", "best", "decode", "scan", "ratio", "MiB", "codes"]
    return table(header, rows, markdown=markdown)


def main() -> int:
    asked = arguments()
    ready = available(programs(asked.ours_only))
    if not ready:
        return 2
    targets: list[Target] = []
    for kind in asked.only or CORPORA:
        corpus = Corpus.load(prepare_corpus(kind, asked.seed))
        say(f"{kind}: {asked.rounds} rounds of {len(ready)} programs")
        timings = take_turns(ready, corpus, asked.rounds)
        title = f"{kind}: {len(corpus.pictures)} pictures, {corpus.payload_count} codes"
        print(heading(title, markdown=asked.markdown))
        print(timing_table(list(timings.values()), len(corpus.pictures), asked.markdown), flush=True)
        targets += speed_targets(kind, timings)
    ours = [program for program in ready if isinstance(program, TOTPImport)]
    if ours and not asked.only:
        steps = growth(ours[-1], Corpus.load(prepare_corpus("screenshots", asked.seed)))
        print(heading(f"Growth, {ours[-1].name}", markdown=asked.markdown))
        print(growth_table(steps, asked.markdown))
        print(heading("Start-up, milliseconds", markdown=asked.markdown))
        print(startup_table(ours[0], prepare_corpus("accuracy", asked.seed, per_category=1), asked.markdown))
    if targets:
        print(heading("Targets", markdown=asked.markdown))
        print(table(["target", "measured", ""], [target.row for target in targets], markdown=asked.markdown))
    print(f"\nMedians of {asked.rounds}; a program that does nothing is measured with {floor() / 2**20:.0f} MiB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
