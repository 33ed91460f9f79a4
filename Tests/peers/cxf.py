"""FIDO Credential Exchange Format 1.0: the header form and a bare account."""

import base64
import re

import logins
from accounts import Account, BASE32, algorithm_of, check_fixed, decode_base32, number_of, text_of
from rules import (ARRAY, BOOLEAN, DIGITS, FILLED, PERIOD, Rule, TEXT, check_unique, each, exactly, list_of, members,
                   one_of, parse_json, require, whole)


def is_base64url(text, size):
    if type(text) is not str or not re.fullmatch("[A-Za-z0-9_-]+", text) or len(text) % 4 == 1:
        return False
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return len(data) == size and base64.urlsafe_b64encode(data).decode().rstrip("=") == text


IDENTIFIER = Rule("16 bytes in base64url without padding", lambda found: is_base64url(found, 16))
SECONDS = whole(1_000_000_000, 100_000_000_000)
TOP = {"version": exactly({"major": 1, "minor": 0}), "exporterRpId": FILLED, "exporterDisplayName": FILLED,
       "timestamp": SECONDS, "accounts": ARRAY}
ACCOUNT = {"id": IDENTIFIER, "username": exactly(""), "email": exactly(""), "collections": exactly([]), "items": ARRAY}
ITEM = {"id": IDENTIFIER, "creationAt": SECONDS, "modifiedAt": SECONDS, "title": TEXT, "credentials": ARRAY}
ITEM_EXTRAS = {"favorite": BOOLEAN, "tags": list_of(FILLED)}
CREDENTIAL = {"type": exactly("totp"), "secret": BASE32, "period": PERIOD, "digits": DIGITS,
              "algorithm": one_of("sha1", "sha256", "sha512", "steam")}
NAMES = {"username": FILLED, "issuer": FILLED}
CONTENT = {"fieldType": exactly("string"), "value": FILLED}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict, "the file must be an object")
    require("hpke" not in document, "the file can only be opened by the app that it is for")
    if strict:
        check(document)
    version = document.get("version")
    require(not (type(version) is dict and number_of(version.get("major"), 1, "major") > 1), "version must be 1")
    vaults = document["accounts"] if "accounts" in document else [document]
    entries = []
    for vault in vaults:
        tags = paths(vault.get("collections") or [])
        for item in vault["items"]:
            entries += one_time_passwords(item, tags)
    return each(entries, "credentials", lambda entry: account(*entry, strict), strict)


def check(document):
    members(document, TOP)
    require(len(document["accounts"]) == 1, "accounts must have one account")
    members(document["accounts"][0], ACCOUNT, where="accounts[0]")
    identifiers = [document["accounts"][0]["id"]]
    for index, item in enumerate(document["accounts"][0]["items"]):
        where = f"items[{index}]"
        members(item, ITEM, ITEM_EXTRAS, where)
        identifiers.append(item["id"])
        require(item["credentials"], f"{where}.credentials must not be empty")
        members(item["credentials"][0], CREDENTIAL, NAMES, f"{where}.credentials[0]")
        for note in item["credentials"][1:]:
            members(note, {"type": exactly("note"), "content": Rule("an object", lambda found: type(found) is dict)},
                    where=f"{where}.credentials[1]")
            members(note["content"], CONTENT, {"id": IDENTIFIER}, f"{where}.credentials[1].content")
        require(len(item["credentials"]) <= 2, f"{where}.credentials must be a totp and perhaps a note")
    check_unique(identifiers, "id of accounts and items")


def paths(collections, parents=()):
    """The paths of the collections by the ids of their items."""
    found = {}
    for collection in collections:
        path = (*parents, text_of(collection.get("title")))
        for member in collection.get("items") or []:
            found.setdefault(member.get("item"), []).append("/".join(path))
        for item, more in paths(collection.get("subCollections") or [], path).items():
            found.setdefault(item, []).extend(more)
    return found


def one_time_passwords(item, tags):
    """The credentials and fields of an item that are one-time passwords, each with the item's details."""
    credentials = [one for one in item.get("credentials") or [] if type(one) is dict]
    users = [value_of(one.get("username")) for one in credentials if one.get("type") == "basic-auth"]
    notes = [value_of(one.get("content")) for one in credentials if one.get("type") == "note"]
    urls = (item.get("scope") or {}).get("urls") or [""]
    details = {"title": text_of(item.get("title")), "user": next(filter(None, users), ""), "url": text_of(urls[0]),
               "note": next(filter(None, notes), ""), "favorite": item.get("favorite") is True,
               "tags": (*(item.get("tags") or []), *tags.get(item.get("id"), []))}
    for credential in credentials:
        if credential.get("type") == "totp":
            yield credential, details
        elif credential.get("type") == "custom-fields":
            yield from ((field, details) for field in credential.get("fields") or [] if is_one_time_password(field))


def value_of(field):
    """The text of an editable field; in the drafts the text itself."""
    return text_of(field.get("value") if type(field) is dict else field)


def is_one_time_password(field):
    # 1Password's own identifiers.
    identifier = text_of(field.get("id"))
    try:
        decoded = base64.urlsafe_b64decode(identifier + "=" * (-len(identifier) % 4))
    except ValueError:
        decoded = b""
    return text_of(field.get("value")).strip().lower().startswith("otpauth://") or decoded.startswith(b"TOTP_")


def account(credential, details, strict):
    if credential.get("type") == "totp":
        found = account_of_credential(credential, details, strict)
    else:
        found = logins.one_time_password(credential.get("value"), details["title"], details["user"], details["url"])
    if found:
        found.note, found.tags, found.favorite = details["note"], details["tags"], details["favorite"]
    return found


def account_of_credential(credential, details, strict):
    title = details["title"] if details["title"].strip() else logins.host(details["url"])
    issuer = text_of(credential.get("issuer")) or title
    name = text_of(credential.get("username")) or details["user"]
    algorithm = algorithm_of(credential.get("algorithm"))
    is_steam = algorithm == "STEAM"
    require(is_steam or algorithm in logins.ALGORITHMS, "algorithm is unknown")
    if strict:
        require(title == (issuer or name), "title must be the issuer, or the name if there is no issuer")
        if is_steam:
            check_fixed("steam", None, credential["digits"], credential["period"])
    return Account("steam" if is_steam else "totp", issuer, name, decode_base32(credential.get("secret")),
                   "SHA1" if is_steam else algorithm, number_of(credential.get("digits"), 6, "digits"),
                   number_of(credential.get("period"), 30, "period"))
