"""Every colour type and bit depth of PNG, with and without Adam7; IDAT sizes and tRNS keys spread over them.

The rows of each picture go through all five filters in turn.
"""

from dataclasses import replace

from .. import png
from ..accounts import invented_bytes, someone
from ..catalogue import Catalogue
from ..payloads import link
from .transparency import pixels

SCALE = 4
FILTERS = (png.PAETH, png.SUB, png.AVERAGE, png.UP, png.NONE)
KINDS = (
    ("gray1", png.GRAY, 1), ("gray2", png.GRAY, 2), ("gray4", png.GRAY, 4), ("gray8", png.GRAY, 8),
    ("gray16", png.GRAY, 16), ("rgb8", png.RGB, 8), ("rgb16", png.RGB, 16), ("palette1", png.PALETTE, 1),
    ("palette2", png.PALETTE, 2), ("palette4", png.PALETTE, 4), ("palette8", png.PALETTE, 8),
    ("la8", png.GRAY_ALPHA, 8), ("la16", png.GRAY_ALPHA, 16), ("rgba8", png.RGBA, 8), ("rgba16", png.RGBA, 16),
)  # fmt: skip
NOT_INTERLACED = ("palette2", "palette4")
"""Their passes have the same shape as those of gray pictures of that depth."""
IDAT_SIZES = {"gray8": 1, "rgb8": 37, "rgba8": 8192}
NOISE_ROWS = 24
"""Below a code whose compressed data must fill several chunks of 8192 bytes."""


def add(catalogue: Catalogue) -> None:
    for name, colour, depth in KINDS:
        layout = png.Layout(colour, depth, filters=FILTERS, palette=palette(depth) if colour == png.PALETTE else ())
        if name not in NOT_INTERLACED:
            add_picture(catalogue, f"{name}-adam7", replace(layout, interlaced=True))
        if name in IDAT_SIZES:
            layout = replace(layout, idat_size=IDAT_SIZES[name])
            name = f"{name}-idat-{layout.idat_size}"
        add_picture(catalogue, name, layout)
    transparent_colours(catalogue)


def add_picture(catalogue: Catalogue, name: str, layout: png.Layout) -> None:
    path = f"formats/{name}.png"
    payload = link(someone(path))
    ink, paper = tones(layout.colour, layout.depth)
    rows = pixels(payload, ink, paper, SCALE)
    for row in range(NOISE_ROWS if layout.idat_size == 8192 else 0):
        noise = invented_bytes(f"{path}/{row}", len(rows[0]) * len(ink))
        rows.append([noise[at : at + len(ink)] for at in range(0, len(noise), len(ink))])
    catalogue.picture(path, png.encode(rows, layout), [payload])


def tones(colour: int, depth: int) -> tuple[png.Pixel, png.Pixel]:
    """A dark and a light pixel, away from the ends of the range where the depth allows it."""
    top = (1 << depth) - 1
    if colour == png.PALETTE:
        return (0,), (top,)
    dark, light = (top // 9, top - top // 12) if depth > 2 else (0, top)
    if colour == png.GRAY:
        return (dark,), (light,)
    if colour == png.GRAY_ALPHA:
        return (dark, top), (light, top - top // 10)
    if colour == png.RGB:
        return (dark, top // 20, top // 3), (light, top, top - top // 5)
    return (dark, top // 20, top // 3, top), (light, top, top - top // 5, top // 2)


def palette(depth: int) -> tuple[tuple[int, int, int], ...]:
    """Dark first, light last, and colours that the picture does not use between them."""
    between = [(at * 37 % 256, at * 91 % 256, at * 153 % 256) for at in range((1 << depth) - 2)]
    return ((24, 10, 70), *between, (255, 250, 205))


def transparent_colours(catalogue: Catalogue) -> None:
    """Ink and paper differ by the least amount or not at all, but for tRNS."""
    grays = [(9, 9, 9)] * 16
    for name, layout, ink, paper in (
        ("gray16-trns", png.Layout(png.GRAY, 16, transparency=b"\x00\x01"), (0,), (1,)),
        ("rgb8-trns", png.Layout(png.RGB, transparency=bytes((0, 0, 0, 0, 0, 1))), (0, 0, 0), (0, 0, 1)),
        ("palette4-trns", png.Layout(png.PALETTE, 4, palette=grays, transparency=b"\xff\x80\x40\x00"), (0,), (3,)),
    ):
        path = f"formats/{name}.png"
        payload = link(someone(path))
        catalogue.picture(path, png.encode(pixels(payload, ink, paper, SCALE), layout), [payload])
