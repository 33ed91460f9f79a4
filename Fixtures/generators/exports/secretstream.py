"""libsodium's crypto_secretstream_xchacha20poly1305, one final message, under a header of the caller's choice.

libsodium itself takes a random header only. Written from the description of the `ente` format.
"""

import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.poly1305 import Poly1305

FINAL = 3
BLOCK = 64
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
COLUMNS_AND_DIAGONALS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


def rotated(value: int, by: int) -> int:
    return (value << by | value >> 32 - by) & 0xFFFFFFFF


def quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[x] = (state[x] + state[y]) & 0xFFFFFFFF
        state[z] = rotated(state[z] ^ state[x], by)


def hchacha20(key: bytes, nonce: bytes) -> bytes:
    state = [*CONSTANTS, *struct.unpack("<8I", key), *struct.unpack("<4I", nonce)]
    for _ in range(10):
        for places in COLUMNS_AND_DIAGONALS:
            quarter_round(state, *places)
    return struct.pack("<8I", *state[:4], *state[12:])


def seal(key: bytes, header: bytes, text: bytes) -> bytes:
    """The encrypted tag byte, the ciphertext and the authenticator: 17 bytes more than the text."""
    subkey = hchacha20(key, header[:16])
    # The IETF nonce, a counter of 1 before the last eight bytes of the header; the block counter starts at 0.
    start = struct.pack("<II", 0, 1) + header[16:24]
    stream = Cipher(algorithms.ChaCha20(subkey, start), None).encryptor()
    authenticator_key = stream.update(bytes(BLOCK))[:32]
    tag_block = stream.update(bytes([FINAL]) + bytes(BLOCK - 1))
    ciphertext = stream.update(text)
    padding = bytes(len(text) % 16)
    lengths = struct.pack("<QQ", 0, BLOCK + len(text))
    mac = Poly1305.generate_tag(authenticator_key, tag_block + ciphertext + padding + lengths)
    return tag_block[:1] + ciphertext + mac
