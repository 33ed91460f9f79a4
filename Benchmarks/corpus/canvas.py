"""A picture in the making, and the codes that have been put onto it."""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .dice import Dice
from .drawing import PLAIN, Style, ink
from .symbols import QUIET_ZONE, Symbol

Colour = tuple[int, int, int]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
LUMA = (0.299, 0.587, 0.114)


def luma(colour: Colour) -> float:
    return sum(part * weight for part, weight in zip(colour, LUMA))


def grey(level: int) -> Colour:
    return (level, level, level)


@dataclass
class Canvas:
    """An RGB picture with the payloads of its codes in the order in which they were drawn."""

    image: Image.Image
    payloads: list[bytes] = field(default_factory=list)

    @classmethod
    def plain(cls, size: tuple[int, int], colour: Colour) -> "Canvas":
        return cls(Image.new("RGB", size, colour))

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def text(self, at: tuple[float, float], words: str, size: int, colour: Colour) -> None:
        """One line in the font that Pillow brings with it, the same on every machine."""
        self.draw.text(at, words, font=ImageFont.load_default(size), fill=colour)

    def card(self, box: tuple[float, float, float, float], colour: Colour, radius: int = 0) -> None:
        self.draw.rounded_rectangle(box, radius=radius, fill=colour)

    def code(
        self,
        symbol: Symbol,
        at: tuple[int, int],
        scale: float,
        *,
        dark: Colour | Image.Image = BLACK,
        light: Colour | Image.Image | None = WHITE,
        quiet: int = QUIET_ZONE,
        style: Style = PLAIN,
    ) -> None:
        """Draws a code with the upper left corner of its quiet zone at a point.

        - dark, light: a colour, or a picture of the tile's size; without `light` the background stays.
        """
        mask = ink(symbol.modules, scale, style)
        margin = round(quiet * scale)
        side = mask.width + 2 * margin
        if light is not None:
            self.image.paste(light, (at[0], at[1], at[0] + side, at[1] + side))
        if isinstance(dark, Image.Image):
            dark = dark.crop((margin, margin, margin + mask.width, margin + mask.width))
        corner = at[0] + margin, at[1] + margin
        self.image.paste(dark, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        self.payloads.append(symbol.payload)

    def paste_array(self, pixels: np.ndarray, at: tuple[int, int]) -> None:
        self.image.paste(Image.fromarray(pixels), at)

    def add_noise(self, dice: Dice, deviation: float) -> None:
        pixels = np.asarray(self.image, dtype=np.float32)
        grain = dice.arrays.normal(0, deviation, pixels.shape).astype(np.float32)
        self.image = Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))


def tile_side(symbol: Symbol, scale: float, quiet: int = QUIET_ZONE) -> int:
    """The pixels that a code takes up, quiet zone included."""
    return round(symbol.dimension * scale) + 2 * round(quiet * scale)
