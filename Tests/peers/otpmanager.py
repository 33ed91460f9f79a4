"""OTP Manager for Nextcloud: what its importer takes, plain or with encrypted secrets."""

import base64
import hashlib

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from accounts import Account, BASE32, decode_base32
from ciphers import WRONG_PASSPHRASE, needed
from rules import (ARRAY, FILLED, NULL, PeerError, Rule, at_most, base64_text, check_unique, each, either, exactly,
                   hexadecimal, members, one_of, parse_json, require, whole)

SECRET = Rule(f"16 to 512 characters of {BASE32.text}", lambda found: BASE32.test(found) and 16 <= len(found) <= 512)
ACCOUNT = {"name": at_most(256, FILLED), "issuer": either(at_most(256, FILLED), NULL), "digits": one_of(4, 6),
           "type": one_of("totp", "hotp"), "period": one_of(30, 45, 60),
           "algorithm": one_of("SHA1", "SHA256", "SHA512"), "counter": either(NULL, whole(-1, 1 << 53)),
           "icon": exactly("default")}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    members(document, {"accounts": ARRAY}, {"iv": hexadecimal(16)})
    open_secret = str
    if "iv" in document:
        key = hashlib.sha256(needed(passphrase).encode()).digest()
        cipher = Cipher(algorithms.AES(key), modes.CBC(bytes.fromhex(document["iv"])))
        open_secret = lambda secret: opened(cipher, secret)
    rule = base64_text() if "iv" in document else SECRET
    found = each(document["accounts"], "accounts", lambda entry: account(entry, rule, open_secret), strict)
    # The app would drop the second one.
    check_unique([one.secret for one in found], "secrets")
    return found


def opened(cipher, secret):
    try:
        data, padding = cipher.decryptor(), PKCS7(128).unpadder()
        plain = data.update(base64.b64decode(secret)) + data.finalize()
        text = (padding.update(plain) + padding.finalize()).decode("ascii")
    except ValueError:
        raise PeerError(WRONG_PASSPHRASE) from None
    require(SECRET.test(text), WRONG_PASSPHRASE)
    return text


def account(entry, rule, open_secret):
    members(entry, {"secret": rule} | ACCOUNT)
    kind = entry["type"]
    require((entry["counter"] is None) == (kind == "totp"), "counter is null for totp alone")
    more = {"counter": entry["counter"] + 1} if kind == "hotp" else {"period": entry["period"]}
    return Account(kind, entry["issuer"] or "", entry["name"], decode_base32(open_secret(entry["secret"])),
                   entry["algorithm"], entry["digits"], **more).trimmed()
