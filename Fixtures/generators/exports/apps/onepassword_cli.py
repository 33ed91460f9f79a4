"""The command line of 1Password: items as a list, or one after the other."""

import json
from typing import Any

from images.accounts import base32

from .. import links, logins
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue

FORMAT = "op-json"
KINDS = ("totp", "hotp", "steam")


def field(kind: str, name: str, value: Any, **more: Any) -> dict:
    return {"id": name, "type": kind, "label": name, "value": value} | more


def item(title: str, user: str, *codes: Any, **changes: Any) -> dict:
    """Besides its secret, a code has the digits of that moment."""
    fields = [
        field("STRING", "username", user, purpose="USERNAME", reference="op://Private/x/username"),
        field("CONCEALED", "password", "x", purpose="PASSWORD", entropy=100.5),
        field("STRING", "notesPlain", "", purpose="NOTES"),
    ]
    for number, code in enumerate(codes):
        more = {"totp": "123456", "section": {"id": "s1", "label": "Security"}}
        fields.append(field("OTP", f"TOTP_{number}", code, **more) | {"label": "one-time password"})
    tree = {
        "id": f"{title}-{user}", "title": title, "version": 3, "vault": {"id": "v1"}, "category": "LOGIN",
        "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "last_edited_by": "U",
        "urls": [{"label": "website", "primary": True, "href": "https://login.example.com/"}],
        "sections": [{"id": "s1", "label": "Security"}], "fields": fields,
    }  # fmt: skip
    return tree | changes


def written(account: Entry) -> dict:
    key = f"steam://{account.base32}" if account.type == "steam" else links.key_uri(account)
    tree = item(account.issuer, account.name, key)
    tree["fields"][2]["value"] = account.note
    if account.group:
        tree["tags"] = [account.group]
    return tree | ({"favorite": True} if account.favourite else {})


def add(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/plain"
    accounts = [account for account in cast(label, KINDS) if account.issuer]
    bare, first, second = some(label, "bare first second")
    second = entry(f"{label}/second", issuer=first.issuer, name=first.name)
    items = [written(account) for account in accounts]
    items.insert(1, item("No code", "someone", ""))
    items.append(item(bare.issuer, bare.name, base32(bare.secret)))
    items.append(item(first.issuer, first.name, base32(first.secret), base32(second.secret)))
    catalogue.add(f"{FORMAT}/list.json", dumped(items), [*accounts, bare, first, second])
    alone = [entry(f"{FORMAT}/stream/{number}") for number in range(3)]
    stream = b"\n".join(dumped(item(one.issuer, one.name, one.base32), indent=2) for one in alone)
    catalogue.add(f"{FORMAT}/one-after-the-other.json", stream + b"\n", alone)
    one = entry(f"{FORMAT}/one")
    catalogue.add(f"{FORMAT}/one.json", dumped(item(one.issuer, one.name, one.base32)), [one])
    outline = [{"id": "aa", "title": "A", "vault": {"id": "v1"}, "category": "LOGIN", "additional_information": "x"}]
    catalogue.add(f"{FORMAT}/no-fields.json", dumped(outline))
    good = entry(f"{FORMAT}/rejected")
    bad = [item("Bad", "x", key) for key, _ in logins.bad_keys(FORMAT)]
    content = dumped([*bad, item(good.issuer, good.name, good.base32)])
    reasons = [reason for _, reason in logins.bad_keys(FORMAT)]
    catalogue.add(f"{FORMAT}/rejected.json", content, [good], reasons)
    catalogue.failure(f"{FORMAT}/hostile/cut.json", stream[:-40], "corrupt")


def dumped(tree: Any, indent: int | None = None) -> bytes:
    return json.dumps(tree, ensure_ascii=False, indent=indent).encode()
