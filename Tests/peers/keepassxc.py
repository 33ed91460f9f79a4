"""KeePassXC: CSV and XML exports."""

import base64
import re
from xml.etree import ElementTree

import links
from accounts import Account, decode_base32
from rules import PeerError, base64_text, check_unique, decode, each, matching, require
from tables import cell, rows

HEADER = ["Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created"]
TIME = matching(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "a UTC time such as 2026-11-21T09:30:00Z")
STRINGS = {"Title", "UserName", "Password", "URL", "Notes"}
# The fields of a counter-based account that KeePass 2 reads.
COUNTED = {"HmacOtp-Secret-Base32", "HmacOtp-Counter"}
SECRETS = {"Password", "otp", "TimeOtp-Secret-Base32", "HmacOtp-Secret-Base32"}
ALGORITHMS = {"SHA1": "HMAC-SHA-1", "SHA256": "HMAC-SHA-256", "SHA512": "HMAC-SHA-512"}


def read(data, passphrase, strict):
    if decode(data, strict).lstrip().startswith("<"):
        return read_xml(data, strict)
    header, records = rows(data, strict)
    if strict:
        require(header == HEADER, f"the header must be {','.join(HEADER)}")
        text = "".join(",".join('"' + value.replace('"', '""') + '"' for value in row) + "\n"
                       for row in [header, *(list(record.values()) for record in records)])
        require(data.decode() == text, "every cell must be quoted, and every row must end with LF")
    return each(records, "rows", lambda row: account_of_row(row, strict), strict)


def account_of_row(row, strict):
    if strict:
        check_row(row)
    path = cell(row, "Group").split("/")
    if path[1:2] == ["Recycle Bin"] or not cell(row, "TOTP"):
        return None
    found = one_time_password(row["TOTP"], cell(row, "Title"), cell(row, "Username"), strict, is_csv=True)
    found.note = cell(row, "Notes")
    found.tags = ("/".join(path[1:]),) if path[1:] else ()
    return found


def check_row(row):
    require(row["Group"].split("/")[0] == "Root", "Group must be Root or a path in it")
    for name in ("Password", "URL"):
        require(row[name] == "", f"{name} must be empty")
    require(row["TOTP"], "TOTP must not be empty")
    require(row["Icon"] == "0", "Icon must be 0")
    for name in ("Last Modified", "Created"):
        require(TIME.test(row[name]), f"{name} must be {TIME.text}")


def one_time_password(text, title, user, strict, is_csv=False):
    if strict:
        found = links.parse_written(text, types=("totp",), encoder=True)
        if not found.issuer and not found.name:
            # The link of an account called Steam has no names, which would make it a Steam account.
            found.issuer, found.name = title, user
        require(title == (found.issuer or found.name), "the title must be the issuer, or the name without one")
        require(user == found.name, "the user name must be the name")
        return found
    if is_csv or "://" in text:
        found = links.parse(text)
    elif "key=" in text:
        found = key_otp(links.parameters(text))
    else:
        found = Account("totp", "", "", decode_base32(text))
    # The entry has what the link lacks; a title that is the link's name is not its issuer.
    if not found.issuer:
        if found.name == "default":
            found.name = ""
        if title != found.name:
            found.issuer = title
    if not found.name:
        found.name = user
    return found


def key_otp(values):
    algorithm = (values.get("otphashmode") or "Sha1").upper()
    return Account(values.get("type", "totp").lower(), "", "", decode_base32(values["key"]), algorithm,
                   int(values.get("size", 6)), int(values.get("step", 30)), int(values.get("counter", 0)))


def read_xml(data, strict):
    require(b"<!DOCTYPE" not in data, "the file must not have a DOCTYPE")
    try:
        file = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        raise PeerError("the file is not XML") from None
    return read_root(file, strict, "ProtectInMemory")


