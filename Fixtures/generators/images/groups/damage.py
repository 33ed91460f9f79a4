"""Files that are cut, changed or not what their name says."""

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from .. import bmp, png
from ..accounts import invented_bytes, someone
from ..canvas import Canvas
from ..catalogue import Catalogue
from ..payloads import link

NOISE_ROWS = 60
"""Rows of noise, at least 30 kB when compressed: more than any decoder reads ahead."""


@dataclass
class Sheet:
    """A picture with its code above or below noise, and its compressed form."""

    canvas: Canvas
    layout: png.Layout
    code_rows: int
    compressed: bytes

    @classmethod
    def make(cls, path: str, *, noise_first: bool = False) -> "Sheet":
        code = Canvas.of_code(link(someone(path)))
        width, height = code.image.size
        noise = Image.frombytes("RGB", (width, NOISE_ROWS), invented_bytes(f"{path}/noise", width * NOISE_ROWS * 3))
        sheet = Canvas.blank(width, height + NOISE_ROWS)
        sheet.image.paste(noise, (0, 0 if noise_first else height))
        sheet.image.paste(code.image, (0, NOISE_ROWS if noise_first else 0))
        sheet.placed = code.placed
        layout = png.Layout(png.RGB)
        compressed = zlib.compress(png.scanlines(width, sheet.image.tobytes(), layout), 9)
        return cls(sheet, layout, height, compressed)

    def rows_in(self, prefix: bytes) -> int:
        """How many whole rows the first bytes of the compressed data hold."""
        return len(zlib.decompressobj().decompress(prefix)) // (self.canvas.image.width * 3 + 1)

    def file(self, compressed: bytes | None = None) -> bytes:
        return png.file(*self.canvas.image.size, self.layout, compressed or self.compressed)


def add(catalogue: Catalogue) -> None:
    readable(catalogue)
    hopeless(catalogue)
    misnamed(catalogue)


def readable(catalogue: Catalogue) -> None:
    """Damage after the last row of the code, or none that touches the pixels."""

    def add_damaged(name: str, damage: Callable[[Sheet], bytes]) -> None:
        path = f"damaged/{name}.png"
        sheet = Sheet.make(path)
        catalogue.picture(path, damage(sheet), sheet.canvas.payloads(), damaged=True)

    add_damaged("truncated-after-the-code", truncated)
    add_damaged("flipped-byte-after-the-code", flipped)
    add_damaged("idat-with-a-bad-crc", lambda sheet: with_bad_crc(sheet.file()))
    add_damaged("no-iend", lambda sheet: sheet.file().removesuffix(png.chunk(b"IEND", b"")))


def truncated(sheet: Sheet) -> bytes:
    half = len(sheet.compressed) // 2
    if sheet.rows_in(sheet.compressed[: half - 8192]) <= sheet.code_rows:
        raise ValueError("the cut is too near to the code")
    whole = sheet.file()
    return whole[: whole.index(b"IDAT") + 4 + half]


def flipped(sheet: Sheet) -> bytes:
    """One byte changed in the noise; the chunk's CRC stays that of the whole data."""
    whole = bytearray(sheet.file())
    at = whole.index(b"IDAT") + 4 + len(sheet.compressed) * 2 // 3
    whole[at] ^= 0xFF
    return bytes(whole)


def with_bad_crc(content: bytes) -> bytes:
    end = content.index(struct.pack(">I", 0) + b"IEND")
    return content[: end - 1] + bytes([content[end - 1] ^ 0x55]) + content[end:]


def hopeless(catalogue: Catalogue) -> None:
    path = "damaged/truncated-before-the-code.png"
    sheet = Sheet.make(path, noise_first=True)
    third = len(sheet.compressed) // 3
    if sheet.rows_in(sheet.compressed[:third]) >= NOISE_ROWS:
        raise ValueError("the cut is below the noise")
    whole = sheet.file()
    catalogue.failure(path, whole[: whole.index(b"IDAT") + 4 + third], "image-damaged")

    catalogue.failure("damaged/signature-only.png", png.SIGNATURE, "image-damaged")
    gray = png.Layout(png.GRAY)
    catalogue.failure("damaged/no-size.png", png.file(0, 0, gray, zlib.compress(b"", 9)), "image-damaged")
    rows_of_zeros = zlib.compress(bytes(2_000_000), 9)
    catalogue.failure("damaged/bomb.png", png.file(60_000, 60_000, gray, rows_of_zeros), "image-too-large")


def misnamed(catalogue: Catalogue) -> None:
    catalogue.failure("damaged/empty.png", b"", "empty-file")
    catalogue.failure("damaged/text.png", b"These are words in a file that is called a picture.\n", "not-an-image")
    path = "damaged/links-called-png.png"
    account = link(someone(path))
    catalogue.text(path, account.data + b"\n", [account])

    unknown = bmp.file((8, 8), 0, 4, b"\xff\xd8\xff\xd9", b"")
    catalogue.failure("damaged/jpeg-in-a-bitmap.bmp", unknown, "unsupported-image")
