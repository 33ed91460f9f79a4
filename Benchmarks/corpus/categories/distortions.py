"""Codes after a lossy journey: compressed, turned, seen from the side, photographed off a screen."""

import io
import math

import numpy as np
from PIL import Image, ImageFilter

from .. import scenes
from ..backgrounds import gradient, photo
from ..canvas import Canvas, grey
from ..dice import Dice
from ..picture import Picture, picture
from ..symbols import link_symbol
from ..warping import code_tile, paste_code, paste_warped, shaken, square

SIZE = (1600, 1250)


def jpeg(dice: Dice, number: int) -> Picture:
    """A screen whose pixels went through JPEG of quality 10 to 50."""
    scene = (scenes.phone if number % 2 else scenes.page)(dice)
    made = link_symbol(dice)
    scene.place(made, scale=min(scene.scale_for(made), dice.integer(3, 8)))
    quality = dice.integer(10, 50)
    stored = io.BytesIO()
    scene.canvas.image.save(stored, "JPEG", quality=quality, subsampling=2)
    scene.canvas.image = Image.open(stored).convert("RGB")
    return picture(scene.canvas, f"quality {quality}")


def ground(dice: Dice) -> Canvas:
    """A light page or a photograph."""
    return Canvas.plain(SIZE, grey(dice.integer(200, 255))) if dice.chance(0.6) else Canvas(photo(dice, SIZE))


def rotated(dice: Dice, number: int) -> Picture:
    """By a multiple of 90 degrees, of 45, or by any angle."""
    angle = (90 * dice.integer(1, 3), 45 * dice.pick((1, 3, 5, 7)), dice.real(0, 360), dice.real(-12, 12))[number % 4]
    canvas = ground(dice)
    side = dice.integer(280, 700)
    reach = side * 0.75
    centre = dice.real(reach, SIZE[0] - reach), dice.real(reach, SIZE[1] - reach)
    paste_code(canvas, link_symbol(dice), square(centre, side, math.radians(angle)))
    return picture(canvas, f"{angle:.0f} degrees")


def perspective(dice: Dice, number: int) -> Picture:
    """The corners moved by 5 to 15 % of the width, on top of a small turn."""
    share = (0.05, 0.08, 0.11, 0.15)[number % 4]
    canvas = ground(dice)
    side = dice.integer(380, 700)
    reach = side * 0.9
    centre = dice.real(reach, SIZE[0] - reach), dice.real(min(reach, 620), max(SIZE[1] - reach, 630))
    corners = shaken(dice, square(centre, side, math.radians(dice.real(-20, 20))), side * share)
    paste_code(canvas, link_symbol(dice), corners)
    return picture(canvas, f"{share:.0%}")


def moire(dice: Dice, number: int) -> Picture:
    """A screen photographed: its sub-pixels sampled anew at another pitch, blurred, unevenly lit and noisy."""
    canvas = Canvas.plain(SIZE, grey(dice.integer(20, 60)))
    made = link_symbol(dice)
    screen = sub_pixels(code_tile(made, scale=dice.integer(9, 15)), dice.real(0.25, 0.6))
    side = dice.real(420, 900)
    centre = SIZE[0] / 2 + dice.real(-150, 150), SIZE[1] / 2 + dice.real(-80, 80)
    corners = shaken(dice, square(centre, side, math.radians(dice.real(-8, 8))), side * 0.01)
    paste_warped(canvas, screen, corners)
    canvas.payloads.append(made.payload)
    canvas.image = canvas.image.filter(ImageFilter.GaussianBlur(dice.real(0.5, 1.3)))
    light = gradient(SIZE, grey(dice.integer(130, 200)), grey(255), dice.real(0, math.tau))
    lit = np.asarray(canvas.image, dtype=np.float32) * np.asarray(light, dtype=np.float32) / 255
    canvas.image = Image.fromarray(lit.astype(np.uint8))
    canvas.add_noise(dice, dice.real(3, 10))
    return picture(canvas, "photographed screen")


def sub_pixels(image: Image.Image, depth: float) -> Image.Image:
    """Every pixel three columns wide, one a colour, with a darker line below: the grid of a screen.

    The exposure makes up for the light that the grid takes away, so white saturates in its bright stripes only.
    """
    pixels = np.asarray(image, dtype=np.float32)
    wide = np.kron(pixels, np.ones((3, 3, 1), dtype=np.float32))
    grid = np.full_like(wide, 1 - depth)
    for channel in range(3):
        grid[:, channel::3, channel] = 1
    grid[2::3] *= 1 - depth / 2
    return Image.fromarray(np.clip(wide * grid * (0.9 / grid.mean()), 0, 255).astype(np.uint8))
