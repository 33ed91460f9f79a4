"""Raivo OTP: the JSON export, alone or in a zip archive with WinZip's AES."""

import hashlib
import hmac
import io
import struct
import zipfile
import zlib

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

import ciphers
from accounts import Account, BASE32, algorithm_of, decode_base32, number_of, text_of
from rules import PeerError, TEXT, each, exactly, matching, members, one_of, parse_json, require

NAME = "raivo-otp-export.json"
NUMBER = matching("0|[1-9][0-9]*", "a string with a whole number")
# All values are strings, or the app refuses the file.
ENTRY = {"issuer": TEXT, "account": TEXT, "secret": BASE32, "algorithm": one_of("SHA1", "SHA256", "SHA512"),
         "digits": one_of("6", "7", "8"), "kind": one_of("TOTP", "HOTP"), "timer": NUMBER, "counter": NUMBER,
         "iconType": exactly(""), "iconValue": exactly(""), "pinned": exactly("false")}
UNUSED = {"TOTP": ("counter", "0"), "HOTP": ("timer", "30")}
SALT, CHECK, MAC = 16, 2, 10


def read(data, passphrase, strict):
    if data.startswith(b"PK"):
        data = unzip(data, ciphers.needed(passphrase), strict)
    entries = parse_json(data, strict)
    require(type(entries) is list, "the file must be an array")
    require(not strict or b"\n" not in data, "the array must be on one line")
    return each(entries, "entries", lambda entry: account(entry, strict), strict)


def unzip(data, passphrase, strict):
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
    except zipfile.BadZipFile:
        raise PeerError("the archive is damaged") from None
    require(not strict or [info.filename for info in infos] == [NAME], f"the archive must have one file, {NAME}")
    info = next((info for info in infos if info.filename.rpartition("/")[2] == NAME), None)
    require(info is not None, f"the archive must have {NAME}")
    method, strength = encryption(info)
    require(strength == 3, "the file must be encrypted with AES-256")
    require(not strict or method == 0, "the file must not be compressed")
    lengths = struct.unpack_from("<2H", data, info.header_offset + 26)
    start = info.header_offset + 30 + sum(lengths)
    content = decrypt(data[start:start + info.compress_size], passphrase)
    content = zlib.decompress(content, -15) if method == 8 else content
    require(len(content) == info.file_size, "the size of the file must be the one in the directory")
    return content


def encryption(info):
    """The method before encryption and the strength, of WinZip's extra field."""
    require(info.compress_type == 99 and info.flag_bits & 1, "the file must be encrypted with WinZip's AES")
    extra = info.extra
    while len(extra) >= 4:
        identifier, size = struct.unpack_from("<2H", extra)
        if identifier == 0x9901:
            require(size == 7, "the extra field of the encryption must have 7 bytes")
            version, vendor, strength, method = struct.unpack_from("<H2sBH", extra, 4)
            require(version in (1, 2) and vendor == b"AE", "the encryption must be AE-1 or AE-2")
            return method, strength
        extra = extra[4 + size:]
    raise PeerError("the extra field of the encryption is missing")


def decrypt(sealed, passphrase):
    require(len(sealed) >= SALT + CHECK + MAC, "the file is too short")
    salt, check = sealed[:SALT], sealed[SALT:SALT + CHECK]
    ciphertext, mac = sealed[SALT + CHECK:-MAC], sealed[-MAC:]
    keys = hashlib.pbkdf2_hmac("sha1", passphrase.encode(), salt, 1000, 66)
    require(hmac.compare_digest(keys[64:], check), ciphers.WRONG_PASSPHRASE)
    found = hmac.digest(keys[32:64], ciphertext, "sha1")[:MAC]
    require(hmac.compare_digest(found, mac), ciphers.WRONG_PASSPHRASE)
    # The counter starts at 1, and its lowest byte comes first.
    counters = b"".join(struct.pack("<QQ", block, 0) for block in range(1, len(ciphertext) // 16 + 2))
    stream = Cipher(algorithms.AES(keys[:32]), modes.ECB()).encryptor().update(counters)
    return bytes(left ^ right for left, right in zip(ciphertext, stream))


def account(entry, strict):
    if strict:
        members(entry, ENTRY)
        name, value = UNUSED[entry["kind"]]
        require(entry[name] == value, f"{name} of {entry['kind']} must be {value}")
    require(type(entry) is dict and type(entry.get("kind")) is str, "kind is missing")
    kind = entry["kind"].lower()
    require(kind in ("totp", "hotp"), "the kind is unknown")
    factor = {"period": number_of(entry.get("timer"), 30, "timer")} if kind == "totp" else \
        {"counter": number_of(entry.get("counter"), 0, "counter")}
    return Account(kind, text_of(entry.get("issuer")), text_of(entry.get("account")),
                   decode_base32(entry.get("secret")), algorithm_of(entry.get("algorithm")),
                   number_of(entry.get("digits"), 6, "digits"), **factor)
