"""CloudOTP: a backup under Argon2id and AES-GCM, with texts of JSON in its JSON."""

import json
from collections.abc import Sequence
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import KINDS, Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..sealed import SealedCatalogue
from ..shape import Shape, paths, places

FORMAT = "cloudotp"
MAGIC = b"CloudOTP-Backup-Encrypt-V"
TYPES = {"totp": 0, "hotp": 1, "motp": 2, "steam": 3, "yandex": 4}


def written(account: Entry) -> dict:
    return {
        "id": 1, "uid": account.identifier, "seq": 0, "issuer": account.issuer, "image_path": "",
        "secret": account.secret.hex() if account.type == "motp" else account.secret_in_file,
        "account": account.name_in_file, "token_type": TYPES[account.type],
        "algorithm": account.algorithm if account.type in ("totp", "hotp") else "SHA1", "digits": account.digits,
        "counter": account.counter or 0, "period": account.period or 30, "pinned": int(account.favourite),
        "create_timestamp": 1, "edit_timestamp": 1, "remark": "{}", "copy_times": 0, "last_copy_timestamp": 0,
        "pin": account.pin or "", "description": account.note,
    }  # fmt: skip


def document(tokens: Any, categories: Sequence[dict] = ()) -> dict:
    texts = [json.dumps(token, ensure_ascii=False) if isinstance(token, dict) else token for token in tokens]
    return {"tokens": texts if isinstance(tokens, list) else tokens, "categories": [*map(json.dumps, categories)]}


SHAPE = Shape(
    format=FORMAT,
    suffix=".bin",
    entry=written,
    document=document,
    secret=("secret",),
    fields=places("issuer algorithm digits period counter", name="account"),
    kind=("token_type",),
    unknown_kind=9,
    missing_kind="totp",
    extras=paths("pinned remark pin description uid"),
    faults=(
        ("type -1", written(entry(f"{FORMAT}/fault")) | {"token_type": -1}),
        ("type a text", written(entry(f"{FORMAT}/fault")) | {"token_type": "totp"}),
        ("motp not hex", written(entry(f"{FORMAT}/fault", "motp", pin="1")) | {"secret": "0g"}),
        ("motp of 30 seconds", written(entry(f"{FORMAT}/fault", "motp", pin="1")) | {"period": 30}),
        ("yandex too short", written(entry(f"{FORMAT}/fault", "yandex", pin="1")) | {"secret": "GEZDGNBV"}),
        ("a text that is not JSON", "{"),
    ),
)


def sealed(label: str, text: bytes, password: str, version: bytes = b"01") -> bytes:
    salt, nonce = invented_bytes(f"exports/{label}/salt", 16), invented_bytes(f"exports/{label}/nonce", 12)
    key = ciphers.argon2id(password, salt, passes=3, kibibytes=65_536, lanes=1)
    return MAGIC + version + salt + nonce + ciphers.aes_gcm(key, nonce, text)


def add(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = cast(label, KINDS) if ascii else some(label, 3)
        groups = sorted({account.group for account in accounts if account.group})
        categories = [
            {"title": group, "bindings": ",".join(a.identifier for a in accounts if a.group == group)}
            for group in groups
        ]
        text = SHAPE.text(document([written(account) for account in accounts], categories)).encode()
        content = sealed(label, text, password)
        seal = Seal(reopen.cloudotp, text)
        catalogue.add(f"{label}.bin", content, accounts, password=password, seal=seal)
    password = passphrase(f"{FORMAT}/hostile")
    inner = SealedCatalogue(catalogue, FORMAT, password, lambda path, text: sealed(path, text, password))
    # Each file costs a key derivation of 64 MiB.
    hostile.add(inner, SHAPE, only="rejected broken strings nulls types")
    add_damaged(catalogue, password)


def add_damaged(catalogue: Catalogue, password: str) -> None:
    label = f"{FORMAT}/damaged"
    good = sealed(label, SHAPE.written([written(entry(label))]), password)
    cases: Sequence[tuple[str, bytes, str]] = (
        ("magic-only", MAGIC, "corrupt"),
        ("head-only", good[:55], "corrupt"),
        ("tag-cut", good[:70], "corrupt"),
        ("version-02", good.replace(b"V01", b"V02", 1), "unsupported-version"),
        ("changed", good[:60] + bytes([good[60] ^ 1]) + good[61:], "wrong-password"),
        ("one-byte-less", good[:-1], "wrong-password"),
    )
    for name, content, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.bin", content, error, password=password)
    catalogue.failure(f"{FORMAT}/hostile/no-password.bin", good, "password-required")
