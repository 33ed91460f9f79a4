"""Opens what `ciphers` and `secretstream` seal, through other libraries where there are any.

Two descriptions of one format that agree on nothing but its bytes: a slip in one of them shows.
"""

import base64
import hashlib
import json
import struct

from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from nacl import bindings as sodium
from nacl import pwhash
from nacl.exceptions import CryptoError


def argon2id(password: str, salt: bytes, passes: int, kibibytes: int, lanes: int) -> bytes:
    function = Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=kibibytes)
    return function.derive(password.encode())


def pbkdf2(digest: hashes.HashAlgorithm, password: str, salt: bytes, iterations: int) -> bytes:
    return PBKDF2HMAC(digest, 32, salt, iterations).derive(password.encode())


def gcm(key: bytes, nonce: bytes, sealed: bytes, associated: bytes | None = None) -> bytes:
    return sodium.crypto_aead_aes256gcm_decrypt(sealed, associated, nonce, key)


def cbc(key: bytes, iv: bytes, sealed: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).decryptor()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(decryptor.update(sealed) + decryptor.finalize()) + unpadder.finalize()


def aegis(content: bytes, password: str) -> bytes:
    vault = json.loads(content)
    master = aegis_master_key(vault["header"]["slots"], password)
    parameters = vault["header"]["params"]
    sealed = base64.b64decode(vault["db"]) + bytes.fromhex(parameters["tag"])
    return gcm(master, bytes.fromhex(parameters["nonce"]), sealed)


def aegis_master_key(slots: list[dict], password: str) -> bytes:
    for slot in (slot for slot in slots if slot["type"] == 1):
        key = Scrypt(bytes.fromhex(slot["salt"]), 32, slot["n"], slot["r"], slot["p"]).derive(password.encode())
        wrapped = bytes.fromhex(slot["key"] + slot["key_params"]["tag"])
        try:
            return gcm(key, bytes.fromhex(slot["key_params"]["nonce"]), wrapped)
        except CryptoError:
            continue
    raise ValueError("no slot opens")


def twofas(content: bytes, password: str) -> bytes:
    backup = json.loads(content)
    data, salt, iv = map(base64.b64decode, backup["servicesEncrypted"].split(":"))
    reference, reference_salt, reference_iv = map(base64.b64decode, backup["reference"].split(":"))
    key = pbkdf2(hashes.SHA256(), password, salt, 10_000)
    if reference_salt != salt or len(gcm(key, reference_iv, reference)) != 256:
        raise ValueError("the reference does not match")
    return gcm(key, iv, data)


def andotp(content: bytes, password: str) -> bytes:
    iterations = int.from_bytes(content[:4], "big")
    key = pbkdf2(hashes.SHA1(), password, content[4:16], iterations)
    return gcm(key, content[16:28], content[28:])


def andotp_old(content: bytes, password: str) -> bytes:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(password.encode())
    return gcm(digest.finalize(), content[:12], content[12:])


def bitwarden(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    salt = export["salt"].encode()
    if export["kdfType"] == 0:
        key = pbkdf2(hashes.SHA256(), password, salt, export["kdfIterations"])
    else:
        memory = export["kdfMemory"] * 1024
        key = argon2id(
            password, hashlib.sha256(salt).digest(), export["kdfIterations"], memory, export["kdfParallelism"]
        )
    bitwarden_value(key, export["encKeyValidation_DO_NOT_EDIT"])
    return bitwarden_value(key, export["data"])


def bitwarden_value(key: bytes, value: str) -> bytes:
    iv, ciphertext, mac = map(base64.b64decode, value.removeprefix("2.").split("|"))
    authenticator = HMAC(HKDFExpand(hashes.SHA256(), 32, b"mac").derive(key), hashes.SHA256())
    authenticator.update(iv + ciphertext)
    authenticator.verify(mac)
    return cbc(HKDFExpand(hashes.SHA256(), 32, b"enc").derive(key), iv, ciphertext)


def ente(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    costs = export["kdfParams"]
    salt = base64.b64decode(costs["salt"])
    key = pwhash.argon2id.kdf(32, password.encode(), salt, costs["opsLimit"], costs["memLimit"])
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    header = base64.b64decode(export["encryptionNonce"])
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key)
    sealed = base64.b64decode(export["encryptedData"])
    text, tag = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed)
    if tag != sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL:
        raise ValueError("the message is not the last one")
    return text


def proton(content: bytes, password: str) -> bytes:
    export = json.loads(content)
    sealed = base64.b64decode(export["content"])
    key = argon2id(password, base64.b64decode(export["salt"]), 2, 19456, 1)
    return gcm(key, sealed[:12], sealed[12:], b"proton.authenticator.export.v1")


def steam(content: bytes, password: str, manifest: dict) -> bytes:
    salt, iv = base64.b64decode(manifest["encryption_salt"]), base64.b64decode(manifest["encryption_iv"])
    return cbc(pbkdf2(hashes.SHA1(), password, salt, 50_000), iv, base64.b64decode(content))


def stratum(content: bytes, password: str) -> bytes:
    magic, salt, nonce, sealed = struct.unpack(f"16s16s12s{len(content) - 44}s", content)
    if magic != b"AUTHENTICATORPRO":
        raise ValueError("not the strong encryption")
    return gcm(argon2id(password, salt, 3, 65536, 4), nonce, sealed)


def stratum_legacy(content: bytes, password: str) -> bytes:
    magic, salt, iv, sealed = struct.unpack(f"16s20s16s{len(content) - 52}s", content)
    if magic != b"AuthenticatorPro":
        raise ValueError("not the legacy encryption")
    return cbc(pbkdf2(hashes.SHA1(), password, salt, 64_000), iv, sealed)
