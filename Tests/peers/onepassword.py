"""1Password 8: CSV exports."""

import re

import logins
from rules import each, require
from tables import cell, check_line_ends, columns, rows

HEADER = ["Title", "Url", "Username", "Password", "OTPAuth", "Favorite", "Archived", "Tags", "Notes"]


def read(data, passphrase, strict):
    header, records = rows(data, strict)
    if strict:
        require(header == HEADER, f"the header must be {','.join(HEADER)}")
        check_line_ends(data, header)
    return each(records if strict else columns(records), "rows", account if strict else account_of_export, strict)


def account(row):
    for name in ("Url", "Password", "Tags"):
        require(row[name] == "", f"{name} must be empty")
    require(row["Favorite"] in ("true", "false"), "Favorite must be true or false")
    require(row["Archived"] == "false", "Archived must be false")
    found = logins.written(row["OTPAuth"], row["Title"], row["Username"])
    found.note, found.favorite = row["Notes"], row["Favorite"] == "true"
    return found


def account_of_export(row):
    found = logins.one_time_password(cell(row, "otpauth"), cell(row, "title"), cell(row, "username"), cell(row, "url"))
    if found:
        found.note, found.favorite = cell(row, "notes"), cell(row, "favorite").lower() == "true"
        found.tags = tuple(tag.strip() for tag in re.split("[;,]", cell(row, "tags")) if tag.strip())
    return found
