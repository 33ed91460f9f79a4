"""Dashlane: credentials.csv, alone and in its archive."""

from collections.abc import Sequence

from .. import logins, zips
from ..accounts import Entry, entry, some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row, sheet

FORMAT = "dashlane"
HEADER = "username,username2,username3,title,password,note,url,category,otpUrl".split(",")
OLDER = [*HEADER[:-1], "otpSecret"]
FEWER = "username,title,password,note,url,category,otpUrl,otpSecret".split(",")


def cells(login: Login) -> dict[str, str]:
    return {
        "username": "", "username2": login.user, "username3": "third", "title": login.title,
        "password": 'in"vent,ed', "note": login.note, "url": login.url, "category": login.group,
        "otpUrl": login.key, "otpSecret": login.key,
    }  # fmt: skip


def table(entries: Sequence[Login], header: Sequence[str] = HEADER) -> str:
    found = [cells(login) | ({"username3": ""} if not login.user else {}) for login in entries]
    return sheet(header, found)


def add(catalogue: Catalogue) -> None:
    logins.add_tables(catalogue, FORMAT, table)
    several = some(f"{FORMAT}/older", 3)
    content = table([logins.bare(account) for account in several], OLDER).replace("\n", "\r\n")
    catalogue.add(f"{FORMAT}/older.csv", content, several)
    add_fewer(catalogue)
    add_archives(catalogue)


def add_fewer(catalogue: Catalogue) -> None:
    """Fewer columns, and both columns of codes: a row in which they have different secrets is rejected."""
    link, secret = entry(f"{FORMAT}/fewer/link"), entry(f"{FORMAT}/fewer/secret")

    def line(account: Entry, url: str, bare: str) -> str:
        return row([account.name, account.issuer, "x", "", "", "", url, bare])

    first = line(link, f"otpauth://totp/?secret={link.base32.lower()}&lock=false", "GEZDGNBVGY3TQOJQ")
    text = "\n".join([row(FEWER), first, line(secret, "null", secret.base32), line(secret, "null", "null")])
    catalogue.add(f"{FORMAT}/fewer-columns.csv", text, [secret], ["two secrets"])


def add_archives(catalogue: Catalogue) -> None:
    accounts, entries = logins.export(f"{FORMAT}/zip")
    members = [
        zips.Member("securenotes.csv", b"title,note\nA note,otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ\n"),
        zips.Member("credentials.csv", table(entries).encode()),
        zips.Member("payments.csv", b"type,account_name\n"),
    ]
    catalogue.add(f"{FORMAT}/plain.zip", zips.archive(members, f"{FORMAT}/zip"), accounts)
    dash = (
        "---------------------- Dashlane Secured Export --------------\n"
        "BEGIN Id\nx\nEND Id\nBEGIN Data\nQUJD\nEND Data\n"
    )
    catalogue.failure(f"{FORMAT}/export.dash", dash, "unsupported-version")
