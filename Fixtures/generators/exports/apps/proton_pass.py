"""Proton Pass: JSON, alone and in a zip archive, and CSV."""

import json
from collections.abc import Sequence
from typing import Any

from .. import hostile, links, logins, zips
from ..accounts import Entry, entry, invented_uuid
from ..catalogue import Catalogue
from ..logins import Login
from ..rows import row
from ..shape import Shape

FORMAT = "proton-pass"
HEADER = "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault".split(",")
NEWER = [*HEADER[:3], "autofillUrls", *HEADER[3:]]
OLDER = [column for column in HEADER if column not in ("email", "vault")]
MOMENT = "1767225600"


def item(login: Login, extra: Sequence[dict] = (), **content: Any) -> dict:
    urls = [login.url] if login.url else []
    filled = {"itemEmail": "", "itemUsername": login.user, "password": "invented", "urls": urls, "totpUri": login.key}
    identifier = invented_uuid(f"{FORMAT}/{login.title}/{login.key}")
    data = {
        "metadata": {"name": login.title, "note": login.note, "itemUuid": identifier[:8]},
        "extraFields": [{"fieldName": "text", "type": "text", "data": {"content": "otpauth://no"}}, *extra],
        "type": "login",
        "content": filled | {"passkeys": []} | content,
    }
    times = {"createTime": 1_767_225_600, "modifyTime": 1_767_225_600}
    return {"itemId": identifier, "shareId": "S", "data": data, "state": 1, "pinned": login.favourite, "files": []} | times


def document(items: Any, **changes: Any) -> dict:
    vault = {"name": "Personal", "description": "", "display": {"color": 0, "icon": 0}, "items": items}
    return {"version": "1.36.1", "userId": "U", "encrypted": False, "vaults": {"a==": vault}} | changes


SHAPE = Shape(
    format=FORMAT,
    entry=lambda account: item(logins.bare(account)),
    document=document,
    secret=("data", "content", "totpUri"),
    fields={"issuer": (("data", "metadata", "name"),), "name": (("data", "content", "itemUsername"),)},
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=(("itemId",), ("shareId",), ("data", "extraFields"), ("state",), ("pinned",), ("createTime",),
            ("data", "content", "urls"), ("data", "metadata", "note")),
)  # fmt: skip


def further(key: str) -> dict:
    return {"fieldName": "2FA", "type": "totp", "data": {"totpUri": key}}


def export(label: str) -> tuple[list[Entry], dict]:
    """Two vaults whose ids are not in order."""
    accounts, entries = logins.export(label)
    items = [item(login) for login in entries]
    two = [entry(f"{label}/two/{at}") for at in range(3)]
    items.append(item(Login(key=links.key_uri(two[0])), [further(links.key_uri(account)) for account in two[1:]]))
    email, old, custom, gone = (entry(f"{label}/{name}") for name in ("email", "old", "custom", "gone"))
    second = [item(logins.bare(email), itemUsername="", itemEmail=email.name), item(logins.bare(old))]
    content = second[1]["data"]["content"]
    del content["itemEmail"], content["itemUsername"]
    content["username"] = old.name
    sections = [{"sectionName": "One", "sectionFields": [{"fieldName": "x", "type": "text", "data": {"content": "x"}}]}]
    sections.append({"sectionName": "Two", "sectionFields": [further(links.key_uri(custom))]})
    other = item(Login(title="Custom"))
    other["data"] |= {"type": "custom", "content": {"sections": sections}}
    second += [other, item(logins.bare(gone)) | {"state": 2}]
    note = item(Login(title="A note"))
    note["data"] |= {"type": "note", "content": {}}
    vaults = document([])["vaults"]["a=="]
    found = {"z==": vaults | {"items": items}, "a==": vaults | {"name": "Work", "items": [*second, note]}}
    return [*accounts, *two, email, old, custom, gone], document([], vaults=found)


def cells(login: Login) -> dict[str, str]:
    return {
        "type": "login", "name": login.title, "url": f"{login.url}, https://example.org/" if login.url else "",
        "autofillUrls": "", "email": "", "username": login.user, "password": 'in"vent,ed', "note": login.note,
        "totp": login.key, "createTime": MOMENT, "modifyTime": MOMENT, "vault": login.group or "Personal",
    }  # fmt: skip


def table(entries: Sequence[Login], header: Sequence[str] = HEADER) -> str:
    rows = [cells(login) for login in entries]
    return "\n".join([row(header), *(row(found[column] for column in header) for found in rows)]) + "\n"


def add(catalogue: Catalogue) -> None:
    accounts, tree = export("proton-pass/json")
    catalogue.add("proton-pass/plain.json", json.dumps(tree, ensure_ascii=False).encode(), accounts, format=FORMAT)
    accounts, tree = export("proton-pass/zip")
    tree = {key: tree[key] for key in ("vaults", "userId", "version")}
    members = [zips.Member("Proton Pass/data.json", json.dumps(tree).encode()), zips.Member("Proton Pass/files/a.txt", b"x")]
    catalogue.add("proton-pass/plain.zip", zips.archive(members, "proton-pass/zip"), accounts, format=FORMAT)
    sealed = "-----BEGIN PGP MESSAGE-----\n\nwy4ECQMI\n-----END PGP MESSAGE-----\n".encode()
    archive = zips.archive([zips.Member("Proton Pass/data.pgp", sealed)], "proton-pass/pgp")
    catalogue.failure("proton-pass/pgp.zip", archive, "unsupported-version", format=FORMAT)
    catalogue.failure("proton-pass/message.pgp", sealed, "unsupported-version", format=FORMAT)
    hostile.add(catalogue, SHAPE)
    logins.add_tables(catalogue, FORMAT, table)
    for name, header in (("newer", NEWER), ("older", OLDER)):
        several = [entry(f"{FORMAT}/csv-{name}/{at}") for at in range(3)]
        content = table([logins.bare(account) for account in several], header).replace("\n", "\r\n")
        catalogue.add(f"{FORMAT}/{name}.csv", content.encode(), several, format=FORMAT)
