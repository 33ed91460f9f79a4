"""Invented accounts, and small plain files of the formats that are never encrypted, for the tests of the readers."""

import base64
import json
import os
import uuid
from urllib.parse import quote

from accounts import Account, encode_base32
from links import encode

TOTP = Account("totp", "Größe: 1 & Co", "al/ice:100%@example.com", b"12345678901234567890")
LONG = Account("totp", "Kestrel", "bob", bytes(range(200, 255)), "SHA512", 8, 60)
HOTP = Account("hotp", "Acme", "carol", b"\x00\xff\x80", "SHA256", 7, counter=41)
SIX = Account("hotp", "Acme", "carol", b"\x00\xff\x80", counter=41)
EIGHT = Account("hotp", "Acme", "carol", b"\x00\xff\x80", "SHA256", 8, counter=41)
STEAM = Account("steam", "Gamers Den", "dave", b"steam secret")
PROTON_STEAM = Account("steam", "Steam", "dave", b"steam secret")
MOTP = Account("motp", "Acme", "erin", bytes.fromhex("dbd7c04180e02954"), pin="1234")
MOTP_WITHOUT_PIN = Account("motp", "Acme", "erin", MOTP.secret)
YANDEX = Account("yandex", "Yandex", "frank", b"0123456789abcdef", pin="5786")
TIMED, COUNTED, ALL = [TOTP, LONG], [TOTP, LONG, HOTP, STEAM], [TOTP, LONG, HOTP, STEAM, MOTP, YANDEX]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def b64(data):
    return base64.b64encode(data).decode()


def new_id():
    return str(uuid.uuid4())


def totp_field(found):
    return f"steam://{encode_base32(found.secret)}" if found.type == "steam" else link(found)


def link(account, prefixed=True, encoder=False):
    """The link of an account as otpauth.md writes it."""
    issuer, name = encode(account.issuer), encode(account.name)
    label = f"{issuer}:{name}" if issuer and prefixed else name
    middle = f"&issuer={issuer}" if issuer else ""
    if account.type == "motp":
        pin = f"&pin={encode_base32(account.pin.encode())}" if account.pin else ""
        return f"motp://{label}?secret={account.secret.hex()}{middle}{pin}"
    kind = {"yandex": "yaotp", "steam": "totp" if encoder else "steam"}.get(account.type, account.type)
    last = f"counter={account.counter}" if account.type == "hotp" else f"period={account.period}"
    last += f"&pin={encode_base32(account.pin.encode())}" if account.type == "yandex" else ""
    last += "&encoder=steam" if encoder and account.type == "steam" else ""
    return (f"otpauth://{kind}/{label}?secret={encode_base32(account.secret)}{middle}"
            f"&algorithm={account.algorithm}&digits={account.digits}&{last}")


def otpauth(accounts):
    return "".join(link(account) + "\n" for account in accounts).encode()


def csv_table(accounts):
    rows = ["name,username,otpauth", *(f"{found.issuer},{found.name},{link(found)}" for found in accounts)]
    return "".join(row + "\r\n" for row in rows).encode()


def items_json(accounts):
    lines = ",\n".join("  " + compact(found.members()).decode() for found in accounts)
    return ('{"format":"totp-import-items","version":1,"items":[\n' + lines + "\n]}\n").encode()


def bitwarden_csv(accounts):
    rows = ["folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"]
    rows += [f",,login,{found.issuer},,,0,,{found.name},,{totp_field(found)}" for found in accounts]
    return "".join(row + "\r\n" for row in rows).encode()


def bitwarden_authenticator(accounts):
    return compact({"encrypted": False, "items": [{
        "id": new_id(), "name": found.issuer, "folderId": None, "organizationId": None, "collectionIds": None,
        "notes": None, "type": 1, "login": {"totp": link(found)}, "favorite": False} for found in accounts]})


def freeotp_plus(accounts):
    tokens = [{
        "algo": found.algorithm, "counter": found.counter, "digits": found.digits,
        "issuerExt": found.issuer, "issuerInt": found.issuer, "label": found.name, "period": found.period,
        "secret": [byte - 256 if byte > 127 else byte for byte in found.secret],
        "type": "HOTP" if found.type == "hotp" else "TOTP"} for found in accounts]
    return compact({"tokenOrder": [f"{found.issuer}:{found.name}" for found in accounts], "tokens": tokens})


def lastpass(accounts):
    folders = [{"id": 1, "name": "Favorites", "isOpened": True}, {"id": 0, "name": "Other accounts", "isOpened": True}]
    return compact({
        "version": 3, "deviceId": "", "deviceSecret": "", "localDeviceId": new_id(), "deviceName": "x",
        "folders": folders, "accounts": [{
            "accountID": new_id(), "lmiUserId": "", "issuerName": found.issuer, "originalIssuerName": found.issuer,
            "userName": found.name, "originalUserName": found.name, "pushNotification": False,
            "secret": encode_base32(found.secret), "timeStep": found.period, "digits": found.digits,
            "creationTimestamp": 1763800000000, "isFavorite": False, "algorithm": found.algorithm,
            "folderData": {"folderId": 0, "position": index}} for index, found in enumerate(accounts)]})


