"""The screens that codes are found on: phones and browser pages, with the free square for a code."""

from dataclasses import dataclass

from PIL import Image

from . import texts
from .backgrounds import gradient, photo
from .canvas import Canvas, Colour, grey
from .dice import Dice
from .symbols import QUIET_ZONE, Symbol

PHONE_SIZES = ((1080, 2400), (1170, 2532), (1080, 1920), (1290, 2796), (1080, 2340))
PAGE_SIZES = ((1920, 1080), (1600, 1200), (1680, 1050), (1440, 1600), (2048, 1152))
ACCENTS: tuple[Colour, ...] = ((26, 115, 232), (0, 121, 107), (194, 24, 91), (81, 45, 168), (230, 81, 0), (56, 94, 15))


@dataclass
class Scene:
    """A canvas, and the square on it that waits for a code."""

    canvas: Canvas
    left: int
    top: int
    side: int

    def scale_for(self, symbol: Symbol, largest: int = 12) -> int:
        """The most whole pixels a module that fit, at least one."""
        return max(1, min(largest, self.side // (symbol.dimension + 2 * QUIET_ZONE)))

    def place(self, symbol: Symbol, scale: float | None = None, **look) -> None:
        """Draws the code in the middle of the square."""
        scale = scale or self.scale_for(symbol)
        offset = round(self.side - (symbol.dimension + 2 * look.get("quiet", QUIET_ZONE)) * scale) // 2
        self.canvas.code(symbol, (self.left + offset, self.top + offset), scale, **look)


def phone(
    dice: Dice, *, dark: bool | None = None, size: tuple[int, int] | None = None, backdrop: Image.Image | None = None
) -> Scene:
    """A set-up screen in portrait: status bar, heading, a card for the code, lines of text and two buttons."""
    dark = dice.chance(0.3) if dark is None else dark
    width, height = size = (backdrop.size if backdrop else size) or dice.pick(PHONE_SIZES)
    back, front, faint = (grey(18), grey(230), grey(150)) if dark else (grey(250), grey(30), grey(110))
    accent = dice.pick(ACCENTS)
    canvas = Canvas(backdrop) if backdrop else Canvas.plain(size, back)
    status_bar(dice, canvas, front)
    canvas.text((width * 0.06, height * 0.05), texts.sentence(dice, 3), width // 16, front)
    canvas.text((width * 0.06, height * 0.09), texts.sentence(dice, 7), width // 32, faint)
    side = dice.integer(width * 62 // 100, width * 86 // 100)
    left, top = (width - side) // 2, round(height * dice.real(0.15, 0.25))
    canvas.card((left - 20, top - 20, left + side + 20, top + side + 20), grey(32) if dark else grey(255), 28)
    paragraph(dice, canvas, (width * 0.06, top + side + 60), width * 0.85, width // 30, front, dice.integer(3, 6))
    for row in range(2):
        y = round(height * (0.86 + 0.065 * row))
        canvas.card((width * 0.06, y, width * 0.94, y + height * 0.05), accent if row == 0 else faint, 40)
        canvas.text((width * 0.42, y + height * 0.012), texts.sentence(dice, 1), width // 28, back)
    return Scene(canvas, left, top, side)


def status_bar(dice: Dice, canvas: Canvas, colour: Colour) -> None:
    width = canvas.image.width
    canvas.text((width * 0.05, 20), f"{dice.integer(0, 23)}:{dice.integer(10, 59)}", width // 30, colour)
    for bar in range(4):
        x = width * 0.84 + bar * 14
        canvas.card((x, 50 - 8 * bar, x + 9, 56), colour)
    canvas.card((width * 0.92, 30, width * 0.96, 54), colour, 5)


def paragraph(
    dice: Dice, canvas: Canvas, at: tuple[float, float], width: float, size: int, colour: Colour, lines: int
) -> None:
    """Lines of invented text about as wide as told."""
    for line in range(lines):
        words = texts.sentence(dice, max(1, round(width * dice.real(0.6, 0.95) / (size * 3.1))))
        canvas.text((at[0], at[1] + line * size * 1.5), words, size, colour)


def page(
    dice: Dice, *, dark: bool | None = None, size: tuple[int, int] | None = None, backdrop: Image.Image | None = None
) -> Scene:
    """A browser's window: bar, navigation, text on one side and the code on a card on the other."""
    dark = dice.chance(0.25) if dark is None else dark
    width, height = size = (backdrop.size if backdrop else size) or dice.pick(PAGE_SIZES)
    back, front, faint = (grey(24), grey(225), grey(140)) if dark else (grey(255), grey(35), grey(120))
    canvas = Canvas(backdrop) if backdrop else Canvas.plain(size, back)
    browser_bar(dice, canvas, dark)
    canvas.card((0, 60, width, 130), dice.pick(ACCENTS))
    for item in range(5):
        canvas.text((40 + item * 170, 82), texts.sentence(dice, 1), 22, grey(255))
    side = dice.integer(300, min(560, height - 330))
    left = dice.integer(60, width // 2 - side // 2)
    top = dice.integer(180, height - side - 60)
    text_left = left + side + 80
    if backdrop:
        canvas.card((text_left - 30, 170, width - 60, height - 60), back, 12)
        canvas.card((left - 24, top - 24, left + side + 24, top + side + 24), back, 12)
    canvas.text((text_left, 190), texts.sentence(dice, 4), 44, front)
    lines = (height - 380) // 30
    paragraph(dice, canvas, (text_left, 270), width - text_left - 100, 20, front, min(lines, dice.integer(8, 26)))
    if not backdrop and dice.chance(0.5):
        start, end = dice.pick(ACCENTS), dice.pick(ACCENTS)
        canvas.image.paste(gradient((width, 40), start, end, 0), (0, height - 40))
    canvas.text((text_left, height - 100), texts.sentence(dice, 6), 16, faint)
    return Scene(canvas, left, top, side)


def browser_bar(dice: Dice, canvas: Canvas, dark: bool) -> None:
    width = canvas.image.width
    canvas.card((0, 0, width, 60), grey(50) if dark else grey(222))
    canvas.card((180, 12, width - 200, 48), grey(30) if dark else grey(250), 18)
    canvas.text((210, 18), f"example.com/{dice.pick(texts.WORDS)}/{dice.pick(texts.WORDS)}", 20, grey(128))
    for at, colour in enumerate(((237, 106, 94), (245, 191, 79), (98, 197, 84))):
        canvas.draw.ellipse((24 + at * 44, 18, 48 + at * 44, 42), fill=colour)


def photo_page(dice: Dice) -> Scene:
    """A page over a photograph, which fills what text and card leave."""
    return page(dice, backdrop=photo(dice, dice.pick(PAGE_SIZES)))
