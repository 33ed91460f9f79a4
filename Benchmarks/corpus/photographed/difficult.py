"""What programs that read codes find difficult, one function per category; many of them show several codes at once,
some of which are fainter, smaller or less sharp than the others."""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from .. import texts
from ..dice import Dice
from ..picture import Picture, of_bytes, png_bytes
from ..symbols import QUIET_ZONE, Symbol, link_symbol, short_symbol, symbol
from . import bends, camera
from .scenes import Scene, ordinary, photograph
from .sheet import SCALE, Sheet, any_symbol, as_screen, sheet


@dataclasses.dataclass
class Look:
    """How well one of several codes can be seen.

    - scale: pixels per module. contrast: share of the range from ink to paper. blur: standard deviation in pixels.
    """

    scale: float = SCALE
    contrast: float = 1
    blur: float = 0

    def tile(self, made: Symbol) -> np.ndarray:
        """The code with its quiet zone, 0 to 1."""
        wide = np.kron(np.pad(made.modules, QUIET_ZONE), np.ones((8, 8)))
        side = round((made.dimension + 2 * QUIET_ZONE) * self.scale)
        image = Image.fromarray((255 - 255 * self.contrast * wide).astype(np.uint8)).resize((side, side), Image.BOX)
        return np.asarray(image.filter(ImageFilter.GaussianBlur(self.blur)), dtype=np.float32) / 255

    def __str__(self) -> str:
        return f"{self.scale:.1f}/{self.contrast:.2f}/{self.blur:.1f}"


def look(dice: Dice) -> Look:
    """A third of the codes are plain; the others have one fault."""
    kind = dice.integer(0, 5)
    if kind == 2:
        return Look(contrast=0.08 * 6 ** dice.real(0, 1))
    if kind == 3:
        return Look(blur=SCALE * dice.real(0.35, 0.8))
    if kind == 4:
        return Look(scale=SCALE * dice.real(0.35, 0.7))
    if kind == 5:
        return Look(contrast=dice.real(0.25, 0.6), blur=SCALE * dice.real(0.25, 0.5))
    return Look()


def several(dice: Dice, symbols: Sequence[Symbol], looks: Sequence[Look], columns: int) -> Sheet:
    """White paper with codes in rows, a line of text under each."""
    tiles = [seen.tile(made) for made, seen in zip(symbols, looks)]
    cell = max(tile.shape[0] for tile in tiles) + 4 * SCALE
    rows = math.ceil(len(tiles) / columns)
    image = Image.new("L", (cell * columns, cell * rows), 255)
    for at, tile in enumerate(tiles):
        left, top = at % columns * cell + 2 * SCALE, at // columns * cell
        image.paste(Image.fromarray((tile * 255).astype(np.uint8)), (left, top))
        place = left + QUIET_ZONE * SCALE, top + tile.shape[0]
        ImageDraw.Draw(image).text(place, texts.sentence(dice, 3), font=ImageFont.load_default(2 * SCALE), fill=0)
    return Sheet(np.asarray(image, dtype=np.float32) / 255, symbols[0], QUIET_ZONE + 2)


def of_several(image: Image.Image, symbols: Sequence[Symbol], about: str) -> Picture:
    return of_bytes(png_bytes(image), about, [made.payload for made in symbols])


def gathered(dice: Dice, number: int) -> Picture:
    """A photograph of two to eight codes of different strength; the first is plain."""
    count = dice.integer(2, 8)
    symbols = [link_symbol(dice, "lm") for _ in range(count)]
    looks = [Look(), *(look(dice) for _ in symbols[1:])]
    columns = math.ceil(math.sqrt(count))
    flat = several(dice, symbols, looks, columns)
    shot = ordinary(dice, frame=(2400, 1800), module=dice.real(3.6, 6.5), turn=dice.real(-8, 8))
    return of_several(camera.taken(dice, flat, shot), symbols, " ".join(map(str, looks)))


