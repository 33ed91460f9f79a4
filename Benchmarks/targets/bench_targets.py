"""How long the writers of `convert` take for many accounts, apart from the key derivation, all in one run.

    bench_targets.py [--quick] [--markdown] [--into DOCUMENT] [--count 10000]

Exit code 1 where the accounts take more than 100 ms.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

BENCHMARKS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCHMARKS))

from places import STAGES  # noqa: E402
from results.report import Report  # noqa: E402
from timing.measuring import run  # noqa: E402

WRITE_TIMES = STAGES.with_name("write-times")
LIMIT = 0.1
# Drawing a QR code takes longer than writing a record, and nobody prints so many.
PICTURES = ("google-migration", "html", "qr")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="accounts of an export")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="few accounts: to see it run; targets are not checked")
    parser.add_argument("--target", action="append", default=[], metavar="ID", help="only this target; repeat for more")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    asked = parser.parse_args()
    if asked.quick:
        asked.count, asked.rounds = 200, 1

    report = Report(markdown=asked.markdown or asked.into is not None)
    rows, missed = [], []
    for (target, protection), (one, many) in measure(asked.count, asked.rounds, asked.target).items():
        rows.append([f"{target}, {protection}", milliseconds(one), milliseconds(many), milliseconds(many - one)])
        if many - one > LIMIT and target not in PICTURES:
            missed.append(f"{target}, {protection}")
    report.heading(f"Targets: {asked.count:,} accounts")
    report.table(["target", "1 account", f"{asked.count:,}", "difference"], rows)
    report.text(
        f"Milliseconds, medians of {asked.rounds} rounds. One account takes hardly more than the key derivation, "
        "so the difference is what the accounts take. Targets with pictures draw a QR code for each account, "
        "or for each five."
    )
    if asked.into:
        report.put_into(asked.into, "targets")
    for target in missed:
        print(f"MISSED: {target} takes more than {LIMIT * 1000:.0f} ms for its accounts")
    sys.exit(1 if missed and not asked.quick else 0)


def measure(count: int, rounds: int, targets: list[str]) -> dict[tuple[str, str], tuple[float, float]]:
    """Seconds for one account and for many, by target and protection."""
    done = run([str(WRITE_TIMES), str(rounds), str(count), *targets], Path.cwd())
    if done.status != 0:
        sys.exit(f"write-times ended with {done.status}: {done.errors}")
    times: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in done.output.splitlines():
        target, protection, accounts, number = line.split()
        times[target, protection][int(accounts)].append(int(number) / 1e9)
    return {key: (median(found[1]), median(found[count])) for key, found in sorted(times.items())}


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f}"


if __name__ == "__main__":
    main()
