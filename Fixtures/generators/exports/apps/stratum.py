"""Stratum, formerly Authenticator Pro: JSON, plain and in both its encryptions."""

import json
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, reopen
from ..accounts import KINDS, Entry, cast, entry, invented_uuid, passphrase
from ..catalogue import Catalogue, Seal
from ..shape import ABSENT, Shape, paths, places

FORMAT = "stratum"
TYPES = {"hotp": 1, "totp": 2, "motp": 3, "steam": 4, "yandex": 5}
ALGORITHMS = ("SHA1", "SHA256", "SHA512")
CATEGORIES = ("Work", "Games", "家族")
STRONG, LEGACY = b"AUTHENTICATORPRO", b"AuthenticatorPro"


def written(account: Entry) -> dict:
    """The period of an mOTP account is stored as 30, but it is 10."""
    return {
        "Type": TYPES[account.type],
        "Icon": None,
        "Issuer": account.issuer,
        "Username": account.name_in_file or None,
        "Secret": account.secret.hex() if account.type == "motp" else account.secret_in_file,
        "Pin": account.pin,
        "Algorithm": ALGORITHMS.index(account.algorithm) if account.type in ("totp", "hotp") else 0,
        "Digits": account.digits,
        "Period": 30 if account.type == "motp" else account.period,
        "Counter": account.counter or 0,
        "CopyCount": 0,
        "Ranking": 0,
    }


def document(entries: Any) -> dict:
    return {"Authenticators": entries, "Categories": [], "AuthenticatorCategories": [], "CustomIcons": []}


def categorised(accounts: list[Entry]) -> dict:
    categories = [{"Id": category_id(name), "Name": name, "Ranking": rank} for rank, name in enumerate(CATEGORIES)]
    bound = [
        {"CategoryId": category_id(account.group), "AuthenticatorSecret": written(account)["Secret"], "Ranking": 0}
        for account in accounts
        if account.group
    ]
    entries = [written(account) for account in accounts]
    return document(entries) | {"Categories": categories, "AuthenticatorCategories": bound}


def category_id(name: str) -> str:
    return invented_uuid(f"stratum/category/{name}").split("-")[0]


def faults() -> list[tuple[str, dict]]:
    motp, yandex = written(entry("stratum/fault", "motp")), written(entry("stratum/fault", "yandex"))
    return [
        ("motp secret is not hex", motp | {"Secret": "sixteen or more letters"}),
        ("motp secret of odd length", motp | {"Secret": "0123456789abcdef0"}),
        ("motp secret empty", motp | {"Secret": ""}),
        ("yandex secret of 10 bytes", yandex | {"Secret": "GEZDGNBVGY3TQOJQ"}),
        ("type 0", motp | {"Type": 0}),
        ("type 2.5", motp | {"Type": 2.5}),
    ]


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=document,
    secret=("Secret",),
    fields=places(
        issuer="Issuer", name="Username", algorithm="Algorithm", digits="Digits", period="Period", counter="Counter"
    ),
    kind=("Type",),
    unknown_kind=6,
    bad_algorithms=(3, -1, 99),
    extras=paths("Icon Pin CopyCount Ranking"),
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("stratum/plain", KINDS))
    accounts.append(entry("stratum/motp-without-pin", "motp", issuer="Copperline Mail"))
    catalogue.add("stratum/plain.json", SHAPE.text(categorised(accounts)), accounts)
    add_old(catalogue)
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def add_old(catalogue: Catalogue) -> None:
    """Fewer lists, fewer members, null in place of lists."""
    accounts = [account for account in cast("stratum/old", ("totp", "hotp", "steam"))]
    entries = [
        SHAPE.changed(account, {("Pin",): ABSENT, ("CopyCount",): ABSENT, ("Ranking",): ABSENT}) for account in accounts
    ]
    catalogue.add("stratum/old.json", SHAPE.text({"Authenticators": entries}), accounts)
    null = dict.fromkeys(("Categories", "AuthenticatorCategories", "CustomIcons", "IconPacks"))
    content = SHAPE.text({"Authenticators": entries[:2]} | null).encode()
    catalogue.add("stratum/null-lists.json", content, accounts[:2])


def add_encrypted(catalogue: Catalogue) -> None:
    forms = {"strong": (strong, reopen.stratum), "legacy": (legacy, reopen.stratum_legacy)}
    for form, (seal, opened) in forms.items():
        for ascii in (True, False):
            label = f"stratum/{form}" if ascii else f"stratum/{form}-unicode"
            password = passphrase(label, ascii=ascii)
            accounts = list(cast(label, KINDS))
            text = json.dumps(categorised(accounts), ensure_ascii=False, separators=(",", ":")).encode()
            content = seal(label, text, password)
            check = Seal(opened, text)
            catalogue.add(f"{label}.stratum", content, accounts, password=password, seal=check)
    add_damaged(catalogue)


def add_damaged(catalogue: Catalogue) -> None:
    password = passphrase("stratum/damaged")
    text = SHAPE.written([written(entry("stratum/damaged"))])
    cases = (
        ("strong-magic-only", STRONG, "corrupt"),
        ("strong-no-tag", strong("stratum/damaged/1", text, password)[:59], "corrupt"),
        ("strong-truncated", strong("stratum/damaged/2", text, password)[:-20], "wrong-password"),
        ("strong-garbage", strong("stratum/damaged/3", b"no JSON at all", password), "corrupt"),
        ("legacy-magic-only", LEGACY, "corrupt"),
        ("legacy-no-text", legacy("stratum/damaged/4", text, password)[:52], "corrupt"),
        ("legacy-garbage", legacy("stratum/damaged/5", b"no JSON at all", password), "wrong-password"),
    )
    for name, content, error in cases:
        catalogue.failure(f"stratum/hostile/{name}.stratum", content, error, password=password)


def strong(label: str, text: bytes, password: str) -> bytes:
    salt, nonce = invented_bytes(f"{label}/salt", 16), invented_bytes(f"{label}/nonce", 12)
    key = ciphers.argon2id(password, salt, passes=3, kibibytes=65536, lanes=4)
    return STRONG + salt + nonce + ciphers.aes_gcm(key, nonce, text)


def legacy(label: str, text: bytes, password: str) -> bytes:
    salt, iv = invented_bytes(f"{label}/salt", 20), invented_bytes(f"{label}/iv", 16)
    key = ciphers.pbkdf2("sha1", password, salt, 64_000)
    return LEGACY + salt + iv + ciphers.aes_cbc(key, iv, text)
