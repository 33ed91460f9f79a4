"""A PNG writer for every colour type, bit depth, filter and IDAT size, with and without Adam7 (PNG, third edition)."""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGBA: 4}
NONE, SUB, UP, AVERAGE, PAETH = range(5)
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Left, top, step to the right and step down of each pass."""

Pixel = Sequence[int]
"""The samples of one pixel."""


@dataclass(frozen=True)
class Layout:
    """How samples become bytes. `filters` are used row by row in turn; `idat_size` cuts the compressed data."""

    colour: int
    depth: int = 8
    interlaced: bool = False
    filters: Sequence[int] = (NONE,)
    idat_size: int | None = None
    palette: Sequence[tuple[int, int, int]] = ()
    transparency: bytes = b""
    """The content of tRNS: alphas of the palette, or the samples of the one transparent colour."""

    @property
    def pixel_bytes(self) -> int:
        return max(1, CHANNELS[self.colour] * self.depth // 8)


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def header(width: int, height: int, layout: Layout) -> bytes:
    fields = struct.pack(">IIBBBBB", width, height, layout.depth, layout.colour, 0, 0, layout.interlaced)
    return chunk(b"IHDR", fields)


def file(width: int, height: int, layout: Layout, compressed: bytes) -> bytes:
    """A whole file around compressed scanlines."""
    out = [SIGNATURE, header(width, height, layout)]
    if layout.palette:
        out.append(chunk(b"PLTE", b"".join(map(bytes, layout.palette))))
    if layout.transparency:
        out.append(chunk(b"tRNS", layout.transparency))
    size = layout.idat_size or len(compressed)
    out += [chunk(b"IDAT", compressed[at : at + size]) for at in range(0, len(compressed), size)]
    return b"".join([*out, chunk(b"IEND", b"")])


def encode(pixels: Sequence[Sequence[Pixel]], layout: Layout) -> bytes:
    """A file of pixels, each a sequence of samples at the layout's depth."""
    passes = [pixels]
    if layout.interlaced:
        passes = [[row[left::right] for row in pixels[top::down]] for left, top, right, down in ADAM7]
    data = b"".join(
        filtered((packed(row, layout.depth) for row in rows), layout) for rows in passes if rows and rows[0]
    )
    return file(len(pixels[0]), len(pixels), layout, zlib.compress(data, 9))


def encode_bytes(width: int, height: int, samples: bytes, layout: Layout) -> bytes:
    """A file of 8-bit samples, row by row, for big pictures."""
    return file(width, height, layout, zlib.compress(scanlines(width, samples, layout), 9))


def scanlines(width: int, samples: bytes, layout: Layout) -> bytes:
    stride = width * CHANNELS[layout.colour]
    return filtered((samples[at : at + stride] for at in range(0, len(samples), stride)), layout)


def packed(row: Sequence[Pixel], depth: int) -> bytes:
    samples = [sample for pixel in row for sample in pixel]
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    if depth == 8:
        return bytes(samples)
    bits = "".join(f"{sample:0{depth}b}" for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def filtered(rows: Iterable[bytes], layout: Layout) -> bytes:
    """The rows with their filter bytes; the row above the first is zero."""
    out = bytearray()
    above = b""
    for row, kind in zip(rows, cycle(layout.filters), strict=False):
        above = above or bytes(len(row))
        out.append(kind)
        out += row if kind == NONE else filtered_row(row, above, kind, layout.pixel_bytes)
        above = row
    return bytes(out)


def filtered_row(row: bytes, above: bytes, kind: int, step: int) -> bytes:
    left = bytes(step) + row
    above_left = bytes(step) + above
    if kind == SUB:
        return bytes((x - a) & 255 for x, a in zip(row, left, strict=False))
    if kind == UP:
        return bytes((x - b) & 255 for x, b in zip(row, above, strict=True))
    if kind == AVERAGE:
        return bytes((x - (a + b) // 2) & 255 for x, a, b in zip(row, left, above, strict=False))
    return bytes((x - paeth(a, b, c)) & 255 for x, a, b, c in zip(row, left, above, above_left, strict=False))


def paeth(left: int, above: int, above_left: int) -> int:
    estimate = left + above - above_left
    distances = abs(estimate - left), abs(estimate - above), abs(estimate - above_left)
    if distances[0] <= distances[1] and distances[0] <= distances[2]:
        return left
    return above if distances[1] <= distances[2] else above_left
