"""Codes as they are met on screens, small, large and many."""

import math

from .. import scenes, texts
from ..canvas import Canvas, grey, tile_side
from ..dice import Dice
from ..picture import Picture, picture
from ..symbols import dense_symbol, link_symbol, short_symbol, symbol


def phone(dice: Dice, number: int) -> Picture:
    scene = scenes.phone(dice)
    scene.place(link_symbol(dice))
    return picture(scene.canvas, "phone")


def page(dice: Dice, number: int) -> Picture:
    scene = scenes.photo_page(dice) if number % 4 == 3 else scenes.page(dice)
    scene.place(link_symbol(dice))
    return picture(scene.canvas, "page")


def export(dice: Dice, number: int) -> Picture:
    """A code of version 20 to 40 with many accounts."""
    scene = scenes.phone(dice, size=dice.pick(((1080, 2400), (1170, 2532), (1290, 2796))))
    made = dense_symbol(dice)
    scene.place(made, scale=max(3, scene.scale_for(made)))
    return picture(scene.canvas, f"export version {(made.dimension - 17) // 4}")


def tiny(dice: Dice, number: int) -> Picture:
    """One to two pixels a module."""
    scene = scenes.page(dice, dark=False)
    scale = 1.5 if number % 10 == 9 else 1 + number % 2
    made = link_symbol(dice) if scale == 2 else short_symbol(dice)
    scene.place(made, scale=scale)
    return picture(scene.canvas, f"{scale} pixels a module")


def huge(dice: Dice, number: int) -> Picture:
    """20 to 60 pixels a module on a picture that the code nearly fills."""
    made = link_symbol(dice) if number % 2 else symbol(f"otpauth://totp/{number}?secret=JBSWY3DPEHPK3PXP".encode())
    scale = min(dice.integer(20, 60), 2400 // (made.dimension + 8))
    scale = max(scale, 20)
    side = tile_side(made, scale)
    border = dice.integer(0, 200)
    canvas = Canvas.plain((side + 2 * border, side + 2 * border), grey(255))
    canvas.code(made, (border, border), scale)
    return picture(canvas, f"{scale} pixels a module")


def multi(dice: Dice, number: int) -> Picture:
    """A page with 12 codes, the next with 11, and so on down to 2."""
    return sheet(dice, 12 - number % 11, dice.integer(3, 5))


def sheet(dice: Dice, count: int, scale: int) -> Picture:
    """Backup codes of several accounts on one page, each with its name below."""
    symbols = [link_symbol(dice) for _ in range(count)]
    columns = math.ceil(math.sqrt(count))
    cell = max(tile_side(made, scale) for made in symbols) + dice.integer(10, 60)
    rows = math.ceil(count / columns)
    canvas = Canvas.plain((columns * cell + 80, rows * (cell + 40) + 160), grey(dice.pick((255, 255, 245))))
    canvas.text((40, 40), texts.sentence(dice, 4), 40, grey(30))
    for at, made in enumerate(symbols):
        x, y = 40 + at % columns * cell, 120 + at // columns * (cell + 40)
        slack = cell - tile_side(made, scale)
        canvas.code(made, (x + dice.integer(0, slack), y + dice.integer(0, slack // 2)), scale)
        canvas.text((x + 20, y + cell), texts.sentence(dice, 2), 20, grey(60))
    return picture(canvas, f"{count} codes")
