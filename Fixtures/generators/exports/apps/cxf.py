"""The FIDO Credential Exchange Format: a document with a header, a bare account, and an encrypted one."""

import json
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, links, zips
from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue
from ..shape import Shape, paths, places

FORMAT = "cxf"
SAVED_AT = 1_767_225_600


def identifier(label: str) -> str:
    return ciphers.b64url(invented_bytes(f"exports/{label}/id", 16))


def field(value: str) -> dict:
    return {"id": identifier(value), "fieldType": "string", "value": value, "label": ""}


def item(account: Entry, credentials: list[dict], **changes: Any) -> dict:
    tree = {
        "id": identifier(account.base32),
        "creationAt": SAVED_AT,
        "modifiedAt": None,
        "title": "A login",
        "subtitle": "",
        "favorite": account.favourite,
        "scope": {"urls": ["https://login.example.com/"], "androidApps": []},
        "tags": [account.group] if account.group else [],
        "credentials": credentials,
        "extensions": [],
    }
    return tree | changes


def basic(name: Any) -> dict:
    return {"type": "basic-auth", "username": name, "password": field("invented")}


def totp(account: Entry, **changes: Any) -> dict:
    tree = {"type": "totp", "secret": account.secret_in_file, "period": account.period, "digits": account.digits}
    tree |= {"username": account.name_in_file, "algorithm": account.algorithm.lower(), "issuer": account.issuer}
    if account.type == "steam":
        tree["algorithm"] = "steam"
    return tree | changes


def note(text: str) -> dict:
    return {"type": "note", "content": field(text)}


def account_document(items: Any) -> dict:
    head = {"id": identifier(f"{FORMAT}/account"), "username": "", "email": "someone@example.com", "fullName": "A"}
    return head | {"collections": [], "items": items}


def document(items: Any) -> dict:
    head = {"version": {"major": 1, "minor": 0}, "exporterRpId": "exporter.example.com"}
    head |= {"exporterDisplayName": "Invented", "timestamp": SAVED_AT}
    return head | {"accounts": [account_document(items)]}


SHAPE = Shape(
    format=FORMAT,
    indent=2,
    entry=lambda account: item(account, [totp(account)], title="", scope=None),
    document=document,
    secret=("credentials", 0, "secret"),
    fields=places(
        "credentials.0.issuer credentials.0.algorithm credentials.0.digits credentials.0.period",
        name="credentials.0.username",
    ),
    skips_empty=True,
    extras=paths("id creationAt modifiedAt subtitle favorite tags extensions"),
    bad_algorithms=("sha3-256", "SHA224", "push"),
)


def in_custom_field(account: Entry, value: str, **changes: Any) -> dict:
    """As 1Password writes it; only the id says that a bare secret is one."""
    key = field(value) | {"id": ciphers.b64url(f"TOTP_{account.base32[:8]}".encode()), "label": "one-time password"}
    other = field(entry("cxf/hint").base32) | {"label": "hint"}
    return item(account, [basic(field(account.name)), {"type": "custom-fields", "fields": [other, key]}], **changes)


def export(label: str) -> tuple[list[Entry], list[dict]]:
    accounts = list(cast(label, ("totp", "steam")))
    items = [
        item(account, [totp(account), note(account.note or "x")], **({"scope": None, "title": ""}))
        for account in accounts
    ]
    # Names that the credential does not have come from the item and from the login.
    bare = entry(f"{label}/bare")
    unnamed = totp(bare)
    del unnamed["issuer"], unnamed["username"], unnamed["period"], unnamed["digits"], unnamed["algorithm"]
    items.append(item(bare, [unnamed, basic(field(bare.name))], title=bare.issuer))
    draft = entry(f"{label}/draft")
    items.append(item(draft, [basic(draft.name), totp(draft, issuer=None, username="")], title=draft.issuer))
    site = entry(f"{label}/site", issuer="shop.example.com")
    urls = {"urls": ["https://www.shop.example.com/", "https://example.org/"], "androidApps": []}
    items.append(item(site, [totp(site, issuer="")], title=" ", scope=urls))
    link, secret = entry(f"{label}/field-link"), entry(f"{label}/field-secret")
    items.append(in_custom_field(link, links.key_uri(link)))
    items.append(in_custom_field(secret, secret.base32, title=secret.issuer))
    first, second = entry(f"{label}/two/0"), entry(f"{label}/two/1")
    items.append(item(first, [totp(first), basic(field("someone")), totp(second)], title="Two codes"))
    others = [
        item(entry(f"{label}/none"), [basic(field("nobody"))]),
        item(entry(f"{label}/empty"), []),
        item(
            entry(f"{label}/future"),
            [{"type": "future-credential", "x": 1}, note("otpauth://totp/x?secret=GEZDGNBV")],
        ),
    ]
    items.insert(1, others[0])
    items.insert(4, others[1])
    return [*accounts, bare, draft, site, link, secret, first, second], [*items, others[2]]


def add(catalogue: Catalogue) -> None:
    accounts, items = export("cxf/header")
    catalogue.add("cxf/header.json", SHAPE.written(items), accounts)
    accounts, items = export("cxf/account")
    inner = {"id": "inner", "title": "Inner", "items": [{"item": items[0]["id"]}], "subCollections": []}
    outer = {"id": "outer", "title": "Outer", "items": [], "subCollections": [inner]}
    content = account_document(items) | {"collections": [outer]}
    catalogue.add("cxf/account.json", json.dumps(content, ensure_ascii=False), accounts)
    accounts, items = export("cxf/draft")
    catalogue.add("cxf/draft.json", document(items) | {"version": 0}, accounts)
    add_refused(catalogue)
    hostile.add(catalogue, replace(SHAPE, skips_without_secret=False))


def add_refused(catalogue: Catalogue) -> None:
    newer = json.dumps(document([]) | {"version": {"major": 2, "minor": 0}}).encode()
    catalogue.failure("cxf/hostile/version-2.json", newer, "unsupported-version")
    payload = ciphers.b64url(invented_bytes("exports/cxf/sealed", 300))
    hpke = {"mode": "base", "kem": 32, "kdf": 1, "aead": 2, "key": {"kty": "OKP", "crv": "X25519"}}
    sealed = json.dumps({"version": 0, "hpke": hpke, "exporter": "exporter.example.com", "payload": payload}).encode()
    catalogue.failure("cxf/sealed.json", sealed, "account-restricted")
    members = [zips.Member("CXP-Export/index.jwe", payload.encode()), zips.Member("CXP-Export/documents/0.jwe", b"x")]
    catalogue.failure("cxf/sealed.zip", zips.archive(members, "cxf/sealed"), "account-restricted")
