"""2fast: the data file of version 2, from Docs/formats/2fast.md."""

import base64

import ciphers
from accounts import Account
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7
from rules import (ARRAY, BOOLEAN, NULL, PeerError, base64_text, each, either, exactly, members, parse_json, require,
                   whole)

SALT, ALGORITHMS = bytes.fromhex("0edf23c55df2ef08"), ("SHA1", "SHA256", "SHA512")
# By version: the hash and the rounds.
COSTS = {0: ("sha1", 1000), 1: ("sha1", 1000), 2: ("sha256", 25000)}
ENCRYPTED = either(exactly(""), NULL, base64_text())
FILE = {"Collection": ARRAY, "GlobalCategories": exactly([]), "IV": base64_text(16), "Version": exactly(2)}
ENTRY = {"Label": ENCRYPTED, "Issuer": ENCRYPTED, "SecretByteArray": base64_text(), "OTPType": base64_text(),
         "Period": whole(1, 2147483), "HashMode": whole(0, 2), "TotpSize": whole(1, 10), "IsFavourite": BOOLEAN,
         "SelectedCategories": exactly([]), "Notes": ENCRYPTED}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        members(document, FILE)
    hash_name, rounds = COSTS[document.get("Version") or 0]
    key = ciphers.pbkdf2(hash_name, ciphers.needed(passphrase), SALT, rounds)
    cipher = Cipher(algorithms.AES(key), modes.CBC(base64.b64decode(document["IV"])))

    def opened(value):
        unpadder, decryptor = PKCS7(128).unpadder(), cipher.decryptor()
        try:
            padded = decryptor.update(base64.b64decode(value, validate=True)) + decryptor.finalize()
            return unpadder.update(padded) + unpadder.finalize()
        except ValueError:
            raise PeerError(ciphers.WRONG_PASSPHRASE) from None

    def text(value):
        try:
            return opened(value).decode() if value else ""
        except UnicodeDecodeError:
            raise PeerError(ciphers.WRONG_PASSPHRASE) from None

    def account(entry):
        if strict:
            members(entry, ENTRY)
        kind = text(entry.get("OTPType")) or "totp"
        require(kind in ("totp", "steam"), "OTPType must be totp or steam")
        more = {} if kind == "steam" else {"algorithm": ALGORITHMS[entry["HashMode"]], "digits": entry["TotpSize"]}
        return Account(kind, text(entry["Issuer"]), text(entry["Label"]), opened(entry["SecretByteArray"]),
                       period=entry["Period"], note=text(entry.get("Notes")), favorite=bool(entry.get("IsFavourite")),
                       **more)

    return each(document["Collection"], "Collection", account, strict)
