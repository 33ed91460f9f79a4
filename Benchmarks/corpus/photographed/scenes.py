"""One function per category: what is photographed, and what is wrong with the picture."""

import dataclasses
from collections.abc import Callable
from functools import partial

from PIL import Image

from ..dice import Dice
from ..picture import Picture, of_bytes, png_bytes
from ..symbols import Symbol
from . import bends, camera, covering
from .camera import Shot
from .sheet import Sheet, any_symbol, as_screen, sheet

Scene = Callable[[Dice, int], Picture]


def ordinary(dice: Dice, **changes: object) -> Shot:
    """A picture in good light, with what a category changes."""
    shot = Shot(
        module=dice.real(4.5, 8),
        turn=dice.real(-20, 20),
        tilt=dice.real(0.01, 0.05),
        blur=dice.real(0.5, 0.9),
        noise=dice.real(1.5, 4),
        quality=dice.integer(72, 92),
    )
    return dataclasses.replace(shot, **changes)


def photograph(dice: Dice, flat: Sheet, shot: Shot, about: str) -> Picture:
    return as_file(camera.taken(dice, flat, shot), flat.symbol, about)


def as_file(image: Image.Image, symbol: Symbol, about: str) -> Picture:
    version = (symbol.dimension - 17) // 4
    return of_bytes(png_bytes(image), f"version {version}, {about}", [symbol.payload])


def tilted(dice: Dice, number: int) -> Picture:
    """Seen from the side: the corners moved by 8 to 20 % of the width."""
    tilt = (0.08, 0.12, 0.16, 0.2)[number // 4 % 4]
    shot = ordinary(dice, tilt=tilt, turn=dice.real(-180, 180), module=dice.real(6, 9))
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"tilt {tilt:.0%}")


def bent(make: Callable[[Dice], bends.Bend], about: str, dice: Dice, number: int) -> Picture:
    """On paper that is not flat."""
    shot = ordinary(dice, bend=make(dice), module=dice.real(5.5, 8.5), turn=dice.real(-60, 60))
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, about)


def defocused(dice: Dice, number: int) -> Picture:
    """Out of focus: a disc with a radius of a third to nearly a whole module."""
    module = dice.real(4.5, 8)
    share = dice.real(0.35, 0.85)
    shot = ordinary(dice, module=module, defocus=share * module)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"radius of {share:.2f} modules")


def moved(dice: Dice, number: int) -> Picture:
    """A streak of half a module to nearly two."""
    module = dice.real(4.5, 8)
    share = dice.real(0.5, 1.7)
    shot = ordinary(dice, module=module, motion=share * module)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"streak of {share:.2f} modules")


def shaded(dice: Dice, number: int) -> Picture:
    """One to three shadows with hard or soft edges."""
    count = dice.integer(1, 3)
    shot = ordinary(dice, centered=True)
    shot.light = camera.shadow(dice, shot.frame, count)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"{count} shadows")


def dark(dice: Dice, number: int) -> Picture:
    """Low light: 12 to 45 levels between ink and paper, with as much noise as such a sensor makes."""
    contrast = dice.real(12, 45)
    ink = dice.real(3, 15)
    shot = ordinary(dice, ink=ink, paper=ink + contrast, noise=dice.real(1.5, 2 + contrast / 7), quality=90)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"{contrast:.0f} levels")


def glaring(dice: Dice, number: int) -> Picture:
    """A lamp is reflected near the middle of the code."""
    made = any_symbol(dice, number, "mqh")
    shot = ordinary(dice, ink=45, paper=190, centered=True)
    middle = tuple(side / 2 + dice.real(-90, 90) for side in shot.frame)
    reach = made.dimension * shot.module * dice.real(0.15, 0.45)
    shot.glare = camera.glare(dice, shot.frame, middle, reach)
    return photograph(dice, sheet(dice, made), shot, "lamp")


def compressed(dice: Dice, number: int) -> Picture:
    """Sent through a messenger: few pixels and strong compression."""
    quality = dice.integer(8, 30)
    shot = ordinary(dice, frame=(800, 600), module=dice.real(2.8, 5), quality=quality)
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"quality {quality}")


def occluded(dice: Dice, number: int) -> Picture:
    """A finger, a sticker or scratches over as much as 60 to 95 % of what the error correction restores."""
    kinds = (("finger", covering.finger), ("sticker", covering.sticker), ("scratches", covering.scratches))
    about, cover = kinds[number % 3]
    error = dice.pick("lmqh")
    flat = sheet(dice, any_symbol(dice, number, error))
    share = dice.real(0.6, 0.95)
    covering.covered(flat, cover(dice, flat), dice.pick((0.0, 0.35, 0.65, 1.0)), error, share)
    return photograph(dice, flat, ordinary(dice, module=dice.real(5, 8)), f"{about}, {error.upper()}, {share:.0%}")


def corner_lost(dice: Dice, number: int) -> Picture:
    """One finder pattern is damaged or gone; the others and the timing lines are whole."""
    error = dice.pick("mqh")
    flat = sheet(dice, any_symbol(dice, number, error))
    which = number % 3
    covering.covered(flat, covering.corner(dice, flat, which), dice.pick((0.0, 0.3, 1.0)), error, 0.9)
    about = ("upper left", "upper right", "lower left")[which]
    return photograph(dice, flat, ordinary(dice, module=dice.real(5, 8)), f"{about} pattern")


def mirrored(dice: Dice, number: int) -> Picture:
    """Through a mirror or a front camera."""
    flat = sheet(dice, any_symbol(dice, number))
    image = camera.taken(dice, flat, ordinary(dice, tilt=dice.real(0.02, 0.1)))
    return as_file(image.transpose(Image.FLIP_LEFT_RIGHT), flat.symbol, "mirrored")


def screen(dice: Dice, number: int) -> Picture:
    """A screen: its pixels beat against those of the camera."""
    flat = sheet(dice, any_symbol(dice, number))
    depth = dice.real(0.35, 0.75)
    as_screen(flat, depth)
    shot = ordinary(dice, module=dice.real(2.8, 7), ink=12, paper=240, turn=dice.real(-8, 8))
    return photograph(dice, flat, shot, f"screen, depth {depth:.2f}")


def small(dice: Dice, number: int) -> Picture:
    """A small code somewhere in a large frame."""
    shot = ordinary(dice, frame=(2400, 1800), module=dice.real(2.0, 3.4), turn=dice.real(0, 360))
    return photograph(dice, sheet(dice, any_symbol(dice, number)), shot, f"{shot.module:.1f} pixels per module")


SCENES: dict[str, Scene] = {
    "tilted": tilted,
    "cylinder": partial(bent, bends.cylinder, "around a bottle"),
    "wave": partial(bent, bends.wave, "waves"),
    "crumpled": partial(bent, bends.crumple, "crumpled"),
    "defocused": defocused,
    "moved": moved,
    "shaded": shaded,
    "dark": dark,
    "glaring": glaring,
    "compressed": compressed,
    "occluded": occluded,
    "corner-lost": corner_lost,
    "mirrored": mirrored,
    "screen": screen,
    "small": small,
}
