"""Patterns that look a little like a QR code: bar codes, a data matrix, a Micro QR code, lone finder patterns."""

import numpy as np
import segno
from PIL import Image, ImageDraw

from .dice import Dice
from .symbols import link_symbol, modules_of

EAN_LEFT = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
EAN_PARITY = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split()
CODE_128_STARTS = ("11010010000", "11010011100")
CODE_128_STOP = "1100011101011"


def bars(pattern: str, module: int, height: int) -> Image.Image:
    """Vertical bars, one character a module, on white with a margin of ten modules."""
    row = np.array([bit == "1" for bit in "0" * 10 + pattern + "0" * 10])
    picture = np.where(np.kron(row, np.ones(module)), 0, 255).astype(np.uint8)
    return Image.fromarray(np.tile(picture, (height, 1)))


def ean13(digits: str) -> str:
    """The modules of an EAN-13 for twelve digits; the check digit is added."""
    numbers = [int(digit) for digit in digits]
    numbers.append(-sum(number * (3 if at % 2 else 1) for at, number in enumerate(numbers)) % 10)
    first, left, right = numbers[0], numbers[1:7], numbers[7:]
    flipped = [code.translate(str.maketrans("01", "10")) for code in EAN_LEFT]
    halves = "".join(
        EAN_LEFT[number] if parity == "A" else flipped[number][::-1] for number, parity in zip(left, EAN_PARITY[first])
    )
    return f"101{halves}01010{''.join(flipped[number] for number in right)}101"


def code128_like(dice: Dice, characters: int) -> str:
    """Start, so many characters of three bars within eleven modules each, stop: the shape without a meaning."""
    body = "".join(code128_character(dice) for _ in range(characters))
    return dice.pick(CODE_128_STARTS) + body + CODE_128_STOP


def code128_character(dice: Dice) -> str:
    widths = [1] * 6
    while sum(widths) < 11:
        at = dice.integer(0, 5)
        widths[at] += widths[at] < 4
    return "".join(("1" if at % 2 == 0 else "0") * width for at, width in enumerate(widths))


def data_matrix_like(dice: Dice, side: int) -> np.ndarray:
    """Two solid edges, two dotted ones, and random modules between."""
    modules = dice.arrays.random((side, side)) < 0.5
    modules[:, 0] = modules[-1] = True
    modules[0] = np.arange(side) % 2 == 0
    modules[:, -1] = np.arange(side) % 2 == 1
    return modules


def micro_qr(dice: Dice) -> np.ndarray:
    return modules_of(segno.make_micro(str(dice.integer(10**6, 10**9)), error="l"))


def scrambled(dice: Dice) -> np.ndarray:
    """A code whose patterns are right and whose data and format bits are random."""
    made = link_symbol(dice).modules.copy()
    side = made.shape[0]
    noise = dice.arrays.random(made.shape) < 0.5
    keep = np.zeros_like(made)
    keep[:8, :8] = keep[:8, side - 8 :] = keep[side - 8 :, :8] = True
    keep[6] = keep[:, 6] = True
    return np.where(keep, made, noise)


def finder() -> np.ndarray:
    """One finder pattern with a light border."""
    modules = np.zeros((9, 9), dtype=bool)
    modules[1:8, 1:8] = True
    modules[2:7, 2:7] = False
    modules[3:6, 3:6] = True
    return modules


def bullseye(radius: int, rings: int) -> Image.Image:
    """Rings about a disc, as on a target or an Aztec code's centre made round."""
    picture = Image.new("L", (2 * radius, 2 * radius), 255)
    draw = ImageDraw.Draw(picture)
    for ring in range(rings):
        inset = radius * ring // rings
        box = (inset, inset, 2 * radius - inset - 1, 2 * radius - inset - 1)
        draw.ellipse(box, fill=255 if ring % 2 else 0)
    return picture
