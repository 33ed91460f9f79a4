"""Bitwarden Authenticator: JSON exports."""

import bitwarden
from accounts import text_of
from rules import (ARRAY, BOOLEAN, FILLED, NULL, OBJECT, TEXT, TEXT_OR_NULL, UUID4, each, either, exactly, members,
                   parse_json, require)

ITEM = {"id": UUID4, "name": TEXT, "folderId": NULL,
        "organizationId": NULL, "collectionIds": NULL, "notes": either(NULL, FILLED), "type": exactly(1),
        "login": OBJECT, "favorite": BOOLEAN}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        members(document, {"encrypted": exactly(False), "items": ARRAY})
    require(type(document) is dict and type(document.get("items")) is list, "items is missing")
    return each(document["items"], "items", lambda item: account(item, strict), strict)


def account(item, strict):
    if strict:
        members(item, ITEM)
        members(item["login"], {"totp": FILLED}, {"username": TEXT_OR_NULL}, "login")
    require(type(item) is dict and type(item.get("login")) is dict, "login is missing")
    login = item["login"]
    if login.get("totp") in (None, ""):
        return None
    title, user = text_of(item.get("name")), text_of(login.get("username"))
    found = bitwarden.one_time_password(login["totp"], title, user, strict)
    if strict:
        require(item["name"] == (found.issuer or found.name), "name must be the issuer, or the name without one")
    found.note, found.favorite = text_of(item.get("notes")), item.get("favorite") is True
    return found
