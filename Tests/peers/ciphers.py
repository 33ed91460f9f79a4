"""The cryptography that several formats share."""

import hashlib

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rules import PeerError

WRONG_PASSPHRASE = "wrong passphrase, or the file was changed"


def aes_gcm(key, nonce, ciphertext_and_tag, associated=None):
    try:
        return AESGCM(key).decrypt(nonce, ciphertext_and_tag, associated)
    except (InvalidTag, ValueError):
        raise PeerError(WRONG_PASSPHRASE) from None


def argon2id(passphrase, salt, passes, kibibytes, lanes):
    secret = passphrase if type(passphrase) is bytes else passphrase.encode()
    return hash_secret_raw(secret, salt, time_cost=passes, memory_cost=kibibytes, parallelism=lanes, hash_len=32,
                           type=Type.ID, version=19)


def pbkdf2(digest, passphrase, salt, iterations):
    return hashlib.pbkdf2_hmac(digest, passphrase.encode(), salt, iterations, 32)


def needed(passphrase):
    if not passphrase:
        raise PeerError("the file is encrypted and needs a passphrase")
    return passphrase
