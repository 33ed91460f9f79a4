"""Proton Pass: JSON, alone and in a zip archive, and CSV."""

import json
from collections.abc import Sequence
from typing import Any

from .. import ciphers, hostile, links, logins, openpgp, zips
from ..accounts import Entry, invented_uuid, locked, some
from ..catalogue import Catalogue, Seal
from ..logins import Login
from ..openpgp import Message
from ..reopen_openpgp import message
from ..rows import sheet
from ..shape import Shape, paths, places

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
    made = {"itemId": identifier, "shareId": "S", "data": data, "state": 1, "pinned": login.favourite, "files": []}
    return made | times


def document(items: Any, **changes: Any) -> dict:
    vault = {"name": "Personal", "description": "", "display": {"color": 0, "icon": 0}, "items": items}
    return {"version": "1.36.1", "userId": "U", "encrypted": False, "vaults": {"a==": vault}} | changes


SHAPE = Shape(
    format=FORMAT,
    entry=lambda account: item(logins.bare(account)),
    document=document,
    secret=("data", "content", "totpUri"),
    fields=places(issuer="data.metadata.name", name="data.content.itemUsername"),
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=paths("itemId shareId data.extraFields state pinned createTime data.content.urls data.metadata.note"),
)  # fmt: skip


def further(key: str) -> dict:
    return {"fieldName": "2FA", "type": "totp", "data": {"totpUri": key}}


def export(label: str) -> tuple[list[Entry], dict]:
    """Two vaults whose ids are not in order."""
    accounts, entries = logins.export(label)
    items = [item(login) for login in entries]
    two = some(f"{label}/two", 3)
    items.append(item(Login(key=links.key_uri(two[0])), [further(links.key_uri(account)) for account in two[1:]]))
    email, old, custom, gone = some(label, "email old custom gone")
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
    return sheet(header, map(cells, entries))


def add(catalogue: Catalogue) -> None:
    accounts, tree = export("proton-pass/json")
    catalogue.add("proton-pass/plain.json", json.dumps(tree, ensure_ascii=False), accounts)
    accounts, tree = export("proton-pass/zip")
    tree = {key: tree[key] for key in ("vaults", "userId", "version")}
    members = [
        zips.Member("Proton Pass/data.json", json.dumps(tree).encode()),
        zips.Member("Proton Pass/files/a.txt", b"x"),
    ]
    catalogue.add("proton-pass/plain.zip", zips.archive(members, "proton-pass/zip"), accounts)
    add_messages(catalogue)
    hostile.add(catalogue, SHAPE)
    logins.add_tables(catalogue, FORMAT, table)
    for name, header in (("newer", NEWER), ("older", OLDER)):
        several = some(f"{FORMAT}/csv-{name}", 3)
        content = table([logins.bare(account) for account in several], header).replace("\n", "\r\n")
        catalogue.add(f"{FORMAT}/{name}.csv", content, several)


def add_messages(catalogue: Catalogue) -> None:
    """Encrypted exports: the file in a zip archive, and an encrypted archive; and what else GnuPG writes."""
    label, password = locked(f"{FORMAT}/encrypted", ascii=False)
    accounts, tree = export(label)
    text = json.dumps(tree).encode()
    armored = Message(label, count=96).armored(text, password)
    if message(armored, password) != text:
        raise ValueError("the message does not open to what was put into it")
    archive = zips.archive([zips.Member("Proton Pass/data.pgp", armored)], label)
    catalogue.add(f"{label}.zip", archive, accounts, password=password)
    inside = zips.archive([zips.Member("Proton Pass/data.json", text)], label)
    made = Message(f"{label}-archive", checksum=True, headers=("Version: ProtonMail", "Comment: https://proton.me"))
    content = made.armored(inside, password)
    path = f"{FORMAT}/older.pgp"
    seal = Seal(message, inside)
    catalogue.add(path, content, accounts, password=password, seal=seal)
    add_kinds(catalogue)
    add_damaged_messages(catalogue)


