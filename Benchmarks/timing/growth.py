"""Does time or memory grow with the number of pictures? The same pictures again and again, in other files."""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from peers import Program, measured
from places import CORPORA, say
from results.expectations import Corpus
from results.report import Report


@dataclass(frozen=True)
class Step:
    """One run over so many pictures: seconds from start to end, and bytes at most."""

    pictures: int
    wall: float
    peak: int


def growth(program: Program, corpus: Corpus, counts: tuple[int, ...]) -> list[Step]:
    steps = []
    for count in counts:
        say(f"growth: {count} pictures")
        with tempfile.TemporaryDirectory(dir=CORPORA) as folder:
            run, _ = measured(program, repeated(corpus, Path(folder), count))
        steps.append(Step(count, run.wall, run.peak))
    return steps


def repeated(corpus: Corpus, folder: Path, count: int) -> Corpus:
    """So many pictures in a folder, each one of the corpus with a number at its end: equal files are scanned once."""
    pictures = []
    for at in range(count):
        original = corpus.pictures[at % len(corpus.pictures)]
        pictures.append(replace(original, file=f"{at:05}-{original.file}"))
        (folder / pictures[-1].file).write_bytes((corpus.folder / original.file).read_bytes() + str(at).encode())
    return Corpus(corpus.kind, folder, tuple(pictures))


def print_growth(report: Report, steps: list[Step]) -> None:
    first = steps[0]
    rows = [
        [
            str(step.pictures), f"{step.wall / step.pictures * 1000:.2f}", f"{step.peak / 2**20:.1f}",
            f"{step.peak / first.peak:.2f}",
        ]
        for step in steps
    ]  # fmt: skip
    report.table(["pictures", "ms a picture", "peak MiB", "of the first"], rows)
