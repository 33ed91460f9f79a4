"""Random choices that follow from a name alone, so that every picture can be made again on its own."""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Choice = TypeVar("Choice")


class Dice:
    """One stream of random choices, named after the seed, the category and the picture."""

    def __init__(self, *name: object) -> None:
        digest = hashlib.sha256("/".join(map(str, name)).encode()).digest()
        self._random = random.Random(digest)
        self.arrays = np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big")))

    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high, both possible."""
        return self._random.randint(low, high)

    def real(self, low: float, high: float) -> float:
        return self._random.uniform(low, high)

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def pick(self, choices: Sequence[Choice]) -> Choice:
        return self._random.choice(choices)

    def shuffled(self, choices: Sequence[Choice]) -> list[Choice]:
        return self._random.sample(choices, len(choices))
