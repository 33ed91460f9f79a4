"""Codes whose ink and paper are not black and white."""

import math

from .. import scenes
from ..backgrounds import gradient
from ..canvas import BLACK, Canvas, Colour, grey, luma, tile_side
from ..dice import Dice
from ..picture import Picture, picture
from ..symbols import link_symbol


def inverted(dice: Dice, number: int) -> Picture:
    """Light modules on a dark screen, with a quiet zone of the screen's colour."""
    scene = (scenes.phone if number % 2 else scenes.page)(dice, dark=True)
    light, dark = (grey(255), BLACK) if number % 3 else (grey(dice.integer(190, 250)), grey(dice.integer(0, 50)))
    scene.place(link_symbol(dice), dark=light, light=dark)
    return picture(scene.canvas, "inverted")


def coloured(dice: Dice, number: int) -> Picture:
    """Coloured ink on coloured paper, flat or as gradients, with at least 90 levels of luma between them."""
    scene = (scenes.phone if number % 2 else scenes.page)(dice, dark=False)
    made = link_symbol(dice)
    if number % 4 < 2:
        scene.place(made, dark=deep(dice), light=pale(dice))
        return picture(scene.canvas, "flat colours")
    size = (tile_side(made, scene.scale_for(made)),) * 2
    inks = gradient(size, deep(dice), deep(dice), dice.real(0, math.tau))
    papers = gradient(size, pale(dice), pale(dice), dice.real(0, math.tau)) if number % 4 == 3 else pale(dice)
    scene.place(made, dark=inks, light=papers)
    return picture(scene.canvas, "gradients")


def deep(dice: Dice) -> Colour:
    """Any colour with a luma of at most 100."""
    return colour_where(dice, lambda level: level <= 100)


def pale(dice: Dice) -> Colour:
    """Any colour with a luma of at least 190."""
    return colour_where(dice, lambda level: level >= 190)


def colour_where(dice: Dice, fits) -> Colour:
    while True:
        colour = tuple(dice.integer(0, 255) for _ in range(3))
        if fits(luma(colour)):
            return colour


def lowcontrast(dice: Dice, number: int) -> Picture:
    """25, 40 or 60 levels between ink and paper, anywhere from black to white."""
    contrast = (25, 40, 60)[number % 3]
    base = dice.integer(0, 255 - contrast)
    ink, paper = grey(base), grey(base + contrast)
    all_faded = number % 4 == 1
    scene = faded(dice, ink, paper) if all_faded else (scenes.phone if number % 2 else scenes.page)(dice)
    scene.place(link_symbol(dice), dark=ink, light=paper)
    return picture(scene.canvas, f"{contrast} levels from {base}, {'all' if all_faded else 'only the code'} faded")


def faded(dice: Dice, ink: Colour, paper: Colour) -> scenes.Scene:
    """A screen that has nothing else than the two tones."""
    canvas = Canvas.plain((1600, 1250), paper)
    scenes.paragraph(dice, canvas, (900, 200), 600, 22, ink, dice.integer(4, 20))
    return scenes.Scene(canvas, dice.integer(40, 160), dice.integer(40, 450), dice.integer(500, 680))
