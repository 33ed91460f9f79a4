"""Padloc: a container of AES-GCM with nonces of 16 bytes, and tags of three sizes."""

import base64
import json
from collections.abc import Sequence
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from images.accounts import invented_bytes

from .. import ciphers, hostile, links, logins, reopen
from ..accounts import Entry, invented_uuid, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..logins import Login
from ..sealed import SealedCatalogue
from ..shape import Shape, paths, places, within

FORMAT = "padloc"
ITERATIONS = 50


def field(type: str, value: Any) -> dict:
    return {"id": invented_uuid(f"{FORMAT}/{type}/{value}"), "name": type.title(), "type": type, "value": value}


def item(login: Login, *further: dict, **changes: Any) -> dict:
    fields = [field("totp", login.key), field("username", login.user), field("password", "x"), field("url", login.url)]
    fields += [field("note", login.note and f"Note: {login.note}"), field("text", "GEZDGNBVGY3TQOJQ")]
    tree = {"id": invented_uuid(f"{FORMAT}/{login.title}/{login.key}"), "name": login.title}
    tree |= {"fields": [*fields, *further], "tags": [login.group] if login.group else [], "icon": None}
    history = [{"fields": [field("totp", "GEZDGNBVGY3TQOJQGEZDGNBV")]}]
    return tree | {"updated": "2026-01-01T00:00:00.000Z", "history": history, "attachments": []} | changes


def container(label: str, text: bytes, password: str, tag: int = 16, **changes: Any) -> dict:
    """The tag may be cut."""
    salt, nonce, extra = (invented_bytes(f"exports/{label}/{name}", 16) for name in ("salt", "nonce", "extra"))
    key = ciphers.pbkdf2("sha256", password, salt, ITERATIONS)
    encryptor = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
    encryptor.authenticate_additional_data(extra)
    sealed = encryptor.update(text) + encryptor.finalize() + encryptor.tag[:tag]
    parameters = {"algorithm": "AES-GCM", "tagSize": tag * 8, "keySize": 256}
    parameters |= {"iv": ciphers.b64url(nonce), "additionalData": ciphers.b64url(extra)}
    derivation = {"algorithm": "PBKDF2", "hash": "SHA-256", "keySize": 256, "iterations": ITERATIONS}
    tree = {"encryptionParams": parameters, "encryptedData": ciphers.b64url(sealed)}
    return tree | {"keyParams": derivation | {"salt": ciphers.b64url(salt)}} | changes


SHAPE = Shape(
    format=FORMAT,
    suffix=".pbes2",
    entry=lambda account: item(logins.bare(account)),
    document=within("items", kind="vault", version="4.0.0", id="v", name="Export"),
    secret=("fields", 0, "value"),
    fields=places(issuer="name", name="fields.1.value"),
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=paths("tags icon history updated"),
)


def export(label: str) -> tuple[list[Entry], list[Any]]:
    accounts, entries = logins.export(label)
    items: list[Any] = [item(login) for login in entries]
    first, second, email, text, old = some(label, "two/0 two/1 email text old")
    items.append(item(logins.bare(first), field("totp", links.key_uri(second))))
    items.append(item(logins.bare(email, user=""), field("email", email.name)))
    # A link in a field of another type counts, a secret does not.
    items.append(item(Login(title="x"), field("note", links.key_uri(text)), field("text", text.base32)))
    items.append(json.dumps(item(logins.bare(old))))
    return [*accounts, first, second, email, text, old], items


def few(label: str) -> tuple[list[Entry], list[Any]]:
    accounts = some(label, 3)
    return accounts, [item(logins.bare(account)) for account in accounts]


def add(catalogue: Catalogue) -> None:
    for name, tag in (("plain", 16), ("tag-96", 12), ("tag-64", 8)):
        label, password = locked(f"{FORMAT}/{name}", ascii=name != "plain")
        accounts, items = export(label) if name == "plain" else few(label)
        text = SHAPE.written(items)
        tree = container(label, text, password, tag)
        if name == "plain":
            tree |= {"kind": "pbes2container", "version": "4.0.0"}
            tree["keyParams"] |= {"kind": "pbkdf2params", "version": "4.0.0"}
        content = json.dumps(tree).encode()
        seal = Seal(reopen.padloc, text)
        catalogue.add(f"{label}.pbes2", content, accounts, password=password, seal=seal)
    password = passphrase(f"{FORMAT}/hostile")
    sealed = SealedCatalogue(
        catalogue, FORMAT, password, lambda path, text: json.dumps(container(path, text, password)).encode()
    )
    hostile.add(sealed, SHAPE, but="encodings")
    add_damaged(catalogue, password)


def add_damaged(catalogue: Catalogue, password: str) -> None:
    text = SHAPE.written([SHAPE.entry(account) for account in SHAPE.accounts("damaged")])
    good = container(f"{FORMAT}/damaged", text, password)

    def changed(member: str, **changes: Any) -> dict:
        return good | {member: good[member] | changes}

    encryption, derivation = "encryptionParams", "keyParams"
    data = base64.urlsafe_b64decode(good["encryptedData"] + "==")
    cases: Sequence[tuple[str, dict, str]] = (
        ("ccm", changed(encryption, algorithm="AES-CCM"), "unsupported-version"),
        ("key-size-128", changed(encryption, keySize=128), "unsupported-version"),
        ("tag-32", changed(encryption, tagSize=32), "unsupported-version"),
        ("sha-512", changed(derivation, hash="SHA-512"), "unsupported-version"),
        ("shared-vault", changed(derivation, algorithm="RSA-OAEP"), "unsupported-version"),
        ("no-nonce", changed(encryption, iv=None), "corrupt"),
        ("nonce-too-short", changed(encryption, iv="AAAA"), "corrupt"),
        ("no-salt", changed(derivation, salt=7), "corrupt"),
        ("no-iterations", changed(derivation, iterations="many"), "corrupt"),
        ("iterations-0", changed(derivation, iterations=0), "corrupt"),
        ("iterations-beyond-the-limit", changed(derivation, iterations=10_000_001), "limit-exceeded"),
        ("data-not-base64", good | {"encryptedData": "?"}, "corrupt"),
        ("data-too-short", good | {"encryptedData": "AAAA"}, "wrong-password"),
        ("data-changed", good | {"encryptedData": ciphers.b64url(data[:-1] + b"\0")}, "wrong-password"),
        ("tag-cut", changed(encryption, tagSize=64), "wrong-password"),
    )  # fmt: skip
    for name, tree, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.pbes2", tree, error, password=password)
