"""Bitwarden: the password manager's JSON, plain, under a password, and bound to an account."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile, links, reopen
from ..accounts import Entry, cast, entry, in_groups, invented_uuid, locked
from ..catalogue import Catalogue, Seal
from ..shape import ABSENT, Shape, paths, places

FORMAT = "bitwarden"
KINDS = ("totp", "hotp", "steam")
FOLDERS = ("Work", "Games", "家族")
PBKDF2 = {"kdfType": 0, "kdfIterations": 5_000, "kdfMemory": None, "kdfParallelism": None}
APP_PBKDF2 = PBKDF2 | {"kdfIterations": 600_000}
ARGON2ID = {"kdfType": 1, "kdfIterations": 2, "kdfMemory": 16, "kdfParallelism": 2}
BAD_TOTP = (
    *links.bad_links(base32(invented_bytes("exports/bitwarden/bad-link", 20))),
    ("not a secret!", "neither link nor base32"),
    ("https://example.com/?secret=GEZDGNBVGY3TQOJQ", "a link of another scheme"),
    ("steam://0189", "steam secret not base32"),
    ("steam://", "steam secret empty"),
    (" -==", "secret of no bytes"),
)


def item(account: Entry, totp: Any, *, name: str | None = None, username: str | None = None) -> dict:
    """A login; the item's names count only if the link has none."""
    folder = invented_uuid(f"bitwarden/folder/{account.group}") if account.group else None
    uris = [{"match": None, "uri": "https://login.example.com/"}]
    login = {"uris": uris, "username": username, "password": "invented", "totp": totp}
    return {
        "passwordHistory": None,
        "id": account.identifier,
        "organizationId": None,
        "folderId": folder,
        "type": 1,
        "reprompt": 0,
        "name": "A login" if name is None else name,
        "notes": account.note or None,
        "favorite": account.favourite,
        "fields": [],
        "login": login,
        "collectionIds": None,
    }


def with_link(account: Entry) -> dict:
    if account.type == "steam":
        return item(account, f"steam://{account.base32}", name=account.issuer, username=account.name)
    if account.issuer and account.name:
        return item(account, links.key_uri(account), username="someone@example.com")
    return item(account, links.key_uri(account), name=account.issuer, username=account.name)


def bare(account: Entry) -> dict:
    """A secret alone; issuer and name are members of the item."""
    tree = item(account, account.secret_in_file, username=account.name_in_file)
    return tree | {"name": account.issuer}


def document(items: Any) -> dict:
    folders = [{"id": invented_uuid(f"bitwarden/folder/{name}"), "name": name} for name in FOLDERS]
    return {"encrypted": False, "folders": folders, "items": items}


SHAPE = Shape(
    format=FORMAT,
    indent=2,
    entry=bare,
    document=document,
    secret=("login", "totp"),
    fields=places(issuer="name", name="login.username"),
    bad_secrets=BAD_TOTP,
    skips_without_secret=True,
    extras=paths(
        "id organizationId folderId reprompt notes favorite fields "
        "collectionIds passwordHistory login.uris login.password"
    ),
)  # fmt: skip


def export(label: str) -> tuple[list[Entry], list[dict]]:
    """Accounts in every spelling, between items that hold none."""
    accounts = list(cast(label, KINDS))
    items = [with_link(account) for account in accounts]
    for at in (1, 6, 7):
        accounts[at] = replace(accounts[at], algorithm="SHA1", digits=6, period=30, type="totp", counter=None)
        items[at] = bare(accounts[at])
    odd = entry(f"{label}/spelt")
    odd = replace(odd, written_secret=in_groups(odd.base32).lower())
    nameless = entry(f"{label}/nameless")
    without_names = item(
        nameless, f"otpauth://totp/?secret={nameless.base32}", name=nameless.issuer, username=nameless.name
    )
    others = [
        item(entry(f"{label}/none"), None),
        SHAPE.changed(entry(f"{label}/none"), {("login", "totp"): ABSENT}),
        {"id": invented_uuid(f"{label}/note"), "type": 2, "name": "A note", "notes": "x", "secureNote": {"type": 0}},
        {"id": invented_uuid(f"{label}/card"), "type": 3, "name": "A card", "card": {"brand": "Invented"}},
    ]
    return [*accounts, odd, nameless], [others[0], *items, others[1], bare(odd), others[2], without_names, others[3]]


def add(catalogue: Catalogue) -> None:
    accounts, items = export("bitwarden/plain")
    catalogue.add("bitwarden/plain.json", SHAPE.written(items), accounts)
    accounts, items = export("bitwarden/organisation")
    for tree in items:
        tree.pop("folderId", None)
    collections = [{"id": invented_uuid("bitwarden/collection"), "organizationId": None, "name": "Crew"}]
    content = {"encrypted": False, "collections": collections, "items": items}
    catalogue.add("bitwarden/organisation.json", SHAPE.text(content), accounts)
    add_half_names(catalogue)
    add_encrypted(catalogue)
    add_refused(catalogue)
    hostile.add(catalogue, SHAPE)


