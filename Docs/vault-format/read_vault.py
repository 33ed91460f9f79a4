#!/usr/bin/env python3
"""Reads a totply-vault file, version 1, as README.md in this folder describes it.

Written from the specification alone: it shares no code with totp-import.
Needs Python 3.9 or later and the package "cryptography"; --schema-check also needs "jsonschema".

Exit codes: 0 done, 2 the file cannot be read, 3 the passphrase or recovery code is wrong or missing,
64 wrong usage, 130 interrupted.
"""

import argparse
import base64
import datetime
import getpass
import hashlib
import hmac
import json
import os
import re
import sys
import time
import unicodedata
import warnings
from pathlib import Path
from typing import NamedTuple
from collections.abc import Callable

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
except ImportError:
    print("read_vault: the Python package cryptography is missing; install it with pip", file=sys.stderr)
    raise SystemExit(2) from None

MAX_FILE = 64 << 20
MAX_TYPED = 64 << 10
MAX_MEMORY = 1 << 30
MAX_WORK = 1 << 25
MAX_DEPTH = 512
KDF_OF_SLOT = {"passphrase": "scrypt", "recovery": "hkdf-sha256"}
ALGORITHMS = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512, "MD5": hashlib.md5}
HIDDEN = ("secret", "pin")
STEAM_ALPHABET = "23456789BCDFGHJKMNPQRTVWXY"


class VaultError(Exception):
    """The vault cannot be read; the message says why, without any secret."""

    exit_code = 2


class Refused(VaultError):
    """A field is missing, malformed or over its limit; the message starts with its path in the file."""


class Changed(VaultError):
    """A slot opened but the payload does not verify: the header or the ciphertext was changed."""


class WrongPassphrase(VaultError):
    """No slot opens, or no passphrase or code was given."""

    exit_code = 3


# Fields: each has a rule, and every error names the field and the rule.


class Rule(NamedTuple):
    text: str
    test: Callable


def one_of(*values):
    return Rule(" or ".join(values), lambda value: type(value) is str and value in values)


def whole(low, high):
    # Not isinstance: in Python, True is an int.
    return Rule(f"an integer from {low} to {high}", lambda value: type(value) is int and low <= value <= high)


def matching(pattern, text):
    return Rule(text, lambda value: type(value) is str and bool(re.fullmatch(pattern, value)))


OBJECT = Rule("an object", lambda value: type(value) is dict)
ARRAY = Rule("an array", lambda value: type(value) is list)
STRING = matching("[^\ud800-\udfff]*", "a string of Unicode text")
STRINGS = Rule("an array of strings", lambda value: ARRAY.test(value) and all(map(STRING.test, value)))
BOOLEAN = Rule("true or false", lambda value: type(value) is bool)
TIME = Rule("a UTC time in whole seconds, such as 2026-11-21T09:30:00Z", lambda value: is_time(value))
UUID = matching("[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", "a UUID in upper case")
VERSION = Rule("1, the one version that this reader knows: the file may be newer", whole(1, 1).test)
POWER = Rule("a power of two from 2 to 2^20", lambda value: whole(2, 1 << 20).test(value) and value & (value - 1) == 0)
SLOTS = Rule("an array of 1 to 32 slots", lambda value: ARRAY.test(value) and 1 <= len(value) <= 32)
SECRET = Rule("base32, upper case, without padding, of 1 to 4,096 bytes",
              lambda value: STRING.test(value) and 1 <= len(decode_base32(value)) <= 4096)

ITEM = {"id": UUID, "name": STRING, "issuer": STRING, "secret": SECRET, "digits": whole(1, 10),
        "createdAt": TIME, "updatedAt": TIME, "isDeleted": BOOLEAN}
ITEM_OPTIONAL = {"syncedAt": TIME, "note": STRING, "tags": STRINGS, "favorite": BOOLEAN, "source": OBJECT,
                 "pin": STRING, "token": OBJECT}
TOKEN = {name: Rule("a string of 1 to 256 bytes", lambda value: STRING.test(value) and 1 <= len(value.encode()) <= 256)
         for name in ("serial", "manufacturer", "model", "user")}
BATCH = {"id": whole(-1 << 31, (1 << 31) - 1), "size": whole(2, (1 << 31) - 1), "seenAt": TIME}


