"""LastPass: the CSV of the vault, also damaged as LastPass writes it."""

from collections.abc import Sequence
from dataclasses import replace

from .. import logins
from ..accounts import some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import sheet

FORMAT = "lastpass-vault"
HEADER = "url,username,password,totp,extra,name,grouping,fav".split(",")


def cells(login: Login) -> list[str]:
    flag = "1" if login.favourite else "0"
    return [login.url or "http://", login.user, 'in"vent,ed', login.key, login.note, login.title, login.group, flag]


def table(entries: Sequence[Login]) -> str:
    return sheet(HEADER, map(cells, entries))


def add(catalogue: Catalogue) -> None:
    logins.add_tables(catalogue, FORMAT, table)
    add_damaged(catalogue)
    older = "url,username,password,extra,name,grouping,fav\nhttp://sn,,,a note,A note,,0\n"
    catalogue.add(f"{FORMAT}/older.csv", older)


def add_damaged(catalogue: Catalogue) -> None:
    """Notes with line breaks and no quotes: their rows are broken, and only the host is left of the title."""
    before, torn, after = some(f"{FORMAT}/damaged", "before torn after")
    note = replace(torn, issuer="torn.example.com")
    lines = table([logins.bare(before), logins.bare(after)]).splitlines()
    broken = f"https://www.torn.example.com/,{torn.name},x,{torn.base32},first line\n0,Torn,,0\nsecond line,Torn,,0"
    text = "\n".join([lines[0], lines[1], broken, lines[2]]) + "\n"
    catalogue.add(f"{FORMAT}/damaged.csv", text, [before, note, after])
