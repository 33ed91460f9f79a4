"""Small files of the formats that can be encrypted, written from the format pages, for the tests of the readers."""

import hashlib
import hmac
import json
import os

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.padding import PKCS7
from nacl import bindings

from accounts import Account, encode_base32
from ciphers import argon2id
from plain_samples import (ALL, COUNTED, LONG, MOTP_WITHOUT_PIN, PROTON_STEAM, STEAM, TIMED, TOTP, b64, compact, link,
                           new_id, otpauth, totp_field)
from twofas import REFERENCE

PASSPHRASE = "Grüße von 7 Leuchttürmen"


def aegis(accounts, encrypted=False):
    entries = []
    for found in accounts:
        info = {"secret": encode_base32(found.secret), "algo": found.algorithm, "digits": found.digits}
        info |= {"counter": found.counter} if found.type == "hotp" else {"period": found.period}
        info |= {"pin": found.pin} if found.type in ("motp", "yandex") else {}
        entries.append({"type": found.type, "uuid": new_id(), "name": found.name, "issuer": found.issuer, "note": "",
                        "favorite": False, "icon": None, "info": info, "groups": []})
    content = {"version": 3, "entries": entries, "groups": []}
    document = {"version": 1, "header": {"slots": None, "params": None}, "db": content}
    if encrypted:
        salt, master = os.urandom(32), os.urandom(32)
        key = hashlib.scrypt(PASSPHRASE.encode(), salt=salt, n=32768, r=8, p=1, maxmem=1 << 26, dklen=32)

        def wrap(key, data):
            nonce = os.urandom(12)
            ciphertext = AESGCM(key).encrypt(nonce, data, None)
            return ciphertext[:-16], {"nonce": nonce.hex(), "tag": ciphertext[-16:].hex()}

        wrapped, key_params = wrap(key, master)
        text, params = wrap(master, json.dumps(content, indent=4).encode())
        slot = {"type": 1, "uuid": new_id(), "key": wrapped.hex(), "key_params": key_params, "n": 32768, "r": 8,
                "p": 1, "salt": salt.hex(), "repaired": True, "is_backup": False}
        document = {"version": 1, "header": {"slots": [slot], "params": params}, "db": b64(text)}
    return json.dumps(document, indent=4).encode()


def twofas(accounts, encrypted=False):
    services, now = [], 1763800000000
    for index, found in enumerate(accounts):
        otp = {"issuer": found.issuer, "account": found.name, "label": found.name, "digits": found.digits,
               "algorithm": found.algorithm, "tokenType": found.type.upper(), "source": "Manual"}
        otp |= {"counter": found.counter} if found.type == "hotp" else {"period": found.period}
        services.append({"name": found.issuer, "secret": encode_base32(found.secret), "updatedAt": now, "otp": otp,
                         "order": {"position": index}})
    document = {"services": services, "groups": [], "updatedAt": now, "schemaVersion": 4, "appVersionCode": 5000000,
                "appVersionName": "5.0.0", "appOrigin": "android"}
    if encrypted:
        salt = os.urandom(256)
        key = hashlib.pbkdf2_hmac("sha256", PASSPHRASE.encode(), salt, 10000, 32)
        for name, data in ("servicesEncrypted", compact(services)), ("reference", REFERENCE):
            iv = os.urandom(12)
            document[name] = ":".join(map(b64, (AESGCM(key).encrypt(iv, data, None), salt, iv)))
        document["services"] = []
    return compact(document)


def andotp(accounts, encrypted=False):
    entries = []
    for found in accounts:
        secret = found.secret.hex().encode() if found.type == "motp" else found.secret
        algorithm = "SHA1" if found.type == "motp" else found.algorithm
        entry = {"secret": encode_base32(secret), "issuer": found.issuer, "label": found.name, "digits": found.digits,
                 "type": found.type.upper(), "algorithm": algorithm, "thumbnail": "Default", "last_used": 0,
                 "used_frequency": 0, "tags": []}
        entry |= {"totp": {"period": found.period}, "hotp": {"counter": found.counter}}.get(found.type, {})
        entries.append(entry)
    data = compact(entries)
    if not encrypted:
        return data
    salt, nonce = os.urandom(12), os.urandom(12)
    key = hashlib.pbkdf2_hmac("sha1", PASSPHRASE.encode(), salt, 150000, 32)
    return (150000).to_bytes(4, "big") + salt + nonce + AESGCM(key).encrypt(nonce, data, None)


def ente(accounts, encrypted=False):
    text = otpauth(accounts)
    if not encrypted:
        return text
    salt = os.urandom(16)
    state = bindings.crypto_secretstream_xchacha20poly1305_state()
    nonce = bindings.crypto_secretstream_xchacha20poly1305_init_push(
        state, argon2id(PASSPHRASE, salt, 16, 262144, 1))
    data = bindings.crypto_secretstream_xchacha20poly1305_push(state, text, None, 3)
    return compact({"version": 1, "kdfParams": {"memLimit": 268435456, "opsLimit": 16, "salt": b64(salt)},
                    "encryptedData": b64(data), "encryptionNonce": b64(nonce)})