def is_time(value):
    if not (type(value) is str and re.fullmatch("[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z", value)):
        return False
    try:
        datetime.datetime.fromisoformat(value[:-1])
    except ValueError:  # No such day or hour.
        return False
    return True


def require(condition, path, problem):
    if not condition:
        raise Refused(f"{path} {problem}")


def field(parent, path, name, rule):
    where = f"{path}.{name}".lstrip(".")
    require(name in parent, where, "is missing")
    require(rule.test(parent[name]), where, f"must be {rule.text}")
    return parent[name]


def binary(parent, path, name, length=None):
    """The bytes of a base64 field. Encoding them must give the same text: each value has one spelling."""
    where, text = f"{path}.{name}".lstrip("."), field(parent, path, name, STRING)
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        data = None
    require(data is not None and base64.b64encode(data).decode() == text, where,
            "must be base64: standard alphabet, padded, unused bits zero")
    require(length in (None, len(data)), where, f"must be {length} bytes, not {len(data)}")
    return data


def depth(text):
    """The depth of the arrays and objects in a text that is JSON."""
    deepest = level = 0
    for found in re.finditer(r'[][{}]|"[^"\\]*(?:\\.[^"\\]*)*"', text):
        if found[0] in "[{":
            level += 1
            deepest = max(deepest, level)
        elif found[0] in "]}":
            level -= 1
    return deepest


def is_unicode(value):
    if type(value) is dict:
        return all(is_unicode(name) and is_unicode(member) for name, member in value.items())
    if type(value) is list:
        return all(map(is_unicode, value))
    return type(value) is not str or STRING.test(value)


def parse_object(data, what):
    def unique(pairs):
        require(len(dict(pairs)) == len(pairs), what, "has the same name twice in one object")
        return dict(pairs)

    def no_number(name):
        raise Refused(f"{what} contains {name}, which is not JSON")

    def integer(text):
        # -0 is not an integer in its one spelling. Thousands of digits take long, and no integer field has over 20.
        return -0.0 if text == "-0" else int(text) if len(text) <= 20 else float(text)

    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=unique, parse_constant=no_number, parse_int=integer)
    except RecursionError:
        raise Refused(f"{what} is nested too deeply") from None
    except ValueError:  # Not the error's own message: it may quote the text, which may be a secret.
        raise Refused(f"{what} is not JSON in UTF-8") from None
    require(type(value) is dict, what, "is not a JSON object")
    require(depth(text) <= MAX_DEPTH, what, f"must not be nested deeper than {MAX_DEPTH} levels")
    # Python lets half of a surrogate pair pass.
    require(not re.search(r"\\u[dD][89a-fA-F]", text) or is_unicode(value), what, "has half of a surrogate pair")
    return value


# The envelope: all of this happens before any key derivation.


def check_canonical(value, path):
    """The header consists of objects, arrays, ASCII strings and integers, so its canonical form is simple."""
    if type(value) is dict:
        for name, member in value.items():
            require(name.isascii(), path, "must have ASCII names only")
            check_canonical(member, f"{path}.{name}")
    elif type(value) is list:
        for index, member in enumerate(value):
            check_canonical(member, f"{path}[{index}]")
    else:
        require(type(value) is str and value.isascii() or type(value) is int and abs(value) < 1 << 53, path,
                "must be an object, an array, an ASCII string or an integer of at most 2^53 - 1")


def canonical(header):
    """RFC 8785, for a header that passed check_canonical."""
    return json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def check_slot(slot, path):
    require(type(slot) is dict, path, "must be an object")
    kind = field(slot, path, "type", one_of(*KDF_OF_SLOT))
    kdf, kdf_path = field(slot, path, "kdf", OBJECT), f"{path}.kdf"
    field(kdf, kdf_path, "name", one_of(KDF_OF_SLOT[kind]))
    if kind == "passphrase":
        n, r = field(kdf, kdf_path, "n", POWER), field(kdf, kdf_path, "r", whole(1, 16))
        field(kdf, kdf_path, "p", whole(1, 8))
        require(128 * n * r <= MAX_MEMORY, kdf_path, "must ask for at most 1 GiB of memory (128 * n * r)")
        require(n < 1 << (16 * r), f"{kdf_path}.n", "must be below 2^(16 * r) (RFC 7914)")
    field(slot, path, "id", UUID)
    binary(kdf, kdf_path, "salt", 32)
    binary(slot, path, "nonce", 12)
    binary(slot, path, "wrappedKey", 48)


