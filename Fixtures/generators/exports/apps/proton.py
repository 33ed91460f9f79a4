"""Proton Authenticator: links with a name, plain or under Argon2id and AES-256-GCM."""

import json
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile, links, newer, reopen
from ..accounts import Entry, cast, entry, locked
from ..catalogue import Catalogue, Seal
from ..shape import DEFAULTS, KEPT, Shape, paths, places, within

FORMAT = "proton-authenticator"
KINDS = ("totp", "steam")
ASSOCIATED = b"proton.authenticator.export.v1"
BAD_URIS = (
    *links.bad_links(base32(invented_bytes("exports/proton/bad-link", 20))),
    ("not a link", "no link"),
    ("", "empty link"),
)


def written(account: Entry) -> dict:
    """The label holds the name alone, the issuer is a parameter."""
    if account.type == "steam":
        return wrapped(account, f"steam://{account.base32}", "Steam", account.name or "Steam")
    alone = replace(account, issuer="")
    uri = links.key_uri(alone)
    if account.issuer:
        uri += f"&issuer={links.percent_encoded(account.issuer)}"
    return wrapped(account, uri, "Totp", account.name_in_file)


def wrapped(account: Entry, uri: str, kind: str, name: str | None) -> dict:
    content = {"uri": uri, "entry_type": kind, "name": name}
    return {"id": account.identifier, "content": content, "note": account.note or None}


def seen(account: Entry) -> Entry:
    return replace(account, issuer="Steam") if account.type == "steam" else account


def crew(label: str) -> list[Entry]:
    """Without names that hold a colon: in a label they read as an issuer, and the page does not say who is right."""
    return [account for account in cast(label, KINDS) if ":" not in account.name]


def steam_faults() -> list[tuple[str, dict]]:
    account = entry("proton/fault", "steam")
    return [
        ("steam secret not base32", wrapped(account, "steam://0189", "Steam", "bad")),
        ("steam secret empty", wrapped(account, "steam://", "Steam", "bad")),
        ("content null", {"id": account.identifier, "content": None, "note": None}),
        ("content missing", {"id": account.identifier, "note": None}),
    ]


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=within("entries", version=1),
    secret=("content", "uri"),
    fields=places(name="content.name"),
    kind=("content", "entry_type"),
    unknown_kind="Hotp",
    bad_secrets=BAD_URIS,
    defaults=DEFAULTS | {"name": KEPT},
    extras=paths("id note"),
    faults=steam_faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in crew(f"{FORMAT}/plain")]
    entries = [written(account) for account in accounts]
    more, names = renamed()
    catalogue.add(f"{FORMAT}/plain.json", SHAPE.written(entries + names), [*accounts, *more])
    empty = SHAPE.text(SHAPE.document([]) | {"version": 2}).encode()
    catalogue.failure(f"{FORMAT}/version-2.json", empty, "unsupported-version")
    newer.add(catalogue, SHAPE, version=2, at=("version",))
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def renamed() -> tuple[list[Entry], list[dict]]:
    """Which of two names counts."""
    edited = entry("proton/edited", issuer="Acme Cloud", name="after the edit")
    issuer_twice = entry("proton/issuer-twice", issuer="Acme Cloud", name="from the link")
    null, empty = entry("proton/null"), entry("proton/empty")
    steam = entry("proton/steam", "steam", issuer="Steam", name="")
    entries = [
        wrapped(edited, links.key_uri(replace(edited, name="before the edit")), "Totp", edited.name),
        wrapped(issuer_twice, links.key_uri(issuer_twice), "Totp", "Acme Cloud"),
        wrapped(null, links.key_uri(null), "Totp", None),
        wrapped(empty, links.key_uri(empty), "Totp", ""),
        wrapped(steam, f"steam://{steam.base32}", "Steam", "Steam"),
    ]
    return [edited, issuer_twice, null, empty, steam], entries


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = [seen(account) for account in crew(label)]
        text = SHAPE.holding(accounts)
        content = json.dumps(encrypted(label, text, password)).encode()
        seal = Seal(reopen.proton, text)
        catalogue.add(f"{label}.json", content, accounts, password=password, seal=seal)
    label, password = locked(f"{FORMAT}/damaged")
    good = encrypted(label, SHAPE.written([]), password)
    cases = (
        ("sealed-garbage", encrypted(f"{label}/garbage", b"no JSON at all", password), "corrupt"),
        ("sealed-version-2", good | {"version": 2}, "unsupported-version"),
        ("salt-not-base64", good | {"salt": "?"}, "corrupt"),
        ("content-not-base64", good | {"content": "?"}, "corrupt"),
        ("content-too-short", good | {"content": ciphers.b64(bytes(27))}, "corrupt"),
    )
    for name, tree, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.json", tree, error, password=password)


def encrypted(label: str, text: bytes, password: str) -> dict:
    salt, nonce = invented_bytes(f"{label}/salt", 16), invented_bytes(f"{label}/nonce", 12)
    key = ciphers.argon2id(password, salt, passes=2, kibibytes=19456, lanes=1)
    sealed = ciphers.aes_gcm(key, nonce, text, ASSOCIATED)
    return {"version": 1, "salt": ciphers.b64(salt), "content": ciphers.b64(nonce + sealed)}
