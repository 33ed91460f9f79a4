"""Damaged copies of a file: the same for the same name and number, on every machine."""

import json
import random
import struct
import zlib

INTERESTING = [b"\x00", b"\xff", b"\x7f", b"\x80", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x00" * 8, b"\xff" * 8,
               b"\n", b'"', b"'", b",", b";", b"{", b"}", b"[", b"]", b"<", b">", b"&", b"%00", b"%", b"\\u0000",
               b"\\ud800", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"=", b"==", b"-", b"-1", b"0",
               b"1e999", b"99999999999999999999", b"null", b"otpauth://totp/", b"otpauth-migration://offline?data=",
               b" " * 64]
VALUES = [None, True, False, 0, -1, 1, 0.5, -0.0, 1e308,
          2 ** 31, 2 ** 32, 2 ** 53 + 1, 2 ** 63 - 1, 2 ** 63, 2 ** 64, -2 ** 63,
          "", " ", "\0", "\u202e", "\ud800", "0", "-1", "A" * 5000, "=" * 8, "AAAA", "\u0130", "%",
          [], {}, [[]], [None], {"": ""}, ["x"] * 300]


def mutated(data, name, number, others):
    """The copy of a number. `others` are files of the same kind, to splice with."""
    rng = random.Random(f"{name}/{number}")
    structured = STRUCTURED.get(number % 4 == 0 and kind(data))
    if structured:
        changed = structured(data, rng)
        if changed is not None:
            return changed
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3, 8))):
        rng.choice(CHANGES)(result, rng, others)
    return bytes(result)


def kind(data):
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    return "json" if data.lstrip()[:1] in (b"{", b"[") else "text" if b"\0" not in data[:4096] else None


# Changes of bytes, in place.


def flip(data, rng, _):
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite(data, rng, _):
    place, new = rng.randrange(len(data) + 1), rng.choice(INTERESTING)
    data[place:place + len(new)] = new


def insert(data, rng, _):
    place = rng.randrange(len(data) + 1)
    data[place:place] = rng.choice(INTERESTING)


def truncate(data, rng, _):
    del data[rng.randrange(len(data) + 1):]


def remove(data, rng, _):
    start = rng.randrange(len(data) + 1)
    del data[start:start + rng.choice((1, 2, 4, 16, 64, 512))]


def repeat(data, rng, _):
    start, size = rng.randrange(len(data) + 1), rng.choice((1, 4, 16, 256, 4096))
    data[start:start] = data[start:start + size] * rng.choice((1, 2, 20))


def swap(data, rng, _):
    size = rng.choice((1, 4, 32))
    if len(data) > 2 * size:
        one, other = rng.randrange(len(data) - size), rng.randrange(len(data) - size)
        data[one:one + size], data[other:other + size] = data[other:other + size], data[one:one + size]


def splice(data, rng, others):
    other = rng.choice(others) if others else b""
    start, size = rng.randrange(len(other) + 1), rng.choice((8, 64, 1024))
    place = rng.randrange(len(data) + 1)
    data[place:place + size] = other[start:start + size]


def number(data, rng, _):
    """A size or an offset of 2, 4 or 8 bytes."""
    form = rng.choice((">H", "<H", ">I", "<I", ">Q", "<Q"))
    size = struct.calcsize(form)
    if len(data) >= size:
        place = rng.randrange(min(len(data) - size + 1, 512 if rng.random() < 0.5 else len(data)))
        count = 2 ** (8 * size)
        value = rng.choice((0, 1, count - 1, count // 2, 65536 % count, rng.randrange(count), len(data) % count))
        data[place:place + size] = struct.pack(form, value)


CHANGES = [flip, flip, overwrite, insert, truncate, remove, repeat, swap, splice, number]


# Changes of the structure.


def json_change(data, rng):
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        document = json_value(document, rng)
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5, separators=rng.choice(((",", ":"), (", ", ": "))))
    if rng.random() < 0.1:
        place = text.find(":", rng.randrange(len(text)))
        text = text[:place + 1] + "[" * rng.choice((100, 511, 600, 5000)) + text[place + 1:]
    return text.encode("utf-8", "surrogatepass")


def json_value(value, rng, depth=0):
    """The value with a change somewhere in it."""
    goes_in = isinstance(value, (dict, list)) and value and rng.random() < 0.9
    if not goes_in:
        if depth and isinstance(value, (int, float)) and rng.random() < 0.3:
            return value + rng.choice((1, -1, 0.5)) if not isinstance(value, bool) else not value
        if isinstance(value, str) and value and rng.random() < 0.5:
            place = rng.randrange(len(value))
            return value[:place] + rng.choice(("", "0", "=", "\n", "/", "\u00e9", value)) + value[place + 1:]
        return rng.choice(VALUES)
    result = value.copy()
    key = rng.choice(list(result)) if isinstance(result, dict) else rng.randrange(len(result))
    action = rng.random()
    if action < 0.1:
        del result[key]
    elif action < 0.15 and isinstance(result, dict):
        result[rng.choice((key.upper(), key + " ", "", "__proto__"))] = result.pop(key)
    elif action < 0.2 and isinstance(result, list):
        result.extend([result[key]] * rng.choice((1, 100)))
    else:
        result[key] = json_value(result[key], rng, depth + 1)
    return result


def png_change(data, rng):
    """One chunk changed, with a right checksum."""
    chunks, place = [], 8
    while place + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[place:place + 8])
        chunks.append((name, data[place + 8:place + 8 + size]))
        place += size + 12
    if not chunks:
        return None
    index = rng.randrange(len(chunks))
    name, content = chunks[index]
    content = bytearray(content)
    action = rng.randrange(5)
    if action == 0:
        del chunks[index]
    elif action == 1:
        chunks.insert(rng.randrange(len(chunks) + 1), (name, bytes(content)))
    else:
        if name == b"IDAT" and action == 2:
            try:
                raw = bytearray(zlib.decompress(b"".join(part for kind, part in chunks if kind == b"IDAT")))
            except zlib.error:
                raw = bytearray(b"\x05" * 64)
            rng.choice((flip, overwrite, truncate, repeat))(raw, rng, [])
            chunks = [chunk for chunk in chunks if chunk[0] != b"IDAT"]
            chunks.insert(max(1, len(chunks) - 1), (b"IDAT", zlib.compress(bytes(raw), 1)))
        else:
            rng.choice((flip, number, overwrite, truncate))(content, rng, [])
            chunks[index] = (name, bytes(content))
    return data[:8] + b"".join(struct.pack(">I", len(content)) + name + content + struct.pack(
        ">I", zlib.crc32(name + content)) for name, content in chunks)


def text_change(data, rng):
    """Lines, or cells between separators, in another order, twice, or missing."""
    separator = rng.choice((b"\n", b",", b"&", b"/", b">"))
    parts = data.split(separator)
    if len(parts) < 2:
        return None
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    action = rng.randrange(4)
    if action == 0:
        parts[one], parts[other] = parts[other], parts[one]
    elif action == 1:
        parts[one:one] = [parts[other]] * rng.choice((1, 50))
    elif action == 2:
        del parts[one]
    else:
        parts[one] = rng.choice(INTERESTING) * rng.choice((1, 30))
    return separator.join(parts)


STRUCTURED = {"json": json_change, "png": png_change, "text": text_change}
