"""Microsoft Entra ID: the list of OATH tokens that administrators upload."""

import re

from accounts import Account, BASE32, decode_base32
from rules import check_unique, each, require
from tables import rows

HEADER = ["upn", "serial number", "secret key", "time interval", "manufacturer", "model"]
MAX_SECRET = 128


def read(data, passphrase, strict):
    header, records = rows(data, strict)
    require(header == HEADER, f"the header must be {','.join(HEADER)}")
    require(data.endswith(b"\r\n"), "rows must end with CRLF")
    check_unique([row["serial number"] for row in records], "serial numbers")
    return each(records, "rows", account, strict)


def account(row):
    user, secret = row["upn"], row["secret key"]
    require(not user or user.count("@") == 1 and all(user.split("@")), "upn must be a user's principal name or empty")
    require(row["serial number"].strip() and not re.search(r"[\r\n]", row["serial number"]),
            "serial number must be one line")
    require(BASE32.test(secret) and len(secret) <= MAX_SECRET, f"secret key must be {BASE32.text}")
    require(row["time interval"] in ("30", "60"), "time interval must be 30 or 60")
    require(row["manufacturer"].strip() and not re.search(r"[\r\n]", row["manufacturer"]),
            "manufacturer must be one line")
    require(row["model"].strip() and not re.search(r"[\r\n]", row["model"]), "model must be one line")
    return Account("totp", row["manufacturer"].strip(), user or row["serial number"], decode_base32(secret),
                   period=int(row["time interval"]), token={
                       "serial": row["serial number"].strip(), "manufacturer": row["manufacturer"].strip(),
                       "model": row["model"].strip(), "user": user}).trimmed()
