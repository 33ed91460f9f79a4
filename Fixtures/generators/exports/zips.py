"""Zip archives as the apps write them, and hostile ones. One moment for every member; nothing is random."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from images.accounts import invented_bytes

from . import ciphers

STORED, DEFLATED, AES = 0, 8, 99
ZIPCRYPTO, AES_128, AES_256 = "zipcrypto", "aes-128", "aes-256"
KEY_SIZES = {AES_128: 16, AES_256: 32}
ENCRYPTED, DESCRIPTOR, STRONG, UTF_8 = 0x0001, 0x0008, 0x0040, 0x0800
TIME, DATE = 3 << 11 | 4 << 5 | 3, (2026 - 1980) << 9 | 1 << 5 | 2
END = b"PK\x05\x06"
EMPTY = END + bytes(18)
AUTHENTICATOR_SIZE = 10


@dataclass(frozen=True)
class Member:
    """A file of an archive, and what its headers say otherwise than they should."""

    name: str | bytes
    content: bytes
    method: int = DEFLATED
    cipher: str | None = None
    streamed: bool = False
    """Checksum and sizes follow the data, and the check byte of ZipCrypto is one of the time."""
    size: int | None = None
    checksum: int | None = None
    written_method: int | None = None
    further_flags: int = 0
    flipped: int | None = None
    """A byte of the data that is wrong, counted from either end."""
    kept: int | None = None
    """How much of the data there is."""


def archive(
    members: Sequence[Member], label: str, password: str = "", *, comment: bytes = b"", count: int | None = None,
    repeats: int = 1,
) -> bytes:  # fmt: skip
    """The archive. Its directory names every member `repeats` times, and may say a wrong count."""
    data, directory = b"", b""
    for at, member in enumerate(members):
        local, central = packed(member, f"exports/{label}/zip/{at}", password, len(data))
        data += local
        directory += central
    stated = len(members) * repeats if count is None else count
    end = struct.pack("<4HIIH", 0, 0, stated, stated, len(directory) * repeats, len(data), len(comment))
    return data + directory * repeats + END + end + comment


def packed(member: Member, label: str, password: str, offset: int) -> tuple[bytes, bytes]:
    """The member with its local header, and its record in the directory."""
    name = member.name if isinstance(member.name, bytes) else member.name.encode()
    is_utf8 = isinstance(member.name, str) and not member.name.isascii()
    flags = member.further_flags | (ENCRYPTED if member.cipher else 0) | (DESCRIPTOR if member.streamed else 0)
    flags |= UTF_8 if is_utf8 else 0
    checksum = zlib.crc32(member.content) if member.checksum is None else member.checksum
    data, method, extra = deflated(member.content) if member.method == DEFLATED else member.content, member.method, b""
    if member.cipher == ZIPCRYPTO:
        check = TIME >> 8 if member.streamed else checksum >> 24
        data = zipcrypto(data, password, label, check)
    elif member.cipher is not None:
        data, method, checksum = winzip_aes(data, password, label, KEY_SIZES[member.cipher]), AES, 0
        extra = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", KEY_SIZES[member.cipher] // 8 - 1, member.method)
    data = data[: member.kept]
    if member.flipped is not None:
        spoilt = bytearray(data)
        spoilt[member.flipped] ^= 0xFF
        data = bytes(spoilt)
    method = method if member.written_method is None else member.written_method
    size = len(member.content) if member.size is None else member.size
    sizes = struct.pack("<3I", checksum, len(data), size)
    basics = struct.pack("<5H", 51 if method == AES else 20, flags, method, TIME, DATE)
    lengths = struct.pack("<2H", len(name), len(extra))
    local = b"PK\x03\x04" + basics + (bytes(12) if member.streamed else sizes) + lengths + name + extra + data
    local += b"PK\x07\x08" + sizes if member.streamed else b""
    central = b"PK\x01\x02" + struct.pack("<H", 20) + basics + sizes + lengths
    return local, central + struct.pack("<3H2I", 0, 0, 0, 0, offset) + name + extra


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def zipcrypto(data: bytes, password: str, label: str, check: int) -> bytes:
    """The traditional encryption, behind its header of twelve bytes."""
    keys = [0x12345678, 0x23456789, 0x34567890]
    for byte in password.encode():
        mix(keys, byte)
    sealed = bytearray()
    for byte in invented_bytes(f"{label}/header", 11) + bytes([check & 0xFF]) + data:
        low = keys[2] & 0xFFFF | 2
        sealed.append(byte ^ (low * (low ^ 1) >> 8 & 0xFF))
        mix(keys, byte)
    return bytes(sealed)


def mix(keys: list[int], byte: int) -> None:
    keys[0] = crc32_step(keys[0], byte)
    keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
    keys[2] = crc32_step(keys[2], keys[1] >> 24)


def crc32_step(value: int, byte: int) -> int:
    """One byte through the register itself, without the inversions that `zlib` adds at both ends."""
    return zlib.crc32(bytes([byte]), value ^ 0xFFFFFFFF) ^ 0xFFFFFFFF


def winzip_aes(data: bytes, password: str, label: str, key_size: int) -> bytes:
    """WinZip's AES, version AE-2: salt, two bytes to check the password, ciphertext, authenticator."""
    salt = invented_bytes(f"{label}/salt", key_size // 2)
    keys = ciphers.pbkdf2("sha1", password, salt, 1000, size=2 * key_size + 2)
    encryptor = Cipher(algorithms.AES(keys[:key_size]), modes.ECB()).encryptor()
    blocks = b"".join(struct.pack("<QQ", at, 0) for at in range(1, len(data) // ciphers.BLOCK + 2))
    stream = encryptor.update(blocks)
    sealed = bytes(left ^ right for left, right in zip(data, stream, strict=False))
    authenticator = ciphers.hmac_sha1(keys[key_size : 2 * key_size], sealed)[:AUTHENTICATOR_SIZE]
    return salt + keys[2 * key_size :] + sealed + authenticator