def page(dice: Dice, number: int) -> Picture:
    """A screenshot of a page with two codes, the second faint, blurred, tiny or dimmed behind a dialog."""
    symbols = [link_symbol(dice, "lm"), link_symbol(dice, "lm")]
    plain = dice.integer(4, 7)
    second = (
        Look(plain, contrast=dice.real(12, 45) / 255), Look(plain, blur=dice.real(0.3, 0.6) * plain),
        Look(dice.real(1.2, 1.7)), Look(plain, contrast=dice.real(0.05, 0.25)),
    )[number % 4]  # fmt: skip
    levels = np.full((dice.integer(700, 1100), 1400), 245 / 255, dtype=np.float32)
    if number % 4 == 3:
        levels *= dice.real(0.3, 0.5)
    for at, (made, seen) in enumerate(zip(symbols, (Look(plain), second))):
        tile = seen.tile(made)
        if at == 1 and number % 4 == 3:
            tile = tile * levels[0, 0]
        top, left = dice.integer(40, 200), 60 + 700 * at
        levels[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
    image = Image.fromarray((levels * 255).astype(np.uint8))
    for line in range(4):
        ImageDraw.Draw(image).text((60, 620 + 20 * line), texts.sentence(dice, 12), fill=40)
    return of_several(image, symbols, f"second {second}")


def large_sheet(dice: Dice, number: int) -> Picture:
    """Twelve codes in 12 to 16 megapixels, one corner or side of which is soft."""
    symbols = [link_symbol(dice, "lm") for _ in range(12)]
    flat = several(dice, symbols, [Look()] * 12, 4)
    frame = dice.pick(((4000, 3000), (4608, 3456)))
    shot = ordinary(dice, frame=frame, module=dice.real(2.2, 6), turn=dice.real(-6, 6), quality=95)
    image = camera.taken(dice, flat, shot)
    strength = shot.module * dice.real(0.6, 1.1)
    soft = image.filter(ImageFilter.GaussianBlur(strength))
    ramp = camera.gradient(dice, frame, 0)
    mask = Image.fromarray((np.clip(2.5 * ramp - dice.real(0.9, 1.6), 0, 1) * 255).astype(np.uint8))
    image = camera.stored(Image.composite(soft, image, mask), dice.integer(80, 92))
    return of_several(image, symbols, f"{shot.module:.1f} pixels per module, soft by {strength / shot.module:.2f}")


def monitor(dice: Dice, number: int) -> Picture:
    """A screen photographed from farther away than in `screen`: its pixels beat against those of the camera."""
    flat = sheet(dice, any_symbol(dice, number))
    depth = dice.real(0.4, 0.9)
    as_screen(flat, depth)
    shot = ordinary(dice, module=dice.real(1.6, 3.2), ink=12, paper=240, turn=dice.real(-15, 15))
    return photograph(dice, flat, shot, f"{shot.module:.1f} pixels per module, depth {depth:.2f}")


def paper(dice: Dice, number: int) -> Picture:
    bend = (bends.wave, bends.crumple, bends.cylinder)[number % 3]
    shot = ordinary(dice, bend=bend(dice), module=dice.real(3, 6), turn=dice.real(-60, 60))
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, bend.__name__)


def dense(dice: Dice, number: int) -> Picture:
    """A code of version 25 to 40."""
    payload = texts.export(dice, dice.integer(11, 26))
    made = symbol(payload, error="l")
    module = dice.real(1.6, 3.2)
    side = round(module * (made.dimension + 24) * 1.12)
    shot = ordinary(dice, frame=(side + 160, side + 60), module=module, turn=dice.real(-6, 6), tilt=0.01, quality=85)
    return photograph(dice, sheet(dice, made), shot, f"{module:.1f} pixels per module")


def soft(dice: Dice, number: int) -> Picture:
    """Out of focus in large frames, and moved."""
    module, share = dice.real(5, 14), dice.real(0.45, 0.9)
    blur = {"defocus": share * module} if number % 2 == 0 else {"motion": 1.9 * share * module}
    shot = ordinary(dice, module=module, **blur)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"{next(iter(blur))} of {share:.2f}")


def low_light(dice: Dice, number: int) -> Picture:
    contrast = dice.real(8, 40)
    noise = contrast * dice.real(0.15, 0.6)
    shot = ordinary(dice, ink=10, paper=10 + contrast, noise=noise, module=dice.real(3.5, 8), quality=80)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"{contrast:.0f} levels, noise {noise:.0f}")


def messenger(dice: Dice, number: int) -> Picture:
    """A screenshot or a photograph made smaller and compressed."""
    made = short_symbol(dice) if number % 2 else link_symbol(dice, "lm")
    scale = dice.real(1.35, 2.3)
    tile = Look(8).tile(made)
    side = round(made.dimension * scale) + dice.integer(8, 40)
    image = Image.fromarray((tile * 255).astype(np.uint8)).resize((side, side), dice.pick((2, 3, 5)))
    ground = Image.new("L", (side + dice.integer(40, 300), side + dice.integer(40, 300)), dice.integer(200, 255))
    ground.paste(image, (dice.integer(0, ground.width - side), dice.integer(0, ground.height - side)))
    quality = dice.integer(8, 40)
    return of_several(camera.stored(ground, quality), [made], f"{scale:.1f} pixels per module, quality {quality}")


def enlarged(dice: Dice, number: int) -> Picture:
    """A small code that was enlarged: pixels doubled, smoothed, sharpened."""
    made = link_symbol(dice, "lm")
    image = Image.fromarray((Look(dice.real(1.3, 2.6)).tile(made) * 255).astype(np.uint8))
    factor = dice.real(2.5, 6)
    image = image.resize((round(image.width * factor),) * 2, dice.pick((0, 2, 3)))
    image = image.filter(ImageFilter.UnsharpMask(round(factor), 150, 0))
    ground = Image.new("L", (image.width + 300, image.height + 260), 240)
    ground.paste(image, (dice.integer(0, 300), dice.integer(0, 260)))
    return of_several(camera.stored(ground, dice.integer(25, 85)), [made], f"{factor:.1f} times")


SCENES: dict[str, Scene] = {
    "gathered": gathered,
    "page": page,
    "large-sheet": large_sheet,
    "monitor": monitor,
    "paper": paper,
    "dense": dense,
    "soft": soft,
    "low-light": low_light,
    "messenger": messenger,
    "enlarged": enlarged,
}
