"""BMP files in the forms that Pillow does not write."""

import struct
from collections.abc import Callable
from itertools import groupby

Rows = list[list[bool]]
DARK, LIGHT = 1, 0
PALETTE = ((255, 250, 205), (24, 10, 70))
"""Light, then dark; red, green, blue."""


def file(size: tuple[int, int], depth: int, method: int, pixels: bytes, palette: bytes, masks: bytes = b"") -> bytes:
    """A file with a header of 40 bytes; a height below zero means top down."""
    start = 14 + 40 + len(masks) + len(palette)
    header = struct.pack("<IiiHHIIiiII", 40, *size, 1, depth, method, len(pixels), 2835, 2835, len(palette) // 4, 0)
    return struct.pack("<2sIII", b"BM", start + len(pixels), 0, start) + header + masks + palette + pixels


def padded(row: bytes) -> bytes:
    return row + bytes(-len(row) % 4)


def indexed(rows: Rows, depth: int) -> bytes:
    """1, 4 or 8 bits a pixel."""
    per_byte = 8 // depth

    def pack(row: list[bool]) -> bytes:
        row = row + [False] * (-len(row) % per_byte)
        groups = (row[at : at + per_byte] for at in range(0, len(row), per_byte))
        values = (sum(dark << depth * (per_byte - 1 - at) for at, dark in enumerate(group)) for group in groups)
        return padded(bytes(values))

    return file((len(rows[0]), len(rows)), depth, 0, b"".join(map(pack, reversed(rows))), windows_palette())


def os2(rows: Rows) -> bytes:
    """The header of 12 bytes with palette entries of three."""
    palette = b"".join(bytes(reversed(color)) for color in PALETTE)
    plain = indexed(rows, 1)
    pixels = plain[14 + 40 + len(windows_palette()) :]
    start = 14 + 12 + len(palette)
    header = struct.pack("<IHHHH", 12, len(rows[0]), len(rows), 1, 1)
    return struct.pack("<2sIII", b"BM", start + len(pixels), 0, start) + header + palette + pixels


def masked(rows: Rows, depth: int, masks: tuple[int, ...], dark: int, light: int, *, top_down: bool = False) -> bytes:
    """16 or 32 bits a pixel, with a mask for each colour and perhaps alpha."""
    code = "<H" if depth == 16 else "<I"
    lines = [padded(b"".join(struct.pack(code, dark if module else light) for module in row)) for row in rows]
    size = (len(rows[0]), -len(rows) if top_down else len(rows))
    method = 6 if len(masks) == 4 else 3
    packed = struct.pack(f"<{len(masks)}I", *masks)
    return file(size, depth, method, b"".join(lines if top_down else reversed(lines)), b"", packed)


def run_lengths(rows: Rows, depth: int) -> bytes:
    """RLE8 or RLE4: runs and literal pixels in turn, a skipped light part at the end of each row."""
    pack: Callable[[list[bool]], bytes] = literal8 if depth == 8 else literal4

    def encode(row: list[bool]) -> bytes:
        out = bytearray()
        first = row[:7]
        out += bytes((0, len(first))) + pack(first)
        for dark, run in groupby(row[7:]):
            length = len(list(run))
            while length:
                part = min(length, 255)
                out += bytes((part, dark * (17 if depth == 4 else 1)))
                length -= part
        return bytes(out) + b"\0\0"

    data = b"".join(encode(row) for row in reversed(rows)) + b"\0\1"
    return file((len(rows[0]), len(rows)), depth, 1 if depth == 8 else 2, data, windows_palette())


def literal8(row: list[bool]) -> bytes:
    return bytes(row) + bytes(len(row) % 2)


def literal4(row: list[bool]) -> bytes:
    even = row + [False] * (len(row) % 2)
    packed = bytes(even[at] << 4 | even[at + 1] for at in range(0, len(even), 2))
    return packed + bytes(len(packed) % 2)


def windows_palette() -> bytes:
    return b"".join(bytes(reversed(color)) + b"\0" for color in PALETTE)