def check_envelope(data):
    """The envelope in a file's bytes, after all checks of "Reading safely"."""
    require(len(data) <= MAX_FILE, "the file", "must be at most 64 MiB")
    envelope = parse_object(data, "the file")
    field(envelope, "", "format", one_of("totply-vault"))
    field(envelope, "", "version", VERSION)
    header = field(envelope, "", "header", OBJECT)
    check_canonical(header, "header")
    field(header, "header", "cipher", one_of("AES-256-GCM"))
    field(header, "header", "id", UUID)
    payload = field(header, "header", "payload", OBJECT)
    binary(payload, "header.payload", "salt", 32)
    binary(payload, "header.payload", "nonce", 12)
    slots = field(header, "header", "slots", SLOTS)
    for index, slot in enumerate(slots):
        check_slot(slot, f"header.slots[{index}]")
    costs = [slot["kdf"] for slot in slots if slot["type"] == "passphrase"]
    require(sum(kdf["n"] * kdf["r"] * kdf["p"] for kdf in costs) <= MAX_WORK, "header.slots",
            "must need at most 2^25 in all (n * r * p)")
    require(len(binary(envelope, "", "ciphertext")) >= 16, "ciphertext", "must have at least the 16 bytes of its tag")
    return envelope


# Keys and the payload.


def decode_base32(text):
    """The bytes of base32 without padding; empty unless encoding them gives the same text."""
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        return b""
    return data if base64.b32encode(data).decode().rstrip("=") == text else b""


def decode_recovery_code(text):
    """The 32 bytes of a recovery code as typed, ignoring spaces, hyphens and case."""
    code = re.sub(r"[\s-]", "", text).upper() if text.isascii() else ""
    data = decode_base32(code[:52])
    # 20 bits are four characters of base32, so the checksum is the start of the digest in base32.
    if len(code) != 56 or len(data) != 32 or base64.b32encode(hashlib.sha256(data).digest())[:4] != code[52:].encode():
        raise WrongPassphrase("mistyped recovery code: it has 14 groups of four characters, A to Z and 2 to 7, "
                              "and the last group is a checksum of the others")
    return data


def hkdf(key, salt, info):
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(key)


def decrypt(key, nonce, text, bound_to):
    return AESGCM(key).decrypt(base64.b64decode(nonce), base64.b64decode(text), bound_to)


def slot_key(kdf, secret):
    salt = base64.b64decode(kdf["salt"])
    if kdf["name"] == "scrypt":
        return Scrypt(salt=salt, length=32, n=kdf["n"], r=kdf["r"], p=kdf["p"]).derive(secret)
    return hkdf(secret, salt, b"totply-vault/1/recovery")


def master_key(slots, passphrase, recovery):
    """The master key, from the first slot that the passphrase or, if there is one, the recovery code opens."""
    if recovery is not None:
        what, kind, secret = "recovery code", "recovery", decode_recovery_code(recovery)
    else:
        what, kind = "passphrase", "passphrase"
        try:
            secret = unicodedata.normalize("NFC", passphrase).encode("utf-8")
        except UnicodeEncodeError:
            raise WrongPassphrase("the passphrase is not valid UTF-8") from None
    for slot in slots:
        if slot["type"] == kind:
            try:
                bound_to = f"totply-vault/1/slot/{slot['id']}".encode()
                return decrypt(slot_key(slot["kdf"], secret), slot["nonce"], slot["wrappedKey"], bound_to)
            except InvalidTag:
                pass  # Another slot may open.
    raise WrongPassphrase(f"wrong {what} (or its slot is missing or damaged)")


def open_envelope(envelope, passphrase=None, recovery=None):
    """The decrypted and checked plaintext of an envelope that passed check_envelope."""
    header = envelope["header"]
    payload = header["payload"]
    key = master_key(header["slots"], passphrase, recovery)
    key = hkdf(key, base64.b64decode(payload["salt"]), b"totply-vault/1/payload")
    try:
        data = decrypt(key, payload["nonce"], envelope["ciphertext"], canonical(header))
    except InvalidTag:
        raise Changed(
            "the file was changed after it was written: a slot opens, but the payload does not verify") from None
    plaintext = parse_object(data, "the plaintext")
    for name, rule in ("generator", STRING), ("savedAt", TIME):
        if plaintext.get(name) is not None:
            field(plaintext, "", name, rule)
    for index, item in enumerate(field(plaintext, "", "items", ARRAY)):
        check_item(item, f"items[{index}]")
    if plaintext.get("batches") is not None:
        for index, batch in enumerate(field(plaintext, "", "batches", ARRAY)):
            check_batch(batch, f"batches[{index}]")
    return plaintext


