"""Proton Authenticator: exports, plain and encrypted."""

import base64

import ciphers
import links
from accounts import text_of
from rules import (ARRAY, OBJECT, TEXT, TEXT_OR_NULL, UUID4, base64_text, check_compact, check_unique, each, exactly,
                   members, one_of, parse_json, require)

ASSOCIATED = b"proton.authenticator.export.v1"
CONTENT = {"uri": TEXT, "entry_type": one_of("Totp", "Steam"), "name": TEXT_OR_NULL}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict and document.get("version") == 1, "version must be 1")
    if "content" in document:
        if strict:
            check_compact(data)
            members(document, {"version": exactly(1), "salt": base64_text(16), "content": base64_text()})
        data = decrypt(document, ciphers.needed(passphrase))
        document = parse_json(data, strict)
    if strict:
        check_compact(data)
        members(document, {"version": exactly(1), "entries": ARRAY})
        check_unique([entry.get("id") for entry in document["entries"] if type(entry) is dict], "id of entries")
    return each(document["entries"], "entries", lambda entry: account(entry, strict), strict)


def decrypt(document, passphrase):
    key = ciphers.argon2id(passphrase, base64.b64decode(document["salt"]), 2, 19456, 1)
    content = base64.b64decode(document["content"])
    return ciphers.aes_gcm(key, content[:12], content[12:], ASSOCIATED)


def account(entry, strict):
    if strict:
        members(entry, {"id": UUID4, "content": OBJECT, "note": TEXT_OR_NULL})
        members(entry["content"], CONTENT, where="content")
    require(type(entry) is dict and type(entry.get("content")) is dict, "content is missing")
    content = entry["content"]
    uri, kind, name = content.get("uri"), content.get("entry_type"), text_of(content.get("name"))
    require(type(uri) is str, "content.uri must be a string")
    require(kind in ("Totp", "Steam"), "content.entry_type must be Totp or Steam")
    require(uri.startswith("steam://") == (kind == "Steam"), "content.uri must have the scheme of content.entry_type")
    found = links.parse_written(uri, types=("totp",), prefixed=False) if strict and kind == "Totp" else links.parse(uri)
    if kind == "Steam":
        require(not strict or uri == "steam://" + found.members()["secret"],
                "content.uri must be steam:// and base32, upper case")
        found.issuer, found.name = "Steam", "" if name == "Steam" else name
    elif name and name != found.issuer:
        found.name = name
    found.note = text_of(entry.get("note"))
    return found
