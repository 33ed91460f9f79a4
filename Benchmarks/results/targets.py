"""What the scanner is meant to reach, next to what was measured."""

from dataclasses import dataclass

from .report import Report


@dataclass(frozen=True)
class Target:
    """One aim, what was measured, what was wanted, and whether the one reaches the other.

    A stretch goal is reported either way and fails nothing.
    """

    aim: str
    measured: str
    wanted: str
    met: bool
    stretch: bool = False

    @property
    def row(self) -> list[str]:
        wanted = f"{self.wanted} (stretch)" if self.stretch else self.wanted
        return [self.aim, self.measured, wanted, "met" if self.met else "missed"]


def at_most(aim: str, value: float, limit: float, *, unit: str = "", stretch: bool = False) -> Target:
    return Target(aim, figure(value, unit), f"at most {limit:g}{unit}", value <= limit, stretch)


def at_least(aim: str, value: float, limit: float, *, unit: str = "", stretch: bool = False) -> Target:
    return Target(aim, figure(value, unit), f"at least {limit:g}{unit}", value >= limit, stretch)


def none(aim: str, count: int) -> Target:
    return Target(aim, str(count), "0", count == 0)


def figure(value: float, unit: str) -> str:
    return f"{value:.1f}{unit}" if unit else f"{value:.2f}"


def print_targets(report: Report, targets: list[Target]) -> None:
    report.heading("Targets")
    report.table(["target", "measured", "wanted", ""], [target.row for target in targets])


def all_met(targets: list[Target]) -> bool:
    """Stretch goals aside."""
    return all(target.met or target.stretch for target in targets)
