"""Aegis: vaults, plain and encrypted."""

import base64
import json
import re

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

import ciphers
from accounts import Account, BASE32, algorithm_of, check_fixed, decode_base32, number_of, text_of
from rules import (ARRAY, BOOLEAN, COUNTER, DIGITS, NULL, OBJECT, PERIOD, PeerError, TEXT, UUID4, base64_text,
                   check_unique, each, either, exactly, hexadecimal, list_of, members, one_of, parse_json, require)

WRAPPED = {"nonce": hexadecimal(12), "tag": hexadecimal(16)}
SLOT = {"type": exactly(1), "uuid": UUID4, "key": hexadecimal(32), "key_params": OBJECT, "n": exactly(32768),
        "r": exactly(8), "p": exactly(1), "salt": hexadecimal(32), "repaired": exactly(True),
        "is_backup": exactly(False)}
ENTRY = {"type": one_of("totp", "hotp", "steam", "motp", "yandex"), "uuid": UUID4, "name": TEXT, "issuer": TEXT,
         "note": TEXT, "favorite": BOOLEAN, "icon": NULL, "info": OBJECT, "groups": list_of(UUID4)}
TIME = {"period": PERIOD}
INFO = {"totp": TIME, "hotp": {"counter": COUNTER}, "steam": TIME, "motp": TIME | {"pin": TEXT},
        "yandex": TIME | {"pin": TEXT}}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        check_indentation(data.decode(), document)
        members(document, {"version": exactly(1), "header": OBJECT, "db": either(OBJECT, TEXT)})
        members(document["header"], {"slots": either(NULL, ARRAY), "params": either(NULL, OBJECT)}, where="header")
    require(type(document) is dict and document.get("version") == 1, "version must be 1")
    header, content = document.get("header") or {}, document.get("db")
    is_plain = header.get("slots") is None and header.get("params") is None
    require(is_plain == (type(content) is dict), "db must be an object if header is null, else a string")
    if not is_plain:
        content = parse_json(decrypt(header, content, ciphers.needed(passphrase), strict), strict)
    return entries(content, strict)


def check_indentation(text, document):
    """Checks that the file is indented by 4; strings may use any escapes."""
    strings = re.compile(r'"(?:[^"\\]|\\.)*"')
    require(strings.sub('""', text.rstrip("\n")) == strings.sub('""', json.dumps(document, indent=4)),
            "the file must be indented by 4 spaces per level")


def decrypt(header, text, passphrase, strict):
    if strict:
        members(header["params"], WRAPPED, where="header.params")
        require(len(header["slots"]) == 1, "header.slots must have one slot")
        members(header["slots"][0], SLOT, where="header.slots[0]")
        members(header["slots"][0]["key_params"], WRAPPED, where="header.slots[0].key_params")
        require(base64_text().test(text), "db must be base64: standard alphabet, padded")
    for slot in header["slots"]:
        if slot["type"] == 1:
            try:
                key = Scrypt(bytes.fromhex(slot["salt"]), 32, slot["n"], slot["r"], slot["p"]).derive(
                    passphrase.encode())
                master = unwrap(key, slot["key_params"], bytes.fromhex(slot["key"]))
            except PeerError:
                continue
            return unwrap(master, header["params"], base64.b64decode(text))
    raise PeerError(ciphers.WRONG_PASSPHRASE)


def unwrap(key, parameters, ciphertext):
    return ciphers.aes_gcm(key, bytes.fromhex(parameters["nonce"]), ciphertext + bytes.fromhex(parameters["tag"]))


def entries(content, strict):
    if strict:
        members(content, {"version": exactly(3), "entries": ARRAY, "groups": list_of(OBJECT)}, where="db")
        for index, group in enumerate(content["groups"]):
            members(group, {"uuid": UUID4, "name": TEXT}, where=f"db.groups[{index}]")
        check_unique([entry.get("uuid") for entry in content["entries"] if type(entry) is dict], "uuid of entries")
        check_unique([group["uuid"] for group in content["groups"]], "uuid of groups")
    groups = {group.get("uuid"): group.get("name") for group in content.get("groups") or []}
    return each(content["entries"], "db.entries", lambda entry: account(entry, groups, strict), strict)


def account(entry, groups, strict):
    if strict:
        check_entry(entry, groups)
    require(type(entry) is dict and type(entry.get("info")) is dict, "info is missing")
    info, kind = entry["info"], text_of(entry.get("type")).lower()
    algorithm = algorithm_of(info.get("algo"))
    if kind in ("totp", "hotp") and algorithm == "MD5":
        algorithm = "SHA1"
    require(kind != "hotp" or info.get("counter") is not None, "info.counter is missing")
    tags = [groups[uuid] for uuid in entry.get("groups") or [] if uuid in groups] or [entry.get("group")]
    return Account(
        kind, text_of(entry.get("issuer")), text_of(entry.get("name")), decode_base32(info.get("secret")), algorithm,
        number_of(info.get("digits"), 6, "info.digits"), number_of(info.get("period"), 30, "info.period"),
        number_of(info.get("counter"), 0, "info.counter"), text_of(info.get("pin")), text_of(entry.get("note")),
        tuple(tag for tag in tags if tag), entry.get("favorite") is True)


def check_entry(entry, groups):
    members(entry, ENTRY)
    info, kind = entry["info"], entry["type"]
    # The app reads MD5 of totp and hotp as SHA1, so no other codes can be meant.
    algorithms = ("MD5",) if kind == "motp" else ("SHA1", "SHA256", "SHA512")
    members(info, {"secret": BASE32, "algo": one_of(*algorithms), "digits": DIGITS} | INFO[kind], where="info")
    check_fixed(kind, info["algo"], info["digits"], info.get("period"), has_steam_periods=True)
    require(groups.keys() >= set(entry["groups"]), "groups must be uuids of db.groups")
    check_unique(entry["groups"], "groups")
