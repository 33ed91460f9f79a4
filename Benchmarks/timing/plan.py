"""How much is timed: a full run for figures that count, and a quick one to see that everything works."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """How many pictures a corpus, rounds of each program over them, pictures in the growth test, and start-ups."""

    pictures: dict[str, int]
    rounds: int
    growth: tuple[int, ...]
    startups: int


FULL = Plan(
    {"screenshots": 100, "pages": 24, "noisy": 72, "mixed": 100, "negative": 52, "roll": 200},
    3,
    (100, 500, 2000, 20000),
    21,
)
QUICK = Plan({"screenshots": 8, "pages": 5, "noisy": 6, "mixed": 10, "negative": 13, "roll": 8}, 1, (20, 100), 5)