def stratum(accounts, encrypted=False):
    kinds = {"hotp": 1, "totp": 2, "motp": 3, "steam": 4, "yandex": 5}
    entries = [{
        "Type": kinds[found.type], "Icon": None, "Issuer": found.issuer, "Username": found.name,
        "Secret": found.secret.hex() if found.type == "motp" else encode_base32(found.secret), "Pin": found.pin or None,
        "Algorithm": {"SHA256": 1, "SHA512": 2}.get(found.algorithm, 0), "Digits": found.digits,
        "Period": 30 if found.type == "motp" else found.period, "Counter": found.counter, "Ranking": index,
    } for index, found in enumerate(accounts)]
    data = compact({"Authenticators": entries, "Categories": [], "AuthenticatorCategories": [], "CustomIcons": []})
    if not encrypted:
        return data
    salt, nonce = os.urandom(16), os.urandom(12)
    key = argon2id(PASSPHRASE, salt, 3, 65536, 4)
    return b"AUTHENTICATORPRO" + salt + nonce + AESGCM(key).encrypt(nonce, data, None)


def bitwarden(accounts, encrypted=False):
    items = [{
        "id": new_id(), "organizationId": None, "folderId": None, "type": 1, "reprompt": 0, "name": found.issuer,
        "notes": None, "favorite": False, "collectionIds": None,
        "login": {"uris": [], "username": found.name, "password": None, "totp": totp_field(found)}}
        for found in accounts]
    data = compact({"encrypted": False, "folders": [], "items": items})
    if not encrypted:
        return data
    salt = b64(os.urandom(16))
    key = hashlib.pbkdf2_hmac("sha256", PASSPHRASE.encode(), salt.encode(), 600000, 32)
    enc, mac = (hmac.new(key, info + b"\x01", hashlib.sha256).digest() for info in (b"enc", b"mac"))

    def wrap(text):
        iv, padder = os.urandom(16), PKCS7(128).padder()
        encryptor = Cipher(algorithms.AES(enc), modes.CBC(iv)).encryptor()
        ciphertext = encryptor.update(padder.update(text) + padder.finalize()) + encryptor.finalize()
        return "2." + "|".join(map(b64, (iv, ciphertext, hmac.new(mac, iv + ciphertext, hashlib.sha256).digest())))

    return compact({"encrypted": True, "passwordProtected": True, "salt": salt, "kdfType": 0, "kdfIterations": 600000,
                    "encKeyValidation_DO_NOT_EDIT": wrap(new_id().encode()), "data": wrap(data)})


def proton(accounts, encrypted=False):
    data = compact({"version": 1, "entries": [{
        "id": new_id(), "note": None, "content": {
            "uri": totp_field(found) if found.type == "steam" else link(found, prefixed=False),
            "entry_type": found.type.capitalize(), "name": found.name}} for found in accounts]})
    if not encrypted:
        return data
    salt, nonce = os.urandom(16), os.urandom(12)
    ciphertext = AESGCM(argon2id(PASSPHRASE, salt, 2, 19456, 1)).encrypt(nonce, data, b"proton.authenticator.export.v1")
    return compact({"version": 1, "salt": b64(salt), "content": b64(nonce + ciphertext)})


# Per reader: a function that writes a file, and the accounts to write.
def otpmanager(accounts, encrypted=False):
    key, iv = hashlib.sha256(PASSPHRASE.encode()).digest(), os.urandom(16)

    def secret(found):
        text = encode_base32(found.secret)
        if not encrypted:
            return text
        padding, cipher = PKCS7(128).padder(), Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
        return b64(cipher.update(padding.update(text.encode()) + padding.finalize()) + cipher.finalize())

    entries = [{
        "secret": secret(found), "name": found.name, "issuer": found.issuer or None, "digits": found.digits,
        "type": found.type, "period": found.period, "algorithm": found.algorithm,
        "counter": found.counter - 1 if found.type == "hotp" else None, "icon": "default"} for found in accounts]
    return compact({"accounts": entries} | ({"iv": iv.hex()} if encrypted else {}))


FOUR_OR_SIX = [TOTP, Account("totp", "Kestrel", "bob", bytes(range(200, 255)), "SHA512", 4, 45),
               Account("hotp", "", "carol", bytes(range(10)), "SHA256")]

FILES = {
    "aegis": (aegis, ALL), "2fas": (twofas, COUNTED), "andotp": (andotp, [*COUNTED, MOTP_WITHOUT_PIN]),
    "ente": (ente, COUNTED), "stratum": (stratum, ALL), "bitwarden": (bitwarden, [TOTP, LONG, STEAM]),
    "proton-authenticator": (proton, [*TIMED, PROTON_STEAM]), "otpmanager": (otpmanager, FOUR_OR_SIX)}
