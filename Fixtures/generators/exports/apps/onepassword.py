"""1Password: 1PUX, CSV, and 1PIF of older versions."""

import json
from collections.abc import Sequence
from typing import Any

from .. import hostile, links, logins, zips
from ..accounts import Entry, entry, invented_uuid, some
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import sheet
from ..shape import Shape, paths, places

FORMAT = "onepassword"
HEADER = ("Title", "Url", "Username", "Password", "OTPAuth", "Favorite", "Archived", "Tags", "Notes")
SEPARATOR = "***5642bee8-a5ff-11dc-8314-0800200c9a66***"
BAD = logins.bad_keys(FORMAT)


def section_field(title: str, value: dict, identifier: str = "x") -> dict:
    return {"title": title, "id": identifier, "value": value, "guarded": False, "multiline": False}


def item(login: Login, *further: str) -> dict:
    keys = [
        section_field("one-time password", {"totp": key}, f"TOTP_{at}") for at, key in enumerate((login.key, *further))
    ]
    other = section_field("hint", {"concealed": "GEZDGNBVGY3TQOJQ"})
    return {
        "uuid": invented_uuid(f"{FORMAT}/{login.title}/{login.key}"),
        "favIndex": int(login.favourite),
        "createdAt": 1_767_225_600,
        "state": "active",
        "categoryUuid": "001",
        "details": {
            "loginFields": [{"value": login.user, "id": "", "name": "username", "designation": "username"}],
            "notesPlain": login.note,
            "sections": [{"title": "", "fields": [*keys, other]}, {"title": "No fields"}],
        },
        "overview": {"title": login.title, "url": login.url, "tags": [login.group] if login.group else []},
    }


def document(items: Any) -> dict:
    attributes = {"accountName": "Invented", "name": "Invented", "email": "someone@example.com"}
    vault = {"attrs": {"uuid": "v", "name": "Private", "type": "P"}, "items": items}
    return {"accounts": [{"attrs": attributes, "vaults": [vault]}]}


SHAPE = Shape(
    format=FORMAT,
    entry=lambda account: item(logins.bare(account)),
    document=document,
    secret=("details", "sections", 0, "fields", 0, "value", "totp"),
    fields=places(issuer="overview.title", name="details.loginFields.0.value"),
    bad_secrets=BAD,
    skips_without_secret=True,
    extras=paths("uuid favIndex createdAt state categoryUuid details.notesPlain overview.url overview.tags"),
    needs_a_list=False,
)  # fmt: skip


def packed(items: list[dict], label: str) -> bytes:
    attributes = {"version": 3, "description": "1Password Unencrypted Export", "createdAt": 1_767_225_600}
    members = [
        zips.Member("export.attributes", json.dumps(attributes).encode()),
        zips.Member("export.data", SHAPE.written(items)),
        zips.Member("files/doc__Accounts.txt", b"otpauth://totp/not-this?secret=GEZDGNBVGY3TQOJQ"),
    ]
    return zips.archive(members, label)


def export(label: str) -> tuple[list[Entry], list[dict]]:
    accounts, entries = logins.export(label)
    items = [item(login) for login in entries]
    first, second, api, gone = some(label, "two/0 two/1 api gone")
    items.append(item(Login(key=links.key_uri(first), user="x"), links.key_uri(second), ""))
    server = item(logins.bare(api, user=""))
    server["details"]["loginFields"] = []
    server["details"]["sections"][0]["fields"].append(section_field("user", {"string": api.name}, "username"))
    trashed = item(logins.bare(gone)) | {"trashed": True, "state": "archived"}
    without = [{"uuid": "a", "overview": {"title": "No details"}}, {"uuid": "b", "details": {}}]
    return [*accounts, first, second, api, gone], [*items, without[0], server, trashed, without[1]]


def cells(login: Login) -> list[str]:
    flags = ["true" if login.favourite else "false", "false"]
    return [login.title, login.url, login.user, 'in"vent,ed', login.key, *flags, login.group, login.note]


def table(entries: Sequence[Login]) -> str:
    return sheet(HEADER, map(cells, entries))


def interchange(login: Login, at: int) -> dict:
    key = {"k": "concealed", "n": f"TOTP_{at:032X}", "v": login.key, "t": "one-time password"}
    if not login.key:
        del key["v"]
    content = {
        "fields": [{"value": login.user, "name": "username", "type": "T", "designation": "username"}],
        "notesPlain": login.note,
        "sections": [{"title": "", "name": "add more"}, {"fields": [key], "title": "", "name": "x"}],
    }
    opened = {"tags": [login.group]} | ({"faveIndex": 1} if login.favourite else {})
    tree = {"uuid": invented_uuid(f"{FORMAT}/1pif/{login.key}/{at}"), "title": login.title, "location": login.url}
    return tree | {"typeName": "webforms.WebForm", "secureContents": content, "openContents": opened}


def windows(login: Login) -> dict:
    """What the older program for Windows writes."""
    tree = interchange(login, 0)
    overview = {"title": tree.pop("title"), "url": tree.pop("location")}
    details = tree.pop("secureContents")
    return {"hmac": "x"} | tree | {"overview": overview, "details": details}


def lines(items: Sequence[dict]) -> str:
    texts = [json.dumps(tree, ensure_ascii=False).replace("/", "\\/") for tree in items]
    return "".join(f"{text}\n{SEPARATOR}\n" for text in texts)


def add(catalogue: Catalogue) -> None:
    accounts, items = export("onepassword/1pux")
    catalogue.add("onepassword/plain.1pux", packed(items, "onepassword/plain"), accounts, attached=1)
    hostile.add(catalogue, SHAPE)
    empty = zips.archive([zips.Member("other/export.data", b"{}")], "onepassword/empty")
    catalogue.failure("onepassword/hostile/no-accounts.1pux", empty, "corrupt")
    cut = zips.archive([zips.Member("export.data", SHAPE.written([])[:-3])], "onepassword/cut")
    catalogue.failure("onepassword/hostile/cut.1pux", cut, "corrupt")
    logins.add_tables(catalogue, FORMAT, table)
    add_interchange(catalogue)


def add_interchange(catalogue: Catalogue) -> None:
    accounts, entries = logins.export("onepassword/1pif")
    old = entry("onepassword/1pif/windows")
    items = [interchange(login, at) for at, login in enumerate(entries)]
    folder = {"uuid": "f", "title": "A folder", "typeName": "system.folder.Regular", "contentsHash": "0"}
    content = lines([*items, windows(logins.bare(old)), folder])
    catalogue.add("onepassword/plain.1pif", content, [*accounts, old])
    archived, others = logins.export("onepassword/1pif-zip", ("totp",))
    content = f"\ufeff\n{SEPARATOR}\n" + lines([interchange(login, at) for at, login in enumerate(others)])
    members = [zips.Member("mine.1pif/", b""), zips.Member("mine.1pif/data.1pif", content.encode())]
    catalogue.add("onepassword/1pif.zip", zips.archive(members, "1pif"), archived)
    good = some("onepassword/1pif-rejected")
    bad = [interchange(Login(key=key), at) for at, (key, _) in enumerate(BAD)]
    text = lines([interchange(logins.bare(good[0]), 0), *bad]) + f'{{"uuid":\n7\n{SEPARATOR}\n'
    text += lines([interchange(logins.bare(good[1]), 1)])
    reasons = [*(reason for _, reason in BAD), "half an object", "a number"]
    catalogue.add("onepassword/rejected.1pif", text, good, reasons)
