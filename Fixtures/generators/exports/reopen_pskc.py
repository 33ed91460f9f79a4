"""Opens the secrets of PSKC files with a parser and a cipher other than those that make them."""

import base64
import hashlib
from xml.etree import ElementTree

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

INITIAL = bytes([0xA6] * 8)


def secrets(content: bytes, password: str) -> bytes:
    """The encrypted secrets in hexadecimal, one a line."""
    tree = ElementTree.fromstring(content)
    for element in tree.iter():
        element.tag = element.tag.rpartition("}")[2]
    derivation = tree.find(".//PBKDF2-params")
    if derivation is None:
        is_hex = set(password) <= set("0123456789abcdef")
        key = bytes.fromhex(password) if is_hex else base64.b64decode(password)
    else:
        salt = base64.b64decode(derivation.findtext("Salt/Specified") or "")
        digest = (derivation.find("PRF").get("Algorithm") or "hmac-sha1").rpartition("hmac-")[2]
        size, rounds = int(derivation.findtext("KeyLength") or 0), int(derivation.findtext("IterationCount") or 0)
        key = hashlib.pbkdf2_hmac(digest, password.encode(), salt, rounds, size)
    found = []
    for value in tree.iterfind(".//Secret/EncryptedValue"):
        text = value.findtext("CipherData/CipherValue")
        if text is not None:
            is_wrapped = "#kw-" in value.find("EncryptionMethod").get("Algorithm")
            found.append((unwrapped if is_wrapped else unchained)(key, base64.b64decode(text)).hex())
    return "\n".join(found).encode()


def block(key: bytes, data: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.ECB()).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def unchained(key: bytes, data: bytes) -> bytes:
    """CBC, block by block; the last byte says how much is padding."""
    plain = b""
    for at in range(16, len(data), 16):
        before = data[at - 16 : at]
        plain += bytes(left ^ right for left, right in zip(block(key, data[at : at + 16]), before, strict=True))
    return plain[: -plain[-1]]


def unwrapped(key: bytes, data: bytes) -> bytes:
    """RFC 3394, section 2.2.2, with the index in the middle of six rounds."""
    parts = [data[at : at + 8] for at in range(0, len(data), 8)]
    check, count = parts[0], len(parts) - 1
    for step in range(6 * count, 0, -1):
        at = (step - 1) % count + 1
        mixed = bytes(left ^ right for left, right in zip(check, step.to_bytes(8, "big"), strict=True))
        opened = block(key, mixed + parts[at])
        check, parts[at] = opened[:8], opened[8:]
    if check != INITIAL:
        raise ValueError("the key does not unwrap")
    return b"".join(parts[1:])
