"""Makes vaults for tests, as README.md in this folder describes them.

Shares no code with totp-import nor with read_vault.py. Not for real accounts: its "random" bytes are derived from
names, so that every run gives the same vaults.
"""

import base64
import hashlib
import hmac
import json
import unicodedata

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

BLOCK = 4096
PASSPHRASE = "correct horse battery staple"


class Seeded:
    """Bytes that look random and are the same in every run."""

    def __init__(self, name):
        self.name, self.drawn = name, 0

    def take(self, count):
        self.drawn += 1
        return hashlib.shake_256(f"totply-vault test vectors/{self.name}/{self.drawn}".encode()).digest(count)

    def uuid(self):
        data = bytearray(self.take(16))
        data[6], data[8] = data[6] & 0x0F | 0x40, data[8] & 0x3F | 0x80
        text = data.hex().upper()
        return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def b64(data):
    return base64.b64encode(data).decode()


def hkdf(key, salt, info):
    """RFC 5869 with SHA-256 for 32 bytes, which is one block."""
    extracted = hmac.new(salt, key, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()


def recovery_code(data):
    """The code as it is shown: 256 bits and 4 zero bits, then the checksum's 20 bits, 5 bits per character."""
    bits = (int.from_bytes(data, "big") << 4) << 20 | int.from_bytes(hashlib.sha256(data).digest(), "big") >> 236
    code = "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[bits >> 5 * place & 31] for place in reversed(range(56)))
    return "-".join(code[start:start + 4] for start in range(0, 56, 4))


def encode(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def unpadded(plaintext):
    return plaintext if isinstance(plaintext, bytes) else encode(plaintext)


def padded(plaintext):
    data = unpadded(plaintext)
    return data + b" " * (-len(data) % BLOCK)


class Maker:
    """Makes one vault; all its bytes are derived from its name."""

    def __init__(self, name):
        self.random = Seeded(name)
        self.master = self.random.take(32)

    def wrap(self, kind, kdf, slot_key, nonce_size, slot_id=None, bound_to=b"totply-vault/1/slot/"):
        slot_id, nonce = self.random.uuid() if slot_id is None else slot_id, self.random.take(nonce_size)
        wrapped = AESGCM(slot_key).encrypt(nonce, self.master, bound_to and bound_to + slot_id.encode())
        return {"id": slot_id, "kdf": kdf, "nonce": b64(nonce), "type": kind, "wrappedKey": b64(wrapped)}

    def passphrase_slot(self, passphrase=PASSPHRASE, n=16, r=8, p=1, salt_size=32, nonce_size=12, form="NFC",
                        **binding):
        salt = self.random.take(salt_size)
        secret = unicodedata.normalize(form, passphrase).encode()
        slot_key = hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=1 << 26, dklen=32)
        kdf = {"n": n, "name": "scrypt", "p": p, "r": r, "salt": b64(salt)}
        return self.wrap("passphrase", kdf, slot_key, nonce_size, **binding)

    def recovery_slot(self, data, salt_size=32, nonce_size=12, info=b"totply-vault/1/recovery", **binding):
        salt = self.random.take(salt_size)
        return self.wrap("recovery", {"name": "hkdf-sha256", "salt": b64(salt)}, hkdf(data, salt, info), nonce_size,
                         **binding)

    def unusable_slot(self, n, r, p):
        """A slot of any cost that nothing opens: no key is derived to make it."""
        return {"id": self.random.uuid(), "kdf": {"n": n, "name": "scrypt", "p": p, "r": r,
                                                  "salt": b64(self.random.take(32))},
                "nonce": b64(self.random.take(12)), "type": "passphrase", "wrappedKey": b64(self.random.take(48))}

    def seal(self, slots, plaintext, extra=None, salt_size=32, nonce_size=12, spell=b64,
             bind=lambda canonical: canonical, info=b"totply-vault/1/payload", pad=padded):
        """The envelope. `extra` fields join the header, `spell` writes the payload salt as base64.

        `bind` changes the associated data, `info` the payload key, `pad` the padding, as a faulty writer does.
        """
        salt, nonce = self.random.take(salt_size), self.random.take(nonce_size)
        header = {"cipher": "AES-256-GCM", "id": self.random.uuid(),
                  "payload": {"nonce": b64(nonce), "salt": spell(salt)}, "slots": slots, **(extra or {})}
        canonical = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        payload_key = hkdf(self.master, salt, info)
        ciphertext = AESGCM(payload_key).encrypt(nonce, pad(plaintext), bind(canonical))
        return {"format": "totply-vault", "version": 1, "header": header, "ciphertext": b64(ciphertext)}
