"""Codes whose file is unusual: transparency, colour types, depths, interlacing, filters and chunk sizes."""

import numpy as np
from PIL import Image

from .. import png_writer
from ..canvas import Canvas, grey, tile_side
from ..dice import Dice
from ..picture import Picture, of_bytes, png_bytes
from ..png_writer import GREY, GREY_ALPHA, KINDS, PALETTE, RGB, RGBA, Layout
from ..symbols import Symbol, link_symbol

IDAT_SIZES = (1, 37, 8192)


def small_canvas(dice: Dice, made: Symbol) -> Canvas:
    """The code with a line of text on about 0.1 Mpx."""
    scale = dice.integer(4, 6)
    side = tile_side(made, scale)
    canvas = Canvas.plain((side + dice.integer(0, 60), side + dice.integer(20, 60)), grey(255))
    canvas.code(made, (0, 0), scale)
    canvas.text((8, side), "Scan with your app", 14, grey(40))
    return canvas


def formats(dice: Dice, number: int) -> Picture:
    """Every pair of colour type and depth, with and without Adam7, tRNS keys, all filters and IDAT sizes."""
    made = link_symbol(dice)
    canvas = small_canvas(dice, made)
    colour_type, depth = KINDS[number % len(KINDS)]
    samples, palette = as_samples(dice, canvas.image, colour_type, depth)
    layout = Layout(
        colour_type,
        depth,
        interlaced=dice.chance(0.5),
        filters=dice.pick(((0,), (1,), (2,), (3,), (4,), (0, 1, 2, 3, 4))),
        idat_size=IDAT_SIZES[number % 3],
        palette=palette,
        transparency=harmless_key(colour_type, depth) if dice.chance(0.4) else b"",
    )
    about = f"type {colour_type} depth {depth}{' Adam7' if layout.interlaced else ''} IDAT {layout.idat_size}"
    return of_bytes(png_writer.encode(samples, layout, dice), about, canvas.payloads)


def as_samples(dice: Dice, image: Image.Image, colour_type: int, depth: int) -> tuple[np.ndarray, bytes]:
    """The picture as samples of this kind, with the palette that they point into."""
    top = (1 << depth) - 1
    grey_levels = np.asarray(image.convert("L"), dtype=np.uint32)
    if colour_type == PALETTE:
        count = min(top + 1, 256)
        ramp = np.linspace(0, 255, count).round().astype(np.uint8)
        order = np.array(dice.shuffled(range(count)))
        inverse = np.argsort(order)
        indices = inverse[(grey_levels * (count - 1) + 127) // 255]
        return indices[..., None], np.repeat(ramp[order][:, None], 3, axis=1).tobytes()
    levels = (grey_levels * top + 127) // 255
    channels = {GREY: [levels], RGB: [levels] * 3, GREY_ALPHA: [levels], RGBA: [levels] * 3}[colour_type]
    if colour_type in (GREY_ALPHA, RGBA):
        channels = [*channels, np.full_like(levels, top)]
    return np.stack(channels, axis=-1), b""


def harmless_key(colour_type: int, depth: int) -> bytes:
    """A tRNS chunk that makes white transparent, which over white changes nothing; none where alpha is stored."""
    top = (1 << depth) - 1
    if colour_type in (GREY, RGB):
        return top.to_bytes(2, "big") * (1 if colour_type == GREY else 3)
    return b"\xff" * (1 << min(depth, 8)) if colour_type == PALETTE else b""


def alpha(dice: Dice, number: int) -> Picture:
    """Dark ink over transparent or half transparent paper: RGBA, grey with alpha, palette with tRNS."""
    canvas = small_canvas(dice, link_symbol(dice))
    levels = np.asarray(canvas.image.convert("L"))
    kind = ("rgba", "la", "palette", "partial", "black")[number % 5]
    if kind == "palette":
        image = canvas.image.convert("L").quantize(16)
        tones = image.getpalette()[: 16 * 3 : 3]
        opaque = bytes(0 if tone > 200 else 255 for tone in tones)
        return of_bytes(png_bytes(image, transparency=opaque), kind, canvas.payloads)
    if kind == "partial":
        paper = dice.integer(0, 70)
        cover = np.where(levels < 128, dice.integer(190, 255), dice.integer(0, 60)).astype(np.uint8)
        image = rgba(np.where(levels < 128, paper, 255 - paper).astype(np.uint8), cover)
    elif kind == "black":
        image = rgba(np.zeros_like(levels), 255 - levels)
    else:
        image = rgba(levels, np.where(levels > 200, 0, 255).astype(np.uint8))
    return of_bytes(png_bytes(image.convert("LA") if kind == "la" else image), kind, canvas.payloads)


def rgba(levels: np.ndarray, cover: np.ndarray) -> Image.Image:
    return Image.fromarray(np.dstack([levels, levels, levels, cover]))


def white_on_transparent(dice: Dice, number: int) -> Picture:
    """White modules on nothing, as exported from an app's dark mode: nothing to see over white."""
    canvas = small_canvas(dice, link_symbol(dice))
    ink = 255 - np.asarray(canvas.image.convert("L"))
    image = rgba(np.full_like(ink, 255), ink)
    if number % 2:
        return of_bytes(png_bytes(image.convert("LA")), "grey with alpha", canvas.payloads)
    return of_bytes(png_bytes(image), "RGBA", canvas.payloads)
