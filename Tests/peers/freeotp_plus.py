"""FreeOTP+: JSON exports."""

from accounts import Account, algorithm_of, number_of, text_of
from rules import (ARRAY, COUNTER, DIGITS, PERIOD, TEXT, each, list_of, members, one_of, parse_json, require,
                   whole)

TOKEN = {"algo": one_of("SHA1", "SHA256", "SHA512"), "counter": COUNTER, "digits": DIGITS,
         "issuerExt": TEXT, "issuerInt": TEXT, "label": TEXT, "period": PERIOD, "secret": list_of(whole(-128, 127)),
         "type": one_of("TOTP", "HOTP")}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        check(document)
    require(type(document) is dict and type(document.get("tokens")) is list, "tokens must be an array")
    return each(document["tokens"], "tokens", account, strict)


def check(document):
    members(document, {"tokenOrder": list_of(TEXT), "tokens": ARRAY})
    for index, token in enumerate(document["tokens"]):
        where = f"tokens[{index}]"
        members(token, TOKEN, where=where)
        require(token["issuerExt"] == token["issuerInt"], f"{where}.issuerInt must equal issuerExt")
        require(token["type"] == "HOTP" or token["counter"] == 0, f"{where}.counter of TOTP must be 0")
        if token["type"] == "TOTP" and token["issuerExt"] == "Steam":
            require((token["algo"], token["digits"], token["period"]) == ("SHA1", 5, 30),
                    f"{where} of the issuer Steam must have SHA1, 5 digits and 30 seconds")
    require(document["tokenOrder"] == [identifier(token) for token in document["tokens"]],
            "tokenOrder must have issuer:label of each token, in the order of tokens")


def identifier(token):
    return f"{token['issuerExt']}:{token['label']}" if token["issuerExt"] else token["label"]


def account(token):
    require(type(token) is dict and type(token.get("type")) is str, "type is missing")
    secret, kind = token.get("secret"), token["type"].lower()
    require(kind in ("totp", "hotp"), "the type is unknown")
    require(type(secret) is list and all(map(whole(-128, 255).test, secret)), "secret must be an array of bytes")
    issuer = text_of(token.get("issuerExt")) or text_of(token.get("issuerInt"))
    if kind == "totp" and issuer == "Steam":
        kind = "steam"
    counter = number_of(token.get("counter"), 0, "counter") if kind == "hotp" else 0
    if counter == -1:
        counter = 0
    return Account(
        kind, issuer, text_of(token.get("label")), bytes(byte % 256 for byte in secret),
        algorithm_of(token.get("algo")), number_of(token.get("digits"), 6, "digits"),
        number_of(token.get("period"), 30, "period"), counter)
