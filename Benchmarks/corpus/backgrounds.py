"""Backgrounds: gradients, clouds with the statistics of photographs, and grain."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .canvas import Colour
from .dice import Dice

Size = tuple[int, int]


def gradient(size: Size, start: Colour, end: Colour, angle: float) -> Image.Image:
    """From one colour to another along a direction in radians."""
    width, height = size
    across = np.linspace(-0.5, 0.5, width)[None, :] * np.cos(angle)
    down = np.linspace(-0.5, 0.5, height)[:, None] * np.sin(angle)
    ramp = across + down
    ramp = (ramp - ramp.min()) / max(np.ptp(ramp), 1e-9)
    mixed = np.array(start) + ramp[..., None] * (np.array(end, dtype=float) - np.array(start))
    return Image.fromarray(np.round(mixed).astype(np.uint8))


def clouds(dice: Dice, size: Size, roughness: float = 0.55) -> np.ndarray:
    """Octaves of smooth noise per channel, 0 to 1, each finer and fainter than the one before."""
    width, height = size
    total = np.zeros((height, width, 3), dtype=np.float32)
    cells, weight = 3, 1.0
    while cells < max(size):
        grid = dice.arrays.random((max(2, cells * height // max(size)), max(2, cells * width // max(size)), 3))
        shared = grid.mean(axis=2, keepdims=True)
        grid = (255 * (0.6 * shared + 0.4 * grid)).astype(np.uint8)
        layer = Image.fromarray(grid).resize(size, Image.BICUBIC)
        total += weight / 255 * np.asarray(layer, dtype=np.float32)
        cells, weight = cells * 2, weight * roughness
    total -= total.min()
    return total / total.max()


def wallpaper(dice: Dice, size: Size) -> Image.Image:
    """A photograph as screens show it: resized, which makes its grain softer."""
    return photo(dice, size).filter(ImageFilter.GaussianBlur(dice.real(0, 1.6)))


def photo(dice: Dice, size: Size) -> Image.Image:
    """Clouds with some hard-edged shapes and the grain of a sensor: as hard to compress as a photograph."""
    picture = Image.fromarray((clouds(dice, size) * 255).astype(np.uint8))
    shapes = picture.copy()
    draw = ImageDraw.Draw(shapes)
    for _ in range(dice.integer(5, 25)):
        x, y = dice.integer(0, size[0]), dice.integer(0, size[1])
        reach = dice.integer(max(size) // 80, max(size) // 4)
        points = [(x + dice.integer(-reach, reach), y + dice.integer(-reach, reach)) for _ in range(dice.integer(3, 6))]
        draw.polygon(points, fill=tuple(dice.integer(0, 255) for _ in range(3)))
    shapes = shapes.filter(ImageFilter.GaussianBlur(dice.real(0.5, 2.5)))
    blended = np.asarray(Image.blend(picture, shapes, dice.real(0.3, 0.8)), dtype=np.float32)
    grain = dice.arrays.normal(0, dice.real(1.5, 5), blended.shape[:2]).astype(np.float32)
    return Image.fromarray(np.clip(blended + grain[..., None], 0, 255).astype(np.uint8))