def read_root(file, strict, protection):
    """The accounts of a document; secrets have the attribute `protection`, and other values do not."""
    require(file.tag == "KeePassFile", "the root element must be KeePassFile")
    if strict:
        check_xml(file)
        for string in file.iter("String"):
            is_secret = string.findtext("Key") in SECRETS
            require((string.find("Value").get(protection) == "True") == is_secret,
                    f"secrets, and only they, must have {protection}")
    bin_identifier = file.findtext("Meta/RecycleBinUUID")
    entries = [(path, entry) for group in file.findall("Root/Group") for path, entry in walk(group, (), bin_identifier)]
    return each(entries, "Entry", lambda found: account_of_entry(*found, strict), strict)


def walk(group, path, bin_identifier):
    """The entries of a group and the groups in it, with their paths below the root, without the recycle bin."""
    if bin_identifier and group.findtext("UUID") == bin_identifier:
        return
    for child in group:
        if child.tag == "Entry":
            yield path, child
        elif child.tag == "Group":
            yield from walk(child, (*path, child.findtext("Name") or ""), bin_identifier)


def check_xml(file):
    require([child.tag for child in file] == ["Meta", "Root"], "KeePassFile must have Meta and Root")
    require(file.findtext("Meta/Generator"), "Meta.Generator is missing")
    groups = file.findall("Root/Group")
    require(len(groups) == 1 and groups[0].findtext("Name") == "Root", "Root must have one Group named Root")
    identifiers = []
    for parent in (*file.iter("Group"), *file.iter("Entry")):
        identifier = parent.findtext("UUID")
        require(base64_text(16).test(identifier), f"UUID of {parent.tag} must be 16 bytes in base64")
        identifiers.append(base64.b64decode(identifier))
    check_unique(identifiers, "UUID of groups and entries")
    require(bytes(16) not in identifiers, "UUID must be random")


def account_of_entry(path, entry, strict):
    strings = {}
    for string in entry.findall("String"):
        key = string.findtext("Key")
        require(not strict or key not in strings, "String has a repeated Key")
        strings.setdefault(key, string.findtext("Value") or "")
    if strict:
        require({child.tag for child in entry} <= {"UUID", "String", "Tags", "Times", "IconID"},
                "Entry has an element that is not expected")
        require(strings["Password"] == strings["URL"] == "", "Password and URL must be empty")
    title, user = strings.get("Title", ""), strings.get("UserName", "")
    if strings.get("otp", "").strip():
        found = one_time_password(strings["otp"], title, user, strict)
        if strict:
            check_fields(strings, found)
    elif strings.get("HmacOtp-Secret-Base32"):
        found = Account("hotp", title, user, decode_base32(strings["HmacOtp-Secret-Base32"]),
                        counter=int(strings["HmacOtp-Counter"]))
        require(not strict or len(strings["HmacOtp-Secret-Base32"]) % 8 == 0, "base32 for KeePass 2 must be padded")
        # Without an issuer, the title is the name.
        require(not strict or strings.keys() == STRINGS | COUNTED, "String has a Key that is missing or unknown")
    else:
        return None
    found.note = strings.get("Notes", "")
    tags = [tag for tag in re.split("[;,]", entry.findtext("Tags") or "") if tag]
    found.tags = (*tags, "/".join(path)) if path else tuple(tags)
    return found


def check_fields(strings, found):
    """Checks that the fields of KeePass 2 say the same as the link; it has neither Steam nor codes of 9 digits."""
    fields = {} if found.type == "steam" or found.digits > 8 else {
        "TimeOtp-Secret-Base32": base64.b32encode(found.secret).decode(), "TimeOtp-Length": str(found.digits),
        "TimeOtp-Period": str(found.period), "TimeOtp-Algorithm": ALGORITHMS[found.algorithm]}
    require(strings.keys() == STRINGS | {"otp"} | fields.keys(), "String has a Key that is missing or unknown")
    for name, value in fields.items():
        require(strings[name] == value, f"{name} must be as in the link")
