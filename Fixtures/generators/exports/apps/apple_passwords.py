"""Apple Passwords, iCloud Keychain and Safari: CSV."""

from collections.abc import Sequence

from .. import logins
from ..accounts import some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import sheet

FORMAT = "apple-passwords"
HEADER = ("Title", "URL", "Username", "Password", "Notes", "OTPAuth")
OLDER = ("Title", "Url", "Username", "Password", "OTPAuth")


def cells(login: Login) -> dict[str, str]:
    """Apple adds the user name to every title; one that is nothing else is no title."""
    title = f"{login.title} ({login.user})".strip() if login.user else login.title
    return {
        "Title": title, "URL": login.url, "Url": login.url, "Username": login.user, "Password": 'in"vent,ed',
        "Notes": login.note, "OTPAuth": login.key,
    }  # fmt: skip


def table(entries: Sequence[Login], header: Sequence[str] = HEADER) -> str:
    return sheet(header, map(cells, entries))


def add(catalogue: Catalogue) -> None:
    logins.add_tables(catalogue, FORMAT, table)
    accounts = some(f"{FORMAT}/older", 3)
    content = table([logins.bare(account) for account in accounts], OLDER)
    catalogue.add(f"{FORMAT}/older.csv", content, accounts)
