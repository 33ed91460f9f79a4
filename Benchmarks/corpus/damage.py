"""Damage that the error correction can just undo, or a little less."""

from typing import NamedTuple

import numpy as np
from segno import consts

from .dice import Dice
from .symbols import Symbol


class Block(NamedTuple):
    """What a symbol of a single block holds: bytes of text, and codewords that may be wrong."""

    bytes: int
    correctable: int


SINGLE_BLOCKS = {
    (4, "l"): Block(78, 10),
    (5, "l"): Block(106, 13),
    (3, "m"): Block(42, 13),
    (2, "q"): Block(20, 11),
    (2, "h"): Block(14, 14),
}
"""By version and level (ISO/IEC 18004, tables 7 and 9)."""


def damaged(dice: Dice, symbol: Symbol, codewords: int) -> Symbol:
    """The symbol with a module of so many codewords flipped."""
    places = data_modules(symbol.dimension)
    modules = symbol.modules.copy()
    for codeword in dice.shuffled(range(len(places) // 8))[:codewords]:
        row, column = places[codeword * 8 + dice.integer(0, 7)]
        modules[row, column] ^= True
    return Symbol(modules, symbol.payload)


def data_modules(dimension: int) -> list[tuple[int, int]]:
    """Where the codewords' bits lie, in order, row and column."""
    reserved = function_modules(dimension)
    places = []
    columns = [column for column in range(dimension - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(dimension - 1, -1, -1) if turn % 2 == 0 else range(dimension)
        places += [(row, column) for row in rows for column in (right, right - 1) if not reserved[row, column]]
    return places


def function_modules(dimension: int) -> np.ndarray:
    """Finder, timing and alignment patterns, format bits and version bits."""
    version = (dimension - 17) // 4
    reserved = np.zeros((dimension, dimension), dtype=bool)
    reserved[:9, :9] = reserved[:9, dimension - 8 :] = reserved[dimension - 8 :, :9] = True
    reserved[6] = reserved[:, 6] = True
    if version >= 7:
        reserved[:6, dimension - 11 : dimension - 8] = reserved[dimension - 11 : dimension - 8, :6] = True
    if version >= 2:
        centres = consts.ALIGNMENT_POS[version - 2]
        for row in centres:
            for column in centres:
                if (row, column) not in ((6, 6), (6, dimension - 7), (dimension - 7, 6)):
                    reserved[row - 2 : row + 3, column - 2 : column + 3] = True
    return reserved
