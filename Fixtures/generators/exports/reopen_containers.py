"""Opens archives and databases through libraries that others keep, as `reopen` does with what has no library."""

import io
import json
import struct
import tempfile
from pathlib import Path

import pyzipper
import sqlcipher3
from Cryptodome.Cipher import AES
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from pykeepass import PyKeePass


def zip_texts(content: bytes, password: str, suffix: str = ".txt") -> bytes:
    """The texts of an archive, one after the other."""
    with pyzipper.AESZipFile(io.BytesIO(content)) as archive:
        archive.setpassword(password.encode())
        return b"".join(archive.read(member) for member in archive.infolist() if member.filename.endswith(suffix))


def zip_lists(content: bytes, password: str) -> bytes:
    """The JSON of an archive."""
    return zip_texts(content, password, ".json")


def sqlcipher_rows(content: bytes, password: str) -> bytes:
    """Every row of the accounts. The library reads files only."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "authplus.db"
        path.write_bytes(content)
        database = sqlcipher3.connect(path)
        database.execute("PRAGMA key = '" + password.replace("'", "''") + "'")
        database.execute("PRAGMA cipher_compatibility = 3")
        rows = database.execute("SELECT * FROM accounts ORDER BY _id").fetchall()
        database.close()
    return json.dumps(rows).encode()


def otpclient(content: bytes, password: bytes) -> bytes:
    """Every layout, detected from the bytes after the magic; the password as the bytes that the program used."""
    if not content.startswith(b"OTPClient"):
        iv, salt, header = content[:16], content[16:48], 48
        key = PBKDF2HMAC(hashes.SHA512(), 32, salt, 100_000).derive(password)
    else:
        newer = content[9:13] == bytes((0, 0, 0, 3))
        layout = ">9sI16s32s3I" if newer else "<9s3xI16s32s3I"
        header = struct.calcsize(layout)
        _, _, iv, salt, passes, kibibytes, lanes = struct.unpack_from(layout, content)
        key = Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=kibibytes).derive(password)
    cipher = AES.new(key, AES.MODE_GCM, nonce=iv)
    cipher.update(content[:header])
    return cipher.decrypt_and_verify(content[header:-16], content[-16:])


def kdbx_strings(content: bytes, password: str | None, key_file: bytes | None) -> bytes:
    """Keys and values of every entry, earlier versions too, in the order of the document."""
    key = None if key_file is None else io.BytesIO(key_file)
    tree = PyKeePass(io.BytesIO(content), password=password, keyfile=key).tree
    pairs = [[string.findtext("Key"), string.findtext("Value") or ""] for string in tree.iter("String")]
    return json.dumps(pairs).encode()
