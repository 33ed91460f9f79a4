"""Bitwarden: CSV exports."""

import bitwarden
from rules import each, require
from tables import cell, rows

HEADER = ["folder", "favorite", "type", "name", "notes", "fields", "reprompt", "login_uri", "login_username",
          "login_password", "login_totp"]
EMPTY = ("fields", "login_uri", "login_password")


def read(data, passphrase, strict):
    header, records = rows(data, strict)
    require(not strict or header == HEADER, f"the header must be {','.join(HEADER)}")
    return each(records, "rows", lambda row: account(row, strict), strict)


def account(row, strict):
    if strict:
        require(row["type"] == "login", "type must be login")
        require(row["favorite"] in ("", "1"), "favorite must be 1 or empty")
        require(row["reprompt"] == "0", "reprompt must be 0")
        for name in EMPTY:
            require(row[name] == "", f"{name} must be empty")
        require(row["login_totp"], "login_totp must not be empty")
    if not cell(row, "login_totp").strip():
        return None
    found = bitwarden.one_time_password(row["login_totp"], cell(row, "name"), cell(row, "login_username"), strict)
    if strict:
        bitwarden.check_names(found, row["name"], row["login_username"])
    found.note, found.favorite = cell(row, "notes"), cell(row, "favorite") == "1"
    found.tags = (row["folder"],) if cell(row, "folder") else ()
    return found
