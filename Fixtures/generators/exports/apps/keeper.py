"""Keeper: JSON of the web vault and of Commander, and CSV without a header."""

from collections.abc import Sequence
from typing import Any

from .. import hostile, links, logins
from ..accounts import Entry, some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row
from ..shape import Shape, paths, places, within

FORMAT = "keeper"
NAMES = ("$oneTimeCode::1", "$oneTimeCode", "$oneTimeCode:Main", "$oneTimeCode:Main:1", "TFC:Keeper")


def record(login: Login, name: str = NAMES[0], **fields: Any) -> dict:
    fields = {"$text:Hint:1": "h", name: login.key} | fields
    fields |= {"$secret:oneTimeCode:1": "GEZDGNBVGY3TQOJQ", "$oneTimeCodeHint::1": "x", "$host::1": {"port": "1"}}
    tree = {
        "uid": 1, "title": login.title, "notes": login.note, "$type": "login", "login": login.user, "password": "x",
        "login_url": login.url, "custom_fields": fields,
    }  # fmt: skip
    return tree | ({"folders": [{"folder": f"{login.group}\\In\\\\ner"}]} if login.group else {})


SHAPE = Shape(
    format=FORMAT,
    indent=2,
    entry=lambda account: record(logins.bare(account)),
    document=within("records", shared_folders=[{"path": "Shared", "uid": "x"}]),
    secret=("custom_fields", NAMES[0]),
    fields=places(issuer="title", name="login"),
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=paths("uid notes $type password login_url folders"),
)


def export(label: str) -> tuple[list[Entry], list[dict]]:
    accounts, entries = logins.export(label)
    records = [record(login, NAMES[at % len(NAMES)]) for at, login in enumerate(entries)]
    several = some(f"{label}/several", 4)
    keys = [links.key_uri(account) for account in several]
    codes = {"$oneTimeCode:z:1": [keys[1], "", keys[2]], "$oneTimeCode:a:1": keys[3]}
    records.append(record(Login(key=keys[0]), **codes))
    general = {"title": "General", "uid": "AAAA", "login": "nobody"}
    return [*accounts, *several], [general, *records]


def cells(login: Login, at: int) -> list[str]:
    found = [login.group, login.title, login.user, "x", login.url, login.note, ""]
    found += ["Account ID", "1"] if at % 2 else []
    return found + (["TFC:Keeper", login.key] if login.key else []) + ["Phone", "TFC:Keeper"]


def table(entries: Sequence[Login]) -> str:
    contact = ["", "Contact", "", "", "", "", "", "Name", "jonny"]
    rows = [contact, *(cells(login, at) for at, login in enumerate(entries))]
    return "".join(row(found, all_quoted=True) + "\n" for found in rows)


def add(catalogue: Catalogue) -> None:
    accounts, records = export("keeper/json")
    catalogue.add("keeper/plain.json", SHAPE.written(records), accounts)
    accounts, records = export("keeper/commander")
    catalogue.add("keeper/no-shared-folders.json", SHAPE.text({"records": records[1:]}), accounts)
    hostile.add(catalogue, SHAPE)
    logins.add_tables(catalogue, FORMAT, table, has_header=False)
