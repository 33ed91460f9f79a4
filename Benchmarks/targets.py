"""What the scanner is meant to reach. Shares and ratios within one run; never seconds."""

from dataclasses import dataclass

from expectations import Corpus
from peers import Reading
from scoring import categories, read_only_by, score

HARD_CATEGORIES = {"noquiet", "lowcontrast", "perspective"}
"""Here 95 % must be read, elsewhere everything."""


@dataclass(frozen=True)
class Target:
    """One aim, what was measured, and whether that reaches it."""

    aim: str
    measured: str
    met: bool

    @property
    def row(self) -> list[str]:
        return [self.aim, self.measured, "met" if self.met else "missed"]


def at_most(aim: str, value: float, limit: float) -> Target:
    return Target(f"{aim}: at most {limit:g}", f"{value:.2f}", value <= limit)


def at_least(aim: str, value: float, limit: float) -> Target:
    return Target(f"{aim}: at least {limit:g}", f"{value:.2f}", value >= limit)


def accuracy_targets(corpus: Corpus, ours: Reading, others: dict[str, Reading]) -> list[Target]:
    """For a corpus with codes."""
    total = score(corpus, ours)
    targets = [Target("codes read: at least 99 %", f"{total.share:.1%}", total.share >= 0.99)]
    for category in categories(corpus):
        part = score(corpus, ours, category)
        least = 0.95 if category in HARD_CATEGORIES else 1.0
        if part.share < least:
            targets.append(Target(f"{category}: at least {least:.0%}", f"{part.found} of {part.expected}", False))
    targets.append(Target("wrong payloads: none", str(total.wrong), total.wrong == 0))
    for name, reading in others.items():
        if name.startswith("zbar"):
            missing = read_only_by(corpus, reading, ours)
            targets.append(Target(f"pictures that {name} reads and we do not: none", str(len(missing)), not missing))
    return targets