def small(label: str) -> tuple[list[Entry], bytes]:
    accounts = some(label, 3)
    return accounts, SHAPE.written([SHAPE.entry(account) for account in accounts])


def add_kinds(catalogue: Catalogue) -> None:
    """Every cipher, hash and derivation, both formats of packets, and compression."""
    kinds = (
        ("aes-128-sha-1", {"key_size": 16, "digest": "sha1", "has_session_key": False, "is_old": True, "count": 16}),
        ("aes-192-sha-384", {"key_size": 24, "digest": "sha384", "derivation": openpgp.SALTED, "is_partial": True}),
        ("aes-256-sha-1", {"digest": "sha1", "compression": openpgp.DEFLATE, "has_session_key": False}),
        ("aes-256-sha-512", {"digest": "sha512", "derivation": openpgp.SIMPLE, "compression": openpgp.ZLIB}),
        ("compression-none", {"compression": openpgp.NOT, "is_partial": True, "checksum": True}),
    )
    for name, changes in kinds:
        label, password = locked(f"{FORMAT}/pgp-{name}")
        accounts, text = small(label)
        content = Message(label, **changes).armored(text, password)
        seal = Seal(message, text)
        catalogue.add(f"{label}.pgp", content, accounts, password=password, seal=seal)
    label, password = locked(f"{FORMAT}/winauth")
    several = some(label)
    text = "".join(f"{links.key_uri(account)}\n" for account in several).encode()
    content = Message(label).armored(text, password)
    seal = Seal(message, text)
    catalogue.add(f"{FORMAT}/winauth.pgp", content, several, format="winauth", password=password, seal=seal)


def add_damaged_messages(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/pgp-damaged")
    _, text = small(label)
    good = Message(label)
    armored = good.armored(text, password).decode()
    lines = armored.splitlines()
    changed = [*lines[:6], lines[6][:10] + ("A" if lines[6][10] != "A" else "B") + lines[6][11:], *lines[7:]]
    key = b"\xc1\x0d\x03" + bytes(8) + b"\x01" + bytes(3)

    def wrapped(content: bytes) -> str:
        return "\n".join(["-----BEGIN PGP MESSAGE-----", "", ciphers.b64(content), "-----END"])

    def made(**changes: Any) -> str:
        return Message(label, **changes).armored(text, password).decode()

    cases = (
        ("pgp-cut", "\n".join(lines[:10]), "corrupt", None),
        ("pgp-not-base64", armored.replace(lines[5], "*"), "corrupt", None),
        ("pgp-nothing", "-----BEGIN PGP MESSAGE-----\n\n-----END PGP MESSAGE-----\n", "corrupt", None),
        ("pgp-only-a-key", wrapped(good.packets(text, password)[:47]), "corrupt", None),
        ("pgp-public-key", wrapped(key + b"\xd2\x02\x01\0"), "unsupported-version", None),
        ("pgp-version-5", made(version=5), "unsupported-version", None),
        ("pgp-argon2", made(derivation=4), "unsupported-version", None),
        ("pgp-unprotected", made(data_tag=9), "unsupported-version", None),
        ("pgp-aead", made(data_tag=20), "unsupported-version", None),
        ("pgp-changed", "\n".join(changed), "wrong-password", password),
        ("pgp-bzip2", made(compression=3), "unsupported-version", password),
    )  # fmt: skip
    for name, content, error, opening in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.pgp", content, error, password=opening)
    other = Message(f"{label}/other").armored(b"a shopping list", password)
    catalogue.failure(f"{FORMAT}/hostile/pgp-other.pgp", other, "unrecognised", format=FORMAT, password=password)
    bomb = Message(f"{label}/bomb", compression=openpgp.ZLIB, layers=2).armored(bytes(65 << 20), password)
    catalogue.failure(f"{FORMAT}/hostile/pgp-bomb.pgp", bomb, "limit-exceeded", password=password)
