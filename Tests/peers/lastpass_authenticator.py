"""LastPass Authenticator: JSON exports."""

from accounts import Account, BASE32, algorithm_of, decode_base32, number_of, text_of
from rules import (ARRAY, BOOLEAN, DIGITS, FILLED, MILLISECONDS, OBJECT, PERIOD, TEXT, UUID4, check_unique, each,
                   exactly, list_of, members, one_of, parse_json, require, whole)

TOP = {"version": exactly(3), "deviceId": exactly(""), "deviceSecret": exactly(""), "localDeviceId": UUID4,
       "deviceName": FILLED, "accounts": ARRAY, "folders": list_of(OBJECT)}
FOLDER = {"id": whole(0, 1 << 31), "name": FILLED, "isOpened": BOOLEAN}
FOLDERS = [{"id": 1, "name": "Favorites", "isOpened": True}, {"id": 0, "name": "Other accounts", "isOpened": True}]
ACCOUNT = {"accountID": UUID4, "lmiUserId": exactly(""), "issuerName": TEXT, "originalIssuerName": TEXT,
           "userName": TEXT, "originalUserName": TEXT, "pushNotification": exactly(False), "secret": BASE32,
           "timeStep": PERIOD, "digits": DIGITS, "creationTimestamp": MILLISECONDS, "isFavorite": BOOLEAN,
           "algorithm": one_of("SHA1", "SHA256", "SHA512"), "folderData": OBJECT}


def read(data, passphrase, strict):
    document = parse_json(data, strict)
    if strict:
        check(document)
    require(type(document) is dict and type(document.get("accounts")) is list, "accounts must be an array")
    folders = {folder.get("id"): folder.get("name") for folder in document.get("folders") or []}
    return each(document["accounts"], "accounts", lambda entry: account(entry, folders), strict)


def check(document):
    members(document, TOP)
    for index, folder in enumerate(document["folders"]):
        members(folder, FOLDER, where=f"folders[{index}]")
    identifiers = [folder["id"] for folder in document["folders"]]
    check_unique(identifiers, "id of folders")
    require(all(folder in document["folders"] for folder in FOLDERS), "folders must have Favorites and Other accounts")
    for index, entry in enumerate(document["accounts"]):
        where = f"accounts[{index}]"
        members(entry, ACCOUNT, where=where)
        members(entry["folderData"], {"folderId": one_of(*identifiers), "position": whole(0, 1 << 31)},
                where=f"{where}.folderData")
        for name, original in ("issuerName", "originalIssuerName"), ("userName", "originalUserName"):
            require(entry[name] == entry[original], f"{where}.{original} must equal {name}")
    check_unique([entry["accountID"] for entry in document["accounts"]], "accountID of accounts")


def account(entry, folders):
    require(type(entry) is dict, "the entry must be an object")
    folder = (entry.get("folderData") or {}).get("folderId")
    tags = (folders[folder],) if folder not in (None, 0, 1) and folder in folders else ()
    return Account(
        "totp", text_of(entry.get("issuerName")), text_of(entry.get("userName")), decode_base32(entry.get("secret")),
        algorithm_of(entry.get("algorithm")), number_of(entry.get("digits"), 6, "digits"),
        number_of(entry.get("timeStep"), 30, "timeStep"), tags=tags, favorite=entry.get("isFavorite") is True)
