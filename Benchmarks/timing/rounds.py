"""Runs programs in turn, so that whatever slows the machine down slows all of them down."""

from dataclasses import dataclass, field
from statistics import median

from peers import Program, Reading, measured
from results.expectations import Corpus
from results.scoring import score

from .measuring import Run


@dataclass
class Timing:
    """The runs of one program over one corpus; times are seconds for the whole corpus."""

    name: str
    finds_codes: bool
    runs: list[Run] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    found: int = 0
    expected: int = 0

    @property
    def wall(self) -> float:
        """The median from start to end of the process."""
        return median(run.wall for run in self.runs)

    @property
    def best(self) -> float:
        return min(run.wall for run in self.runs)

    @property
    def decode(self) -> float | None:
        return middle([reading.decode for reading in self.readings])

    @property
    def scan(self) -> float | None:
        return middle([reading.scan for reading in self.readings])

    @property
    def peak(self) -> int:
        """The most bytes that any run held."""
        return max(run.peak for run in self.runs)


def middle(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def take_turns(programs: list[Program], corpus: Corpus, rounds: int) -> dict[str, Timing]:
    """Each round runs every program once over the whole corpus."""
    corpus.warm_up()
    timings = {program.name: Timing(program.name, program.finds_codes) for program in programs}
    for _ in range(rounds):
        for program in programs:
            run, reading = measured(program, corpus)
            timing, result = timings[program.name], score(corpus, reading)
            timing.runs.append(run)
            timing.readings.append(reading)
            timing.found, timing.expected = result.found, result.expected
    return timings
