"""Stratum: backups, plain and with strong encryption."""

import ciphers
from accounts import Account, BASE32, check_fixed, decode_base32, decode_hex, number_of, text_of
from rules import (COUNTER, FILLED, NULL, OBJECT, PERIOD, TEXT, at_most, check_compact, check_unique, each, either,
                   exactly, list_of, matching, members, one_of, parse_json, require, whole)

MAGIC = b"AUTHENTICATORPRO"
TYPES = {1: "hotp", 2: "totp", 3: "motp", 4: "steam", 5: "yandex"}
ALGORITHMS = ("SHA1", "SHA256", "SHA512")
NUMBER = whole(0, (1 << 31) - 1)
LISTS = {name: list_of(OBJECT) for name in ("Authenticators", "Categories", "AuthenticatorCategories", "CustomIcons")}
AUTHENTICATOR = {"Type": one_of(*TYPES), "Icon": NULL, "Issuer": at_most(32, FILLED),
                 "Username": either(NULL, at_most(40, TEXT)), "Secret": TEXT, "Pin": either(NULL, TEXT),
                 "Algorithm": one_of(0, 1, 2), "Digits": whole(1, 10), "Period": PERIOD, "Counter": COUNTER,
                 "Ranking": NUMBER}
CATEGORY = {"Id": FILLED, "Name": FILLED, "Ranking": NUMBER}
LINK = {"CategoryId": FILLED, "AuthenticatorSecret": FILLED, "Ranking": NUMBER}
HEX = matching("([0-9a-f]{2}){8,}", "at least 16 characters of lower-case hex")
DIGITS = {"totp": whole(6, 10), "hotp": whole(6, 8), "motp": exactly(6), "steam": exactly(5), "yandex": exactly(8)}


def read(data, passphrase, strict):
    if data.startswith(MAGIC):
        key = ciphers.argon2id(ciphers.needed(passphrase), data[16:32], 3, 65536, 4)
        data = ciphers.aes_gcm(key, data[32:44], data[44:])
    document = parse_json(data, strict)
    if strict:
        check(document, data)
    require(type(document) is dict and type(document.get("Authenticators")) is list, "Authenticators must be an array")
    names = {category["Id"]: category["Name"] for category in document.get("Categories") or []}
    tags = {}
    for link in document.get("AuthenticatorCategories") or []:
        if link["CategoryId"] in names:
            tags.setdefault(link["AuthenticatorSecret"], []).append(names[link["CategoryId"]])
    return each(document["Authenticators"], "Authenticators", lambda entry: account(entry, tags), strict)


def check(document, data):
    members(document, LISTS)
    check_compact(data)
    for index, entry in enumerate(document["Authenticators"]):
        where = f"Authenticators[{index}]"
        members(entry, AUTHENTICATOR, {"CopyCount": NUMBER}, where)
        kind = TYPES[entry["Type"]]
        secret = HEX if kind == "motp" else BASE32
        require(secret.test(entry["Secret"]), f"{where}.Secret must be {secret.text}")
        require(DIGITS[kind].test(entry["Digits"]), f"{where}.Digits of {kind} must be {DIGITS[kind].text}")
        if kind == "motp":
            # The app has stored 30; it generates codes for 10.
            require(entry["Period"] in (10, 30), f"{where}.Period of motp must be 10 or 30")
        else:
            check_fixed(kind, None, None, entry["Period"])
    secrets = [entry["Secret"] for entry in document["Authenticators"]]
    check_unique(secrets, "Secret of Authenticators")
    for index, category in enumerate(document["Categories"]):
        members(category, CATEGORY, where=f"Categories[{index}]")
    identifiers = [category["Id"] for category in document["Categories"]]
    check_unique(identifiers, "Id of Categories")
    for index, link in enumerate(document["AuthenticatorCategories"]):
        members(link, LINK, where=f"AuthenticatorCategories[{index}]")
        require(link["CategoryId"] in identifiers and link["AuthenticatorSecret"] in secrets,
                f"AuthenticatorCategories[{index}] must name a category and an authenticator of the file")


def account(entry, tags):
    require(type(entry) is dict and type(entry.get("Type")) is int and entry["Type"] in TYPES, "Type must be 1 to 5")
    kind, secret = TYPES[entry["Type"]], entry.get("Secret")
    algorithm = number_of(entry.get("Algorithm"), 0, "Algorithm")
    if kind not in ("totp", "hotp"):
        algorithm = 0
    require(algorithm in (0, 1, 2), "Algorithm must be 0 to 2")
    return Account(
        kind, text_of(entry.get("Issuer")), text_of(entry.get("Username")),
        decode_hex(secret) if kind == "motp" else decode_base32(secret), ALGORITHMS[algorithm],
        number_of(entry.get("Digits"), 6, "Digits"), number_of(entry.get("Period"), 30, "Period"),
        number_of(entry.get("Counter"), 0, "Counter"), text_of(entry.get("Pin")), tags=tuple(tags.get(secret, ())))
