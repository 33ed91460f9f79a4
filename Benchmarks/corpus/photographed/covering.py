"""Things that hide a part of a code, never more of it than its error correction can restore."""

import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw
from segno import consts

from ..damage import data_modules
from ..dice import Dice
from .sheet import SCALE, Sheet

Point = tuple[float, float]
Cover = Callable[[ImageDraw.ImageDraw, float], None]
"""Draws something whose size grows with a number from 0 to 1; coordinates are pixels of the sheet."""


def covered(sheet: Sheet, draw: Cover, level: float, error: str, share: float) -> None:
    """Covers as much as possible with at most `share` of the codewords wrong that each block can correct."""
    clean, before = sheet.levels, sheet.symbol.modules
    places = data_modules(sheet.symbol.dimension)
    blocks = block_of_codeword((sheet.symbol.dimension - 17) // 4, error)
    for step in range(20, 0, -1):
        mask = Image.new("L", (clean.shape[1], clean.shape[0]), 0)
        draw(ImageDraw.Draw(mask), step / 20)
        sheet.levels = np.where(np.asarray(mask) > 0, np.float32(level), clean)
        wrong = sheet.modules() != before
        if all(bad <= share * most for bad, most in wrong_by_block(wrong, places, blocks)):
            return
    sheet.levels = clean


def wrong_by_block(
    wrong: np.ndarray, places: list[tuple[int, int]], blocks: tuple[list[int], list[int]]
) -> list[tuple[int, int]]:
    """For each block, how many of its codewords are wrong and how many it can correct."""
    owner, correctable = blocks
    bad = [0] * len(correctable)
    for codeword, block in enumerate(owner):
        bad[block] += any(wrong[place] for place in places[8 * codeword : 8 * codeword + 8])
    return list(zip(bad, correctable))


def block_of_codeword(version: int, error: str) -> tuple[list[int], list[int]]:
    """The block of each codeword in the order in which they are placed, and what each block can correct."""
    level = consts.ERROR_MAPPING[error.upper()]
    sizes = [
        (info.num_data, info.num_total - info.num_data)
        for info in consts.ECC[version][level]
        for _ in range(info.num_blocks)
    ]
    longest = max(data for data, _ in sizes)
    owner = [block for at in range(longest) for block, (data, _) in enumerate(sizes) if at < data]
    owner += [block for at in range(sizes[0][1]) for block in range(len(sizes))]
    return owner, [check // 2 for _, check in sizes]


def place(sheet: Sheet, column: float, row: float) -> Point:
    """A place of the symbol, in modules, as a pixel of the sheet."""
    return (sheet.margin + column) * SCALE, (sheet.margin + row) * SCALE


def finger(dice: Dice, sheet: Sheet) -> Cover:
    """A fingertip from the right or from below, clear of the finder patterns."""
    side = sheet.symbol.dimension
    along, below = side * dice.real(0.45, 0.9), dice.chance(0.5)

    def draw(on: ImageDraw.ImageDraw, size: float) -> None:
        width, length = side * SCALE * 0.14 * (0.6 + 0.4 * size), side * SCALE * size * 0.75
        x, y = place(sheet, along, side) if below else place(sheet, side, along)
        far = side * SCALE
        box = (x - width, y - length, x + width, y + far) if below else (x - length, y - width, x + far, y + width)
        on.rounded_rectangle(box, radius=width, fill=255)

    return draw


def sticker(dice: Dice, sheet: Sheet) -> Cover:
    """A turned rectangle somewhere in the middle or in the lower right part."""
    side, angle = sheet.symbol.dimension, dice.real(0, math.pi)
    middle = place(sheet, side * dice.real(0.42, 0.75), side * dice.real(0.42, 0.75))
    shape = dice.real(0.5, 1)

    def draw(on: ImageDraw.ImageDraw, size: float) -> None:
        reach = side * SCALE * 0.35 * size
        on.polygon(turned_box(middle, reach, reach * shape, angle), fill=255)

    return draw


def scratches(dice: Dice, sheet: Sheet) -> Cover:
    """Lines through the code, about a module wide; some cross finder patterns and timing lines."""
    side = sheet.symbol.dimension
    ends = [[place(sheet, *dice.arrays.uniform(-1, side + 1, 2)) for _ in range(2)] for _ in range(14)]
    widths = [dice.real(0.3, 1.1) * SCALE for _ in ends]

    def draw(on: ImageDraw.ImageDraw, size: float) -> None:
        for (start, end), width in list(zip(ends, widths))[: round(size * len(ends))]:
            on.line([start, end], fill=255, width=round(width))

    return draw


def corner(dice: Dice, sheet: Sheet, which: int) -> Cover:
    """A blot, a square or a fold over the finder pattern in the upper left, upper right or lower left corner."""
    side = sheet.symbol.dimension
    column, row = ((3.5, 3.5), (side - 3.5, 3.5), (3.5, side - 3.5))[which]
    x, y = place(sheet, column + dice.real(-1, 1), row + dice.real(-1, 1))
    kind, angle = dice.pick(("blot", "square", "stroke")), dice.real(0, math.pi)

    def draw(on: ImageDraw.ImageDraw, size: float) -> None:
        reach = (1.5 + 3.5 * size) * SCALE
        if kind == "blot":
            on.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
        elif kind == "square":
            on.polygon(turned_box((x, y), reach, reach, angle), fill=255)
        else:
            on.polygon(turned_box((x, y), 2 * reach, reach * 0.35, angle), fill=255)

    return draw


def turned_box(middle: Point, reach: float, other: float, angle: float) -> list[Point]:
    cosine, sine = math.cos(angle), math.sin(angle)
    return [
        (middle[0] + a * reach * cosine - b * other * sine, middle[1] + a * reach * sine + b * other * cosine)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
