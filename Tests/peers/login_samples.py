"""Small files of password managers and of the apps near them, written from the format pages, for the tests."""

import base64
import gzip
import hashlib
import hmac
import io
import os
import struct

import pyzipper
from Cryptodome.Cipher import ChaCha20
from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

import keepass
from accounts import encode_base32
from plain_samples import (HOTP, KEEPASS, KEEPASS_SECRETS, LONG, PROTON_STEAM, STEAM, TOTP, b64, compact,
                           keepass_value, keepassxc_xml, link, new_id)
from samples import PASSPHRASE

NOW = 1763800000
RAIVO = [TOTP, LONG, HOTP]


def base64url():
    return base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")


def raivo(accounts):
    return compact([{
        "issuer": found.issuer, "account": found.name, "secret": encode_base32(found.secret),
        "algorithm": found.algorithm, "digits": str(found.digits), "kind": found.type.upper(),
        "timer": str(found.period), "counter": str(found.counter), "iconType": "", "iconValue": "", "pinned": "false"}
        for found in accounts])


def raivo_zip(accounts, name="raivo-otp-export.json", encryption=pyzipper.WZ_AES, content=None):
    file = io.BytesIO()
    with pyzipper.AESZipFile(file, "w", compression=pyzipper.ZIP_DEFLATED, encryption=encryption) as archive:
        if encryption:
            archive.setpassword(PASSPHRASE.encode())
        archive.writestr(name, raivo(accounts) if content is None else content)
    return file.getvalue()


def twofauth(accounts):
    entries = []
    for found in accounts:
        is_hotp = found.type == "hotp"
        entries.append({
            "otp_type": "steamtotp" if found.type == "steam" else found.type, "account": found.name,
            "service": found.issuer, "icon": None, "icon_mime": None,
            "icon_file": None, "secret": base64.b32encode(found.secret).decode(), "digits": found.digits,
            "algorithm": found.algorithm.lower(), "period": None if is_hotp else found.period,
            "counter": found.counter if is_hotp else None, "legacy_uri": ""})
    return compact({"app": "2fauth_v5.0.0", "schema": 1, "datetime": "2025-11-22T08:26:40.000000Z", "data": entries})


def cxf(accounts):
    items = []
    for found in accounts:
        algorithm = "steam" if found.type == "steam" else found.algorithm.lower()
        credential = {"type": "totp", "secret": encode_base32(found.secret), "period": found.period,
                      "digits": found.digits, "algorithm": algorithm, "username": found.name, "issuer": found.issuer}
        items.append({"id": base64url(), "creationAt": NOW, "modifiedAt": NOW, "title": found.issuer,
                      "credentials": [credential]})
    account = {"id": base64url(), "username": "", "email": "", "collections": [], "items": items}
    return compact({"version": {"major": 1, "minor": 0}, "exporterRpId": "totp-import",
                    "exporterDisplayName": "totp-import", "timestamp": NOW, "accounts": [account]})


def apple_passwords(accounts):
    rows = ["Title,URL,Username,Password,Notes,OTPAuth"]
    rows += [f"{found.issuer},,{found.name},,,{link(found)}" for found in accounts]
    return "".join(row + "\n" for row in rows).encode()


def onepassword(accounts):
    rows = ["Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes"]
    rows += [f"{found.issuer},,{found.name},,{link(found)},false,false,," for found in accounts]
    return "".join(row + "\n" for row in rows).encode()


def extension_entry(found, identifier, index):
    # Types and algorithms that the app cannot store are written as names, which the reader must refuse.
    kind = {"totp": "1", "hotp": "2", "steam": "4"}.get(found.type, found.type)
    algorithm = {"SHA1": "1", "SHA256": "2", "SHA512": "3"}.get(found.algorithm, found.algorithm)
    entry = {"type": kind, "secret": encode_base32(found.secret), "issuer": found.issuer, "account": found.name,
             "encrypted": False, "hash": identifier, "index": index, "algorithm": algorithm}
    if found.type == "steam":
        return entry | {"secret": "stm-" + entry["secret"]}
    values = {"digits": (found.digits, 6), "period": (found.period, 30), "counter": (found.counter, 0)}
    return entry | {name: value for name, (value, default) in values.items() if value != default}


def extension(accounts):
    identifiers = [new_id() for _ in accounts]
    return compact({identifier: extension_entry(found, identifier, index)
                    for index, (identifier, found) in enumerate(zip(identifiers, accounts))})


def openssl(text, passphrase):
    """Text as `openssl enc -aes-256-cbc -md md5 -base64` encrypts it with a passphrase."""
    salt, stream, block = os.urandom(8), b"", b""
    while len(stream) < 48:
        block = hashlib.md5(block + passphrase + salt).digest()
        stream += block
    padder = PKCS7(128).padder()
    encryptor = Cipher(algorithms.AES(stream[:32]), modes.CBC(stream[32:48])).encryptor()
    padded = padder.update(text) + padder.finalize()
    return b64(b"Salted__" + salt + encryptor.update(padded) + encryptor.finalize())


