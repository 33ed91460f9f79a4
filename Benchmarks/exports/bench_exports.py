"""How long exports take to read, beside what Foundation needs to decode the same bytes, all in one run.

    bench_exports.py [--quick] [--markdown] [--into DOCUMENT] [--count 10000] [--codes 400]

Exit code 1 where reading takes four times as long as the faster of Foundation's two ways.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

BENCHMARKS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCHMARKS))
sys.path.insert(0, str(BENCHMARKS.parent / "Fixtures" / "generators"))

from exports.large import large  # noqa: E402
from logins import EXPORTS, Export, export  # noqa: E402
from places import PROGRAM, STAGES  # noqa: E402
from results.report import Report  # noqa: E402
from timing.measuring import Run, run  # noqa: E402

EXPORT_TIMES = STAGES.with_name("export-times")
FORMATS = ("aegis", "2fas", "bitwarden", "lastpass-authenticator")
LIMIT = 4
COLUMNS = (
    "export", "MB", "read", "JSONDecoder", "JSONSerialization", "Python json", "ratio", "convert", "import", "MiB",
)  # fmt: skip
PASSPHRASE = "correct horse battery staple"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="entries of an export")
    parser.add_argument("--codes", type=int, default=400, help="those with a code, in an export of a password manager")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="few accounts: to see it run; targets are not checked")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    asked = parser.parse_args()
    if asked.quick:
        asked.count, asked.codes, asked.rounds = 500, 20, 2

    report = Report(markdown=asked.markdown or asked.into is not None)
    apps = [measure(name, Export(large(name, asked.count), asked.count), asked.rounds) for name in FORMATS]
    managers = [measure(name, export(name, asked.count, asked.codes), asked.rounds) for name in EXPORTS]
    report.heading(f"Exports: {asked.count:,} accounts")
    report.table(COLUMNS, [row["cells"] for row in apps])
    report.text(
        f"Milliseconds, medians of {asked.rounds} rounds in turns. “read” goes from the bytes of a file to its "
        "accounts, detection included; “ratio” is that over the faster of Foundation's two; “convert” and “import” "
        "are whole runs of the program, “MiB” the most memory of either."
    )
    report.heading(f"Exports of password managers: {asked.count:,} entries, {asked.codes:,} with a one-time code")
    report.table(COLUMNS, [row["cells"] for row in managers])
    report.text(
        "Foundation reads neither archives nor CSV. In place of the 1PUX file it decodes the JSON from it, and in "
        "place of the CSV file the same table as JSON."
    )
    if asked.into:
        report.put_into(asked.into, "exports")
    missed = [row for row in apps + managers if row["ratio"] >= LIMIT]
    for row in missed:
        print(f"MISSED: {row['cells'][0]} takes {row['ratio']:.2f} times as long as Foundation, {LIMIT} is the limit")
    sys.exit(1 if missed and not asked.quick else 0)


def measure(name: str, made: Export, rounds: int) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        return measure_in(Path(folder), name, made, rounds)


def measure_in(folder: Path, name: str, made: Export, rounds: int) -> dict:
    path, decoded = folder / f"{name}.export", folder / f"{name}.json"
    path.write_bytes(made.content)
    decoded.write_bytes(made.content if made.decoded is None else made.decoded)
    ways = stages(name, path, decoded, made.accounts, rounds)
    ways["python"] = [python(decoded) for _ in range(rounds)]
    whole = {"convert": [], "import": []}
    peak = 0
    for at in range(rounds):
        output, vault = folder / f"{name}-{at}.out", folder / f"{name}-{at}.vault"
        for command, words in (
            ("convert", ["--to", "json", "--output", str(output)]), ("import", ["--vault", str(vault)]),
        ):  # fmt: skip
            done = program([command, str(path), *words, "--quiet"], folder)
            whole[command].append(done.wall)
            peak = max(peak, done.peak)
        if len(json.loads(output.read_bytes())["items"]) != made.accounts:
            sys.exit(f"convert did not write {made.accounts} accounts")
    ours, theirs = median(ways["read"]), min(median(ways["decoder"]), median(ways["serialization"]))
    times = [ours, median(ways["decoder"]), median(ways["serialization"]), median(ways["python"])]
    cells = [name, f"{path.stat().st_size / 1e6:.1f}", *map(milliseconds, times), f"{ours / theirs:.2f}"]
    cells += [milliseconds(median(whole[command])) for command in whole] + [f"{peak / 2**20:.0f}"]
    return {"cells": cells, "ratio": ours / theirs}


def stages(name: str, path: Path, decoded: Path, count: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of each round, by way."""
    done = run([str(EXPORT_TIMES), name, str(rounds), str(path), str(decoded)], path.parent)
    ways: dict[str, list[float]] = {"read": [], "decoder": [], "serialization": []}
    accounts = 0
    for line in done.output.splitlines():
        way, number = line.split()
        if way == "accounts":
            accounts = int(number)
        else:
            ways[way].append(int(number) / 1e9)
    if done.status != 0 or accounts != count:
        sys.exit(f"export-times ended with {done.status} and {accounts} accounts: {done.errors}")
    return ways


def python(path: Path) -> float:
    text = path.read_bytes()
    start = time.perf_counter()
    json.loads(text)
    return time.perf_counter() - start


def program(words: list[str], folder: Path) -> Run:
    done = run([os.environ.get("TOTP_IMPORT_BINARY", str(PROGRAM)), *words], folder)
    if done.status != 0:
        sys.exit(f"{words[0]} ended with {done.status}: {done.errors}")
    return done


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f}"


if __name__ == "__main__":
    os.environ["TOTP_IMPORT_PASSPHRASE"] = PASSPHRASE
    main()
