"""Ente Auth: links per line, plain and encrypted."""

import base64
import json

from nacl import bindings
from nacl.exceptions import RuntimeError as SodiumError

import ciphers
import links
import otpauth
from rules import (BOOLEAN, COUNTER, OBJECT, PeerError, TEXT, base64_text, decode, each, exactly, list_of, members,
                   one_of, parse_json, require)

TYPES = ("totp", "hotp", "steam")
COSTS = ((268435456, 16), (1073741824, 4))
DISPLAY = {"pinned": BOOLEAN, "trashed": exactly(False), "lastUsedAt": COUNTER, "tapCount": COUNTER,
           "tags": list_of(TEXT), "note": TEXT, "position": COUNTER}


def read(data, passphrase, strict):
    text = decode(data, strict)
    if text.lstrip().startswith("{"):
        data = decrypt(parse_json(data, strict), ciphers.needed(passphrase), strict)
    if strict:
        return each(otpauth.lines(data), "line", lambda link: account(link, strict), strict)
    lines = [line.strip() for line in decode(data, strict).splitlines() if "://" in line and not line.startswith("#")]
    return each(lines, "line", lambda link: account(link, strict).trimmed(), strict)


def decrypt(document, passphrase, strict):
    costs = document.get("kdfParams")
    if strict:
        members(document, {"version": exactly(1), "kdfParams": OBJECT, "encryptedData": base64_text(),
                           "encryptionNonce": base64_text(24)})
        members(costs, {"memLimit": one_of(*(cost[0] for cost in COSTS)), "salt": base64_text(16),
                        "opsLimit": one_of(*(cost[1] for cost in COSTS))}, where="kdfParams")
        require((costs["memLimit"], costs["opsLimit"]) in COSTS, "kdfParams must be costs that the app writes")
    require(document.get("version") == 1, "version must be 1")
    key = ciphers.argon2id(passphrase, base64.b64decode(costs["salt"]), costs["opsLimit"], costs["memLimit"] // 1024, 1)
    state = bindings.crypto_secretstream_xchacha20poly1305_state()
    try:
        bindings.crypto_secretstream_xchacha20poly1305_init_pull(
            state, base64.b64decode(document["encryptionNonce"]), key)
        text, tag = bindings.crypto_secretstream_xchacha20poly1305_pull(
            state, base64.b64decode(document["encryptedData"]), None)
    except (SodiumError, ValueError):
        raise PeerError(ciphers.WRONG_PASSPHRASE) from None
    require(not strict or tag == bindings.crypto_secretstream_xchacha20poly1305_TAG_FINAL,
            "the tag of the message must be FINAL")
    return text


def account(link, strict):
    found = links.parse_written(link, TYPES, extra=("codeDisplay",)) if strict else links.parse(link)
    text = links.parameters(link.partition("?")[2]).get("codedisplay")
    if text:
        try:
            display = json.loads(text)
        except ValueError:
            require(not strict, "codeDisplay must be JSON")
            return found
        if strict:
            members(display, {}, DISPLAY, "codeDisplay")
        if type(display) is not dict:
            return found
        found.note, found.favorite = display.get("note") or "", display.get("pinned") is True
        found.tags = tuple(display.get("tags") or ())
    return found
