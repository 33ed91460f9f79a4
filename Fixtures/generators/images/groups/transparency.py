"""Codes with alpha: a reader that ignores it, or that knows one ground alone, sees nothing."""

from .. import png
from ..accounts import someone
from ..canvas import QUIET, modules
from ..catalogue import Catalogue
from ..payloads import Payload, link

SCALE = 5
INK, PAPER = 1, 0
"""Indices into the palettes below."""


def add(catalogue: Catalogue) -> None:
    clear_black, clear_white = (0, 0, 0, 0), (255, 255, 255, 0)
    solid_black, solid_white = (0, 0, 0, 255), (255, 255, 255, 255)
    for name, colour, ink, paper, options in (
        ("rgba-black-under-clear", png.RGBA, solid_black, clear_black, {}),
        ("rgba-white-on-clear", png.RGBA, solid_white, clear_white, {}),
        ("rgba-half-clear", png.RGBA, (20, 20, 60, 215), (90, 20, 20, 30), {}),
        ("la-white-on-clear", png.GRAY_ALPHA, (255, 255), (255, 0), {}),
        ("palette-white-on-clear", png.PALETTE, (INK,), (PAPER,), palette((255, 255, 255))),
    ):
        path = f"transparent/{name}.png"
        payload = link(someone(path))
        layout = png.Layout(colour, **options)
        catalogue.picture(path, png.encode(pixels(payload, ink, paper), layout), [payload])


def palette(colour: tuple[int, int, int]) -> dict:
    """Two entries of one color that differ only in tRNS."""
    return {"depth": 1, "palette": (colour, colour), "transparency": b"\x00\xff"}


def pixels(payload: Payload, ink: png.Pixel, paper: png.Pixel, scale: int = SCALE) -> list[list[png.Pixel]]:
    """A code and its quiet zone as rows of pixels."""
    code = modules(payload)
    side = len(code) + 2 * QUIET
    rows = [[paper] * side for _ in range(side)]
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            rows[y + QUIET][x + QUIET] = ink if dark else paper
    return [[pixel for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)]
