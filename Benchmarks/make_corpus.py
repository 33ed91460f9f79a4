#!/usr/bin/env python3
"""Makes a corpus of PNG files with QR codes, and `expected.json` beside them.

    python3 Benchmarks/make_corpus.py accuracy --seed 1 --out FOLDER [--per-category 20]
    python3 Benchmarks/make_corpus.py screenshots|pages|mixed|negative --seed 1 --out FOLDER [--count N]

Every byte follows from the kind and the seed; the packages are those of Benchmarks/requirements.txt.
"""

import argparse
import base64
import json
import sys
from collections import Counter
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path

sys.dont_write_bytecode = True

from corpus import plans  # noqa: E402
from corpus.dice import Dice  # noqa: E402
from corpus.picture import Picture  # noqa: E402
from corpus.plans import Entry  # noqa: E402

DEFAULT_COUNTS = {"screenshots": 60, "pages": 24, "mixed": 100, "negative": 130}
EXPECTATION = "expected.json"
MARK = ".corpus"
"""An empty file that says that the folder is ours to clear."""


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
    (folder / entry.file).write_bytes(made.png)
    return expectation(entry, made)


def make_corpus(kind: str, seed: int, entries: Iterable[Entry], folder: Path, jobs: int) -> list[dict]:
    clear(folder)
    tasks = [(kind, seed, entry, folder) for entry in entries]
    with Pool(jobs) as pool:
        pictures = pool.map(make, tasks, chunksize=1)
    content = {"kind": kind, "seed": seed, "pictures": pictures}
    (folder / EXPECTATION).write_text(json.dumps(content, indent=1) + "\n")
    return pictures


def clear(folder: Path) -> None:
    """Makes the folder, or takes an older corpus out of it; other people's pictures are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / MARK).exists():
        sys.exit(f"{folder} is neither empty nor a corpus; name another folder")
    (folder / MARK).touch()
    for old in [folder / EXPECTATION, *folder.glob("*.png")]:
        old.unlink(missing_ok=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Makes a corpus of PNG files with QR codes.")
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
