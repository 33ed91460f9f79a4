"""Authenticator, the browser extension: JSON backups, plain and protected in its three ways."""

import base64
import binascii
import hashlib
import re

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

import ciphers
from accounts import Account, BASE32, algorithm_of, check_fixed, decode_base32, number_of, text_of
from rules import (BOOLEAN, COUNTER, DIGITS, PERIOD, PeerError, Rule, TEXT, UUID4, check_unique, each, exactly,
                   is_base64, matching, members, one_of, parse_json, require, whole)

INDEX = whole(0, (1 << 31) - 1)
TYPES = {"totp": "totp", "hotp": "hotp", "battle": "battle", "steam": "steam", "hex": "hex", "hhex": "hhex",
         1: "totp", 2: "hotp", 3: "battle", 4: "steam", 5: "hex", 6: "hhex"}
PREFIXES = {"blz-": "battle", "bliz-": "battle", "stm-": "steam"}
ALGORITHMS = {1: "SHA1", 2: "SHA256", 3: "SHA512"}
# The values that the app's import reads correctly: numbers, as strings.
TYPES |= {str(number): kind for number, kind in TYPES.items() if type(number) is int}
ALGORITHMS |= {str(number): name for number, name in ALGORITHMS.items()}
IGNORED = ("key", "enc", "hash", "UserSettings", "LocalStorage")
ENTRY = {"type": one_of("1", "2", "4"), "secret": TEXT, "hash": UUID4, "index": INDEX,
         "algorithm": one_of("1", "2", "3"), "encrypted": exactly(False)}
ENTRY_EXTRAS = {"issuer": TEXT, "account": TEXT, "period": PERIOD, "digits": DIGITS, "counter": COUNTER,
                "pinned": BOOLEAN, "dataType": exactly("OTPStorage")}
ENCRYPTED = {"dataType": exactly("EncOTPStorage"), "keyId": UUID4, "index": INDEX,
             "data": Rule("base64 of OpenSSL's Salted__ form",
                          lambda text: is_base64(text, None) and base64.b64decode(text)[:8] == b"Salted__")}
PHC = re.compile(r"\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)")
KEY = {"dataType": exactly("Key"), "id": UUID4, "version": exactly(3),
       "salt": matching("[0-9a-f]{8,32}", "8 to 32 lower-case hex digits"),
       "hash": matching(r"\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+",
                        "an Argon2id hash with m=19456, t=2 and p=1")}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict, "the file must be an object")
    if strict:
        check(document)
    entries = [(name, entry) for name, entry in document.items()
               if name not in IGNORED and type(entry) is dict and entry.get("dataType") != "Key"
               and ("secret" in entry or "data" in entry)]
    entries.sort(key=lambda found: (index_of(found[1]), found[0]))
    if any(is_encrypted(entry) for _, entry in entries):
        entries = decrypt(document, entries, ciphers.needed(passphrase), strict)
    return each([entry for _, entry in entries], "accounts", lambda entry: account(entry, strict), strict)


def check(document):
    keys = [name for name, entry in document.items() if type(entry) is dict and entry.get("dataType") == "Key"]
    for name, entry in document.items():
        if name in keys:
            members(entry, KEY, where="the key")
            require(entry["id"] == name, "the name of the key must be its id")
        elif keys:
            members(entry, ENCRYPTED, where="the account")
            require(entry["keyId"] == keys[0], "keyId must be the id of the key")
        else:
            check_entry(entry)
            require(entry["hash"] == name, "the name of an account must be its hash")
        require(UUID4.test(name), f"the names of accounts must be {UUID4.text}")
    require(len(keys) <= 1, "the file must have one key")
    accounts = [entry for name, entry in document.items() if name not in keys]
    check_unique([entry["index"] for entry in accounts], "index of accounts")
    check_unique([base64.b64decode(entry["data"])[8:16] for entry in accounts if keys], "salt of accounts")


def check_entry(entry):
    members(entry, ENTRY, ENTRY_EXTRAS, "the account")
    kind, secret = TYPES[entry["type"]], entry["secret"]
    if kind == "steam":
        require(secret.startswith("stm-"), "secret of steam must start with stm-")
        check_fixed(kind, ALGORITHMS[entry["algorithm"]], entry.get("digits"), entry.get("period"))
    require(kind == "hotp" or entry.get("counter", 0) == 0, "counter is only for hotp")
    require(BASE32.test(secret.removeprefix("stm-") if kind == "steam" else secret), f"secret must be {BASE32.text}")


def index_of(entry):
    index = entry.get("index")
    return index if type(index) in (int, float) else 0


def is_encrypted(entry):
    return entry.get("dataType") == "EncOTPStorage" or entry.get("encrypted") is True


