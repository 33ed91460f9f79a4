"""QR codes as squares of modules, before they become pixels."""

from dataclasses import dataclass

import numpy as np
import segno

from . import texts
from .dice import Dice

QUIET_ZONE = 4
"""Modules of light around a code, as ISO/IEC 18004 demands."""


@dataclass(frozen=True)
class Symbol:
    """The modules without their quiet zone (true is dark), and the bytes that a reader must find."""

    modules: np.ndarray
    payload: bytes

    @property
    def dimension(self) -> int:
        return self.modules.shape[0]


def symbol(payload: bytes, error: str = "m", **options) -> Symbol:
    """The code of these bytes; `options` are those of `segno.make`."""
    code = segno.make(payload, micro=False, error=error, boost_error=False, **options)
    return Symbol(modules_of(code), payload)


def modules_of(code: segno.QRCode) -> np.ndarray:
    return np.array([list(row) for row in code.matrix], dtype=bool)


def link_symbol(dice: Dice, errors: str = "lmq") -> Symbol:
    return symbol(texts.link(dice), error=dice.pick(errors))


def short_symbol(dice: Dice, error: str = "l") -> Symbol:
    """A link as short as they come: version 5 to 6."""
    return symbol(texts.short_link(texts.account(dice, secret_size=10)), error=error)


def dense_symbol(dice: Dice) -> Symbol:
    """An export of version 20 to 40: 9 to 30 accounts."""
    payload = texts.export(dice, dice.integer(9, 30))
    return symbol(payload, error=dice.pick("lm") if len(payload) < 2200 else "l")
