"""Modules as pixels: how much of each pixel is ink, from 0 to 255."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

SUPERSAMPLING = 4


@dataclass(frozen=True)
class Style:
    """The look of a code: its modules, its finder patterns, and how much of a module the ink fills."""

    modules: str = "square"
    finders: str = "square"
    fill: float = 1.0


PLAIN = Style()


def ink(modules: np.ndarray, scale: float, style: Style = PLAIN) -> Image.Image:
    """The modules at so many pixels each, anti-aliased where an edge falls within a pixel."""
    if style != PLAIN:
        return styled(modules, scale, style)
    if scale == int(scale):
        return Image.fromarray(np.kron(modules, np.ones((int(scale),) * 2)).astype(np.uint8) * 255)
    fine = Image.fromarray(np.kron(modules, np.ones((16, 16))).astype(np.uint8) * 255)
    return fine.resize((round(modules.shape[1] * scale), round(modules.shape[0] * scale)), Image.BOX)


def styled(modules: np.ndarray, scale: float, style: Style) -> Image.Image:
    side = modules.shape[0]
    step = round(scale * SUPERSAMPLING)
    canvas = Image.new("L", (side * step, side * step))
    draw = ImageDraw.Draw(canvas)
    data = modules.copy()
    for x, y in ((0, 0), (side - 7, 0), (0, side - 7)):
        data[y : y + 7, x : x + 7] = False
        draw_finder(draw, x * step, y * step, step, style.finders)
    DRAWERS[style.modules](draw, data, step, style.fill)
    size = round(side * scale)
    return canvas.resize((size, size), Image.BOX)


def draw_finder(draw: ImageDraw.ImageDraw, x: int, y: int, step: int, shape: str) -> None:
    """A ring of one module around a centre of three: square, round or with rounded corners."""
    for inset, colour in ((0, 255), (1, 0), (2, 255)):
        box = (x + inset * step, y + inset * step, x + (7 - inset) * step - 1, y + (7 - inset) * step - 1)
        if shape == "round":
            draw.ellipse(box, fill=colour)
        else:
            draw.rounded_rectangle(box, radius=0 if shape == "square" else (7 - 2 * inset) * step * 0.25, fill=colour)


def draw_squares(draw: ImageDraw.ImageDraw, data: np.ndarray, step: int, fill: float) -> None:
    for box in boxes(data, step, fill):
        draw.rectangle(box, fill=255)


def draw_dots(draw: ImageDraw.ImageDraw, data: np.ndarray, step: int, fill: float) -> None:
    for box in boxes(data, step, fill):
        draw.ellipse(box, fill=255)


def boxes(data: np.ndarray, step: int, fill: float) -> Iterator[tuple[float, float, float, float]]:
    """The middle of every dark module, as wide as the ink fills it."""
    margin = step * (1 - fill) / 2
    for y, x in np.argwhere(data):
        yield (x * step + margin, y * step + margin, (x + 1) * step - margin - 1, (y + 1) * step - margin - 1)


def draw_rounded(draw: ImageDraw.ImageDraw, data: np.ndarray, step: int, fill: float) -> None:
    """Dots that flow into their dark neighbours to the right and below."""
    draw_dots(draw, data, step, 1.0)
    half = step // 2
    for y, x in np.argwhere(data[:, :-1] & data[:, 1:]):
        draw.rectangle((x * step + half, y * step, (x + 1) * step + half, (y + 1) * step - 1), fill=255)
    for y, x in np.argwhere(data[:-1] & data[1:]):
        draw.rectangle((x * step, y * step + half, (x + 1) * step - 1, (y + 1) * step + half), fill=255)


def draw_bars(draw: ImageDraw.ImageDraw, data: np.ndarray, step: int, fill: float) -> None:
    """Each run of dark modules in a column as one bar with round ends."""
    margin = step * (1 - fill) / 2
    edges = np.diff(np.pad(data.T, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    for (x, top), (_, bottom) in zip(np.argwhere(edges == 1), np.argwhere(edges == -1), strict=True):
        box = (x * step + margin, top * step + margin, (x + 1) * step - margin - 1, bottom * step - margin - 1)
        draw.rounded_rectangle(box, radius=step * fill / 2, fill=255)


DRAWERS = {"square": draw_squares, "dots": draw_dots, "rounded": draw_rounded, "bars": draw_bars}
