"""Sealing, for the encrypted exports. Salts and nonces come from the caller: they are derived, never random."""

import base64
import hashlib
import hmac

import argon2.low_level
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

BLOCK = 16


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def b64url(data: bytes) -> str:
    """With the alphabet for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=256 * n * r, dklen=32)


def pbkdf2(digest: str, password: str, salt: bytes, iterations: int, *, size: int = 32) -> bytes:
    return derived(digest, password.encode(), salt, iterations, size=size)


def derived(digest: str, key: bytes, salt: bytes, iterations: int, *, size: int = 32) -> bytes:
    """PBKDF2 of bytes that need not be text."""
    return hashlib.pbkdf2_hmac(digest, key, salt, iterations, size)


def argon2id(password: str, salt: bytes, *, passes: int, kibibytes: int, lanes: int) -> bytes:
    return argon2_raw(password.encode(), salt, passes, kibibytes, lanes)


def argon2_raw(
    secret: bytes, salt: bytes, passes: int, kibibytes: int, lanes: int, *, mixed: bool = True, version: int = 0x13
) -> bytes:
    """Argon2id, or Argon2d."""
    kind = argon2.low_level.Type.ID if mixed else argon2.low_level.Type.D
    return argon2.low_level.hash_secret_raw(secret, salt, passes, kibibytes, lanes, 32, kind, version=version)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def hmac_sha1(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha1")


def hmac_of(digest: str, key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, digest)


def hkdf_expand_sha256(key: bytes, info: bytes) -> bytes:
    """One block of RFC 5869's expand step, without extract."""
    return hmac_sha256(key, info + b"\x01")


def aes_gcm(key: bytes, nonce: bytes, text: bytes, associated: bytes | None = None) -> bytes:
    """Ciphertext and tag."""
    return AESGCM(key).encrypt(nonce, text, associated)


def aes_cbc(key: bytes, iv: bytes, text: bytes) -> bytes:
    """AES-256-CBC with PKCS#7 padding."""
    missing = BLOCK - len(text) % BLOCK
    encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    return encryptor.update(text + bytes([missing]) * missing) + encryptor.finalize()