def decrypt(document, entries, passphrase, strict):
    """The accounts in place of encrypted ones; those that do not open are errors of their own."""
    keys = {name: derived(entry, passphrase) for name, entry in document.items()
            if type(entry) is dict and entry.get("dataType") == "Key"}
    require(not keys or any(keys.values()), ciphers.WRONG_PASSPHRASE)
    wrapped = document.get("key", document)
    enc = wrapped.get("enc") if type(wrapped) is dict else None
    shared = passphrase.encode()
    if enc is not None:
        # The key is the hex text of the bytes, not the bytes.
        shared = open_text(enc, shared).hex().encode()
    opened = []
    for name, entry in entries:
        try:
            if entry.get("dataType") == "EncOTPStorage":
                require(not strict or keys.get(entry["keyId"]), ciphers.WRONG_PASSPHRASE)
                entry = inner(entry, keys.get(entry.get("keyId")), strict)
            elif is_encrypted(entry):
                secret = open_text(entry.get("secret"), shared).decode("utf-8", "replace")
                require(is_secret(secret), ciphers.WRONG_PASSPHRASE)
                entry = entry | {"secret": secret}
        except PeerError as error:
            entry = error
        opened.append((name, entry))
    # Without the hash of a key, an entry that opens shows that the passphrase is right.
    require(keys or any(type(entry) is dict for name, entry in opened if is_encrypted(document[name])),
            ciphers.WRONG_PASSPHRASE)
    return opened


def derived(key, passphrase):
    """The passphrase of a key's accounts; None if this passphrase does not open it."""
    found = PHC.fullmatch(text_of(key.get("hash")))
    require(found, "hash of the key must be an Argon2id hash")
    memory, passes, lanes = map(int, found.groups()[:3])
    salt, expected = (base64.b64decode(part + "=" * (-len(part) % 4)) for part in found.groups()[3:])

    def argon2id(secret, salt, size):
        return hash_secret_raw(secret, salt, passes, memory, lanes, size, Type.ID, 19)

    text = base64.b64encode(argon2id(passphrase.encode(), key["salt"].encode(), 32)).rstrip(b"=")
    return text if argon2id(text, salt, len(expected)) == expected else None


def inner(entry, passphrase, strict):
    """The account in an encrypted one, at the place of the outer one."""
    require(passphrase, "the account names another key")
    text = open_text(entry.get("data"), passphrase)
    try:
        found = parse_json(text, strict)
    except PeerError:
        raise PeerError("data must be a JSON object") from None
    require(type(found) is dict, "data must be a JSON object")
    if strict:
        check_entry(found)
    return found


def open_text(text, passphrase):
    """What OpenSSL's passphrase mode has encrypted: MD5 without iterations, AES-256-CBC."""
    try:
        data = base64.b64decode(text, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise PeerError("an encrypted value must be base64") from None
    require(data[:8] == b"Salted__" and len(data) >= 32 and len(data) % 16 == 0, "an encrypted value is damaged")
    stream = block = b""
    while len(stream) < 48:
        block = hashlib.md5(block + passphrase + data[8:16]).digest()
        stream += block
    decryptor = Cipher(algorithms.AES(stream[:32]), modes.CBC(stream[32:48])).decryptor()
    unpadder = PKCS7(128).unpadder()
    try:
        return unpadder.update(decryptor.update(data[16:]) + decryptor.finalize()) + unpadder.finalize()
    except ValueError:
        raise PeerError(ciphers.WRONG_PASSPHRASE) from None


def is_secret(text):
    return text.startswith(tuple(PREFIXES)) or bool(re.fullmatch(r"[A-Za-z2-7\s=-]+|[0-9A-Fa-f]+", text))


def account(entry, strict):
    if isinstance(entry, PeerError):
        raise entry
    found = codes_of(entry)
    found.favorite = entry.get("pinned") is True
    return found


def codes_of(entry):
    kind = TYPES.get(entry.get("type"), "totp") if type(entry.get("type")) in (str, int) else "totp"
    secret = entry.get("secret")
    for prefix, meant in PREFIXES.items():
        if type(secret) is str and secret.startswith(prefix):
            kind, secret = meant, secret[len(prefix):]
    algorithm = entry.get("algorithm")
    if type(algorithm) not in (int, str) or algorithm not in ALGORITHMS:
        algorithm = algorithm_of(algorithm)
    else:
        algorithm = ALGORITHMS[algorithm]
    issuer = text_of(entry.get("issuer")).split("::")[0]
    names = issuer, text_of(entry.get("account"))
    if kind == "steam":
        return Account("steam", *names, decode_base32(secret))
    if kind == "battle":
        return Account("totp", *names, decode_base32(secret), digits=8)
    require(algorithm in ALGORITHMS.values(), "algorithm is unknown")
    data = decode_any_hex(secret) if kind in ("hex", "hhex") else decode_base32_or_hex(secret)
    is_hotp = kind in ("hotp", "hhex")
    return Account("hotp" if is_hotp else "totp", *names, data, algorithm, in_range(entry.get("digits"), DIGITS, 6),
                   30 if is_hotp else in_range(entry.get("period"), PERIOD, 30),
                   number_of(entry.get("counter"), 0, "counter"))


def in_range(value, rule, default):
    """The number, or the default in place of what the app does not accept."""
    try:
        value = number_of(value, default, "")
    except PeerError:
        return default
    return value if rule.test(value) else default


def decode_base32_or_hex(text):
    try:
        return decode_base32(text)
    except PeerError:
        require(type(text) is str and re.fullmatch("[0-9A-Fa-f]+", text), "secret must be base32 or hex")
        return decode_any_hex(text)


def decode_any_hex(text):
    """The bytes of hex; of an odd number of digits, a last 0 is dropped, or a 0 is added."""
    require(type(text) is str and re.fullmatch("[0-9A-Fa-f]+", text.strip()), "secret must be hex")
    text = text.strip()
    if len(text) % 2:
        text = text[:-1] if text.endswith("0") else text + "0"
    return bytes.fromhex(text)
