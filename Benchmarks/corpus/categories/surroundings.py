"""Codes with a designer's touch: other shapes, something in the middle, something at the edge."""

from .. import scenes
from ..backgrounds import photo
from ..canvas import Canvas, grey, tile_side
from ..dice import Dice
from ..drawing import Style
from ..picture import Picture, picture
from ..symbols import QUIET_ZONE, Symbol, link_symbol

MODULES = ("dots", "rounded", "bars", "square")
FINDERS = ("square", "round", "rounded")


def styled(dice: Dice, number: int) -> Picture:
    """Dots, rounded modules, bars or small squares, with finder patterns square, round or rounded."""
    style = Style(MODULES[number % 4], FINDERS[number // 4 % 3], dice.real(0.7, 1.0))
    scene = (scenes.phone if number % 2 else scenes.page)(dice, dark=False)
    made = link_symbol(dice, "mqh")
    scene.place(made, scale=max(5, scene.scale_for(made)), style=style)
    return picture(scene.canvas, f"{style.modules}, {style.finders} finders")


def logo(dice: Dice, number: int) -> Picture:
    """A picture over the middle, 14 to 22 % of the code's width, with error correction Q or H."""
    scene = (scenes.phone if number % 2 else scenes.page)(dice, dark=False)
    made = link_symbol(dice, "qh")
    scene.place(made)
    share = dice.real(0.14, 0.22)
    reach = round(made.dimension * scene.scale_for(made) * share / 2)
    middle = scene.left + scene.side // 2, scene.top + scene.side // 2
    box = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
    canvas = scene.canvas
    if number % 3 == 0:
        canvas.image.paste(photo(dice, (2 * reach, 2 * reach)), box)
        return picture(canvas, f"photo logo, {share:.0%}")
    canvas.card(box, grey(255), reach if number % 3 == 1 else 0)
    inner = tuple(edge + (6 if at < 2 else -6) for at, edge in enumerate(box))
    canvas.card(inner, dice.pick(scenes.ACCENTS), reach if number % 3 == 1 else 0)
    canvas.text((middle[0] - reach // 3, middle[1] - reach * 2 // 3), "Q", max(12, reach), grey(255))
    return picture(canvas, f"{'round' if number % 3 == 1 else 'square'} logo, {share:.0%}")


def noquiet(dice: Dice, number: int) -> Picture:
    """No quiet zone: on white beside text, on a photograph, in a dark frame, or nothing but the code."""
    made = link_symbol(dice)
    kind = ("white", "photo", "frame", "bare")[number % 4]
    scale = dice.integer(4, 9)
    if kind == "bare":
        canvas = Canvas.plain((tile_side(made, scale, 0),) * 2, grey(255))
        canvas.code(made, (0, 0), scale, quiet=0)
        return picture(canvas, kind)
    if kind == "frame":
        gap = 0 if number % 20 == 2 else 1
        return picture(framed(dice, made, scale, gap), f"frame after {gap} modules")
    return picture((beside_text if kind == "white" else on_photo)(dice, made, scale), kind)


def beside_text(dice: Dice, made: Symbol, scale: int) -> Canvas:
    """Text and a rule right at the edge of the code."""
    scene = scenes.page(dice, dark=False)
    side = tile_side(made, scale, 0)
    x, y = scene.left, min(scene.top, scene.canvas.image.height - side - 60)
    scene.canvas.card((x - QUIET_ZONE * scale, y - 40, x + side + 300, y + side + 50), grey(255))
    scene.canvas.code(made, (x, y), scale, quiet=0)
    scene.canvas.text((x, y + side + 3), "Scan this code with your phone", 18, grey(20))
    scene.canvas.text((x + side + 6, y + side // 2), "Account added", 18, grey(20))
    return scene.canvas


def on_photo(dice: Dice, made: Symbol, scale: int) -> Canvas:
    """A code cut out along its edge and laid on a photograph."""
    canvas = Canvas(photo(dice, (1600, 1200)))
    side = tile_side(made, scale, 0)
    canvas.code(made, (dice.integer(0, 1600 - side), dice.integer(0, 1200 - side)), scale, quiet=0)
    return canvas


def framed(dice: Dice, made: Symbol, scale: int, gap: int) -> Canvas:
    """A dark frame, after so many light modules; without any it runs into the finder patterns."""
    scene = scenes.page(dice, dark=False)
    side = tile_side(made, scale, gap)
    x, y = scene.left, min(scene.top, scene.canvas.image.height - side - 60)
    width = dice.integer(scale, 5 * scale)
    level = dice.integer(0, 90)
    scene.canvas.card((x - width, y - width, x + side + width - 1, y + side + width - 1), grey(level))
    scene.canvas.code(made, (x, y), scale, quiet=gap)
    return scene.canvas
