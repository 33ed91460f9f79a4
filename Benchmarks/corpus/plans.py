"""What each corpus holds: the names of its pictures, and how each is made."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from . import scenes
from .backgrounds import gradient, photo, wallpaper
from .canvas import Canvas
from .categories import CATEGORIES
from .categories.screens import export
from .categories.storage import small_canvas
from .dice import Dice
from .photographed import DIFFICULT_SCENES, SCENES
from .picture import Picture, of_bytes, picture
from .png_writer import encode_as_libpng
from .roll_photographs import photograph
from .roll_screens import screen
from .symbols import dense_symbol, link_symbol


@dataclass(frozen=True)
class Entry:
    """One picture to come."""

    category: str
    number: int
    make: Callable[[Dice, int], Picture]
    suffix: str = "png"

    @property
    def file(self) -> str:
        return f"{self.category}-{self.number:03}.{self.suffix}"


def accuracy(per_category: int) -> Iterator[Entry]:
    """Every category, so many pictures each."""
    for name, make in CATEGORIES.items():
        yield from entries(name, make, per_category)


def screenshots(count: int) -> Iterator[Entry]:
    yield from entries("screenshot", screenshot, count)


def pages(count: int) -> Iterator[Entry]:
    """A fifth of the pages are sheets, a fifth dense exports; all lie over a photograph or a gradient."""
    for number in range(count):
        category, make = PAGES[number % len(PAGES)]
        yield Entry(category, number, make)


def mixed(count: int) -> Iterator[Entry]:
    """Half hard to compress, a tenth sheets, a tenth dense exports, the rest flat screenshots."""
    tenth = count // 10
    yield from entries("photo-page", photo_page, count // 2)
    yield from entries("sheet", flat_sheet, tenth)
    yield from entries("export", export, tenth)
    yield from entries("screenshot", screenshot, count - count // 2 - 2 * tenth)


def noisy(count: int) -> Iterator[Entry]:
    """Screens and pages over wallpapers and gradients, with grain and without: from 0.2 to 3.8 MB each."""
    for number in range(count):
        category, make = NOISY[number % len(NOISY)]
        yield Entry(category, number, make)


def negative(count: int) -> Iterator[Entry]:
    yield from entries("negative", CATEGORIES["negative"], count)


def photographed(count: int) -> Iterator[Entry]:
    """Every category, the same number of pictures each."""
    for name, make in SCENES.items():
        yield from entries(name, make, count // len(SCENES))


def difficult(count: int) -> Iterator[Entry]:
    """Every category, the same number of pictures each, but a third of them of sheets of 12 megapixels."""
    for name, make in DIFFICULT_SCENES.items():
        each = count // len(DIFFICULT_SCENES)
        yield from entries(name, make, each // 3 if name == "large-sheet" else each)


def roll(count: int) -> Iterator[Entry]:
    """What fills a phone: half photographs of 12 megapixels, half screens, none of them with a code."""
    for number in range(count // 2):
        yield Entry("photograph", number, photograph, "jpg")
    yield from entries("screen", screen, count - count // 2)


def small(count: int) -> Iterator[Entry]:
    yield from entries("small", small_picture, count)


def entries(category: str, make: Callable[[Dice, int], Picture], count: int) -> Iterator[Entry]:
    return (Entry(category, number, make) for number in range(count))


def small_picture(dice: Dice, number: int) -> Picture:
    """One code and a line of text on about 0.1 Mpx: what start-up is timed with."""
    return picture(small_canvas(dice, link_symbol(dice)), "small")


def screenshot(dice: Dice, number: int) -> Picture:
    """A phone's or a desktop's screen in flat colours, with blocks of noise where an advertisement would be."""
    if number % 4 == 3:
        scene = scenes.page(dice, size=dice.pick(((1920, 1200), (2240, 1260), (2048, 1280))))
    else:
        scene = scenes.phone(dice)
    scene.place(link_symbol(dice))
    noise_block(dice, scene)
    return picture(scene.canvas, "screenshot")


def noise_block(dice: Dice, scene: scenes.Scene) -> None:
    """Random pixels in a free corner of the lower part."""
    width, height = scene.canvas.image.size
    side = dice.integer(100, 260)
    top = max(scene.top + scene.side + 40, height - side - dice.integer(0, 200))
    if top + side > height:
        return
    pixels = dice.arrays.integers(0, 256, (side, side, 3), dtype="uint8")
    scene.canvas.paste_array(pixels, (dice.integer(0, width - side), top))


def photo_page(dice: Dice, number: int) -> Picture:
    """A browser's page over a photograph, or over a gradient with grain."""
    if number % 3 < 2:
        scene = scenes.photo_page(dice)
    else:
        size = dice.pick(scenes.PAGE_SIZES)
        backdrop = Canvas(gradient(size, dice.pick(scenes.ACCENTS), dice.pick(scenes.ACCENTS), dice.real(0, math.tau)))
        backdrop.add_noise(dice, 3)
        scene = scenes.page(dice, backdrop=backdrop.image)
    scene.place(link_symbol(dice))
    return picture(scene.canvas, "page over a photograph" if number % 3 < 2 else "page over a gradient")


