"""Flat pictures put onto others at any angle or in perspective."""

import math

import numpy as np
from PIL import Image

from .canvas import BLACK, WHITE, Canvas, Colour
from .dice import Dice
from .drawing import ink
from .symbols import QUIET_ZONE, Symbol

Point = tuple[float, float]
SOURCE_SCALE = 12


def code_tile(symbol: Symbol, dark: Colour = BLACK, light: Colour = WHITE, scale: int = SOURCE_SCALE) -> Image.Image:
    """A code with its quiet zone, as a picture of its own."""
    mask = ink(symbol.modules, scale)
    margin = QUIET_ZONE * scale
    tile = Image.new("RGB", (mask.width + 2 * margin,) * 2, light)
    tile.paste(dark, (margin, margin), mask)
    return tile


def square(centre: Point, side: float, angle: float) -> list[Point]:
    """The corners of a turned square, clockwise from the upper left; the angle is in radians."""
    reach = side / math.sqrt(2)
    return [
        (centre[0] + reach * math.cos(angle + turn), centre[1] + reach * math.sin(angle + turn))
        for turn in (-0.75 * math.pi, -0.25 * math.pi, 0.25 * math.pi, 0.75 * math.pi)
    ]


def shaken(dice: Dice, corners: list[Point], reach: float) -> list[Point]:
    """Every corner moved by up to `reach` pixels in each direction."""
    return [(x + dice.real(-reach, reach), y + dice.real(-reach, reach)) for x, y in corners]


def projection(corners: list[Point], size: tuple[int, int]) -> list[float]:
    """The eight numbers that lead from a pixel of the target back to one of a source whose corners these become."""
    width, height = size
    sources = ((0, 0), (width, 0), (width, height), (0, height))
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, sources):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows), np.array(values, dtype=float)).tolist()


def paste_warped(canvas: Canvas, tile: Image.Image, corners: list[Point]) -> None:
    """Puts a picture onto the canvas so that its corners lie at the given points.

    The tile is first brought near its final size, so that the bicubic sampling has no pixels to skip.
    """
    longest = max(math.dist(corners[at], corners[(at + 1) % 4]) for at in range(4))
    side = min(tile.width, math.ceil(longest * 1.5))
    tile = tile.resize((side, round(side * tile.height / tile.width)), Image.BOX)
    left, top = (math.floor(min(corner[axis] for corner in corners)) for axis in (0, 1))
    right, bottom = (math.ceil(max(corner[axis] for corner in corners)) for axis in (0, 1))
    local = [(x - left, y - top) for x, y in corners]
    turned = tile.convert("RGBA").transform(
        (right - left, bottom - top), Image.PERSPECTIVE, projection(local, tile.size), Image.BICUBIC
    )
    canvas.image.paste(turned.convert("RGB"), (left, top), turned.getchannel("A"))


def paste_code(canvas: Canvas, symbol: Symbol, corners: list[Point], **colours: Colour) -> None:
    paste_warped(canvas, code_tile(symbol, **colours), corners)
    canvas.payloads.append(symbol.payload)
