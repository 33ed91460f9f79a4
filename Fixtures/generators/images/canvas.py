"""A picture that remembers which codes were drawn on it, and where."""

from dataclasses import dataclass, field

import segno
from PIL import Image, ImageDraw, ImageFont

from . import png
from .payloads import Payload

Colour = tuple[int, ...]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
QUIET = 4
COLOUR_TYPES = {"L": png.GRAY, "LA": png.GRAY_ALPHA, "RGB": png.RGB, "RGBA": png.RGBA}


def matrix(symbol: segno.QRCode) -> list[list[bool]]:
    """The dark modules of a symbol, row by row, without its quiet zone."""
    return [[bool(module) for module in row] for row in symbol.matrix]


def modules(payload: Payload, *, error: str = "m", version: int | None = None) -> list[list[bool]]:
    """The modules of a payload's code: bytes, at the least error correction given, in the least version."""
    symbol = segno.make(
        payload.data, mode="byte", error=error, version=version, boost_error=version is None, micro=False
    )
    return matrix(symbol)


def stencil(rows: list[list[bool]], pixels: int, quiet: int = QUIET) -> Image.Image:
    """A gray picture of the code, 0 where it is light and 255 where it is dark."""
    side = len(rows)
    small = Image.new("L", (side + 2 * quiet,) * 2, 0)
    small.paste(Image.frombytes("L", (side, side), bytes(255 * dark for row in rows for dark in row)), (quiet, quiet))
    return small.resize((small.width * pixels,) * 2, Image.Resampling.NEAREST)


@dataclass
class Canvas:
    """Wraps a Pillow image; a code's place is its top left corner."""

    image: Image.Image
    placed: list[tuple[int, int, Payload]] = field(default_factory=list)
    areas: list[tuple[int, int, int, int]] = field(default_factory=list)

    @classmethod
    def blank(cls, width: int, height: int, colour: Colour = WHITE, mode: str = "RGB") -> "Canvas":
        return cls(Image.new(mode, (width, height), colour if len(colour) > 1 else colour[0]))

    @classmethod
    def of_code(
        cls, payload: Payload, pixels: int = 6, *, dark: Colour = BLACK, light: Colour = WHITE, **options
    ) -> "Canvas":
        """A picture of one code and its quiet zone, nothing else."""
        mask = stencil(modules(payload, **options), pixels)
        canvas = cls(Image.new("RGB", mask.size, light), [(0, 0, payload)])
        canvas.image.paste(dark, mask=mask)
        return canvas

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def payloads(self) -> list[Payload]:
        """In reading order: top to bottom, then left to right."""
        return [payload for _, _, payload in sorted(self.placed, key=lambda entry: entry[:2])]

    def code(
        self,
        payload: Payload,
        x: int,
        y: int,
        pixels: int = 4,
        *,
        dark: Colour = BLACK,
        light: Colour | None = WHITE,
        **options,
    ) -> int:
        """Draws a code with its quiet zone and returns its side; without a light colour the ground shows through."""
        mask = stencil(modules(payload, **options), pixels)
        self.symbol(mask, x, y, dark, light)
        self.placed.append((y, x, payload))
        return mask.width

    def code_within(self, payload: Payload, left: int, top: int, side: int, **options) -> None:
        """Draws a code as large as whole pixels allow, in the middle of a square."""
        modules_wide = len(modules(payload, error=options.get("error", "m"))) + 2 * QUIET
        pixels = side // modules_wide
        margin = (side - pixels * modules_wide) // 2
        self.code(payload, left + margin, top + margin, pixels, **options)

    def symbol(self, mask: Image.Image, x: int, y: int, dark: Colour, light: Colour | None) -> None:
        """Draws a stencil, which must be on the canvas as a whole and must not cover another."""
        right, bottom = x + mask.width, y + mask.height
        if right > self.image.width or bottom > self.image.height:
            raise ValueError(f"a code of {mask.width} pixels at {x}, {y} is cut off")
        if any(x < area[2] and area[0] < right and y < area[3] and area[1] < bottom for area in self.areas):
            raise ValueError(f"a code of {mask.width} pixels at {x}, {y} covers another")
        self.areas.append((x, y, right, bottom))
        if light is not None:
            self.image.paste(light, (x, y, x + mask.width, y + mask.height))
        self.image.paste(dark, (x, y), mask)

    def text(self, x: int, y: int, text: str, size: int, colour: Colour = BLACK, anchor: str = "la") -> None:
        """Writes Latin text in the font that comes with Pillow."""
        self.draw.text((x, y), text, fill=colour, font=ImageFont.load_default(size), anchor=anchor)

    def box(self, left: int, top: int, right: int, bottom: int, colour: Colour, radius: int = 0) -> None:
        self.draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius, colour)

    def dot(self, x: int, y: int, radius: int, colour: Colour) -> None:
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

    def rotated(self, degrees: float, ground: Colour = WHITE) -> "Canvas":
        """Turned counter-clockwise on a bigger ground; the order of several codes is not kept, so there is one."""
        turned = self.image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=ground)
        return Canvas(turned, list(self.placed))

    def png(self) -> bytes:
        return png.encode_bytes(*self.image.size, self.image.tobytes(), png.Layout(COLOUR_TYPES[self.image.mode]))
