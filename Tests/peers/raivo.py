"""Raivo OTP: JSON exports, and the zip with a password that holds one."""

import io
import zipfile

import pyzipper

import ciphers
from accounts import Account, BASE32, algorithm_of, decode_base32, number_of, text_of
from rules import PeerError, TEXT, each, exactly, matching, members, one_of, parse_json, require

MEMBER = "raivo-otp-export.json"
ALGORITHMS = ("SHA1", "SHA256", "SHA512")
DECIMAL = matching("0|[1-9][0-9]*", "a decimal number in a string")
ENTRY = {"issuer": TEXT, "account": TEXT, "secret": BASE32, "algorithm": one_of(*ALGORITHMS),
         "digits": one_of("6", "7", "8"), "kind": one_of("TOTP", "HOTP"), "timer": DECIMAL, "counter": DECIMAL,
         "iconType": exactly(""), "iconValue": exactly(""), "pinned": exactly("false")}


def read(data, passphrase, strict):
    if data.startswith(b"PK"):
        data = member(data, passphrase, strict)
    if strict:
        require(b"\n" not in data.rstrip(b"\n"), "the JSON must be one line")
    document = parse_json(data, strict)
    require(type(document) is list, "the file must be an array; the app may have failed to export")
    return each(document, "entries", lambda entry: account(entry, strict), strict)


def member(data, passphrase, strict):
    """The JSON in an archive."""
    try:
        with pyzipper.AESZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if strict:
                check_archive(infos)
            found = next((info for info in infos if is_export(info.filename)), None)
            require(found, f"the archive has no {MEMBER}")
            # Bit 0: the member is encrypted.
            password = ciphers.needed(passphrase).encode() if found.flag_bits & 1 else None
            return archive.read(found, pwd=password)
    except RuntimeError:
        raise PeerError(ciphers.WRONG_PASSPHRASE) from None
    except (zipfile.BadZipFile, pyzipper.BadZipFile, zipfile.zlib.error, NotImplementedError, EOFError):
        raise PeerError("the archive is damaged") from None


def is_export(path):
    # macOS adds members that start with "._", in a folder of their own.
    return path.split("/")[-1] == MEMBER and not path.startswith("__MACOSX/")


def check_archive(infos):
    require([info.filename for info in infos] == [MEMBER], f"the archive must have one member, {MEMBER}")
    info = infos[0]
    require(getattr(info, "wz_aes_vendor_id", None) == b"AE" and info.wz_aes_version in (1, 2) and
            info.wz_aes_strength == 3, "the member must be encrypted with WinZip's AES-256")
    require(info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), "the member must be stored or deflated")


def account(entry, strict):
    if strict:
        members(entry, ENTRY)
        unused = {"TOTP": {"counter": exactly("0")}, "HOTP": {"timer": exactly("30")}}[entry["kind"]]
        for name, rule in unused.items():
            require(rule.test(entry[name]), f"{name} of {entry['kind']} must be {rule.text}")
    require(type(entry) is dict, "the entry must be an object")
    kind = text_of(entry.get("kind")).lower()
    require(kind in ("totp", "hotp"), "kind must be TOTP or HOTP")
    algorithm = algorithm_of(entry.get("algorithm"))
    require(algorithm in ALGORITHMS, "algorithm is unknown")
    # Of timer and counter, the other one may be anything.
    used = {"period": number_of(entry.get("timer"), 30, "timer")} if kind == "totp" else \
        {"counter": number_of(entry.get("counter"), 0, "counter")}
    return Account(kind, text_of(entry.get("issuer")), text_of(entry.get("account")),
                   decode_base32(entry.get("secret")), algorithm, number_of(entry.get("digits"), 6, "digits"), **used)
