#!/usr/bin/env python3
"""Makes a corpus of pictures, most with QR codes, and `expected.json` beside them.

    make_corpus.py accuracy --seed 1 --out FOLDER [--per-category 20]
    make_corpus.py screenshots|pages|noisy|mixed|negative|photographed|difficult|roll|small
        --seed 1 --out FOLDER [--count N]

Every byte follows from the kind and the seed; the packages are those of Benchmarks/requirements.txt.
"""

import argparse
import base64
import sys
from collections import Counter
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path

sys.dont_write_bytecode = True

from corpus import plans  # noqa: E402
from corpus.dice import Dice  # noqa: E402
from corpus.fingerprint import fingerprint  # noqa: E402
from corpus.folder import clear_corpus, write_expectations  # noqa: E402
from corpus.picture import Picture  # noqa: E402
from corpus.plans import Entry  # noqa: E402

DEFAULT_COUNTS = {
    "screenshots": 60,
    "pages": 24,
    "noisy": 72,
    "mixed": 100,
    "negative": 130,
    "photographed": 300,
    "difficult": 300,
    "roll": 200,
    "small": 1,
}


def expectation(entry: Entry, made: Picture) -> dict:
    expected = {"file": entry.file, "category": entry.category, "about": made.about, "codes": made.codes}
    expected["payloads"] = [base64.b64encode(payload).decode() for payload in made.payloads]
    if made.tolerated:
        expected["tolerated"] = [base64.b64encode(payload).decode() for payload in made.tolerated]
    return expected


def make(task: tuple[str, int, Entry, Path]) -> dict:
    """Writes one picture; what it is, depends on nothing but its own name."""
    kind, seed, entry, folder = task
    made = entry.make(Dice(seed, kind, entry.category, entry.number), entry.number)
    (folder / entry.file).write_bytes(made.content)
    return expectation(entry, made)


def make_corpus(kind: str, seed: int, entries: Iterable[Entry], folder: Path, jobs: int) -> list[dict]:
    clear_corpus(folder)
    tasks = [(kind, seed, entry, folder) for entry in entries]
    with Pool(jobs) as pool:
        pictures = pool.map(make, tasks, chunksize=1)
    write_expectations(folder, kind, pictures, seed=seed, generator=fingerprint())
    return pictures


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Makes a corpus of pictures, most with QR codes.")
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind in ("accuracy", *DEFAULT_COUNTS):
        command = kinds.add_parser(kind)
        command.add_argument("--seed", type=int, required=True)
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
        if kind == "accuracy":
            command.add_argument("--per-category", type=int, default=20, metavar="K")
        else:
            command.add_argument("--count", type=int, default=DEFAULT_COUNTS[kind], metavar="N")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    plan = plans.accuracy(asked.per_category) if asked.kind == "accuracy" else getattr(plans, asked.kind)(asked.count)
    pictures = make_corpus(asked.kind, asked.seed, plan, asked.out, asked.jobs)
    for category, count in Counter(picture["category"] for picture in pictures).items():
        codes = sum(picture["codes"] for picture in pictures if picture["category"] == category)
        print(f"{category:22}{count:5} pictures {codes:5} codes")
    print(f"{'total':22}{len(pictures):5} pictures {sum(picture['codes'] for picture in pictures):5} codes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
