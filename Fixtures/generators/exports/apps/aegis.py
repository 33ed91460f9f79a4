"""Aegis: a vault, plain or under scrypt and AES-256-GCM."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, newer, reopen
from ..accounts import KINDS, Entry, cast, entry, invented_uuid, locked, passphrase
from ..catalogue import OF_FOLDER, Catalogue, Seal
from ..shape import ABSENT, Shape, paths, places

FORMAT = "aegis"
APP_COSTS = (32768, 8, 1)
LOW_COSTS = (1024, 8, 1)
GROUPS = ("Work", "Games", "家族")
ICON = ciphers.b64(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')


def written(account: Entry) -> dict:
    return named(account) | {
        "note": account.note,
        "favorite": account.favourite,
        "icon": ICON if account.favourite else None,
        "icon_mime": "image/svg+xml" if account.favourite else None,
        "info": info(account),
        "groups": [invented_uuid(f"aegis/group/{account.group}")] if account.group else [],
    }


def named(account: Entry) -> dict:
    names = {"name": account.name_in_file, "issuer": account.issuer}
    return {"type": account.type, "uuid": account.identifier} | names


def info(account: Entry) -> dict:
    fields: dict[str, Any] = {
        "secret": account.secret_in_file,
        "algo": account.algorithm,
        "digits": account.digits,
    }
    fields |= {"period": account.period} if account.counter is None else {"counter": account.counter}
    return fields if account.pin is None else fields | {"pin": account.pin}


def content(entries: Any) -> dict:
    groups = [{"uuid": invented_uuid(f"aegis/group/{name}"), "name": name} for name in GROUPS]
    return {"version": 3, "entries": entries, "groups": groups, "icons_optimized": True}


def document(entries: Any) -> dict:
    return {"version": 1, "header": {"slots": None, "params": None}, "db": content(entries)}


BASIC = Shape(
    format=FORMAT,
    indent=4,
    entry=written,
    document=document,
    secret=("info", "secret"),
    fields=places("issuer name info.digits info.period info.counter", algorithm="info.algo"),
    kind=("type",),
    required=frozenset(("counter",)),
    extras=paths("uuid note favorite icon icon_mime groups"),
)


def faults() -> list[tuple[str, dict]]:
    """What this format alone can get wrong."""
    base = entry("aegis/fault")
    hotp, motp, yandex = (entry(f"aegis/fault/{kind}", kind) for kind in ("hotp", "motp", "yandex"))
    return [
        ("no info", BASIC.changed(base, {("info",): ABSENT})),
        ("info null", BASIC.changed(base, {("info",): None})),
        ("info is text", BASIC.changed(base, {("info",): "secret"})),
        ("hotp without counter", BASIC.changed(hotp, {("info", "counter"): ABSENT})),
        ("motp secret not base32", BASIC.changed(motp, {("info", "secret"): "0189"})),
        ("yandex secret of 10 bytes", BASIC.changed(yandex, {("info", "secret"): "GEZDGNBVGY3TQOJQ"})),
    ]


SHAPE = replace(BASIC, faults=faults())


def encrypted(
    label: str, text: bytes, password: str, *, slots: Sequence[dict] = (), costs: tuple[int, int, int] = LOW_COSTS
) -> dict:
    """The vault around an encrypted text; other slots come before the one that the password opens."""
    master, nonce = invented_bytes(f"{label}/master", 32), invented_bytes(f"{label}/nonce", 12)
    sealed = ciphers.aes_gcm(master, nonce, text)
    parameters = {"nonce": nonce.hex(), "tag": sealed[-16:].hex()}
    header = {"slots": [*slots, password_slot(label, master, password, costs)], "params": parameters}
    return {"version": 1, "header": header, "db": ciphers.b64(sealed[:-16])}


def password_slot(label: str, master: bytes, password: str, costs: tuple[int, int, int]) -> dict:
    salt = invented_bytes(f"{label}/salt", 32)
    n, r, p = costs
    key = ciphers.scrypt(password, salt, n, r, p)
    return slot(label, 1, master, key) | {"n": n, "r": r, "p": p, "salt": salt.hex()}


def slot(label: str, type: int, master: bytes, key: bytes) -> dict:
    nonce = invented_bytes(f"{label}/slot/{type}/nonce", 12)
    wrapped = ciphers.aes_gcm(key, nonce, master)
    parameters = {"nonce": nonce.hex(), "tag": wrapped[32:].hex()}
    identifier = invented_uuid(f"{label}/slot/{type}")
    return {"type": type, "uuid": identifier, "key": wrapped[:32].hex(), "key_params": parameters}


def add(catalogue: Catalogue) -> None:
    accounts = cast("aegis/plain", KINDS)
    bug = entry("aegis/md5-bug")
    entries = [*map(written, accounts), SHAPE.with_field(bug, "algorithm", "MD5")]
    catalogue.add("aegis/plain.json", SHAPE.written(entries), [*accounts, bug])
    add_versions(catalogue)
    add_encrypted(catalogue)
    add_damaged(catalogue)
    hostile.add(catalogue, SHAPE)


def add_versions(catalogue: Catalogue) -> None:
    """Contents of older versions, and a vault of a newer one."""
    accounts = cast("aegis/version-1", ("totp", "hotp", "steam"))
    old = [named(account) | {"icon": None, "info": info(account)} for account in accounts]
    for account, tree in zip(accounts, old, strict=True):
        tree |= {"group": account.group or None}
    del old[0]["uuid"]
    header = {"slots": None, "params": None}
    vault = {"version": 1, "header": header, "db": {"version": 1, "entries": old}}
    catalogue.add("aegis/content-version-1.json", SHAPE.text(vault), accounts)
    headless = {"version": 1, "header": {}, "db": content([written(account) for account in accounts[:2]])}
    catalogue.add("aegis/empty-header.json", SHAPE.text(headless), accounts[:2])
    empty = document([]) | {"version": 2}
    catalogue.failure("aegis/version-2.json", SHAPE.text(empty), "unsupported-version")
    newer.add(catalogue, SHAPE, version=2, at=("version",))
    newer.add(catalogue, SHAPE, version=4, at=("db", "version"), name="newer-content")
    label, account = "aegis/newer-content-encrypted", entry("aegis/newer-content-encrypted")
    password = passphrase(label)
    text = json.dumps(content([written(account)]) | {"version": 4}).encode()
    vault = encrypted(label, text, password)
    catalogue.add(f"{label}.json", SHAPE.text(vault), [account], password=password)
    vault = SHAPE.text(vault | {"version": 2}).encode()
    catalogue.failure("aegis/newer-encrypted.json", vault, "unsupported-version")


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-slots", False)):
        label, password = locked(f"aegis/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        text = json.dumps(content([written(account) for account in accounts]), ensure_ascii=False, indent=4).encode()
        if ascii:
            vault = encrypted(label, text, password)
            vault["header"]["slots"][0] |= {"repaired": True, "is_backup": False}
        else:
            vault = encrypted(label, text, password, slots=other_slots(label), costs=APP_COSTS)
        seal = Seal(reopen.aegis, text)
        file = json.dumps(vault, indent=4).replace("/", "\\/").encode()
        catalogue.add(f"{label}.json", file, accounts, password=password, seal=seal)


def other_slots(label: str) -> list[dict]:
    """A fingerprint, a raw key and another password, none of them opened by the password of the file."""
    master = invented_bytes(f"{label}/master", 32)
    keys = {type: invented_bytes(f"{label}/key/{type}", 32) for type in (0, 2)}
    another = password_slot(f"{label}/another", master, "not this one", LOW_COSTS)
    return [slot(label, 2, master, keys[2]), slot(label, 0, master, keys[0]), another | {"is_backup": True}]


def add_damaged(catalogue: Catalogue) -> None:
    label, password = locked("aegis/damaged")
    text = json.dumps(content([written(entry("aegis/damaged"))])).encode()
    good = encrypted(label, text, password)
    first = good["header"]["slots"][0]

    def failure(name: str, vault: dict, error: str, format: str | None = OF_FOLDER) -> None:
        given = password if isinstance(vault.get("db"), str) else None
        catalogue.failure(f"aegis/hostile/{name}.json", vault, error, format=format, password=given)

    def with_slot(**changes: Any) -> dict:
        return good | {"header": good["header"] | {"slots": [first | changes]}}

    failure("text-without-header", good | {"header": {"slots": None, "params": None}}, "corrupt")
    failure("header-without-text", good | {"db": content([])}, "corrupt")
    failure("no-db", {"version": 1, "header": good["header"]}, "unrecognised", None)
    failure("db-not-base64", good | {"db": "not base64!"}, "corrupt")
    failure("salt-not-hex", with_slot(salt="zz" * 32), "corrupt")
    failure("short-nonce", with_slot(key_params=first["key_params"] | {"nonce": "00" * 11}), "corrupt")
    failure("scrypt-n-2-30", with_slot(n=2**30), "limit-exceeded")
    failure("scrypt-n-3000", with_slot(n=3000), "corrupt")
    failure("scrypt-r-p-128", with_slot(r=16, p=8), "limit-exceeded")
    closed = good["header"] | {"slots": other_slots(label)[:2]}
    failure("no-password-slot", good | {"header": closed}, "account-restricted")
    failure("sealed-garbage", encrypted(f"{label}/garbage", b"no JSON at all", password), "corrupt")
