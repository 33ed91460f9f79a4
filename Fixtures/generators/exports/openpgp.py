"""OpenPGP messages that a passphrase opens, as OpenPGP.js and GnuPG write them."""

import hashlib
import struct
import zlib
from dataclasses import dataclass

from cryptography.hazmat.decrepit.ciphers.modes import CFB
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from images.accounts import invented_bytes

from . import ciphers

CIPHERS = {16: 7, 24: 8, 32: 9}
DIGESTS = {"sha1": 2, "sha256": 8, "sha384": 9, "sha512": 10}
SIMPLE, SALTED, ITERATED = 0, 1, 3
NOT, DEFLATE, ZLIB = 0, 1, 2


@dataclass(frozen=True)
class Message:
    """How a message is written."""

    label: str
    key_size: int = 32
    digest: str = "sha256"
    derivation: int = ITERATED
    count: int = 0
    """The byte that says how much is hashed: 1 KiB for 0."""
    has_session_key: bool = True
    compression: int | None = None
    layers: int = 1
    """How many compressed packets are in each other."""
    is_old: bool = False
    """Whether packets have headers of the old format."""
    is_partial: bool = False
    checksum: bool = False
    headers: tuple[str, ...] = ()
    version: int = 4
    data_tag: int = 18

    def armored(self, text: bytes, password: str) -> bytes:
        lines = ["-----BEGIN PGP MESSAGE-----", *self.headers, ""]
        content = self.packets(text, password)
        digits = ciphers.b64(content)
        lines += [digits[at : at + 76] for at in range(0, len(digits), 76)]
        if self.checksum:
            lines.append("=" + ciphers.b64(crc24(content).to_bytes(3, "big")))
        return "\n".join([*lines, "-----END PGP MESSAGE-----", ""]).encode()

    def packets(self, text: bytes, password: str) -> bytes:
        salt = b"" if self.derivation == SIMPLE else invented_bytes(f"exports/{self.label}/salt", 8)
        derived = string_to_key(self.digest, password.encode(), salt, self.octets, self.key_size)
        key = invented_bytes(f"exports/{self.label}/session", self.key_size) if self.has_session_key else derived
        body = bytes([self.version, CIPHERS[self.key_size], self.derivation, DIGESTS[self.digest]]) + salt
        body += bytes([self.count]) if self.derivation == ITERATED else b""
        if self.has_session_key:
            body += cfb(derived, bytes([CIPHERS[self.key_size]]) + key)
        literal = self.packet(11, b"b" + bytes([8]) + b"data.zip" + struct.pack(">I", 0) + text)
        for _ in range(self.layers if self.compression is not None else 0):
            literal = self.packet(8, bytes([self.compression]) + packed(literal, self.compression))
        start = invented_bytes(f"exports/{self.label}/start", 16)
        plain = start + start[-2:] + literal + b"\xd3\x14"
        sealed = b"\x01" + cfb(key, plain + hashlib.sha1(plain).digest())
        return self.packet(3, body) + self.packet(self.data_tag, sealed)

    @property
    def octets(self) -> int:
        return (16 + (self.count & 15)) << ((self.count >> 4) + 6) if self.derivation == ITERATED else 0

    def packet(self, tag: int, body: bytes) -> bytes:
        if self.is_old and tag < 16:
            return bytes([0x80 | tag << 2 | 1]) + struct.pack(">H", len(body)) + body
        header = bytes([0xC0 | tag])
        if self.is_partial and len(body) > 512:
            # The first part has 512 bytes, the second 256.
            return header + b"\xe9" + body[:512] + b"\xe8" + body[512:768] + length(body[768:]) + body[768:]
        return header + length(body) + body


def length(body: bytes) -> bytes:
    size = len(body)
    if size < 192:
        return bytes([size])
    if size < 8384:
        return bytes([192 + (size - 192 >> 8), size - 192 & 255])
    return b"\xff" + struct.pack(">I", size)


def string_to_key(digest: str, password: bytes, salt: bytes, octets: int, size: int) -> bytes:
    unit = salt + password
    octets = max(octets, len(unit))
    text = (unit * (octets // max(1, len(unit)) + 1))[:octets]
    key, zeros = b"", 0
    while len(key) < size:
        key += hashlib.new(digest, bytes(zeros) + text).digest()
        zeros += 1
    return key[:size]


def cfb(key: bytes, text: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), CFB(bytes(16))).encryptor()
    return encryptor.update(text) + encryptor.finalize()


def packed(text: bytes, compression: int) -> bytes:
    if compression == NOT:
        return text
    packer = zlib.compressobj(9, zlib.DEFLATED, -15 if compression == DEFLATE else 15)
    return packer.compress(text) + packer.flush()


def crc24(data: bytes) -> int:
    value = 0xB704CE
    for byte in data:
        value ^= byte << 16
        for _ in range(8):
            value = value << 1 ^ (0x1864CFB if value & 0x800000 else 0)
    return value & 0xFFFFFF
