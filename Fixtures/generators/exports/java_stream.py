"""Java's object streams, as far as a map of strings needs them."""

import struct
from collections.abc import Iterable

MAGIC = bytes.fromhex("aced0005")
NULL, REFERENCE, DESCRIPTOR, OBJECT, STRING, BLOCK, END, LONG_STRING = 0x70, 0x71, 0x72, 0x73, 0x74, 0x77, 0x78, 0x7C
FIRST_HANDLE = 0x7E0000
HASH_MAP = "java.util.HashMap"
HASH_MAP_VERSION = bytes.fromhex("0507dac1c31660d1")
WRITES_ITSELF = 3


def modified_utf8(text: str) -> bytes:
    """NUL in two bytes, and each half of a surrogate pair in three."""
    units = struct.unpack(f">{len(text.encode('utf-16-be')) // 2}H", text.encode("utf-16-be"))
    return b"".join(chr(unit).encode("utf-8", "surrogatepass") if unit else b"\xc0\x80" for unit in units)


def counted(text: str) -> bytes:
    encoded = modified_utf8(text)
    return struct.pack(">H", len(encoded)) + encoded


def string(text: str, *, long: bool = False) -> bytes:
    encoded = modified_utf8(text)
    if long or len(encoded) > 0xFFFF:
        return bytes([LONG_STRING]) + struct.pack(">Q", len(encoded)) + encoded
    return bytes([STRING]) + struct.pack(">H", len(encoded)) + encoded


def reference(handle: int) -> bytes:
    return bytes([REFERENCE]) + struct.pack(">I", handle)


def map_of(count: int, contents: bytes, *, name: str = HASH_MAP, version: bytes = HASH_MAP_VERSION) -> bytes:
    """The map as an object of a stream, with any content."""
    fields = b"F" + counted("loadFactor") + b"I" + counted("threshold")
    descriptor = bytes([DESCRIPTOR]) + counted(name) + version + bytes([WRITES_ITSELF, 0, 2]) + fields
    values = struct.pack(">fi", 0.75, 24)
    block = bytes([BLOCK, 8]) + struct.pack(">ii", 32, count)
    return bytes([OBJECT]) + descriptor + bytes([END, NULL]) + values + block + contents + bytes([END])


def strings(texts: Iterable[str], *, shared: bool = False, long: bool = False) -> bytes:
    """Strings one after the other. `shared` writes repeated strings as references."""
    handles: dict[str, int] = {}
    written = []
    for text in texts:
        if shared and text in handles:
            written.append(reference(handles[text]))
            continue
        handles.setdefault(text, FIRST_HANDLE + 2 + len(handles))
        written.append(string(text, long=long))
    return b"".join(written)


def hash_map(pairs: Iterable[tuple[str, str]], *, shared: bool = False, long: bool = False) -> bytes:
    """The whole file around a map."""
    several = list(pairs)
    texts = (text for pair in several for text in pair)
    return MAGIC + map_of(len(several), strings(texts, shared=shared, long=long))
