"""totp-import's own plain JSON: Docs/formats/json.md."""

from accounts import ALGORITHMS, Account, BASE32, check_fixed, decode_base32, number_of
from rules import (ARRAY, COUNTER, DIGITS, FILLED, PERIOD, TEXT, Rule, each, exactly, list_of, members, one_of,
                   parse_json, require)

TOP = {"format": exactly("totp-import-items"), "version": exactly(1), "items": ARRAY}
TOKEN = ("serial", "manufacturer", "model", "user")


def is_token(value):
    return type(value) is dict and value and list(value) == [name for name in TOKEN if name in value] and all(
        FILLED.test(text) and len(text.encode()) <= 256 for text in value.values())


ITEM = {"type": one_of("totp", "hotp", "steam", "motp", "yandex"), "issuer": TEXT, "name": TEXT, "secret": BASE32,
        "algorithm": one_of(*ALGORITHMS), "digits": DIGITS}
EXTRAS = {"note": TEXT, "tags": list_of(TEXT), "favorite": exactly(True),
          "token": Rule("a token", is_token)}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        members(document, TOP)
        require(data.count(b"\n") == len(document["items"]) + 2 or not document["items"], "an account must be a line")
        require(data.endswith(b"]}\n"), "the last line must end with ]}")
    require(type(document) is dict and document.get("format") == "totp-import-items", "the format is another")
    require(document.get("version") == 1, "version must be 1")
    return each(document["items"], "items", lambda item: account(item, strict), strict)


def account(item, strict):
    if strict:
        counted = {"counter": COUNTER} if item.get("type") == "hotp" else {"period": PERIOD}
        pin = {"pin": FILLED} if item.get("type") in ("motp", "yandex") else {}
        members(item, ITEM | counted, EXTRAS | pin)
        check_fixed(item["type"], item["algorithm"], item["digits"], item.get("period"), has_steam_periods=True)
    require(type(item) is dict, "the entry must be an object")
    for name, rule in {"issuer": TEXT, "name": TEXT, "type": TEXT, "algorithm": TEXT}.items():
        require(rule.test(item.get(name)), f"{name} must be {rule.text}")
    require(item["type"] != "hotp" or "counter" in item, "counter is missing")
    return Account(
        item["type"], item["issuer"], item["name"], decode_base32(item.get("secret")), item["algorithm"],
        number_of(item.get("digits"), 6, "digits"), number_of(item.get("period"), 30, "period"),
        number_of(item.get("counter"), 0, "counter"), item.get("pin", ""), item.get("note", ""),
        tuple(item.get("tags", ())), item.get("favorite", False), item.get("token", {}))
