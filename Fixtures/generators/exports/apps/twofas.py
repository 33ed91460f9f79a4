"""2FAS Authenticator: backups of schema 1 to 4, plain or under PBKDF2 and AES-256-GCM."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, links, newer, reopen
from ..accounts import Entry, cast, invented_uuid, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..shape import ABSENT, DEFAULTS, Shape, paths, places

FORMAT = "2fas"
KINDS = ("totp", "hotp", "steam")
GROUPS = ("Work", "Games", "家族")
ITERATIONS = 10_000
SAVED_AT = 1_700_000_000_000
REFERENCE = (
    "tRViSsLKzd86Hprh4ceC2OP7xazn4rrt4xhfEUbOjxLX8Rc3mkISXE0lWbmnWfggogbBJhtYgpK6fMl1D6mtsy92R3HkdGfwuXbzLebqVFJsR7IZ"
    "2w58t938iymwG4824igYy1wi6n2WDpO1Q1P69zwJGs2F5a1qP4MyIiDSD7NCV2OvidXQCBnDlGfmz0f1BQySRkkt4ryiJeCjD2o4QsveJ9uDBUn8"
    "ELyOrESv5R5DMDkD4iAF8TXU7KyoJujd"
)


def service(account: Entry, schema: int = 4, position: int = 0) -> dict:
    """An account as one of the schemas holds it."""
    name = account.name_in_file
    label = name if schema >= 4 or not account.issuer else f"{account.issuer}:{name}"
    otp: dict[str, Any] = {"label": label, "account": name, "issuer": account.issuer}
    if schema >= 2:
        otp |= {"digits": account.digits, "period": account.period, "algorithm": account.algorithm}
    if schema >= 3:
        otp |= {"tokenType": account.type.upper(), "source": "Manual"}
        if account.counter is not None:
            del otp["period"]
            otp["counter"] = account.counter
    if schema >= 4:
        otp["link"] = links.key_uri(replace(account, issuer="Stale", name="stale"))
    found: dict[str, Any] = {"name": account.issuer, "secret": account.secret_in_file, "updatedAt": SAVED_AT}
    found |= {"otp": otp, "order": {"position": position}}
    if schema < 3:
        found["type"] = "Unknown"
    else:
        found["icon"] = icon(account)
    if account.group and schema >= 3:
        found["groupId"] = invented_uuid(f"2fas/group/{account.group}")
    return found


def icon(account: Entry) -> dict:
    collection = {"id": invented_uuid("2fas/icons")}
    label = {"text": account.issuer[:2].upper(), "backgroundColor": "Yellow"}
    return {"selected": "Label", "label": label, "iconCollection": collection}


def document(services: Any, schema: int = 4) -> dict:
    backup = {"services": services, "updatedAt": SAVED_AT, "schemaVersion": schema}
    backup |= {"appVersionCode": 5000000, "appVersionName": "5.0.0", "appOrigin": "android"}
    groups = [{"id": invented_uuid(f"2fas/group/{name}"), "name": name, "isExpanded": True} for name in GROUPS]
    return backup if schema == 1 else backup | {"groups": groups if schema >= 3 else []}


SHAPE = Shape(
    format=FORMAT,
    suffix=".2fas",
    entry=service,
    document=document,
    secret=("secret",),
    fields=places("otp.algorithm otp.digits otp.period otp.counter", issuer="name otp.issuer", name="otp.account"),
    kind=("otp", "tokenType"),
    unknown_kind="YUBI",
    missing_kind="totp",
    defaults=DEFAULTS | {"counter": 1},
    extras=paths("updatedAt order icon otp.label otp.link otp.source"),
)


def as_schema_holds(account: Entry, schema: int) -> Entry:
    """What is left of an account in an old schema."""
    if schema >= 3:
        return account
    account = replace(account, type="totp", counter=None)
    return replace(account, algorithm="SHA1", digits=6, period=30) if schema == 1 else account


def add(catalogue: Catalogue) -> None:
    for schema in (1, 2, 3, 4):
        accounts = cast(f"2fas/schema-{schema}", KINDS if schema >= 3 else ("totp", "hotp"))
        services = [service(account, schema, at) for at, account in enumerate(accounts)]
        seen = [as_schema_holds(account, schema) for account in accounts]
        catalogue.add(f"2fas/schema-{schema}.2fas", SHAPE.text(document(services, schema)), seen)
    catalogue.failure("2fas/schema-5.2fas", SHAPE.text(document([], schema=5)), "unsupported-version")
    newer.add(catalogue, SHAPE, version=5, at=("schemaVersion",))
    label = "2fas/newer-encrypted"
    content = SHAPE.text(encrypted(label, b"[]", passphrase(label), 5)).encode()
    catalogue.failure(f"{label}.2fas", content, "unsupported-version")
    add_ios(catalogue)
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def add_ios(catalogue: Catalogue) -> None:
    """iOS writes a counter on every token and no account; some services name their issuer in `otp` only."""
    accounts = some("2fas/ios", 4, name="")
    services = [
        SHAPE.changed(account, {("otp", "counter"): 0, ("otp", "account"): ABSENT, ("badge",): {"color": "Default"}})
        for account in accounts
    ]
    services[1]["name"] = ""
    services[2]["name"] = None
    catalogue.add("2fas/ios.2fas", SHAPE.text(document(services) | {"appOrigin": "ios"}), accounts)


def add_encrypted(catalogue: Catalogue) -> None:
    for name, schema, ascii in (("encrypted", 4, True), ("encrypted-schema-3", 3, False)):
        label, password = locked(f"2fas/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        text = services_text([service(account, schema, at) for at, account in enumerate(accounts)])
        content = SHAPE.text(encrypted(label, text, password, schema))
        content = content if ascii else content.replace("/", "\\/")
        seal = Seal(reopen.twofas, text)
        catalogue.add(f"{label}.2fas", content, accounts, password=password, seal=seal)
    password = passphrase("2fas/two-parts")
    good = encrypted("2fas/two-parts", b"[]", password, 4)
    for name, value in (
        ("two-parts", good["servicesEncrypted"].rpartition(":")[0]),
        ("four-parts", good["servicesEncrypted"] + ":AAAA"),
        ("not-base64", "a b:*:?"),
    ):
        content = SHAPE.text(good | {"servicesEncrypted": value}).encode()
        catalogue.failure(f"2fas/hostile/{name}.2fas", content, "corrupt", password=password)


def services_text(services: Sequence[dict]) -> bytes:
    return json.dumps(services, ensure_ascii=False, separators=(",", ":")).encode()


def encrypted(label: str, text: bytes, password: str, schema: int) -> dict:
    salt = invented_bytes(f"{label}/salt", 256)
    key = ciphers.pbkdf2("sha256", password, salt, ITERATIONS)

    def sealed(name: str, text: bytes) -> str:
        iv = invented_bytes(f"{label}/{name}", 12)
        return ":".join(map(ciphers.b64, (ciphers.aes_gcm(key, iv, text), salt, iv)))

    parts = {"servicesEncrypted": sealed("services", text), "reference": sealed("reference", REFERENCE.encode())}
    return document([], schema) | parts
