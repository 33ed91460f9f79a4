"""LevelDB folders as browsers keep them: logs and tables, with Snappy. Nothing is random."""

import struct
from collections.abc import Sequence

BLOCK = 32_768
MAGIC = bytes.fromhex("57fb808b247547db")
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4
Change = tuple[str, bytes | None]
"""A key and its value; None deletes it."""


def crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data: bytes) -> bytes:
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def varint(value: int) -> bytes:
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def sized(data: bytes) -> bytes:
    return varint(len(data)) + data


def batch(sequence: int, changes: Sequence[Change], *, count: int | None = None) -> bytes:
    data = struct.pack("<QI", sequence, len(changes) if count is None else count)
    for key, value in changes:
        data += bytes([value is not None]) + sized(key.encode()) + (b"" if value is None else sized(value))
    return data


def record(kind: int, data: bytes) -> bytes:
    return masked(bytes([kind]) + data) + struct.pack("<HB", len(data), kind) + data


def log(batches: Sequence[bytes]) -> bytes:
    """Records are cut at the ends of blocks."""
    found = b""
    for data in batches:
        is_first = True
        while True:
            room = BLOCK - len(found) % BLOCK
            if room < 7:
                found += bytes(room)
                room = BLOCK
            part, data = data[: room - 7], data[room - 7 :]
            kind = (FIRST if is_first else MIDDLE) if data else (FULL if is_first else LAST)
            found += record(kind, part)
            is_first = False
            if not data:
                break
    return found


def snappy(data: bytes) -> bytes:
    """Literals, and copies of four bytes or more that occurred before, with offsets of one, two and four bytes."""
    packed, literal, seen, at = varint(len(data)), b"", {}, 0

    def flushed() -> bytes:
        size = len(literal) - 1
        if not literal:
            return b""
        if size < 60:
            return bytes([size << 2]) + literal
        return bytes([(60 if size < 256 else 61) << 2]) + size.to_bytes(1 if size < 256 else 2, "little") + literal

    while at < len(data):
        key = data[at : at + 4]
        before = seen.get(key) if len(key) == 4 else None
        seen[key] = at
        if before is None or len(literal) > 60_000:
            if len(literal) > 60_000:
                packed, literal = packed + flushed(), b""
            literal += data[at : at + 1]
            at += 1
            continue
        size = 4
        while size < 64 and at + size < len(data) and data[before + size] == data[at + size]:
            size += 1
        packed, literal, offset = packed + flushed(), b"", at - before
        if size < 12 and offset < 2048:
            packed += bytes([offset >> 8 << 5 | size - 4 << 2 | 1, offset & 255])
        elif offset < 65_536:
            packed += bytes([size - 1 << 2 | 2]) + struct.pack("<H", offset)
        else:
            packed += bytes([size - 1 << 2 | 3]) + struct.pack("<I", offset)
        at += size
    return packed + flushed()


def block(entries: Sequence[tuple[bytes, bytes]], *, interval: int = 16) -> bytes:
    """Keys share their start with the one before, except at a restart."""
    data, restarts, last = b"", [], b""
    for at, (key, value) in enumerate(entries):
        shared = 0
        if at % interval == 0:
            restarts.append(len(data))
        else:
            while shared < min(len(key), len(last)) and key[shared] == last[shared]:
                shared += 1
        data += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    return data + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def stored(data: bytes, kind: int) -> bytes:
    """A block with its trailer; Snappy is kind 1."""
    data = snappy(data) if kind == 1 else data
    return data + bytes([kind]) + masked(data + bytes([kind]))


def internal(key: str, sequence: int, *, is_deleted: bool = False) -> bytes:
    return key.encode() + struct.pack("<Q", sequence << 8 | (not is_deleted))


def table(entries: Sequence[tuple[bytes, bytes]], *, packed: int = 1, per_block: int = 4) -> bytes:
    """Entries with internal keys, which must be sorted."""
    data, index = b"", []
    for at in range(0, len(entries), per_block):
        part = entries[at : at + per_block]
        found = stored(block(part), packed)
        index.append((part[-1][0], varint(len(data)) + varint(len(found) - 5)))
        data += found
    return data + ending(len(data), block(index, interval=1), packed)


def ending(at: int, index: bytes, packed: int = 0) -> bytes:
    """The index of filters, that of blocks, and the footer."""
    filters, blocks = stored(block([]), 0), stored(index, packed)
    handles = varint(at) + varint(len(filters) - 5) + varint(at + len(filters)) + varint(len(blocks) - 5)
    return filters + blocks + handles.ljust(40, b"\0") + MAGIC