def add_half_names(catalogue: Catalogue) -> None:
    """Links that name the issuer or the account only: the item's names fill in the other."""
    accounts = [entry("bitwarden/half/name", issuer=""), entry("bitwarden/half/issuer", name="")]
    items = [item(account, links.key_uri(account), name="Not this", username="nor this") for account in accounts]
    read = [replace(accounts[0], issuer="Not this"), replace(accounts[1], name="nor this")]
    catalogue.add("bitwarden/half-names.json", SHAPE.written(items), read)


def add_encrypted(catalogue: Catalogue) -> None:
    costs = {"pbkdf2": PBKDF2, "pbkdf2-600000": APP_PBKDF2, "argon2id": ARGON2ID}
    for name, kdf in costs.items():
        label, password = locked(f"bitwarden/{name}", ascii=name == "pbkdf2")
        accounts, items = export(label)
        text = replace(SHAPE, indent=None).written(items)
        content = as_text(encrypted(label, text, password, kdf))
        seal = Seal(reopen.bitwarden, text)
        catalogue.add(f"{label}.json", content, accounts, password=password, seal=seal)


def add_refused(catalogue: Catalogue) -> None:
    """Files that no password opens, or that ask for too much."""
    label, password = locked("bitwarden/refused")
    good = encrypted(label, b'{"encrypted":false,"folders":[],"items":[]}', password, PBKDF2)
    bound = {"encrypted": True, "encKeyValidation_DO_NOT_EDIT": good["data"], "folders": []}
    bound["items"] = sealed_items(label)
    catalogue.failure("bitwarden/account-restricted.json", as_text(bound), "account-restricted")
    cases: Sequence[tuple[str, dict, str]] = (
        ("kdf-type-2", {"kdfType": 2}, "unsupported-version"),
        ("cipher-type-0", {"data": "0." + good["data"][2:]}, "unsupported-version"),
        ("two-parts", {"data": good["data"].rpartition("|")[0]}, "corrupt"),
        ("not-base64", {"data": "2.?|?|?"}, "corrupt"),
        ("pbkdf2-2-32", {"kdfIterations": 2**32}, "limit-exceeded"),
        ("argon2id-1-tib", ARGON2ID | {"kdfMemory": 2**20}, "limit-exceeded"),
        ("argon2id-passes", ARGON2ID | {"kdfIterations": 2**31}, "limit-exceeded"),
    )
    for name, changes, error in cases:
        content = as_text(good | changes)
        catalogue.failure(f"bitwarden/hostile/{name}.json", content, error, password=password)
    garbage = as_text(encrypted(f"{label}/garbage", b"no JSON at all", password, PBKDF2))
    catalogue.failure("bitwarden/hostile/sealed-garbage.json", garbage, "corrupt", password=password)


def sealed_items(label: str) -> list[dict]:
    """Items as an account's own key seals them; the key is nowhere."""
    key = invented_bytes(f"{label}/account", 32)
    names = [value(f"{label}/item/{at}", key, b"Acme Cloud") for at in range(2)]
    return [{"id": invented_uuid(name), "type": 1, "name": name, "login": {"totp": name}} for name in names]


def encrypted(label: str, text: bytes, password: str, kdf: dict) -> dict:
    salt = ciphers.b64(invented_bytes(f"{label}/salt", 16))
    key = derived(password, salt.encode(), kdf)
    parts = {
        "encKeyValidation_DO_NOT_EDIT": value(f"{label}/check", key, invented_uuid(f"{label}/check").encode()),
        "data": value(f"{label}/data", key, text),
    }
    return {"encrypted": True, "passwordProtected": True, "salt": salt} | kdf | parts


def derived(password: str, salt: bytes, kdf: dict) -> bytes:
    if kdf["kdfType"] == 0:
        return ciphers.pbkdf2("sha256", password, salt, kdf["kdfIterations"])
    return ciphers.argon2id(
        password,
        ciphers.sha256(salt),
        passes=kdf["kdfIterations"],
        kibibytes=kdf["kdfMemory"] * 1024,
        lanes=kdf["kdfParallelism"],
    )


def value(label: str, key: bytes, text: bytes) -> str:
    iv = invented_bytes(f"{label}/iv", 16)
    sealed = ciphers.aes_cbc(ciphers.hkdf_expand_sha256(key, b"enc"), iv, text)
    mac = ciphers.hmac_sha256(ciphers.hkdf_expand_sha256(key, b"mac"), iv + sealed)
    return "2." + "|".join(map(ciphers.b64, (iv, sealed, mac)))


def as_text(tree: dict) -> bytes:
    return json.dumps(tree, indent=2).encode()