def open_vault(data, passphrase=None, recovery=None):
    return open_envelope(check_envelope(data), passphrase, recovery)


def check_item(item, path):
    require(type(item) is dict, path, "must be an object")
    kind = field(item, path, "type", one_of("totp", "hotp", "steam", "motp", "yandex"))
    field(item, path, "algorithm", one_of(*ALGORITHMS))
    if kind == "hotp":
        field(item, path, "counter", whole(0, (1 << 63) - 1))
    else:
        field(item, path, "period", whole(1, 2147483))
    other = "period" if kind == "hotp" else "counter"
    require(item.get(other) is None, f"{path}.{other}", f"does not belong to an item of type {kind}")
    require(item.get("pin") is None or kind in ("motp", "yandex"),
            f"{path}.pin", f"does not belong to an item of type {kind}")
    for name, rule in ITEM.items():
        field(item, path, name, rule)
    for name, rule in ITEM_OPTIONAL.items():
        if item.get(name) is not None:
            field(item, path, name, rule)
    for name, rule in TOKEN.items():
        if (item.get("token") or {}).get(name) is not None:
            field(item["token"], f"{path}.token", name, rule)
    if item.get("source") is not None:
        field(item["source"], f"{path}.source", "format", STRING)
        field(item["source"], f"{path}.source", "importedAt", TIME)


def check_batch(batch, path):
    require(type(batch) is dict, path, "must be an object")
    for name, rule in BATCH.items():
        field(batch, path, name, rule)
    in_range = whole(0, batch["size"] - 1).test
    field(batch, path, "parts", Rule(
        f"an array of integers from 0 to {batch['size'] - 1}, ascending, each once",
        lambda parts: ARRAY.test(parts) and all(map(in_range, parts)) and parts == sorted(set(parts))))


# Codes.


def truncate(mac, size):
    """Dynamic truncation (RFC 4226, section 5.3) to `size` bytes without the sign bit."""
    offset = mac[-1] & 15
    return int.from_bytes(mac[offset:offset + size], "big") & ((1 << (8 * size - 1)) - 1)