def extension_with_secrets(accounts, has_key, passphrase=PASSPHRASE):
    """The first two generations: only secrets are encrypted, with the passphrase or with a random key."""
    key = os.urandom(120)
    document = {}
    for index, found in enumerate(accounts):
        entry = extension_entry(found, new_id(), index)
        secret = openssl(entry["secret"].encode(), key.hex().encode() if has_key else passphrase.encode())
        document[entry["hash"]] = entry | {"encrypted": True, "secret": secret}
    if has_key:
        document["key"] = {"enc": openssl(key, passphrase.encode()), "hash": "$argon2id$v=19$m=16384,t=1,p=1$AA$AA"}
    return compact(document)


def extension_protected(accounts):
    """The third generation: whole accounts, with a key of Argon2id."""
    salt, check_salt, identifier = os.urandom(16).hex(), os.urandom(16), new_id()

    def argon2id(secret, salt):
        return hash_secret_raw(secret, salt, 2, 19456, 1, 32, Type.ID, 19)

    key = b64(argon2id(PASSPHRASE.encode(), salt.encode())).rstrip("=").encode()
    check = "$".join(b64(part).rstrip("=") for part in (check_salt, argon2id(key, check_salt)))
    document = {identifier: {"dataType": "Key", "id": identifier, "salt": salt, "version": 3,
                             "hash": "$argon2id$v=19$m=19456,t=2,p=1$" + check}}
    for index, found in enumerate(accounts):
        name = new_id()
        document[name] = {"dataType": "EncOTPStorage", "keyId": identifier, "index": index,
                          "data": openssl(compact(extension_entry(found, name, index)), key)}
    return compact(document)


def kdbx(accounts):
    """A KeePass database, from the description of KDBX 4."""
    def sized(data):
        return struct.pack("<I", len(data)) + data

    inner_key, seed, nonce, salt = os.urandom(64), os.urandom(32), os.urandom(12), os.urandom(32)
    inner_hash = hashlib.sha512(inner_key).digest()
    stream = ChaCha20.new(key=inner_hash[:32], nonce=inner_hash[32:44])

    def value(key, text):
        if key not in KEEPASS_SECRETS:
            return keepass_value(key, text)
        return f'<Value Protected="True">{b64(stream.encrypt(text.encode()))}</Value>'

    now = b64(struct.pack("<q", NOW + 62135596800))
    times = (f"<Times><CreationTime>{now}</CreationTime><LastModificationTime>{now}</LastModificationTime>"
             "<Expires>False</Expires></Times>")
    content = b"\x01" + sized(struct.pack("<I", 3)) + b"\x02" + sized(inner_key) + b"\x00" + sized(b"")
    content = gzip.compress(content + keepassxc_xml(accounts, value, times))
    costs = [(0x42, b"$UUID", keepass.ARGON2ID), (5, b"I", struct.pack("<Q", 3)), (5, b"M", struct.pack("<Q", 1 << 26)),
             (4, b"P", struct.pack("<I", 2)), (0x42, b"S", salt), (4, b"V", struct.pack("<I", 0x13))]
    parameters = b"\0\1" + b"".join(bytes([kind]) + sized(name) + sized(data) for kind, name, data in costs) + b"\0"
    header = keepass.SIGNATURE + b"\0\0\4\0" + b"".join(bytes([kind]) + sized(data) for kind, data in (
        (2, next(iter(keepass.CIPHERS))), (3, b"\1\0\0\0"), (4, seed), (7, nonce), (11, parameters), (0, b"\r\n\r\n")))
    composite = hashlib.sha256(hashlib.sha256(PASSPHRASE.encode()).digest()).digest()
    seeded = seed + hash_secret_raw(composite, salt, 3, 1 << 16, 2, 32, Type.ID, 19)
    base = hashlib.sha512(seeded + b"\1").digest()

    def mac(index, data):
        return hmac.digest(hashlib.sha512(index + base).digest(), data, "sha256")

    file = header + hashlib.sha256(header).digest() + mac(b"\xff" * 8, header)
    encrypted = ChaCha20.new(key=hashlib.sha256(seeded).digest(), nonce=nonce).encrypt(content)
    for index, block in enumerate((encrypted, b"")):
        number = struct.pack("<Q", index)
        file += mac(number, number + sized(block)) + sized(block)
    return file


# Readers, functions that write a plain file, and the accounts to write.
PLAIN = [
    ("raivo", raivo, RAIVO), ("2fauth", twofauth, [*RAIVO, PROTON_STEAM]), ("cxf", cxf, [TOTP, LONG, STEAM]),
    ("apple-passwords", apple_passwords, [TOTP, LONG]), ("onepassword", onepassword, [TOTP, LONG]),
    ("authenticator-extension", extension, [*RAIVO, STEAM])]
ENCRYPTED = [("keepass", kdbx, KEEPASS), ("raivo", raivo_zip, RAIVO),
             ("authenticator-extension", extension_protected, [*RAIVO, STEAM])]
