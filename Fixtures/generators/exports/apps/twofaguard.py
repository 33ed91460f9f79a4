"""2FAGuard: a backup under Argon2id and AEGIS-256."""

from collections.abc import Sequence
from typing import Any

from images.accounts import invented_bytes
from nacl import bindings as sodium

from .. import ciphers, hostile, reopen_aegis256
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..sealed import SealedCatalogue
from ..shape import Shape, paths, places

FORMAT = "2faguard"
MAGIC = b"2FAGuardBackupV1"
INDEXES = {"SHA1": 0, "SHA256": 1, "SHA512": 2}


def written(account: Entry) -> dict:
    return {
        "Issuer": account.issuer,
        "Username": account.name_in_file or None,
        "Secret": account.secret_in_file,
        "Algorithm": INDEXES[account.algorithm],
        "Digits": account.digits,
        "Period": account.period,
        "Icon": "default",
        "IconType": 0,
        "Notes": account.note or None,
        "UpdatedTime": None,
        "CreationTime": "2026-01-02T03:04:05Z",
        "IconBase64": None,
    }


def document(tokens: Any, **changes: Any) -> dict:
    return {"Version": 1, "Tokens": tokens} | changes


SHAPE = Shape(
    format=FORMAT,
    suffix=".2fabackup",
    entry=written,
    document=document,
    secret=("Secret",),
    fields=places(issuer="Issuer", name="Username", algorithm="Algorithm", digits="Digits", period="Period"),
    bad_algorithms=(3, 7, -1, "SHA1", 1.5),
    extras=paths("Icon IconType Notes UpdatedTime CreationTime IconBase64"),
)


def sealed(label: str, text: bytes, password: str, magic: bytes = MAGIC) -> bytes:
    salt = invented_bytes(f"exports/{label}/salt", 16)
    nonce = invented_bytes(f"exports/{label}/nonce", 32)
    key = ciphers.argon2id(password, salt, passes=3, kibibytes=67_108, lanes=1)
    return magic + salt + nonce + sodium.crypto_aead_aegis256_encrypt(text, None, nonce, key)


def accounts_of(label: str) -> list[Entry]:
    """What makes a Steam account is the issuer alone, in any case."""
    steam = [entry(f"{label}/{issuer}", "steam", issuer=issuer, name="gamer") for issuer in ("Steam", "sTEAM")]
    return [*cast(label, ("totp",)), *steam]


def add(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = accounts_of(label) if ascii else some(label, 3)
        text = SHAPE.holding(accounts)
        content = sealed(label, text, password)
        seal = Seal(reopen_aegis256.twofaguard, text)
        catalogue.add(f"{label}.2fabackup", content, accounts, password=password, seal=seal)
    password = passphrase(f"{FORMAT}/hostile")
    inner = SealedCatalogue(catalogue, FORMAT, password, lambda path, text: sealed(path, text, password))
    # Each file costs a key derivation of 64 MiB.
    hostile.add(inner, SHAPE, only="rejected broken strings nulls types")
    add_damaged(catalogue, password)


def add_damaged(catalogue: Catalogue, password: str) -> None:
    label = f"{FORMAT}/damaged"
    text = SHAPE.written([written(entry(label))])
    good = sealed(label, text, password)
    newer = SHAPE.text(document([written(entry(label))], Version=2)).encode()
    cases: Sequence[tuple[str, bytes, str]] = (
        ("magic-only", MAGIC, "corrupt"),
        ("head-only", good[:64], "corrupt"),
        ("tag-cut", good[:95], "corrupt"),
        ("version-2", good.replace(b"V1", b"V2", 1), "unsupported-version"),
        ("content-version-2", sealed(f"{label}/newer", newer, password), "unsupported-version"),
        ("changed", good[:70] + bytes([good[70] ^ 1]) + good[71:], "wrong-password"),
        ("one-byte-less", good[:-1], "wrong-password"),
    )
    for name, content, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.2fabackup", content, error, password=password)
    catalogue.failure(f"{FORMAT}/hostile/no-password.2fabackup", good, "password-required")