def letters(value, alphabet, count):
    """The last `count` digits of `value` in the alphabet's base, least significant first."""
    return "".join(alphabet[value // len(alphabet) ** place % len(alphabet)] for place in range(count))


def code_at(item, unix_time):
    """The item's code at a time; for hotp, the code of the stored counter; None if a PIN is missing."""
    kind, secret, pin = item["type"], decode_base32(item["secret"]), item.get("pin") or ""
    if kind in ("motp", "yandex") and not pin:
        return None
    if kind == "motp":
        text = f"{unix_time // item['period']}{secret.hex()}{pin}"
        return hashlib.md5(text.encode()).hexdigest()[:item["digits"]]
    message = (item["counter"] if kind == "hotp" else unix_time // item["period"]).to_bytes(8, "big")
    if kind == "yandex":
        key = hashlib.sha256(pin.encode() + secret).digest()
        mac = hmac.new(key[1:] if key[0] == 0 else key, message, hashlib.sha256).digest()
        return letters(truncate(mac, 8), "abcdefghijklmnopqrstuvwxyz", 8)[::-1]
    value = truncate(hmac.new(secret, message, ALGORITHMS[item["algorithm"]]).digest(), 4)
    return letters(value, STEAM_ALPHABET, 5) if kind == "steam" else letters(value, "0123456789", item["digits"])[::-1]


# The command line.


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"read_vault: {message}\n")


def parse_arguments(argv):
    parser = Arguments(prog="read_vault.py", description="Lists the accounts of a totply-vault file.")
    parser.add_argument("file", metavar="FILE")
    key = parser.add_mutually_exclusive_group()
    key.add_argument("--passphrase-file", metavar="F", help="the passphrase is the first line of F (-: stdin)")
    key.add_argument("--recovery-file", metavar="F", help="F holds the recovery code (-: stdin)")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print the decrypted JSON, without secrets and PINs")
    output.add_argument("--codes", action="store_true", help="print the current codes")
    parser.add_argument("--reveal", action="store_true", help="with --json: print secrets and PINs as well")
    parser.add_argument("--at", type=int, metavar="UNIXTIME", help="with --codes: use this time instead of now")
    parser.add_argument("--schema-check", action="store_true", help="also check the file against both JSON Schemas")
    options = parser.parse_args(argv)
    if options.reveal and not options.json:
        parser.error("--reveal needs --json")
    if options.at is not None and not (options.codes and 0 <= options.at < 1 << 63):
        parser.error("--at needs --codes and a time from 1970 on, in seconds")
    return options


def read_file(path, limit):
    try:
        with (open(0, "rb", closefd=False) if path == "-" else open(path, "rb")) as file:
            return file.read(limit + 1)
    except OSError as error:
        raise VaultError(f"{path} cannot be read: {error.strerror}") from None


def ask_passphrase():
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass("Passphrase: ")
    except (EOFError, getpass.GetPassWarning):
        return ""


def credentials(options):
    """The passphrase and the recovery code: one of them is None."""
    file = options.passphrase_file or options.recovery_file
    data = read_file(file, MAX_TYPED) if file else b""
    require(len(data) <= MAX_TYPED, file, "must be at most 64 KiB")
    # Invalid UTF-8 becomes lone surrogates, which no passphrase or code contains.
    text = data.decode("utf-8", "surrogateescape")
    if options.recovery_file:
        return None, text
    passphrase = re.split("\r?\n", text)[0] if file else os.environ.get("TOTP_IMPORT_PASSPHRASE") or ask_passphrase()
    if not passphrase:
        raise WrongPassphrase("the passphrase is missing; give it with --passphrase-file F, in the environment as "
                              "TOTP_IMPORT_PASSPHRASE, or run this in a terminal")
    return passphrase, None


def check_schemas(envelope, plaintext):
    try:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import best_match
    except ImportError:
        raise VaultError("--schema-check needs the Python package jsonschema; install it with pip") from None
    for name, document in ("vault.schema.json", envelope), ("plaintext.schema.json", plaintext):
        schema = json.loads((Path(__file__).parent / name).read_text("utf-8"))
        error = best_match(Draft202012Validator(schema).iter_errors(document))
        # Not error.message: it quotes the value, which may be a secret.
        require(error is None, error and error.json_path, f"does not match {name} ({error and error.validator})")
    print("the envelope and the plaintext match their schemas", file=sys.stderr)


def printable(text):
    """The text without characters that could move the cursor or change the direction of the line."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def print_table(*rows):
    rows = [[printable(str(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def run(options):
    envelope = check_envelope(read_file(options.file, MAX_FILE))
    plaintext = open_envelope(envelope, *credentials(options))
    if options.schema_check:
        check_schemas(envelope, plaintext)
    items = [item for item in plaintext["items"] if not item["isDeleted"]]
    if options.json:
        shown = [{name: value for name, value in item.items() if options.reveal or name not in HIDDEN}
                 for item in plaintext["items"]]
        print(json.dumps({**plaintext, "items": shown}, ensure_ascii=False, indent=2))
        return
    if options.codes:
        now = int(time.time()) if options.at is None else options.at
        print_table(("CODE", "ISSUER", "NAME"), *(
            (code_at(item, now) or "(no PIN)", item["issuer"], item["name"]) for item in items))
    else:
        print_table(("ISSUER", "NAME", "TYPE", "DIGITS", "PERIOD/COUNTER"), *(
            (item["issuer"], item["name"], item["type"], item["digits"],
             f"counter {item['counter']}" if item["type"] == "hotp" else f"{item['period']} s") for item in items))
    if len(items) < len(plaintext["items"]):
        print(f"{len(plaintext['items']) - len(items)} deleted, not listed", file=sys.stderr)


def main(argv=None):
    options = parse_arguments(argv)
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        run(options)
        sys.stdout.flush()
        return 0
    except BrokenPipeError:  # The reader closed the pipe, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except VaultError as error:
        print(printable(f"read_vault: {options.file}: {error}"), file=sys.stderr)
        return error.exit_code
    except MemoryError:
        print(f"read_vault: {options.file}: not enough memory to open this vault", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
