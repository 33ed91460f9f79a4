"""Keycloak: users with credentials, as a partial import takes them."""

from accounts import Account, BASE32, decode_base32
from rules import (ARRAY, PERIOD, Rule, at_most, check_unique, each, either, exactly, list_of, matching, members,
                   one_of, parse_json, require, whole)

TOP = {"ifResourceExists": exactly("FAIL"), "users": ARRAY}
# Keycloak lowers user names.
USER_NAME = at_most(255, Rule(
    "a user name in lower case", lambda found: type(found) is str and found.strip() == found != ""
    and found == found.lower() and not any(ord(letter) < 32 for letter in found)))
USER = {"username": USER_NAME, "enabled": exactly(True),
        "credentials": list_of(Rule("an object", lambda found: type(found) is dict))}
CREDENTIAL = {"type": exactly("otp"), "secretData": matching(r"\{.*\}", "JSON in a string"),
              "credentialData": matching(r"\{.*\}", "JSON in a string")}
LABEL = {"userLabel": at_most(255, matching("(?s:.*\\S.*)", "a string with letters"))}
SECRET = {"value": BASE32}
DATA = {"subType": one_of("totp", "hotp"), "digits": whole(6, 8), "counter": whole(0, (1 << 31) - 1),
        "period": either(PERIOD, exactly(0)), "algorithm": one_of("HmacSHA1", "HmacSHA256", "HmacSHA512"),
        "secretEncoding": exactly("BASE32")}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    members(document, TOP)
    for index, user in enumerate(document["users"]):
        members(user, USER, where=f"users[{index}]")
        require(user["credentials"], f"users[{index}].credentials must not be empty")
    check_unique([user["username"] for user in document["users"]], "username of users")
    found = [(user["username"], credential) for user in document["users"] for credential in user["credentials"]]
    return each(found, "credentials", account, strict)


def account(found):
    user, credential = found
    members(credential, CREDENTIAL, LABEL)
    secret = parse_json(credential["secretData"].encode(), True)
    members(secret, SECRET, where="secretData")
    data = parse_json(credential["credentialData"].encode(), True)
    members(data, DATA, where="credentialData")
    kind = data["subType"]
    require((data["period"] == 0) == (kind == "hotp"), "credentialData.period is 0 for hotp alone")
    require(kind == "hotp" or data["counter"] == 0, "credentialData.counter is 0 for totp")
    more = {"counter": data["counter"]} if kind == "hotp" else {"period": data["period"]}
    return Account(kind, credential.get("userLabel", "Keycloak"), user, decode_base32(secret["value"]),
                   data["algorithm"][4:], data["digits"], **more).trimmed()
