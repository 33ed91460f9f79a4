"""Opens what libsodium sealed with AEGIS-256: written from draft-irtf-cfrg-aegis-aead, for whole bytes only."""

from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

CONSTANTS = (
    bytes.fromhex("000101020305080d1522375990e97962"),
    bytes.fromhex("db3d18556dc22ff12011314273b528dd"),
)


def times(a: int, b: int) -> int:
    """The product in GF(2^8)."""
    product = 0
    for bit in range(8):
        if b >> bit & 1:
            product ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
    return product


def substitution(byte: int) -> int:
    inverse = next((other for other in range(256) if times(byte, other) == 1), 0)
    doubled = inverse << 8 | inverse
    return inverse ^ 0x63 ^ (doubled >> 7 ^ doubled >> 6 ^ doubled >> 5 ^ doubled >> 4) & 0xFF


SUBSTITUTIONS = [substitution(byte) for byte in range(256)]


def xor(*blocks: bytes) -> bytes:
    total = 0
    for block in blocks:
        total ^= int.from_bytes(block, "big")
    return total.to_bytes(16, "big")


def conjunction(a: bytes, b: bytes) -> bytes:
    return bytes(x & y for x, y in zip(a, b, strict=True))


def aes_round(block: bytes, key: bytes) -> bytes:
    out = bytearray()
    for column in range(4):
        given = [SUBSTITUTIONS[block[(column + row) % 4 * 4 + row]] for row in range(4)]
        for row in range(4):
            a, b, c, d = (given[(row + at) % 4] for at in range(4))
            out.append(times(a, 2) ^ times(b, 3) ^ c ^ d)
    return xor(bytes(out), key)


class State:
    def __init__(self, key: bytes, nonce: bytes) -> None:
        keys = key[:16], key[16:]
        mixed = xor(keys[0], nonce[:16]), xor(keys[1], nonce[16:])
        low, high = CONSTANTS
        self.blocks = [*mixed, high, low, xor(keys[0], low), xor(keys[1], high)]
        for block in (*keys, *mixed) * 4:
            self.update(block)

    def update(self, message: bytes) -> None:
        old = self.blocks
        self.blocks = [aes_round(old[at - 1], old[at]) for at in range(6)]
        self.blocks[0] = xor(self.blocks[0], message)

    def decrypted(self, part: bytes) -> bytes:
        s = self.blocks
        mask = xor(s[1], s[4], s[5], conjunction(s[2], s[3]))
        text = xor(part.ljust(16, b"\0"), mask)[: len(part)]
        self.update(text.ljust(16, b"\0"))
        return text

    def tag(self, count: int) -> bytes:
        lengths = xor(self.blocks[3], bytes(8) + (count * 8).to_bytes(8, "little"))
        for _ in range(7):
            self.update(lengths)
        return xor(*self.blocks[:3]) + xor(*self.blocks[3:])


def aegis256(key: bytes, nonce: bytes, sealed: bytes) -> bytes:
    state = State(key, nonce)
    parts, tag = sealed[:-32], sealed[-32:]
    text = b"".join(state.decrypted(parts[at : at + 16]) for at in range(0, len(parts), 16))
    if state.tag(len(parts)) != tag:
        raise ValueError("the tag does not verify")
    return text


def twofaguard(content: bytes, password: str) -> bytes:
    function = Argon2id(salt=content[16:32], length=32, iterations=3, lanes=1, memory_cost=67_108)
    return aegis256(function.derive(password.encode()), content[32:64], content[64:])
