"""Writes PNG files of every kind that the format knows, also those that no drawing program makes."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .dice import Dice

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
KINDS = tuple(
    [(GREY, depth) for depth in (1, 2, 4, 8, 16)]
    + [(RGB, depth) for depth in (8, 16)]
    + [(PALETTE, depth) for depth in (1, 2, 4, 8)]
    + [(kind, depth) for kind in (GREY_ALPHA, RGBA) for depth in (8, 16)]
)
"""All 15 pairs of colour type and bit depth."""

PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Adam7: first column, first row, column step, row step."""


@dataclass(frozen=True)
class Layout:
    """How the samples are stored: everything that a reader must undo."""

    colour_type: int
    depth: int
    interlaced: bool = False
    filters: tuple[int, ...] = (0, 1, 2, 3, 4)
    idat_size: int = 8192
    palette: bytes = b""
    transparency: bytes = b""


def encode(samples: np.ndarray, layout: Layout, dice: Dice) -> bytes:
    """The file of samples[row, column, channel], each within the layout's depth; row filters are drawn by lot."""
    height, width, _ = samples.shape
    raw = b"".join(filtered_rows(part, layout, dice) for part in passes(samples, layout.interlaced))
    stream = zlib.compress(raw, 6)
    header = struct.pack(">IIBBBBB", width, height, layout.depth, layout.colour_type, 0, 0, layout.interlaced)
    chunks = [chunk(b"IHDR", header)]
    chunks += [chunk(b"PLTE", layout.palette)] if layout.palette else []
    chunks += [chunk(b"tRNS", layout.transparency)] if layout.transparency else []
    chunks += [chunk(b"IDAT", stream[at : at + layout.idat_size]) for at in range(0, len(stream), layout.idat_size)]
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def encode_as_libpng(samples: np.ndarray) -> bytes:
    """The file of samples[row, column, channel] of 8 bits, each row with the filter that libpng chooses: the one with
    the least sum of differences, taken as signed."""
    height, width, channels = samples.shape
    rows = samples.reshape(height, -1).astype(np.int16)
    above = np.concatenate((np.zeros((1, rows.shape[1]), np.int16), rows[:-1]))
    kinds = [(rows - predicted(kind, rows, above, channels)).astype(np.uint8) for kind in range(5)]
    sums = [np.abs(kind.view(np.int8).astype(np.int32)).sum(axis=1) for kind in kinds]
    chosen = np.argmin(sums, axis=0)
    raw = b"".join(bytes([kind]) + kinds[kind][y].tobytes() for y, kind in enumerate(chosen))
    colour_type = {1: GREY, 3: RGB, 4: RGBA}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)
    chunks = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(raw, 6)), chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(chunks)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def passes(samples: np.ndarray, interlaced: bool) -> Iterator[np.ndarray]:
    if not interlaced:
        yield samples
        return
    for column, row, column_step, row_step in PASSES:
        part = samples[row::row_step, column::column_step]
        if part.size:
            yield part


def filtered_rows(samples: np.ndarray, layout: Layout, dice: Dice) -> bytes:
    rows = packed(samples, layout.depth)
    distance = max(1, CHANNELS[layout.colour_type] * layout.depth // 8)
    above = np.zeros(rows.shape[1], dtype=np.int16)
    out = bytearray()
    for row in rows.astype(np.int16):
        kind = dice.pick(layout.filters)
        out.append(kind)
        out += (row - predicted(kind, row, above, distance)).astype(np.uint8).tobytes()
        above = row
    return bytes(out)


def packed(samples: np.ndarray, depth: int) -> np.ndarray:
    """One row of bytes a row of samples."""
    height = samples.shape[0]
    if depth == 16:
        return samples.astype(">u2").reshape(height, -1).view(np.uint8).reshape(height, -1)
    if depth == 8:
        return samples.astype(np.uint8).reshape(height, -1)
    flat = samples.reshape(height, -1).astype(np.uint8)
    bits = (flat[:, :, None] >> np.arange(depth - 1, -1, -1, dtype=np.uint8)) & 1
    return np.packbits(bits.reshape(height, -1), axis=1)


def predicted(kind: int, row: np.ndarray, above: np.ndarray, distance: int) -> np.ndarray:
    """What the PNG filter takes off each byte of a row, or of many rows."""
    start = np.zeros((*row.shape[:-1], distance), np.int16)
    left, corner = (np.concatenate((start, line), axis=-1)[..., : line.shape[-1]] for line in (row, above))
    if kind < 4:
        return (np.zeros_like(row), left, above, (left + above) // 2)[kind]
    estimate = left + above - corner
    to_left, to_above, to_corner = (np.abs(estimate - other) for other in (left, above, corner))
    nearest = np.where(to_above <= to_corner, above, corner)
    return np.where((to_left <= to_above) & (to_left <= to_corner), left, nearest)
