#!/usr/bin/env python3
"""Links a second: `totp-import validate` beside pyotp.parse_uri, both on all cores, in one run, on the same file.

    bench_links.py [--quick] [--markdown] [--into DOCUMENT] [--check] [--count N] [--large N] [--seed N]

`make bench-links` builds what this needs and runs it. README.md says how to read the tables.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from links.pyotp_peer import Pass, read_with_pyotp  # noqa: E402
from places import DEFAULT_SEED, PROGRAM, say  # noqa: E402
from results.report import Report  # noqa: E402
from results.targets import all_met, at_least, at_most, print_targets  # noqa: E402
from timing.measuring import Run, floor, run  # noqa: E402

VALIDATE = Path(os.environ.get("TOTP_IMPORT_BINARY") or PROGRAM).resolve()
GENERATOR = Path(__file__).resolve().parent / "links" / "generate.py"
ROUNDS = 3
PYOTP_PART = 200_000
"""pyotp is slow enough that a part of the links says as much as all of them."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times validate against pyotp.")
    parser.add_argument("--quick", action="store_true", help="few links: to see it run; targets are not checked")
    parser.add_argument("--count", type=int, default=5_000_000, help="links in the file (default 5000000)")
    parser.add_argument("--large", type=int, default=50_000_000, help="links in the large file (default 50000000)")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the links (default {DEFAULT_SEED})")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a target is missed")
    asked = parser.parse_args()
    if asked.quick:
        asked.count, asked.large = 200_000, 1_000_000
    return asked


def write_links(path: Path, count: int, seed: int) -> None:
    say(f"writing {count:,} links")
    command = [sys.executable, str(GENERATOR), str(count), "--seed", str(seed), "--output", str(path)]
    if run(command, Path.cwd()).status != 0:
        sys.exit("benchmarks: the links could not be written")


def validate(path: Path, *options: str) -> Run:
    """One run over a file. Some links have errors, so it ends with 1."""
    went = run([str(VALIDATE), "validate", str(path), "--severity", "error", "--quiet", *options], Path.cwd())
    if went.status != 1:
        sys.exit(f"benchmarks: validate ended with {went.status}: {went.errors}")
    return went


def measure(folder: Path, asked: argparse.Namespace) -> tuple[list[Run], dict[str, list[Run]], list[Pass], Run]:
    path = folder / "links.txt"
    write_links(path, asked.count, asked.seed)
    with path.open(encoding="utf-8") as file:
        part = [next(file).rstrip("\n") for _ in range(min(PYOTP_PART, asked.count))]
    ours, theirs = [], []
    written: dict[str, list[Run]] = {"--json": [], "--fix": []}
    for number in range(ROUNDS):
        say(f"round {number + 1} of {ROUNDS}")
        ours.append(validate(path))
        for option, runs in written.items():
            runs.append(validate(path, option, "--output", os.devnull))
        theirs.append(read_with_pyotp(part))
    path.unlink()
    write_links(path, asked.large, asked.seed)
    say("the large file")
    return ours, written, theirs, validate(path)


def main() -> None:
    asked = arguments()
    report = Report(markdown=asked.markdown or asked.into is not None)
    with tempfile.TemporaryDirectory() as folder:
        ours, written, theirs, large = measure(Path(folder), asked)
    # The least of several runs: what else the machine does only ever adds to it.
    wall, cpu = min(went.wall for went in ours), min(went.cpu for went in ours)
    peak = max(went.peak for went in ours)
    their_wall = min(went.wall / went.links for went in theirs)
    their_cpu = min(went.cpu / went.links for went in theirs)
    mib = 1 << 20

    report.heading(f"{asked.count:,} links on {os.cpu_count()} cores")
    report.table(
        ["program", "links a second", "CPU µs a link", "MiB"],
        [
            ["totp-import validate", f"{asked.count / wall:,.0f}",
             f"{cpu / asked.count * 1e6:.2f}", f"{peak / mib:.1f}"],
            [f"the same, {asked.large:,}", f"{asked.large / large.wall:,.0f}",
             f"{large.cpu / asked.large * 1e6:.2f}", f"{large.peak / mib:.1f}"],
            *(
                [f"validate {option}", f"{asked.count / min(went.wall for went in runs):,.0f}",
                 f"{min(went.cpu for went in runs) / asked.count * 1e6:.2f}",
                 f"{max(went.peak for went in runs) / mib:.1f}"]
                for option, runs in written.items()
            ),
            ["pyotp.parse_uri", f"{1 / their_wall:,.0f}", f"{their_cpu * 1e6:.2f}", "-"],
        ],
    )  # fmt: skip
    ratio = asked.count / wall * their_wall
    targets = [
        at_least("links a second / pyotp's", ratio, 10),
        at_least("million links a second", asked.count / wall / 1e6, 3),
        at_least("speed of --json / without", wall / min(went.wall for went in written["--json"]), 0.65),
        at_least("speed of --fix / without", wall / min(went.wall for went in written["--fix"]), 0.43),
        at_most("memory", peak / mib, 64, unit=" MiB"),
        at_most(f"memory, {asked.large:,} links", large.peak / mib, 64, unit=" MiB"),
        at_most("memory, of the large file / of the other", large.peak / peak, 1.1),
    ]
    if not asked.quick:
        print_targets(report, targets)
    report.text(
        f"The least of {ROUNDS} rounds, seed {asked.seed}; pyotp reads {theirs[0].links:,} of the links, with a "
        f"process for each core; a program that does nothing counts {floor() / mib:.0f} MiB."
    )
    if asked.into:
        report.put_into(asked.into, "links")
    if asked.check and not asked.quick and not all_met(targets):
        sys.exit(1)


if __name__ == "__main__":
    main()
