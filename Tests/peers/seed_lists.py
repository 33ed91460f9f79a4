"""Seed lists of token servers: as the servers themselves, at commas, without quotes or a header."""

import re

from accounts import Account, decode_hex
from rules import check_unique, decode, each, require

SERIAL = re.compile(r"[^\s,#\"\x00-\x1f]+")
# privacyIDEA takes the hash whose length is that of the key (`get_import_csv` of its token classes).
HASHES = {32: "SHA256", 64: "SHA512"}
UNWRITABLE = (28, 48)
NUMBER = re.compile("0|[1-9][0-9]*")


def tokens(data, strict, columns, account):
    text = decode(data, strict)
    require(not text or text.endswith("\n"), "the last line must have an end")
    require("\r" not in text, "lines must end with LF")
    lines = [line.split(",") for line in text.split("\n")[:-1]]
    for number, fields in enumerate(lines, 1):
        require(len(fields) == columns, f"line {number} must have {columns} fields")
        require(SERIAL.fullmatch(fields[0]), f"line {number}: the serial number must have no comma, space, quote or #")
        require(fields[1] == fields[1].lower(), f"line {number}: the key must be lower-case hex")
    check_unique([fields[0] for fields in lines], "serial numbers")
    return each(lines, "line", account, strict)


def digits_of(text):
    require(text in ("6", "8"), "digits must be 6 or 8")
    return int(text)


def number_of(text, what):
    require(NUMBER.fullmatch(text), f"{what} must be a number")
    return int(text)


def privacyidea_account(fields):
    serial, key, kind, digits, step = fields
    require(kind in ("TOTP", "HOTP"), "the type must be TOTP or HOTP")
    secret, number = decode_hex(key), number_of(step, "the fifth field")
    require(len(secret) not in UNWRITABLE, "the key has the length of SHA224 or SHA384")
    more = {"period": number} if kind == "TOTP" else {"counter": number}
    return Account(kind.lower(), "", serial, secret, HASHES.get(len(secret), "SHA1"), digits_of(digits),
                   token={"serial": serial}, **more)


def linotp_account(fields):
    serial, key, kind, digits, step, algorithm = fields
    require(kind in ("totp", "hotp"), "the type must be totp or hotp")
    require(algorithm in ("sha1", "sha256", "sha512"), "the hash must be sha1, sha256 or sha512")
    require((step == "") == (kind == "hotp"), "only time-based tokens have a fifth field")
    more = {"period": number_of(step, "the period")} if kind == "totp" else {}
    return Account(kind, "", serial, decode_hex(key), algorithm.upper(), digits_of(digits),
                   token={"serial": serial}, **more)
