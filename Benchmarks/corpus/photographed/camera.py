"""The camera: where the sheet lies in the frame, its light, the lens, the sensor, and the file."""

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..backgrounds import photo
from ..dice import Dice
from ..warping import projection, shaken
from .bends import Bend, flat
from .sheet import Sheet


@dataclass
class Shot:
    """How a picture is taken; the defaults are an ordinary picture in good light.

    - module: pixels per module. tilt: how far corners are moved, as a share of the sheet's width. turn: degrees.
    - blur: standard deviation of the lens, in pixels. defocus: radius of the disc. motion: length of the streak.
    - ink, paper: levels before light. noise: standard deviation in levels.
    - centered: the sheet is in the middle of the frame.
    - light: None for an even gradient, or what is multiplied with the picture. glare: is added to it.
    - quality: of JPEG.
    """

    frame: tuple[int, int] = (1280, 960)
    module: float = 6
    tilt: float = 0.04
    turn: float = 0
    bend: Bend = flat
    blur: float = 0.6
    defocus: float = 0
    motion: float = 0
    centered: bool = False
    ink: float = 28
    paper: float = 225
    light: np.ndarray | None = None
    glare: np.ndarray | None = None
    noise: float = 2.5
    quality: int = 88


def taken(dice: Dice, sheet: Sheet, shot: Shot) -> Image.Image:
    """The photograph, in gray."""
    levels = np.asarray(photo(dice, shot.frame).convert("L"), dtype=np.float32) * (shot.paper / 280)
    paste(levels, sheet, shot, corners(dice, sheet, shot))
    levels *= gradient(dice, shot.frame, 0.75) if shot.light is None else shot.light
    if shot.glare is not None:
        levels += shot.glare
    levels = blurred(dice, np.clip(levels, 0, 255), shot)
    levels += dice.arrays.normal(0, shot.noise, levels.shape).astype(np.float32)
    return stored(Image.fromarray(np.clip(np.rint(levels), 0, 255).astype(np.uint8)), shot.quality)


