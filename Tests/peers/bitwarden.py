"""Bitwarden: JSON exports, plain and protected with a passphrase."""

import base64
import hashlib
import hmac
import re

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

import ciphers
import links
from accounts import Account, decode_base32, text_of
from rules import (ARRAY, BOOLEAN, FILLED, NULL, OBJECT, PeerError, TEXT, TEXT_OR_NULL, UUID4, base64_text, each,
                   either, exactly, is_base64, list_of, members, parse_json, require)

ITEM = {"id": UUID4, "organizationId": NULL, "folderId": either(NULL, UUID4), "type": exactly(1),
        "reprompt": exactly(0), "name": TEXT, "notes": either(NULL, FILLED), "favorite": BOOLEAN, "login": OBJECT,
        "collectionIds": NULL}
LOGIN = {"uris": exactly([]), "username": TEXT_OR_NULL, "password": NULL, "totp": FILLED}
PROTECTED = {"encrypted": exactly(True), "passwordProtected": exactly(True), "salt": base64_text(16),
             "kdfType": exactly(0), "kdfIterations": exactly(600000), "encKeyValidation_DO_NOT_EDIT": TEXT,
             "data": TEXT}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict, "the file must be an object")
    if document.get("encrypted"):
        require(document.get("passwordProtected"), "the file can only be opened by its Bitwarden account")
        if strict:
            members(document, PROTECTED, {"kdfMemory": NULL, "kdfParallelism": NULL})
        document = parse_json(decrypt(document, ciphers.needed(passphrase)), strict)
    if strict:
        members(document, {"encrypted": exactly(False), "folders": list_of(OBJECT), "items": ARRAY})
        for index, folder in enumerate(document["folders"]):
            members(folder, {"id": UUID4, "name": FILLED}, where=f"folders[{index}]")
    folders = {folder.get("id"): folder.get("name") for folder in document.get("folders") or []}
    require(type(document.get("items")) is list, "items is missing")
    return each(document["items"], "items", lambda item: account(item, folders, strict), strict)


def decrypt(document, passphrase):
    salt = document["salt"].encode()  # The text itself, not the bytes that it is base64 of.
    if document["kdfType"] == 0:
        key = ciphers.pbkdf2("sha256", passphrase, salt, document["kdfIterations"])
    else:
        require(document["kdfType"] == 1, "kdfType must be 0 or 1")
        key = ciphers.argon2id(passphrase, hashlib.sha256(salt).digest(), document["kdfIterations"],
                               document["kdfMemory"] * 1024, document["kdfParallelism"])
    keys = [hmac.new(key, info + b"\x01", hashlib.sha256).digest() for info in (b"enc", b"mac")]
    validation, content = document["encKeyValidation_DO_NOT_EDIT"], document["data"]
    identifier = open_value(validation, keys, "encKeyValidation_DO_NOT_EDIT").decode("utf-8", "replace").lower()
    require(UUID4.test(identifier), "encKeyValidation_DO_NOT_EDIT must be a UUID")
    require(validation.split("|")[0] != content.split("|")[0], "data must have an iv of its own")
    return open_value(content, keys, "data")


def open_value(text, keys, where):
    found = re.fullmatch(r"2\.([^|]+)\|([^|]+)\|([^|]+)", text)
    require(found, f"{where} must be 2.iv|ciphertext|mac")
    for part, size in zip(found.groups(), (16, None, 32)):
        require(is_base64(part, size), f"{where} must be base64 with 16 bytes of iv and 32 of mac")
    iv, ciphertext, mac = (base64.b64decode(part) for part in found.groups())
    if not hmac.compare_digest(hmac.new(keys[1], iv + ciphertext, hashlib.sha256).digest(), mac):
        raise PeerError(ciphers.WRONG_PASSPHRASE)
    decryptor, unpadder = Cipher(algorithms.AES(keys[0]), modes.CBC(iv)).decryptor(), PKCS7(128).unpadder()
    return unpadder.update(decryptor.update(ciphertext) + decryptor.finalize()) + unpadder.finalize()


def account(item, folders, strict):
    if strict:
        members(item, ITEM)
        members(item["login"], LOGIN, where="login")
        require(item["folderId"] is None or item["folderId"] in folders, "folderId must be the id of a folder")
    require(type(item) is dict, "the entry must be an object")
    login = item.get("login")
    if item.get("type") != 1 or type(login) is not dict or login.get("totp") in (None, ""):
        return None
    found = one_time_password(login["totp"], text_of(item.get("name")), text_of(login.get("username")), strict)
    if strict:
        check_names(found, item["name"], login["username"])
    found.note, found.favorite = text_of(item.get("notes")), item.get("favorite") is True
    if folders.get(item.get("folderId")):
        found.tags = (folders[item["folderId"]],)
    return found


def one_time_password(text, title, user, strict):
    """The account of a field that holds a link or a secret; a link without names has those of its entry."""
    require(type(text) is str, "totp must be a string")
    text = text if strict else text.strip()
    if strict:
        found = written(text)
    elif ":" in text:
        found = links.parse(text)
    else:
        found = Account("totp", "", "", decode_base32(text))
    found.issuer, found.name = found.issuer or title, found.name or user
    return found


def written(text):
    if text.startswith("steam://"):
        found = links.parse(text)
        require(text == "steam://" + found.members()["secret"], "a steam link must be steam:// and base32, upper case")
        return found
    return links.parse_written(text, types=("totp",))


def check_names(found, title, user):
    require(title == (found.issuer or found.name), "name must be the issuer, or the name if there is no issuer")
    require((user or "") == found.name, "login.username must be the name")
