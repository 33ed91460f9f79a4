"""Home Assistant: the secrets of its own logins by the ids of users, whose names are in another file."""

import json
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from ..accounts import Entry, entry, spelt_oddly
from ..catalogue import Catalogue

FORMAT = "home-assistant"
FILE = "auth_module.totp"


def made(label: str) -> Entry:
    identifier = invented_bytes(f"exports/{FORMAT}/{label}/id", 16).hex()
    return entry(f"{FORMAT}/{label}", issuer="Home Assistant", name=identifier)


def storage(users: Any, **changes: Any) -> bytes:
    tree = {"version": 1, "minor_version": 1, "key": FILE, "data": {"users": users}} | changes
    return json.dumps(tree, indent=2).encode()


def add(catalogue: Catalogue) -> None:
    accounts = [made(f"plain/{at}") for at in range(4)]
    accounts[3] = replace(accounts[3], written_secret=spelt_oddly(accounts[3].base32))
    users = {account.name: account.secret_in_file for account in accounts}
    catalogue.add(f"{FORMAT}/{FILE}", storage(users), accounts)

    named = [made(f"named/{at}") for at in range(3)]
    names = {named[0].name: "Alice Ämter", named[1].name: " ", "another": "Bob"}
    people = [{"id": key, "name": value, "is_owner": True} for key, value in names.items()]
    beside = {"version": 1, "key": "auth", "data": {"users": [*people, "text"], "refresh_tokens": []}}
    users = {account.name: account.secret_in_file for account in named}
    read = [replace(named[0], name="Alice Ämter"), *named[1:]]
    catalogue.add(f"{FORMAT}/named/{FILE}", storage(users), read)
    catalogue.companion(f"{FORMAT}/named/auth", json.dumps(beside, ensure_ascii=False).encode())

    first, last = made("rejected/first"), made("rejected/last")
    faults: dict[str, Any] = {
        "not base32": "18", "empty": "", "a number": 7, "an object": {"secret": "GEZDGNBV"}, "no bytes": " -==",
    }  # fmt: skip
    users = {first.name: first.base32, **faults, last.name: last.base32}
    content = storage(users)
    catalogue.add(f"{FORMAT}/rejected/{FILE}", content, [first, last], list(faults))

    damaged = made("damaged/beside")
    catalogue.add(f"{FORMAT}/hostile/{FILE}", storage({damaged.name: damaged.base32}), [damaged])
    catalogue.companion(f"{FORMAT}/hostile/auth", b'{"data": {"users": "none"')
    good = storage({"a" * 32: made("damaged").base32})
    for name, content in {
        "truncated": good[:-30],
        "users-is-a-list": storage([]),
        "no-data": storage({}, data=None),
        "two-users": good.replace(b'"users"', b'"users": {}, "users"'),
    }.items():
        catalogue.failure(f"{FORMAT}/hostile/{name}.totp", content, "corrupt")
    catalogue.add(f"{FORMAT}/hostile/no-users.totp", storage({}))
    for key in ("auth", "auth_module.notify"):
        catalogue.failure(f"{FORMAT}/hostile/{key}.json", storage({}, key=key), "unrecognised")
