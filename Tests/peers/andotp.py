"""andOTP: backups, plain and encrypted."""

import hashlib

import ciphers
from accounts import Account, PADDED_BASE32, algorithm_of, decode_base32, decode_hex, number_of, text_of
from rules import (COUNTER, DIGITS, PERIOD, PeerError, TEXT, each, exactly, list_of, members, one_of, parse_json,
                   require)

ENTRY = {"secret": PADDED_BASE32, "issuer": TEXT, "label": TEXT, "digits": DIGITS,
         "type": one_of("TOTP", "HOTP", "STEAM", "MOTP"), "algorithm": one_of("SHA1", "SHA256", "SHA512"),
         "thumbnail": exactly("Default"), "last_used": exactly(0), "used_frequency": exactly(0),
         "tags": list_of(TEXT)}
BY_TYPE = {"TOTP": {"period": PERIOD}, "HOTP": {"counter": COUNTER}}
DIGITS_OF = {"STEAM": 5, "MOTP": 6}


def read(data, passphrase, strict):
    if not data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"["):
        data = decrypt(data, ciphers.needed(passphrase), strict)
    entries = parse_json(data, strict)
    require(type(entries) is list, "the file must be an array")
    require(not strict or b"\n" not in data.rstrip(b"\n"), "the array must be on one line")
    return each(entries, "entries", lambda entry: account(entry, strict), strict)


def decrypt(data, passphrase, strict):
    require(len(data) > 44, "the file is neither JSON nor encrypted")
    iterations = int.from_bytes(data[:4], "big")
    if strict:
        require(iterations == 150000, "the iterations must be 150000")
    try:
        require(1 <= iterations <= 10_000_000, ciphers.WRONG_PASSPHRASE)
        return ciphers.aes_gcm(ciphers.pbkdf2("sha1", passphrase, data[4:16], iterations), data[16:28], data[28:])
    except PeerError:
        if strict:
            raise
        # The format of old versions has no sign of its own.
        return ciphers.aes_gcm(hashlib.sha256(passphrase.encode()).digest(), data[:12], data[12:])


def account(entry, strict):
    if strict:
        members(entry, ENTRY | BY_TYPE.get(entry.get("type"), {}))
        kind = entry["type"]
        digits = DIGITS_OF.get(kind, entry["digits"])
        require(entry["digits"] == digits, f"digits of {kind} must be {digits}")
        require(kind != "STEAM" or entry["algorithm"] == "SHA1", "algorithm of STEAM must be SHA1")
    require(type(entry) is dict and type(entry.get("type")) is str, "type is missing")
    kind = entry["type"].lower()
    secret = decode_base32(entry.get("secret"))
    if kind == "motp":
        secret = decode_hex(secret.decode("ascii", "replace"))
    label = text_of(entry.get("label"))
    if "issuer" in entry:
        issuer = text_of(entry["issuer"])
    else:
        first, dash, rest = label.partition(" - ")
        issuer, label = (first, rest) if dash else ("", label)
    tags = entry.get("tags") or []
    return Account(
        kind, issuer, label, secret, algorithm_of(entry.get("algorithm")), number_of(entry.get("digits"), 6, "digits"),
        number_of(entry.get("period"), 30, "period"), number_of(entry.get("counter"), 0, "counter"),
        tags=tuple(tag for tag in tags if type(tag) is str))
