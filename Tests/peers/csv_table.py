"""Tables of logins with a column of one-time passwords, as password managers import them."""

import re

import bitwarden
import links
from rules import each, require
from tables import rows

STRONG = set("""otpauth otpauthurl otpauthuri otpurl otpuri otp otpsecret otpseed otpkey totp totpurl totpuri totpsecret
    totpseed totpkey logintotp onetimepassword onetimepasswort onetimepasscode onetimecode twofasecret 2fasecret 2fakey
    twofactorsecret twofactorkey mfasecret mfakey authenticatorkey authenticatorsecret""".split())
TITLE = set("""title name displayname itemname accountname passwordname secretname nickname label site sitename service
    account beschreibung""".split())
USER = set("username loginusername login user userid loginname email emailaddress benutzername".split())
NOTE = set("note notes comment comments extra additionalinfo".split())
TAGS = set("folder group grouping category tags vault".split())
FAVORITE = set("favorite favourite fav".split())


def read(data, passphrase, strict):
    header, records = rows(data, strict)
    columns = {re.sub("[^a-z0-9]", "", name.lower()): name for name in header}
    require(len([name for name in columns if name in STRONG]) == 1,
            "the header must have exactly one column of one-time passwords, such as otpauth")
    require(columns.keys() & TITLE, "the header must have a column such as title or name")
    return each(records, "rows", lambda row: account(row, columns, strict), strict)


def account(row, columns, strict):
    def first(names):
        return next((row[column] for key, column in columns.items() if key in names and row.get(column)), "")

    def words(names):
        """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
        return re.sub(r"\A'(?='*[=+\-@\t\r])", "", first(names))

    text, title, user = first(STRONG), words(TITLE), words(USER)
    require(text or not strict, "the one-time password is missing")
    if not text:
        return None
    if strict and not text.startswith("steam://"):
        found = links.parse_written(text)
        found.issuer, found.name = found.issuer or title, found.name or user
    else:
        found = bitwarden.one_time_password(text, title, user, strict)
    found.note, found.favorite = words(NOTE), first(FAVORITE).lower() in ("1", "true", "yes")
    found.tags = tuple(tag.strip() for tag in words(TAGS).split(";") if tag.strip())
    return found
