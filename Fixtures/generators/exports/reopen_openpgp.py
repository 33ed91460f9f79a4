"""Opens the messages of `openpgp` packet by packet, with a cipher made of single blocks."""

import base64
import hashlib
import zlib

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

DIGESTS = {2: "sha1", 8: "sha256", 9: "sha384", 10: "sha512"}
SIZES = {7: 16, 8: 24, 9: 32}


def message(content: bytes, password: str) -> bytes:
    """The file in an armored message."""
    lines = content.decode().strip().splitlines()
    body = lines[lines.index("") + 1 : -1]
    found = dict(packets(base64.b64decode("".join(line for line in body if line[0] != "="))))
    key = session_key(found[3], password)
    plain = unfed(key, found[18][1:])
    if hashlib.sha1(plain[:-20]).digest() != plain[-20:] or plain[14:16] != plain[16:18]:
        raise ValueError("the message does not verify")
    inner = dict(packets(plain[18:-22]))
    if 8 in inner:
        kind, data = inner[8][0], inner[8][1:]
        inner = dict(packets(data if kind == 0 else zlib.decompress(data, -15 if kind == 1 else 15)))
    return inner[11][2 + inner[11][1] + 4 :]


def session_key(body: bytes, password: str) -> bytes:
    size, kind, digest = SIZES[body[1]], body[2], DIGESTS[body[3]]
    salt, rest = (b"", body[4:]) if kind == 0 else (body[4:12], body[12:])
    count = 0
    if kind == 3:
        count, rest = (16 + rest[0] % 16) * 2 ** (rest[0] // 16 + 6), rest[1:]
    unit = salt + password.encode()
    key = b""
    for zeros in range(3):
        hashed, left = hashlib.new(digest, bytes(zeros)), max(count, len(unit))
        while left > 0:
            hashed.update(unit[:left])
            left -= len(unit)
        key += hashed.digest()
    return unfed(key[:size], rest)[1:] if rest else key[:size]


def unfed(key: bytes, data: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    before, plain = bytes(16), b""
    for at in range(0, len(data), 16):
        part = data[at : at + 16]
        plain += bytes(left ^ right for left, right in zip(part, encryptor.update(before), strict=False))
        before = part
    return plain


def packets(data: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 0
    while at < len(data):
        header = data[at]
        at += 1
        if not header & 0x40:
            width = 2 ** (header & 3)
            size = int.from_bytes(data[at : at + width], "big")
            at += width + size
            found.append((header >> 2 & 15, data[at - size : at]))
            continue
        body, is_last = b"", False
        while not is_last:
            size, is_last = data[at], not 224 <= data[at] < 255
            at += 1
            if size == 255:
                size, at = int.from_bytes(data[at : at + 4], "big"), at + 4
            elif size >= 224:
                size = 1 << size - 224
            elif size >= 192:
                size, at = (size - 192 << 8) + data[at] + 192, at + 1
            body += data[at : at + size]
            at += size
        found.append((header & 63, body))
    return found
