"""SQLCipher 3 databases, page by page, and the plain databases with space in every page for what it adds."""

import sqlite3
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from images.accounts import invented_bytes

from . import ciphers

PAGE, RESERVED, SALT = 1024, 48, 16
ROUNDS, MAC_ROUNDS = 64_000, 2
WRITER_VERSION = slice(96, 100)
"""Where a database names the version of SQLite that wrote it."""


def plain(script: str, rows: dict[str, list[tuple]]) -> bytes:
    """A database of 1024-byte pages, each with 48 bytes at its end that SQLite leaves alone."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute(f"PRAGMA page_size = {PAGE}")
    database.execute("PRAGMA user_version = 1")
    empty = bytearray(database.serialize())
    empty[20] = RESERVED
    # The cells of the one empty page grow down from there.
    struct.pack_into(">H", empty, 105, PAGE - RESERVED)
    database.deserialize(bytes(empty))
    database.executescript(script)
    for insertion, values in rows.items():
        database.executemany(insertion, values)
    content = bytearray(database.serialize())
    database.close()
    content[WRITER_VERSION] = struct.pack(">I", 3_008_006)
    return bytes(content)


def sealed(content: bytes, label: str, password: str) -> bytes:
    salt = invented_bytes(f"exports/{label}/salt", SALT)
    key = ciphers.pbkdf2("sha1", password, salt, ROUNDS)
    mac_salt = bytes(byte ^ 0x3A for byte in salt)
    mac_key = ciphers.derived("sha1", key, mac_salt, MAC_ROUNDS)
    pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
    result = b""
    for number, page in enumerate(pages, start=1):
        front = SALT if number == 1 else 0
        iv = invented_bytes(f"exports/{label}/iv/{number}", ciphers.BLOCK)
        encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
        body = encryptor.update(page[front:-RESERVED]) + iv
        mac = ciphers.hmac_sha1(mac_key, body + struct.pack("<I", number))
        unused = RESERVED - ciphers.BLOCK - len(mac)
        result += (salt if front else b"") + body + mac + invented_bytes(f"exports/{label}/unused/{number}", unused)
    return result