def twofauth(accounts):
    return compact({"app": "2fauth_v5.0.0", "schema": 1, "datetime": "2026-11-21T04:33:06.173939Z", "data": [{
        "otp_type": "steamtotp" if found.type == "steam" else found.type, "account": found.name,
        "service": found.issuer, "icon": None, "icon_mime": None, "icon_file": None,
        "secret": base64.b32encode(found.secret).decode(), "digits": found.digits,
        "algorithm": found.algorithm.lower(), "period": None if found.type == "hotp" else found.period,
        "counter": found.counter if found.type == "hotp" else None, "legacy_uri": ""} for found in accounts]})


def keepassxc_csv(accounts):
    time = "2026-11-21T04:33:06Z"
    rows = [["Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created"]]
    rows += [["Root", found.issuer, found.name, "", "", "", link(found, encoder=True), "0", time, time]
             for found in accounts]
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows).encode()


KEEPASS = [TOTP, LONG, STEAM, SIX]
KEEPASS_SECRETS = ("Password", "otp", "TimeOtp-Secret-Base32", "HmacOtp-Secret-Base32")


def keepass_fields(found):
    secret = base64.b32encode(found.secret).decode()
    fields = {"Title": found.issuer, "UserName": found.name, "Password": "", "URL": "", "Notes": ""}
    if found.type == "hotp":
        return fields | {"HmacOtp-Secret-Base32": secret, "HmacOtp-Counter": str(found.counter)}
    fields["otp"] = link(found, encoder=True)
    if found.type == "totp":
        fields |= {"TimeOtp-Secret-Base32": secret, "TimeOtp-Length": str(found.digits),
                   "TimeOtp-Period": str(found.period), "TimeOtp-Algorithm": f"HMAC-SHA-{found.algorithm[3:]}"}
    return fields


def keepass_value(key, value):
    text = value.replace("&", "&amp;")
    return f'<Value ProtectInMemory="True">{text}</Value>' if key in KEEPASS_SECRETS else f"<Value>{text}</Value>"


def keepassxc_xml(accounts, value=keepass_value, times=""):
    entries = "".join(
        f"<Entry><UUID>{b64(os.urandom(16))}</UUID>{times}" + "".join(
            f"<String><Key>{key}</Key>{value(key, text)}</String>" for key, text in keepass_fields(found).items())
        + "</Entry>" for found in accounts)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<KeePassFile><Meta><Generator>x</Generator></Meta><Root><Group>'
            f"<UUID>{b64(os.urandom(16))}</UUID><Name>Root</Name>{entries}</Group></Root></KeePassFile>").encode()


def varint(value):
    data = b""
    while value > 127:
        data, value = data + bytes([value & 127 | 128]), value >> 7
    return data + bytes([value])


def field(number, value):
    if type(value) is int:
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def migration_entry(found):
    data = field(1, found.secret) + field(2, found.name.encode()) + field(3, found.issuer.encode())
    data += field(4, {"SHA1": 1, "SHA256": 2, "SHA512": 3, "MD5": 4}[found.algorithm])
    data += field(5, {6: 1, 8: 2}[found.digits]) + field(6, 1 if found.type == "hotp" else 2)
    return data + (field(7, found.counter) if found.type == "hotp" else b"")


def migration_link(accounts, size=1, index=0, version=1, identifier=7):
    data = b"".join(field(1, migration_entry(found)) for found in accounts)
    data += field(2, version) + field(3, size) + (field(4, index) if index else b"") + field(5, identifier)
    return "otpauth-migration://offline?data=" + quote(b64(data), safe="")


def google_migration(accounts):
    parts = [accounts[start:start + 10] for start in range(0, len(accounts), 10)]
    return "".join(migration_link(part, len(parts), index) + "\n" for index, part in enumerate(parts)).encode()


GATEWAY = [Account("totp", "", "al/ice", bytes(range(20))),
           Account("totp", "", "größe#1", b"\xff" * 32, digits=8, period=60),
           Account("hotp", "", "al/ice", b"\0", digits=7, counter=41)]


def users_oath(accounts):
    return "".join(
        f"HOTP/{'E' if found.type == 'hotp' else f'T{found.period}'}/{found.digits}\t{found.name}\t-\t"
        f"{found.secret.hex()}{f'{chr(9)}{found.counter}' if found.type == 'hotp' else ''}\n"
        for found in accounts).encode()


TENANT = [Account("totp", "Größe, \"1\" & Co", "alice@example.com", bytes(range(20))),
          Account("totp", "=1+1", "TI-000002", b"\xff" * 80, period=60)]
