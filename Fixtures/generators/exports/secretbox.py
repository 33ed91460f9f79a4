"""NaCl's crypto_secretbox: XSalsa20 and Poly1305, the authenticator in front. Written from Bernstein's description."""

import struct

from Cryptodome.Cipher import Salsa20
from cryptography.hazmat.primitives.poly1305 import Poly1305

CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
COLUMNS_AND_ROWS = (
    (0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11),
    (0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14),
)  # fmt: skip


def quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for x, y, z, by in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
        total = (state[y] + state[z]) & 0xFFFFFFFF
        state[x] ^= (total << by | total >> 32 - by) & 0xFFFFFFFF


def hsalsa20(key: bytes, nonce: bytes) -> bytes:
    words, parts = struct.unpack("<8I", key), struct.unpack("<4I", nonce)
    state = [CONSTANTS[0], *words[:4], CONSTANTS[1], *parts, CONSTANTS[2], *words[4:], CONSTANTS[3]]
    for _ in range(10):
        for places in COLUMNS_AND_ROWS:
            quarter_round(state, *places)
    return struct.pack("<8I", *(state[at] for at in (0, 5, 10, 15, 6, 7, 8, 9)))


def seal(key: bytes, nonce: bytes, text: bytes) -> bytes:
    stream = Salsa20.new(key=hsalsa20(key, nonce[:16]), nonce=nonce[16:])
    encrypted = stream.encrypt(bytes(32) + text)
    return Poly1305.generate_tag(encrypted[:32], encrypted[32:]) + encrypted[32:]
