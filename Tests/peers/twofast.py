"""2fast: the data file of version 2."""

import base64

import ciphers
from accounts import Account
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from rules import PeerError, each, parse_json, require

SALT = bytes.fromhex("0EDF23C55DF2EF08")
HASHES = ("SHA1", "SHA256", "SHA512")
NAMES = {"Label", "Issuer", "OTPType", "Period", "HashMode", "TotpSize", "SecretByteArray", "IsFavourite",
         "SelectedCategories", "Notes"}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(not strict or document["Version"] == 2 and document["GlobalCategories"] == [], "the version must be 2")
    is_new = document.get("Version") == 2
    key = ciphers.pbkdf2("sha256" if is_new else "sha1", ciphers.needed(passphrase), SALT, 25000 if is_new else 1000)
    cipher = Cipher(algorithms.AES(key), modes.CBC(base64.b64decode(document["IV"], validate=True)))
    return each(document["Collection"], "Collection", lambda entry: account(entry, cipher, strict), strict)


def account(entry, cipher, strict):
    require(not strict or set(entry) == NAMES and entry["SelectedCategories"] == [],
            "an entry must have the members of the app's")
    kind = text(entry.get("OTPType"), cipher) or "totp"
    require(kind in ("totp", "steam"), "OTPType must be totp or steam")
    more = {} if kind == "steam" else {
        "algorithm": HASHES[entry["HashMode"]], "digits": entry["TotpSize"], "period": entry["Period"]}
    return Account(kind, text(entry["Issuer"], cipher), text(entry["Label"], cipher),
                   opened(entry["SecretByteArray"], cipher), note=text(entry.get("Notes"), cipher),
                   favorite=bool(entry.get("IsFavourite")), **more)


def text(value, cipher):
    return opened(value, cipher).decode() if value else ""


def opened(value, cipher):
    decryptor, padding = cipher.decryptor(), PKCS7(128).unpadder()
    try:
        padded = decryptor.update(base64.b64decode(value, validate=True)) + decryptor.finalize()
        return padding.update(padded) + padding.finalize()
    except ValueError:
        raise PeerError(ciphers.WRONG_PASSPHRASE) from None
