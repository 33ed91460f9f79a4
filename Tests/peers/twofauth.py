"""2FAuth: JSON exports."""

from accounts import Account, PADDED_BASE32, algorithm_of, decode_base32, number_of, text_of
from rules import (ARRAY, COUNTER, NULL, PERIOD, each, either, exactly, matching, members, one_of, parse_json, require,
                   whole)

# The app refuses a file with an empty name, and an account with a colon in a name.
NAME = matching(r"(?!\s*$)(?:(?!%3[Aa])[^:\ud800-\udfff])+", "a string that is not empty, without colons")
TOP = {"app": exactly("2fauth_v5.0.0"), "schema": exactly(1),
       "datetime": matching(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "a time"), "data": ARRAY}
ACCOUNT = {"otp_type": one_of("totp", "hotp", "steamtotp"), "account": NAME, "service": NAME, "icon": NULL,
           "icon_mime": NULL, "icon_file": NULL, "secret": PADDED_BASE32, "digits": whole(5, 10),
           "algorithm": one_of("sha1", "sha256", "sha512", "md5"), "period": either(PERIOD, NULL),
           "counter": either(COUNTER, NULL), "legacy_uri": exactly("")}
STEAM = {"service": "Steam", "digits": 5, "algorithm": "sha1", "period": 30}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict and type(document.get("data")) is list, "data must be an array")
    if strict:
        # The app decodes HTML entities before it reads the JSON.
        require(b"&" not in data, "an ampersand must be written as \\u0026")
        members(document, TOP)
        for index, entry in enumerate(document["data"]):
            check(entry, f"data[{index}]")
    require(number_of(document.get("schema"), 1, "schema") <= 1, "the schema is unknown")
    return each(document["data"], "data", account, strict)


def check(entry, where):
    members(entry, ACCOUNT, where=where)
    is_counted = entry["otp_type"] == "hotp"
    require((entry["period"] is None) == is_counted, f"{where}.period must be null for hotp only")
    require((entry["counter"] is None) != is_counted, f"{where}.counter must be null except for hotp")
    if entry["otp_type"] == "steamtotp":
        require(STEAM.items() <= entry.items(), f"{where} must have the parameters of Steam")
    else:
        require(entry["service"].strip().lower() != "steam", f"{where}.service Steam must be steamtotp")


def account(entry):
    require(type(entry) is dict and type(entry.get("otp_type")) is str, "otp_type is missing")
    kind, service = entry["otp_type"].lower(), text_of(entry.get("service"))
    require(kind in ("totp", "hotp", "steamtotp"), "the type is unknown")
    if kind == "steamtotp" or kind == "totp" and service.strip().lower() == "steam":
        kind = "steam"
    return Account(
        kind, service, text_of(entry.get("account")), decode_base32(entry.get("secret")),
        algorithm_of(entry.get("algorithm")), number_of(entry.get("digits"), 6, "digits"),
        30 if kind == "hotp" else number_of(entry.get("period"), 30, "period"),
        number_of(entry.get("counter"), 0, "counter") if kind == "hotp" else 0)
