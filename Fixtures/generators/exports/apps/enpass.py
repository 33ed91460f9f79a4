"""Enpass: JSON, and CSV with and without a header."""

from collections.abc import Sequence
from typing import Any

from .. import hostile, links, logins
from ..accounts import Entry, entry, invented_uuid, some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row
from ..shape import Shape, paths, places

FORMAT = "enpass"
FOLDERS = ("Work", "Games", "家族")


def field(type: str, value: Any, at: int, **changes: Any) -> dict:
    tree = {"deleted": 0, "label": type, "order": at, "sensitive": 0, "type": type, "uid": at, "value": value}
    return tree | {"updated_at": 1_767_225_600, "value_updated_at": 1_767_225_600} | changes


def item(login: Login, *further: dict, **changes: Any) -> dict:
    values = {"totp": login.key, "username": login.user, "email": "", "password": "x", "url": login.url, "section": ""}
    fields = [field(type, value, at) for at, (type, value) in enumerate(values.items())]
    fields.append(field("text", "GEZDGNBVGY3TQOJQ", 9, label="Hint"))
    folder = [invented_uuid(f"{FORMAT}/{login.group}")] if login.group else []
    tree = {
        "archived": 0, "category": "login", "favorite": int(login.favourite), "fields": [*fields, *further],
        "folders": folder, "note": login.note, "subtitle": login.user, "template_type": "login.default",
        "title": login.title, "trashed": 0, "uuid": invented_uuid(f"{FORMAT}/{login.title}/{login.key}"),
    }  # fmt: skip
    return tree | changes


def document(items: Any) -> dict:
    folders = [{"uuid": invented_uuid(f"{FORMAT}/{name}"), "title": name, "parent_uuid": ""} for name in FOLDERS]
    return {"folders": folders, "items": items}


SHAPE = Shape(
    format=FORMAT,
    entry=lambda account: item(logins.bare(account)),
    document=document,
    secret=("fields", 0, "value"),
    fields=places(issuer="title", name="fields.1.value"),
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=paths("archived category favorite folders note subtitle trashed uuid"),
    needs_a_list=False,
    empty_error="unrecognised",
)


def export(label: str) -> tuple[list[Entry], list[dict]]:
    accounts, entries = logins.export(label)
    items = [item(login) for login in entries]
    first, second, deleted, gone = some(label, "two/0 two/1 deleted gone")
    items.append(item(Login(key=links.key_uri(first)), field("totp", links.key_uri(second), 10)))
    items.append(item(Login(title="Deleted"), field("totp", deleted.base32, 10, deleted=1)))
    email = entry(f"{label}/email")
    items.append(item(logins.bare(email, user=""), field("email", email.name, 10)))
    items.append(item(logins.bare(gone), trashed=1, category="computer", template_type="computer.default"))
    note = {"title": "A note", "category": "note", "note": "x", "template_type": "note.default", "trashed": 0}
    items.insert(0, note)
    return [*accounts, first, second, email, gone], items


def cells(login: Login, label: str = "One-time code") -> list[str]:
    pairs = [("Username", login.user), ("E-mail", ""), ("*Password", "x"), ("Website", login.url)]
    pairs += [("ADDITIONAL DETAILS", ""), (label, login.key), ("*TOTP", "not this"), ("*Security answer", "GEZDGNBV")]
    return [login.title, *(cell for pair in pairs for cell in pair), *([login.note] if login.note else [])]


def table(entries: Sequence[Login]) -> str:
    labels = ("One-time code", "TOTP", "OTPAuth")
    rows = [cells(login, labels[at % len(labels)]) for at, login in enumerate(entries)]
    return "".join(row(found, all_quoted=True) + "\n" for found in rows)


def add(catalogue: Catalogue) -> None:
    accounts, items = export("enpass/json")
    catalogue.add("enpass/plain.json", SHAPE.written(items), accounts)
    hostile.add(catalogue, SHAPE)
    logins.add_tables(catalogue, FORMAT, table, has_header=False)
    accounts = some(f"{FORMAT}/header", 3)
    header = '"Title","Field","Value","Field","Value",.........,"Note"\n'
    content = header + table([logins.bare(account, note="a note") for account in accounts])
    catalogue.add(f"{FORMAT}/older.csv", content, accounts)
