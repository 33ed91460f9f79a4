"""Apple Passwords, iCloud Keychain and Safari: CSV exports."""

import logins
from rules import each, require
from tables import cell, check_line_ends, columns, rows

HEADER = ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"]


def read(data, passphrase, strict):
    header, records = rows(data, strict)
    if strict:
        require(header == HEADER, f"the header must be {','.join(HEADER)}")
        check_line_ends(data, header)
    else:
        records = columns(records)
        require("otpauth" in map(str.lower, map(str.strip, header)), "the file has no column OTPAuth")
    return each(records, "rows", account if strict else account_of_export, strict)


def account(row):
    for name in ("URL", "Password"):
        require(row[name] == "", f"{name} must be empty")
    found = logins.written(row["OTPAuth"], row["Title"], row["Username"])
    found.note = row["Notes"]
    return found


def account_of_export(row):
    title, user = cell(row, "title"), cell(row, "username")
    # The app's own titles are SITE (USERNAME).
    if user and title.endswith(f"({user})"):
        title = title[:-len(user) - 2].rstrip()
    found = logins.one_time_password(cell(row, "otpauth"), title, user, cell(row, "url"))
    if found:
        found.note = cell(row, "notes")
    return found