def screen_picture(canvas: Canvas, about: str) -> Picture:
    """A file as phones and browsers write it: RGBA, with libpng's filters."""
    return of_bytes(encode_as_libpng(np.asarray(canvas.image.convert("RGBA"))), about, canvas.payloads)


def noisy_page(dice: Dice, number: int) -> Picture:
    scene = scenes.page(dice, backdrop=wallpaper(dice, dice.pick(scenes.PAGE_SIZES)))
    scene.place(link_symbol(dice))
    return screen_picture(scene.canvas, "page over a photograph")


def wallpaper_phone(dice: Dice, number: int) -> Picture:
    """A phone's screen over a photograph."""
    scene = scenes.phone(dice, backdrop=wallpaper(dice, dice.pick(scenes.PHONE_SIZES)))
    scene.place(link_symbol(dice))
    return screen_picture(scene.canvas, "phone over a photograph")


def gradient_phone(dice: Dice, number: int) -> Picture:
    """A phone's screen over a gradient, every other one with grain."""
    size = dice.pick(scenes.PHONE_SIZES)
    backdrop = Canvas(gradient(size, dice.pick(scenes.ACCENTS), dice.pick(scenes.ACCENTS), dice.real(0, math.tau)))
    if dice.chance(0.5):
        backdrop.add_noise(dice, dice.real(0.4, 1.5))
    scene = scenes.phone(dice, backdrop=backdrop.image)
    scene.place(link_symbol(dice))
    return screen_picture(scene.canvas, "phone over a gradient")


def dense_page(dice: Dice, number: int) -> Picture:
    """An export's code on a white card over a photograph."""
    canvas = Canvas(photo(dice, (1600, 1300)))
    made = dense_symbol(dice)
    scene = scenes.Scene(canvas, dice.integer(20, 500), dice.integer(20, 200), 1080)
    scene.place(made)
    return picture(canvas, f"export version {(made.dimension - 17) // 4}")


def flat_sheet(dice: Dice, number: int) -> Picture:
    return sheet_page(dice, number, on_photo=False)


def photo_sheet(dice: Dice, number: int) -> Picture:
    return sheet_page(dice, number, on_photo=True)


def sheet_page(dice: Dice, number: int, *, on_photo: bool) -> Picture:
    """2 to 12 codes in a grid, each on a card, on 1.9 Mpx."""
    size = (1600, 1200)
    canvas = Canvas(photo(dice, size)) if on_photo else Canvas.plain(size, (250, 250, 250))
    count = 12 - number % 11
    for at in range(count):
        cell = scenes.Scene(canvas, 20 + at % 4 * 395, 20 + at // 4 * 395, 375)
        canvas.card((cell.left, cell.top, cell.left + cell.side, cell.top + cell.side), (255, 255, 255), 10)
        cell.place(link_symbol(dice))
    return picture(canvas, f"{count} codes")


NOISY = (("wallpaper-phone", wallpaper_phone), ("gradient-phone", gradient_phone), ("noisy-page", noisy_page))
PAGES = (
    ("photo-page", photo_page),
    ("photo-sheet", photo_sheet),
    ("photo-page", photo_page),
    ("dense-page", dense_page),
    ("photo-page", photo_page),
)