def stored(image: Image.Image, quality: int) -> Image.Image:
    """The picture as JPEG leaves it."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("L")


def corners(dice: Dice, sheet: Sheet, shot: Shot) -> list[tuple[float, float]]:
    """Where the sheet's corners are in the frame: turned and tilted, and as large as fits."""
    width, height = (side * shot.module / 2 for side in sheet.size)
    angle = math.radians(shot.turn)
    places = [
        (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
        for x, y in ((-width, -height), (width, -height), (width, height), (-width, height))
    ]
    places = shaken(dice, places, shot.tilt * 2 * width)
    reach = [max(abs(place[axis]) for place in places) + 8 for axis in (0, 1)]
    fit = min(1.0, *(shot.frame[axis] / 2 / reach[axis] for axis in (0, 1)))
    free = [0.0 if shot.centered else max(0.0, shot.frame[axis] / 2 - reach[axis] * fit) for axis in (0, 1)]
    middle = [shot.frame[axis] / 2 + dice.real(-free[axis], free[axis]) for axis in (0, 1)]
    return [(middle[0] + x * fit, middle[1] + y * fit) for x, y in places]


def paste(levels: np.ndarray, sheet: Sheet, shot: Shot, places: list[tuple[float, float]]) -> None:
    """Every pixel is the mean of nine places on the sheet, as far as they are on it."""
    left, top = (max(0, math.floor(min(place[axis] for place in places))) for axis in (0, 1))
    right, bottom = (min(shot.frame[axis], math.ceil(max(place[axis] for place in places))) for axis in (0, 1))
    a = projection(places, (1, 1))
    total = np.zeros((bottom - top, right - left), dtype=np.float32)
    count = np.zeros_like(total)
    paper = sheet.levels * (shot.paper - shot.ink) + shot.ink
    for part in range(9):
        x = np.arange(left, right)[None, :] + (part % 3 + 0.5) / 3
        y = np.arange(top, bottom)[:, None] + (part // 3 + 0.5) / 3
        w = a[6] * x + a[7] * y + 1
        s, t, shade = shot.bend((a[0] * x + a[1] * y + a[2]) / w, (a[3] * x + a[4] * y + a[5]) / w)
        inside = (s >= 0) & (s < 1) & (t >= 0) & (t < 1)
        column = np.clip(s * paper.shape[1], 0, paper.shape[1] - 1).astype(np.int32)
        row = np.clip(t * paper.shape[0], 0, paper.shape[0] - 1).astype(np.int32)
        total += np.where(inside, paper[row, column] * np.clip(shade, 0.1, 1), 0)
        count += inside
    area = levels[top:bottom, left:right]
    area[:] = (total + area * (9 - count)) / 9


def gradient(dice: Dice, frame: tuple[int, int], least: float) -> np.ndarray:
    """Light that falls off from 1 to `least` across the frame."""
    angle = dice.real(0, math.tau)
    across, down = np.linspace(-1, 1, frame[0])[None, :], np.linspace(-1, 1, frame[1])[:, None]
    ramp = across * math.cos(angle) + down * math.sin(angle)
    ramp = (ramp - ramp.min()) / np.ptp(ramp)
    return (least + (1 - least) * ramp).astype(np.float32)


def shadow(dice: Dice, frame: tuple[int, int], count: int) -> np.ndarray:
    """Hard and soft shadows over the frame, each leaving a fifth to a half of the light."""
    light = gradient(dice, frame, 0.6)
    for _ in range(count):
        mask = Image.new("L", frame, 255)
        x, y = frame[0] * dice.real(0.3, 0.7), frame[1] * dice.real(0.3, 0.7)
        angle, far = dice.real(0, math.tau), sum(frame)
        cosine, sine = math.cos(angle), math.sin(angle)
        wide = far if dice.chance(0.5) else frame[1] * dice.real(0.08, 0.25)
        ends = [(x + far * cosine, y + far * sine), (x - far * cosine, y - far * sine)]
        band = [*ends, *[(px - wide * sine, py + wide * cosine) for px, py in ends[::-1]]]
        ImageDraw.Draw(mask).polygon(band, fill=round(255 * dice.real(0.2, 0.5)))
        soft = mask.filter(ImageFilter.GaussianBlur(dice.pick((1.5, 4, 12, 30))))
        light *= np.asarray(soft, dtype=np.float32) / 255
    return light


def glare(dice: Dice, frame: tuple[int, int], middle: tuple[float, float], reach: float) -> np.ndarray:
    """The reflection of a lamp: blinding in its middle."""
    across = (np.arange(frame[0])[None, :] - middle[0]) / reach
    down = (np.arange(frame[1])[:, None] - middle[1]) / (reach * dice.real(0.5, 1))
    return (dice.real(140, 260) * np.exp(-(across**2 + down**2))).astype(np.float32)


def blurred(dice: Dice, levels: np.ndarray, shot: Shot) -> np.ndarray:
    """The lens, then a disc for what is out of focus, then a streak for a moving hand."""
    levels = gaussian(levels, shot.blur)
    if shot.defocus > 0:
        reach = math.ceil(shot.defocus)
        across, down = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
        weights = np.clip(shot.defocus + 0.5 - np.hypot(across, down), 0, 1)
        levels = spread(levels, [(x, y, w) for x, y, w in zip(across.flat, down.flat, weights.flat) if w > 0])
    if shot.motion > 0:
        angle, steps = dice.real(0, math.pi), math.ceil(shot.motion * 2)
        offsets = np.linspace(-shot.motion / 2, shot.motion / 2, steps)
        levels = spread(levels, [(d * math.cos(angle), d * math.sin(angle), 1.0) for d in offsets])
    return levels


def gaussian(levels: np.ndarray, deviation: float) -> np.ndarray:
    """Row by row and column by column; deviations are below one pixel, so few neighbors count."""
    offsets = range(-3, 4)
    weights = [math.exp(-0.5 * (offset / deviation) ** 2) for offset in offsets]
    for axis in (0, 1):
        shifted = [np.float32(weight) * np.roll(levels, offset, axis) for offset, weight in zip(offsets, weights)]
        levels = sum(shifted) / np.float32(sum(weights))
    return levels


def spread(levels: np.ndarray, offsets: list[tuple[float, float, float]]) -> np.ndarray:
    """The weighted mean of shifted copies, to the nearest half pixel by linear mixing."""
    total, weights = np.zeros_like(levels), 0.0
    for x, y, weight in offsets:
        column, row = math.floor(x), math.floor(y)
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            part = (x - column if dx else 1 - x + column) * (y - row if dy else 1 - y + row) * weight
            if part > 0:
                total += np.float32(part) * np.roll(levels, (row + dy, column + dx), (0, 1))
                weights += part
    return total / weights
