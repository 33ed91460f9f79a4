"""Pictures without a code, most of them with something that tempts a reader."""

import numpy as np
from PIL import Image

from .. import barcodes, scenes, texts
from ..backgrounds import photo
from ..canvas import BLACK, Canvas, grey
from ..dice import Dice
from ..drawing import ink
from ..picture import Picture, picture

SIZE = (1600, 1250)


def negative(dice: Dice, number: int) -> Picture:
    """One kind after the other, so that every kind is there as often."""
    draw = KINDS[number % len(KINDS)]
    canvas = draw(dice)
    return picture(canvas, draw.__name__.replace("_", " "))


def phone_screen(dice: Dice) -> Canvas:
    return scenes.phone(dice).canvas


def page_on_photo(dice: Dice) -> Canvas:
    return scenes.photo_page(dice).canvas


def photograph(dice: Dice) -> Canvas:
    return Canvas(photo(dice, SIZE))


def text(dice: Dice) -> Canvas:
    """A page full of words in one to three columns."""
    canvas = Canvas.plain(SIZE, grey(255))
    columns, size = dice.integer(1, 3), dice.integer(13, 30)
    width = SIZE[0] // columns
    lines = int(SIZE[1] / (size * 1.5)) - 3
    for column in range(columns):
        scenes.paragraph(dice, canvas, (40 + column * width, 40), width - 80, size, grey(dice.integer(0, 60)), lines)
    return canvas


def noise(dice: Dice) -> Canvas:
    """Random blocks of one to twelve pixels, in black and white or in grey."""
    block = dice.pick((1, 2, 4, 8, 12))
    cells = dice.arrays.random((SIZE[1] // block, SIZE[0] // block))
    levels = (cells < 0.5) * 255 if dice.chance(0.6) else cells * 255
    return Canvas(Image.fromarray(levels.astype(np.uint8)).resize(SIZE, Image.NEAREST).convert("RGB"))


def checkers(dice: Dice) -> Canvas:
    field = dice.pick((3, 5, 9, 16, 40))
    rows, columns = np.indices((SIZE[1], SIZE[0])) // field
    board = np.where((rows + columns) % 2, dice.integer(160, 255), dice.integer(0, 90))
    return Canvas(Image.fromarray(board.astype(np.uint8)).convert("RGB"))


def lone_finders(dice: Dice) -> Canvas:
    """Finder patterns of all sizes strewn about; sometimes a wallpaper of a hundred equal ones."""
    canvas = Canvas.plain(SIZE, grey(255))
    if dice.chance(0.3):
        stamp_grid(canvas, ink(barcodes.finder(), 8), 10)
        return canvas
    for _ in range(dice.integer(1, 14)):
        stamp(dice, canvas, ink(barcodes.finder(), dice.integer(3, 16)))
    return canvas


def bullseyes(dice: Dice) -> Canvas:
    canvas = Canvas.plain(SIZE, grey(255))
    for _ in range(dice.integer(2, 10)):
        target = barcodes.bullseye(dice.integer(20, 160), dice.integer(3, 7))
        canvas.image.paste(target, (dice.integer(0, SIZE[0] - 320), dice.integer(0, SIZE[1] - 320)))
    return canvas


def bar_codes(dice: Dice) -> Canvas:
    """EAN-13 and the like of Code 128, some of them upright."""
    canvas = Canvas.plain(SIZE, grey(255))
    for row in range(4):
        digits = "".join(str(dice.integer(0, 9)) for _ in range(12))
        pattern = barcodes.ean13(digits) if row % 2 else barcodes.code128_like(dice, dice.integer(6, 18))
        strip = barcodes.bars(pattern, dice.integer(2, 4), dice.integer(80, 200))
        canvas.image.paste(strip, (dice.integer(0, 400), 40 + row * 290))
        canvas.text((100, 250 + row * 290), digits, 28, BLACK)
    if dice.chance(0.4):
        canvas.image = canvas.image.transpose(Image.ROTATE_90)
    return canvas


def data_matrices(dice: Dice) -> Canvas:
    canvas = Canvas.plain(SIZE, grey(255))
    for _ in range(dice.integer(1, 6)):
        stamp(dice, canvas, ink(barcodes.data_matrix_like(dice, dice.pick((14, 20, 26, 36, 48))), dice.integer(4, 10)))
    return canvas


def scrambled_codes(dice: Dice) -> Canvas:
    canvas = Canvas.plain(SIZE, grey(255))
    for _ in range(dice.integer(1, 2)):
        stamp(dice, canvas, ink(barcodes.scrambled(dice), dice.integer(3, 9)))
    return canvas


def micro_codes(dice: Dice) -> Canvas:
    canvas = Canvas.plain(SIZE, grey(255))
    for _ in range(dice.integer(1, 5)):
        stamp(dice, canvas, ink(barcodes.micro_qr(dice), dice.integer(4, 14)))
    return canvas


def noisy_dark_page(dice: Dice) -> Canvas:
    canvas = scenes.page(dice, dark=True).canvas
    canvas.text((100, 900), texts.sentence(dice, 9), 60, grey(220))
    canvas.add_noise(dice, dice.real(4, 20))
    return canvas


def stamp(dice: Dice, canvas: Canvas, mask: Image.Image) -> None:
    """Somewhere on the picture, in black."""
    x, y = (dice.integer(0, room - side) for room, side in zip(SIZE, mask.size))
    canvas.image.paste(BLACK, (x, y, x + mask.width, y + mask.height), mask)


def stamp_grid(canvas: Canvas, mask: Image.Image, count: int) -> None:
    for row in range(count):
        for column in range(count):
            x, y = 40 + column * 150, 20 + row * 120
            canvas.image.paste(BLACK, (x, y, x + mask.width, y + mask.height), mask)


KINDS = (
    phone_screen, photograph, text, noise, checkers, lone_finders, bullseyes, bar_codes, data_matrices,
    scrambled_codes, micro_codes, page_on_photo, noisy_dark_page,
)  # fmt: skip