TOKENS = [Account("totp", "", "TI000001", bytes(range(20)), period=45),
          Account("hotp", "", "TI000002", b"\0\xff", digits=8),
          Account("totp", "", "TI000003", b"\xff" * 32, "SHA256", 8),
          Account("totp", "", "TI000004", b"\1" * 64, "SHA512")]
REALM = [TOTP, LONG, Account("hotp", "Keycloak", "zoë, 100%", b"\x00\xff\x80", "SHA256", 7, counter=41)]


def entra(accounts):
    rows = ["upn,serial number,secret key,time interval,manufacturer,model"]
    for number, found in enumerate(accounts, 1):
        issuer = '"' + found.issuer.replace('"', '""') + '"'
        user = found.name if "@" in found.name else ""
        rows.append(f"{user},TI-{number:06},{encode_base32(found.secret)},{found.period},{issuer},software")
    return "".join(row + "\r\n" for row in rows).encode()


def privacyidea(accounts):
    return "".join(
        f"{found.name},{found.secret.hex()},{found.type.upper()},{found.digits},"
        f"{found.counter if found.type == 'hotp' else found.period}\n" for found in accounts).encode()


def linotp(accounts):
    return "".join(
        f"{found.name},{found.secret.hex()},{found.type},{found.digits},"
        f"{'' if found.type == 'hotp' else found.period},{found.algorithm.lower()}\n" for found in accounts).encode()


def keycloak(accounts):
    def credential(found):
        data = {"subType": found.type, "digits": found.digits, "counter": found.counter,
                "period": 0 if found.type == "hotp" else found.period, "algorithm": f"Hmac{found.algorithm}",
                "secretEncoding": "BASE32"}
        label = {} if found.issuer == "Keycloak" else {"userLabel": found.issuer}
        return {"type": "otp", **label, "secretData": json.dumps({"value": encode_base32(found.secret)}),
                "credentialData": json.dumps(data)}
    return compact({"ifResourceExists": "FAIL", "users": [
        {"username": found.name, "enabled": True, "credentials": [credential(found)]} for found in accounts]})


def totp_cli(accounts):
    text = ""
    for found in accounts:
        text += f"- name: {json.dumps(found.issuer)}\n  accounts:\n    - name: {json.dumps(found.name)}\n"
        text += f'      token: "{encode_base32(found.secret)}"\n      prefix: ""\n'
        text += f"      algorithm: {found.algorithm.lower()}\n      length: {found.digits}\n"
        text += f"      timePeriod: {found.period}\n"
    return text.encode()


KEY = [Account("totp", "Größe & Co", "al/ice:100%@x.org", bytes(range(20))),
       Account("hotp", "", "zoë, 100%", b"\x00\xff\x80", "SHA256", 7, counter=41),
       Account("totp", "Kestrel", "bob", bytes(range(200, 255)), "SHA512", 8, 60), PROTON_STEAM]


def ykman(accounts):
    links = "".join(link(found).replace("otpauth://steam/", "otpauth://totp/") + "\n" for found in accounts)
    return f"#!/bin/sh\naccounts={len(accounts)}\ndone << 'END'\n{links}END\n".encode()


SERVER = [Account("totp", "Größe & Co", "al/ice:100%@x.org", bytes(range(20))),
          Account("totp", "Kestrel", "bob", bytes(range(200, 255)), "SHA512", 8, 60)]


def hashicorp_vault(accounts):
    keys = "".join(f"totp/keys/key-{index}\n{link(found)}\n" for index, found in enumerate(accounts))
    write = 'while read -r key && read -r link; do printf %s "$link" | vault write "$key" url=-; done'
    return f"#!/bin/sh\n{write} << 'END'\n{keys}END\n".encode()


# Readers, functions that write a file, and the accounts to write.
FILES = [
    ("otpauth", otpauth, ALL), ("bitwarden-csv", bitwarden_csv, [TOTP, LONG, STEAM]),
    ("bitwarden-authenticator", bitwarden_authenticator, TIMED), ("freeotp-plus", freeotp_plus, [TOTP, LONG, HOTP]),
    ("lastpass-authenticator", lastpass, TIMED), ("keepassxc", keepassxc_csv, [TOTP, LONG, STEAM]),
    ("keepassxc", keepassxc_xml, KEEPASS), ("json", items_json, ALL), ("csv", csv_table, ALL),
    ("2fauth", twofauth, [LONG, HOTP, PROTON_STEAM]), ("users-oath", users_oath, GATEWAY),
    ("oath-token-csv", entra, TENANT), ("privacyidea", privacyidea, TOKENS), ("linotp", linotp, TOKENS),
    ("keycloak", keycloak, REALM), ("totp-cli", totp_cli, TIMED), ("ykman", ykman, KEY),
    ("hashicorp-vault", hashicorp_vault, SERVER),
    ("google-migration", google_migration, [TOTP, EIGHT, *[TOTP] * 10])]
