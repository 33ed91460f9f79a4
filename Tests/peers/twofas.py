"""2FAS: backups of schema 4, plain and encrypted."""

import base64

import ciphers
from accounts import Account, BASE32, algorithm_of, check_fixed, decode_base32, number_of, text_of
from rules import (ARRAY, BOOLEAN, COUNTER, DIGITS, MILLISECONDS, OBJECT, PERIOD, TEXT, UUID4, each, exactly,
                   is_base64, list_of, members, one_of, parse_json, require)

REFERENCE = (
    b"tRViSsLKzd86Hprh4ceC2OP7xazn4rrt4xhfEUbOjxLX8Rc3mkISXE0lWbmnWfggogbBJhtYgpK6fMl1D6mtsy92R3HkdGfwuXbzLebqVFJsR7IZ"
    b"2w58t938iymwG4824igYy1wi6n2WDpO1Q1P69zwJGs2F5a1qP4MyIiDSD7NCV2OvidXQCBnDlGfmz0f1BQySRkkt4ryiJeCjD2o4QsveJ9uDBUn8"
    b"ELyOrESv5R5DMDkD4iAF8TXU7KyoJujd")
TOP = {"services": ARRAY, "groups": list_of(OBJECT), "updatedAt": MILLISECONDS, "schemaVersion": exactly(4),
       "appVersionCode": exactly(5000000), "appVersionName": exactly("5.0.0"), "appOrigin": exactly("android")}
GROUP_EXTRAS = {"isExpanded": BOOLEAN, "updatedAt": MILLISECONDS}
SERVICE = {"name": TEXT, "secret": BASE32, "updatedAt": MILLISECONDS, "otp": OBJECT, "order": OBJECT}
OTP = {"issuer": TEXT, "account": TEXT, "label": TEXT, "digits": DIGITS,
       "algorithm": one_of("SHA1", "SHA256", "SHA512"), "tokenType": one_of("TOTP", "HOTP", "STEAM"),
       "source": exactly("Manual")}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    require(type(document) is dict and document.get("schemaVersion") in (1, 2, 3, 4), "schemaVersion must be 1 to 4")
    is_encrypted = "servicesEncrypted" in document
    if strict:
        members(document, TOP | ({"servicesEncrypted": TEXT, "reference": TEXT} if is_encrypted else {}))
        for index, group in enumerate(document["groups"]):
            members(group, {"id": UUID4, "name": TEXT}, GROUP_EXTRAS, f"groups[{index}]")
    services = document["services"]
    if is_encrypted:
        require(services == [], "services must be empty if servicesEncrypted is there")
        services = parse_json(decrypt(document, ciphers.needed(passphrase)), strict)
    groups = {group.get("id"): group.get("name") for group in document.get("groups") or []}
    if strict:
        for index, service in enumerate(services):
            check_service(service, groups, f"services[{index}]")
            members(service["order"], {"position": exactly(index)}, where=f"services[{index}].order")
    return each(services, "services", lambda service: account(service, groups), strict)


def decrypt(document, passphrase):
    parts = triple(document["servicesEncrypted"], "servicesEncrypted")
    reference = triple(document.get("reference"), "reference")
    require(reference[1] == parts[1], "reference must have the salt of servicesEncrypted")
    require(reference[2] != parts[2], "reference must have its own iv")
    key = ciphers.pbkdf2("sha256", passphrase, parts[1], 10000)
    require(ciphers.aes_gcm(key, reference[2], reference[0]) == REFERENCE, "reference must be the app's fixed text")
    return ciphers.aes_gcm(key, parts[2], parts[0])


def triple(text, where):
    """The bytes of data:salt:iv."""
    parts = text.split(":") if type(text) is str else []
    require(len(parts) == 3, f"{where} must have three parts")
    for part, name, size in zip(parts, ("data", "salt", "iv"), (None, 256, 12)):
        require(is_base64(part, size), f"the {name} of {where} must be base64" + (f" of {size} bytes" if size else ""))
    return [base64.b64decode(part) for part in parts]


def check_service(service, groups, where):
    members(service, SERVICE, {"groupId": one_of(*groups)}, where)
    otp = service["otp"]
    is_hotp = otp.get("tokenType") == "HOTP"
    members(otp, OTP | ({"counter": COUNTER} if is_hotp else {"period": PERIOD}), where=f"{where}.otp")
    require(otp["label"] == otp["account"], f"{where}.otp.label must equal account")
    require(otp["issuer"] == service["name"], f"{where}.otp.issuer must equal name")
    if otp["tokenType"] == "STEAM":
        check_fixed("steam", otp["algorithm"], otp["digits"], otp["period"])


def account(service, groups):
    require(type(service) is dict, "the entry must be an object")
    otp = service.get("otp") or {}
    require(type(otp) is dict, "otp must be an object")
    kind = otp.get("tokenType") or "TOTP"
    require(type(kind) is str, "otp.tokenType must be a string")
    tags = [groups[service["groupId"]]] if service.get("groupId") in groups else []
    return Account(
        kind.lower(), text_of(service.get("name")) or text_of(otp.get("issuer")), text_of(otp.get("account")),
        decode_base32(service.get("secret")), algorithm_of(otp.get("algorithm")),
        number_of(otp.get("digits"), 6, "otp.digits"), number_of(otp.get("period"), 30, "otp.period"),
        number_of(otp.get("counter"), 0, "otp.counter"), tags=tuple(tags))
