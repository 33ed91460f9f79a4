"""A printed sheet or a screen with one code, before anybody photographs it: levels of gray, 0 to 1."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .. import texts
from ..dice import Dice
from ..symbols import QUIET_ZONE, Symbol, dense_symbol, link_symbol, symbol

SCALE = 9
"""Pixels per module: a multiple of three, so that a screen's sub-pixels fit."""


@dataclass
class Sheet:
    """The pixels, and the symbol that is drawn `margin` modules from the left and upper edges."""

    levels: np.ndarray
    symbol: Symbol
    margin: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in modules."""
        return self.levels.shape[1] / SCALE, self.levels.shape[0] / SCALE

    def modules(self) -> np.ndarray:
        """What the sheet now shows of each module: true is dark."""
        start, count = self.margin * SCALE + SCALE // 2, self.symbol.dimension
        return self.levels[start::SCALE, start::SCALE][:count, :count] < 0.5


def sheet(dice: Dice, made: Symbol) -> Sheet:
    """White paper with the code and two lines of text below it."""
    margin = QUIET_ZONE + dice.integer(0, 3)
    side = made.dimension + 2 * margin
    image = Image.new("L", (side * SCALE, (side + 7) * SCALE), 255)
    draw = ImageDraw.Draw(image)
    for line in range(2):
        at = margin * SCALE, (side + 3 * line) * SCALE
        draw.text(at, texts.sentence(dice, 5), font=ImageFont.load_default(2 * SCALE), fill=0)
    levels = np.asarray(image, dtype=np.float32) / 255
    start, reach = margin * SCALE, made.dimension * SCALE
    levels = levels.copy()
    levels[start : start + reach, start : start + reach] = 1 - np.kron(made.modules, np.ones((SCALE, SCALE)))
    return Sheet(levels, made, margin)


def any_symbol(dice: Dice, number: int, errors: str = "lmqh") -> Symbol:
    """By turns a short text (version 2 to 5), two links (5 to 13), and an export (up to version 30)."""
    error = dice.pick(errors)
    if number % 4 == 0:
        return symbol(f"{dice.pick(texts.ISSUERS)} {dice.integer(10**9, 10**12)}".encode(), error=error)
    if number % 4 == 3:
        return export_symbol(dice, error)
    return link_symbol(dice, error)


def export_symbol(dice: Dice, error: str) -> Symbol:
    """An export of two to nine accounts, up to version 30."""
    made = dense_symbol(dice)
    for count in range(dice.integer(2, 9), 0, -1):
        made = symbol(texts.export(dice, count), error=error)
        if made.dimension <= 17 + 4 * 30:
            break
    return made


def as_screen(sheet: Sheet, depth: float) -> None:
    """Shows the sheet on a screen: three columns and a darker line per pixel, three screen pixels per module."""
    height, width = sheet.levels.shape
    columns = np.tile([1, 1 - depth / 2, 1 - depth], width // 3 + 1)[:width]
    lines = np.tile([1, 1, 1 - depth / 2], height // 3 + 1)[:height]
    grid = columns[None, :] * lines[:, None]
    sheet.levels = np.clip(sheet.levels * grid * (0.95 / grid.mean()), 0, 1).astype(np.float32)
