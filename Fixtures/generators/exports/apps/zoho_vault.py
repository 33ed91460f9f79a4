"""Zoho Vault: CSV of newer and older versions."""

from collections.abc import Sequence

from .. import logins
from ..accounts import some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row, sheet

FORMAT = "zoho-vault"
HEADER = (
    "Password Name", "Description", "Password URL", "SecretData", "Notes", "CustomData", "Tags", "Classification",
    "Favorite", "TOTP", "Folder Name",
)  # fmt: skip
OLDER = (
    "Secret Name", "Description", "Secret URL", "SecretData", "Notes", "CustomData", "Tags", "Classification",
    "Favorite", "login_totp", "login_password", "ChamberName",
)  # fmt: skip


def cells(login: Login) -> list[str]:
    data = f"SecretType:Web Account\nUser Name:{login.user}\nPassword:x:y\n"
    flag = "1" if login.favourite else "0"
    return [login.title, "", login.url, data, login.note, "", "", "E", flag, login.key, login.group]


def table(entries: Sequence[Login]) -> str:
    return "\ufeff" + sheet(HEADER, map(cells, entries))


def add(catalogue: Catalogue) -> None:
    logins.add_tables(catalogue, FORMAT, table)
    several = some(f"{FORMAT}/older", 3)
    rows = [cells(logins.bare(account)) for account in several]
    lines = [row(OLDER), *(row([*found[:-1], "x", found[-1]], all_quoted=True) for found in rows)]
    catalogue.add(f"{FORMAT}/older.csv", "\r\n".join(lines), several)
