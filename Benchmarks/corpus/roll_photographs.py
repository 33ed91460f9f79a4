"""Photographs of 12 megapixels as a phone stores them: scenes with textures, edges and text, a sensor's grain, JPEG."""

import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from . import texts
from .backgrounds import clouds, gradient
from .canvas import Colour
from .dice import Dice
from .picture import Picture, of_bytes

SIZES = ((4032, 3024), (3024, 4032))
QUALITIES = (85, 90, 93, 95)


def photograph(dice: Dice, number: int) -> Picture:
    """One kind of scene after the other, each a little out of focus somewhere, with grain and fading corners."""
    draw = SCENES[number % len(SCENES)]
    size = dice.pick(SIZES)
    scene = draw(dice, size).filter(ImageFilter.GaussianBlur(dice.real(0.4, 1.6)))
    return of_bytes(jpeg_bytes(dice, developed(dice, scene)), draw.__name__, [])


def developed(dice: Dice, scene: Image.Image) -> Image.Image:
    """What a sensor makes of a scene: fading corners, and grain that is stronger in the dark."""
    width, height = scene.size
    pixels = np.asarray(scene, dtype=np.float32)
    across = np.linspace(-1, 1, width, dtype=np.float32)[None, :] ** 2
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, None] ** 2
    pixels = pixels * (1 - dice.real(0, 0.25) * (across + down) / 2)[..., None]
    grain = dice.arrays.standard_normal((height, width), dtype=np.float32) * dice.real(1.5, 7)
    pixels += (grain * (1.3 - pixels.mean(axis=2) / 255))[..., None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def jpeg_bytes(dice: Dice, image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=dice.pick(QUALITIES), subsampling="4:2:0")
    return out.getvalue()


def colour(dice: Dice, low: int = 0, high: int = 255) -> Colour:
    return (dice.integer(low, high), dice.integer(low, high), dice.integer(low, high))


def terrain(dice: Dice, size: tuple[int, int], roughness: float) -> Image.Image:
    """Clouds of a quarter of the size between two colours, with fine noise over them: grass, sand, plaster."""
    small = (size[0] // 4, size[1] // 4)
    levels = clouds(dice, small, roughness)
    start, end = np.array(colour(dice, 0, 140)), np.array(colour(dice, 90, 255))
    mixed = Image.fromarray((start + levels * (end - start)).astype(np.uint8)).resize(size, Image.BICUBIC)
    fine = dice.arrays.standard_normal((size[1] // 2, size[0] // 2), dtype=np.float32) * dice.real(2, 22)
    fine = np.asarray(Image.fromarray(fine).resize(size, Image.BILINEAR))
    return Image.fromarray(np.clip(np.asarray(mixed, dtype=np.float32) + fine[..., None], 0, 255).astype(np.uint8))


def landscape(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """A sky above ground that gets finer towards the horizon."""
    width, height = size
    horizon = dice.integer(height // 4, height * 2 // 3)
    image = gradient(size, colour(dice, 80, 200), colour(dice, 150, 255), math.pi / 2)
    image.paste(terrain(dice, (width, height - horizon), dice.real(0.5, 0.9)), (0, horizon))
    draw = ImageDraw.Draw(image)
    for _ in range(dice.integer(3, 12)):
        x, reach = dice.integer(0, width), dice.integer(width // 30, width // 6)
        draw.polygon([(x - reach, horizon), (x, horizon - dice.integer(20, reach)), (x + reach, horizon + 4)],
                     fill=colour(dice, 20, 150))  # fmt: skip
    return image


def foliage(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """Thousands of leaves, large ones last."""
    image = terrain(dice, size, 0.6)
    draw = ImageDraw.Draw(image)
    for at in range(4000):
        x, y = dice.integer(0, size[0]), dice.integer(0, size[1])
        length, angle = dice.real(8, 25 + at / 40), dice.real(0, math.tau)
        along = length * math.cos(angle), length * math.sin(angle)
        points = [(x - along[0], y - along[1]), (x - along[1] / 3, y + along[0] / 3), (x + along[0], y + along[1]),
                  (x + along[1] / 3, y - along[0] / 3)]  # fmt: skip
        green = dice.integer(30, 230)
        draw.polygon(points, fill=(green * dice.integer(3, 9) // 10, green, green // 3))
    return image


def facade(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """A house front: rows of windows with frames and panes, a little tilted."""
    image = terrain(dice, size, 0.8)
    draw = ImageDraw.Draw(image)
    step = dice.integer(160, 420)
    pane, frame = colour(dice, 10, 110), colour(dice, 150, 255)
    for top in range(40, size[1], round(step * 1.4)):
        for left in range(30, size[0], step):
            width, height = step * 6 // 10, step
            draw.rectangle((left, top, left + width, top + height), fill=frame)
            for part in range(4):
                x, y = left + 10 + part % 2 * (width // 2), top + 10 + part // 2 * (height // 2)
                shade = tuple(min(255, value + dice.integer(0, 60)) for value in pane)
                draw.rectangle((x, y, x + width // 2 - 16, y + height // 2 - 16), fill=shade)
    return image.rotate(dice.real(-8, 8), Image.BILINEAR, fillcolor=colour(dice))


def bricks(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """A wall of bricks, or tiles in squares."""
    image = terrain(dice, size, 0.8)
    draw = ImageDraw.Draw(image)
    height = dice.integer(30, 110)
    width = height if dice.chance(0.3) else height * 5 // 2
    red = dice.integer(90, 200)
    for row, top in enumerate(range(0, size[1], height)):
        for left in range(-(row % 2) * width // 2, size[0], width):
            shade = dice.real(0.7, 1.15)
            fill = (min(255, int(red * shade)), int(red * shade * 0.55), int(red * shade * 0.4))
            draw.rectangle((left + 3, top + 3, left + width - 4, top + height - 4), fill=fill)
    grain = terrain(dice, size, 0.7)
    return Image.blend(image, grain, 0.25).rotate(dice.real(-15, 15), Image.BILINEAR)


def printed_page(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """A sheet of text on a desk."""
    image = terrain(dice, size, dice.real(0.4, 0.7))
    width, height = size
    sheet = Image.new("RGB", (width * 3 // 4, height * 3 // 4), colour(dice, 215, 255))
    write(dice, sheet, dice.integer(26, 70), colour(dice, 10, 70), sheet.height)
    tilted = sheet.convert("RGBA").rotate(dice.real(-25, 25), Image.BILINEAR, expand=True)
    image.paste(tilted, ((width - tilted.width) // 2, (height - tilted.height) // 2), tilted)
    return image


def signs(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """A street: blurred shapes, and boards with words in large letters."""
    image = facade(dice, size).filter(ImageFilter.GaussianBlur(dice.integer(3, 12)))
    for _ in range(dice.integer(3, 9)):
        board = Image.new("RGB", (dice.integer(400, 1500), dice.integer(150, 600)), colour(dice))
        write(dice, board, dice.integer(60, 200), colour(dice), board.height)
        tilted = board.convert("RGBA").rotate(dice.real(-12, 12), Image.BILINEAR, expand=True)
        image.paste(tilted, (dice.integer(-200, size[0] - 300), dice.integer(-100, size[1] - 200)), tilted)
    return image


def shelf(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """Rows of books with titles on their spines, stripes and labels."""
    image = Image.new("RGB", size, colour(dice, 30, 120))
    row = dice.integer(600, 1000)
    for top in range(0, size[1], row):
        left = 0
        while left < size[0]:
            width, height = dice.integer(50, 190), row - dice.integer(30, 200)
            spine = Image.new("RGB", (height, width), colour(dice))
            write(dice, spine, width * 6 // 10, colour(dice), 1)
            stripe = dice.integer(0, height)
            spine.paste(colour(dice), (stripe, 0, stripe + 12, width))
            image.paste(spine.rotate(90, expand=True), (left, top + row - height))
            left += width + dice.integer(2, 9)
    return Image.blend(image, terrain(dice, size, 0.6), 0.15)


def party(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """Shapes in front of lights out of focus: discs, and rings within rings."""
    image = gradient(size, colour(dice, 0, 80), colour(dice, 0, 120), dice.real(0, math.tau))
    draw = ImageDraw.Draw(image)
    for _ in range(dice.integer(60, 200)):
        x, y, reach = dice.integer(0, size[0]), dice.integer(0, size[1]), dice.integer(15, 220)
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour(dice, 40, 255))
        if dice.chance(0.3):
            inner = reach * dice.integer(3, 8) // 10
            draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=colour(dice))
    return Image.blend(image.filter(ImageFilter.GaussianBlur(dice.integer(1, 9))), terrain(dice, size, 0.7), 0.12)


def cloth(dice: Dice, size: tuple[int, int]) -> Image.Image:
    """Checks or stripes woven from threads, in folds."""
    width, height = size
    period = dice.integer(14, 160)
    across = np.sin(np.arange(width, dtype=np.float32) * math.tau / period)[None, :]
    down = np.sin(np.arange(height, dtype=np.float32) * math.tau / period)[:, None]
    levels = 128 + 45 * np.sign(across) + 45 * np.sign(down) * (1 if dice.chance(0.6) else 0)
    weave = np.indices((height, width)).sum(axis=0) % 6 < 3
    tint = np.array(colour(dice, 60, 255), dtype=np.float32) / 255
    pixels = (levels + 12 * weave)[..., None] * tint
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).rotate(dice.real(-30, 30), Image.BILINEAR)
    return Image.blend(image, terrain(dice, size, 0.5), dice.real(0.1, 0.4))


def write(dice: Dice, board: Image.Image, size: int, ink: Colour, bottom: int) -> None:
    """Lines of words from the top of a board to `bottom`."""
    draw, font = ImageDraw.Draw(board), ImageFont.load_default(size)
    for top in range(size // 6, bottom, size * 3 // 2):
        words = texts.sentence(dice, max(1, board.width // (size * 3)))
        draw.text((size // 2, top), words, font=font, fill=ink)


SCENES = (landscape, foliage, facade, bricks, printed_page, signs, shelf, party, cloth)
