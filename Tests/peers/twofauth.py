"""2FAuth: JSON exports."""

import re

import links
from accounts import Account, algorithm_of, check_fixed, decode_base32, is_base32, number_of, text_of
from rules import (ARRAY, COUNTER, DIGITS, NULL, PERIOD, Rule, TEXT, TEXT_OR_NULL, each, exactly, matching, members,
                   one_of, parse_json, require)

TOP = {"app": matching(r"2fauth_v\d+\.\d+\.\d+", "2fauth_v and a version"), "schema": exactly(1),
       "datetime": matching(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "a time in UTC"),
       "data": ARRAY}
PADDED = Rule("base32, upper case, padded", lambda text: type(text) is str and is_base32(text, padded=True))
TYPES = {"totp": "totp", "hotp": "hotp", "steamtotp": "steam"}
ACCOUNT = {"otp_type": one_of(*TYPES), "account": TEXT, "service": TEXT_OR_NULL, "icon": NULL, "icon_mime": NULL,
           "icon_file": NULL, "secret": PADDED, "digits": DIGITS,
           "algorithm": one_of("sha1", "sha256", "sha512", "md5"), "legacy_uri": TEXT}
TIMED = {"period": PERIOD, "counter": NULL}
COUNTED = {"period": NULL, "counter": COUNTER}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        members(document, TOP)
    require(type(document) is dict and re.match("2fauth_", text_of(document.get("app"))), "app must be 2fauth_v…")
    require(document.get("schema") in (None, 1), "schema must be 1")
    require(type(document.get("data")) is list, "data must be an array")
    return each(document["data"], "data", lambda entry: account(entry, strict), strict)


def account(entry, strict):
    require(type(entry) is dict, "the entry must be an object")
    if strict:
        members(entry, ACCOUNT | (COUNTED if entry.get("otp_type") == "hotp" else TIMED))
    elif "uri" in entry:
        return links.parse(entry["uri"])
    kind, service = TYPES.get(text_of(entry.get("otp_type")).lower()), text_of(entry.get("service"))
    require(kind, "otp_type is unknown")
    # The app makes them Steam accounts.
    if kind == "totp" and service.strip().lower() == "steam":
        kind = "steam"
    if strict and kind == "steam":
        require(entry["otp_type"] == "steamtotp" and service == "Steam", "a Steam account must be steamtotp of Steam")
        check_fixed(kind, entry["algorithm"].upper(), entry["digits"], entry["period"])
    return Account(
        kind, service, text_of(entry.get("account")), decode_base32(entry.get("secret")),
        algorithm_of(entry.get("algorithm")), number_of(entry.get("digits"), 6, "digits"),
        number_of(entry.get("period"), 30, "period"), number_of(entry.get("counter"), 0, "counter"))
