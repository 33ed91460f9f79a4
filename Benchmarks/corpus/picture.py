"""A finished picture: its file, what it says, and what a reader must find in it."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from .canvas import Canvas


@dataclass(frozen=True)
class Picture:
    """The bytes of a file, most often PNG, with its expectation.

    - about: the variant, in a few words.
    - payloads: what must be read, each once.
    - codes: how many symbols are drawn; equal ones and the parts of a set count singly.
    - tolerated: what is no mistake, but not what was asked for either: the parts of a set.
    """

    content: bytes
    about: str
    payloads: tuple[bytes, ...]
    codes: int
    tolerated: tuple[bytes, ...] = ()


def picture(canvas: Canvas, about: str) -> Picture:
    """What was drawn, as the usual kind of PNG file."""
    return of_bytes(png_bytes(canvas.image), about, canvas.payloads)


def of_bytes(content: bytes, about: str, drawn: Sequence[bytes]) -> Picture:
    """A file of any kind that shows these codes."""
    return Picture(content, about, tuple(dict.fromkeys(drawn)), len(drawn))


def png_bytes(image: Image.Image, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", **options)
    return out.getvalue()
