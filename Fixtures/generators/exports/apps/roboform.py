"""RoboForm: CSV whose last column is the first of any number of cells."""

from collections.abc import Sequence

from .. import logins
from ..accounts import entry
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row, sheet

FORMAT = "roboform"
HEADER = "Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2".split(",")
OLDER = "Name,Url,Login,Pwd,Note,Folder,Rf_fields".split(",")


def cells(login: Login) -> list[str]:
    guarded = f"'{login.user}" if login.user[:1] in ("@", "'") else login.user
    found = [login.title, login.url, login.url, guarded, "x", login.note, f"/{login.group}"]
    found += [f"User ID$,,,txt,{login.user}", "Password$,,,pwd,x,with,commas", "TOTP KEY2$,,,txt,GEZDGNBV"]
    return found + ([f"TOTP KEY$,,,txt,{login.key}"] if login.key else [])


def table(entries: Sequence[Login]) -> str:
    return "\ufeff" + sheet(HEADER, map(cells, entries))


def add(catalogue: Catalogue) -> None:
    logins.add_tables(catalogue, FORMAT, table)
    commas = entry(f"{FORMAT}/commas", name="@comma")
    link = f"otpauth://totp/{commas.issuer}:a,b?secret={commas.base32}"
    named = entry(f"{FORMAT}/commas", name="a,b")
    bookmark = "A bookmark,https://example.com/,,,,,/"
    at = logins.bare(entry(f"{FORMAT}/at", name="@at"))
    text = table([logins.bare(commas, key=link, user="'x"), at]) + bookmark + "\n"
    catalogue.add(f"{FORMAT}/cells.csv", text, [named, entry(f"{FORMAT}/at", name="@at")])
    old = entry(f"{FORMAT}/older")
    other = [old.issuer, "", old.name, "x", "", "/Old", "User ID$:txt:x", f"TOTP KEY$:txt:{old.base32}"]
    catalogue.add(f"{FORMAT}/older.csv", "\r\n".join([row(OLDER), row(other)]), [old])
