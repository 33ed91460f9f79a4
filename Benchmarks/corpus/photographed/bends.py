"""Paper that is not flat: from a place in the picture of the sheet to the place on the sheet that is seen there.

A bend takes and returns two arrays of places, 0 to 1 across and down the sheet, and returns how brightly the paper is
lit there, too.
"""

import math
from collections.abc import Callable

import numpy as np
from PIL import Image

from ..dice import Dice

Bend = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]


def flat(s: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return s, t, np.ones_like(s)


def cylinder(dice: Dice) -> Bend:
    """Around a bottle: the sides are foreshortened, and lines across bow, because the camera is above or below."""
    angle, bow = dice.real(0.45, 1.0), dice.real(-0.10, 0.10)
    light = dice.real(-0.5, 0.5)
    upright = dice.chance(0.7)

    def bend(s: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        along, across = (s, t) if upright else (t, s)
        turned = np.arcsin(np.clip((2 * along - 1) * math.sin(angle), -1, 1))
        flat_along = (turned / angle + 1) / 2
        flat_across = across + bow * (np.cos(turned) - math.cos(angle)) / (1 - math.cos(angle))
        shade = 0.55 + 0.45 * np.cos(turned - light)
        return (flat_along, flat_across, shade) if upright else (flat_across, flat_along, shade)

    return bend


def wave(dice: Dice) -> Bend:
    """A loose sheet: waves in both directions."""
    terms = [
        (dice.real(0.003, 0.016), dice.real(0.7, 1.6), dice.real(0, math.tau), dice.real(-0.6, 0.6)) for _ in range(2)
    ]

    def bend(s: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        shade = np.ones_like(s)
        shifted = [s, t]
        for axis, (reach, count, phase, slant) in enumerate(terms):
            along, across = (t, s) if axis == 0 else (s, t)
            place = math.tau * count * (along + slant * across) + phase
            shifted[axis] = shifted[axis] + reach * np.sin(place)
            shade -= 8 * reach * (1 + np.cos(place))
        return shifted[0], shifted[1], shade

    return bend


def crumple(dice: Dice) -> Bend:
    """Crumpled and smoothed again: facets with creases between them, each a little shifted and shaded."""
    reach = dice.real(0.001, 0.009)
    cells = dice.integer(3, 5)
    fields = [smooth_field(dice, cells) for _ in range(2)]
    facets = [facet_field(dice, cells + 2) for _ in range(3)]

    def bend(s: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        row, column = (np.clip(np.rint(place * 511), 0, 511).astype(np.int32) for place in (t, s))
        shifts = [reach * (2 * smooth[row, column] + facet[row, column]) for smooth, facet in zip(fields, facets)]
        return s + shifts[0], t + shifts[1], 0.82 + 0.18 * facets[2][row, column]

    return bend


def smooth_field(dice: Dice, cells: int) -> np.ndarray:
    """Random numbers from -1 to 1 on a coarse grid, smooth between its points."""
    grid = dice.arrays.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.asarray(Image.fromarray(grid).resize((512, 512), Image.BICUBIC))


def facet_field(dice: Dice, cells: int) -> np.ndarray:
    """The same, but linear between the points: creases."""
    grid = dice.arrays.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.asarray(Image.fromarray(grid).resize((512, 512), Image.BILINEAR))
