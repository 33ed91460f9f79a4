#!/usr/bin/env python3
"""Times scanning against other programs, all in one run, in turn, on the same files.

    bench.py [--quick] [--markdown] [--into DOCUMENT] [--only screenshots] [--seed N]

`make bench` builds what this needs and runs it. README.md says how to read the tables.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from peers import LibPNG, Program, StageTimes, TOTPImport, ZBarFullFrame, ZBarImg, ZXing, available  # noqa: E402
from places import DEFAULT_SEED, prepare_corpus, say  # noqa: E402
from results.expectations import Corpus  # noqa: E402
from results.report import Report  # noqa: E402
from results.speed_targets import growth_targets, speed_targets, startup_targets  # noqa: E402
from results.targets import Target, print_targets  # noqa: E402
from timing.growth import growth, print_growth  # noqa: E402
from timing.measuring import floor  # noqa: E402
from timing.plan import FULL, QUICK, Plan  # noqa: E402
from timing.rounds import Timing, take_turns  # noqa: E402
from timing.startup import best, print_startup, startup  # noqa: E402


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times scanning against other programs.")
    parser.add_argument("--quick", action="store_true", help="a few pictures, once: to see that everything runs")
    parser.add_argument("--only", choices=FULL.pictures, action="append", help="this corpus alone; may be repeated")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the corpora (default {DEFAULT_SEED})")
    parser.add_argument("--ours-only", action="store_true", help="leave the other programs out")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    return parser.parse_args()


def programs(kind: str, ours_only: bool) -> list[Program]:
    """Those that read the kind's files: on a roll with JPEG, not those over libpng."""
    ours = [TOTPImport(jobs=1, name="totp-import, 1 job"), TOTPImport(jobs=2, name="totp-import, 2 jobs"), StageTimes()]
    if ours_only:
        return ours
    if kind == "roll":
        return [*ours, ZBarImg.qr_only(), ZXing(), ZXing(jobs=2)]
    zbar = [ZBarFullFrame(inverted=False), ZBarFullFrame(inverted=True), ZBarImg(), ZBarImg.qr_only()]
    return [*ours, LibPNG(), *zbar, ZXing()]


def print_timings(report: Report, timings: list[Timing], count: int) -> None:
    """Milliseconds a picture, and how many times as long as the first program each one takes."""
    base = timings[0].wall
    rows = []
    for timing in timings:
        parts = [timing.wall, timing.best, timing.decode, timing.scan]
        cells = ["" if part is None else f"{part / count * 1000:.2f}" for part in parts]
        codes = f"{timing.found}/{timing.expected}" if timing.finds_codes else ""
        rows.append([timing.name, *cells, f"{timing.wall / base:.2f}", f"{timing.peak / 2**20:.0f}", codes])
    report.table(["program, ms a picture", "median", "best", "decode", "scan", "ratio", "MiB", "codes"], rows)


def time_corpora(report: Report, plan: Plan, asked: argparse.Namespace) -> list[Target]:
    targets: list[Target] = []
    for kind in asked.only or plan.pictures:
        ready = available(programs(kind, asked.ours_only))
        corpus = Corpus.load(prepare_corpus(kind, asked.seed, count=plan.pictures[kind]))
        say(f"{kind}: {plan.rounds} rounds of {len(ready)} programs")
        timings = take_turns(ready, corpus, plan.rounds)
        report.heading(f"{kind.capitalize()}: {len(corpus.pictures)} pictures, {corpus.payload_count} codes")
        print_timings(report, list(timings.values()), len(corpus.pictures))
        targets += speed_targets(kind, timings)
    return targets


def time_growth_and_startup(report: Report, plan: Plan, ours: TOTPImport, seed: int) -> list[Target]:
    screenshots = Corpus.load(prepare_corpus("screenshots", seed, count=plan.pictures["screenshots"]))
    of_folder = TOTPImport(jobs=ours.jobs, name=f"{ours.name}, one folder", names_folder=True)
    of_folder.prepare()
    steps = growth(of_folder, screenshots, plan.growth)
    report.heading(f"Growth: {of_folder.name}")
    print_growth(report, steps)
    walls = startup(ours, prepare_corpus("small", seed), plan.startups)
    report.heading("Start-up")
    print_startup(report, walls)
    return growth_targets(steps) + startup_targets(best(walls))


def main() -> int:
    asked = arguments()
    plan = QUICK if asked.quick else FULL
    report = Report(markdown=asked.markdown or asked.into is not None)
    two_jobs = available([TOTPImport(jobs=2, name="totp-import, 2 jobs")])
    if not two_jobs and asked.ours_only:
        return 2
    targets = time_corpora(report, plan, asked)
    if two_jobs and not asked.only:
        targets += time_growth_and_startup(report, plan, two_jobs[0], asked.seed)
    if targets:
        print_targets(report, targets)
    rounds = "One round" if plan.rounds == 1 else f"Medians of {plan.rounds} rounds"
    report.text(f"{rounds}, seed {asked.seed}; a program that does nothing counts {floor() / 2**20:.0f} MiB.")
    if asked.into:
        report.put_into(asked.into, "bench")
    return 0


if __name__ == "__main__":
    sys.exit(main())
