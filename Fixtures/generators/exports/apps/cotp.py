"""cotp: the plain export, the database under Argon2id and XChaCha20-Poly1305, and the list of links."""

import json

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from images.accounts import base32, invented_bytes, percent_encoded

from .. import ciphers, hostile, links, newer, reopen
from ..accounts import Entry, cast, entry, locked
from ..catalogue import Catalogue, Seal
from ..secretstream import hchacha20
from ..shape import Shape, paths, places, within

FORMAT = "cotp"
KINDS = ("totp", "hotp", "steam", "motp", "yandex")


def written(account: Entry) -> dict:
    return {
        "secret": account.secret.hex() if account.type == "motp" else account.secret_in_file,
        "issuer": account.issuer,
        "label": account.name_in_file,
        "digits": account.digits,
        "type": account.type.upper(),
        "algorithm": account.algorithm,
        "period": account.period,
        "counter": account.counter,
        "pin": account.pin,
    }


def faults() -> list[tuple[str, dict]]:
    motp, yandex = written(entry("cotp/fault", "motp")), written(entry("cotp/fault", "yandex"))
    return [
        ("motp secret is not hex", motp | {"secret": "0123456789abcdeg"}),
        ("motp secret of odd length", motp | {"secret": "0123456789abcde"}),
        ("motp secret missing", motp | {"secret": ""}),
        ("yandex secret too short", yandex | {"secret": "GEZDGNBVGY3TQOJQ"}),
        ("pin is a list", motp | {"pin": ["1"]}),
    ]


SHAPE = Shape(
    format=FORMAT,
    suffix=".cotp",
    entry=written,
    document=within("elements", version=2),
    secret=("secret",),
    fields=places("issuer algorithm digits period counter", name="label"),
    kind=("type",),
    unknown_kind="PUSH",
    missing_kind="totp",
    extras=paths("pin"),
    needs_a_list=False,
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", KINDS)
    catalogue.add(f"{FORMAT}/plain.cotp", SHAPE.holding(accounts), accounts)
    accounts = [entry(f"{FORMAT}/spellings/{kind}", kind) for kind in KINDS]
    entries = [written(account) | {"type": account.type.title()} for account in accounts]
    entries[3]["secret"] = entries[3]["secret"].upper()
    older = SHAPE.text(SHAPE.document(entries) | {"version": 1}).encode()
    catalogue.add(f"{FORMAT}/version-1.cotp", older, accounts)
    empty = SHAPE.text(SHAPE.document([]) | {"version": 3}).encode()
    catalogue.failure(f"{FORMAT}/version-3.cotp", empty, "unsupported-version")
    newer.add(catalogue, SHAPE, version=3, at=("version",))
    add_links(catalogue)
    add_encrypted(catalogue)
    hostile.add(catalogue, SHAPE)


def link(account: Entry) -> str:
    """As cotp writes it: no issuer parameter, and `yandex` and `motp` as types."""
    secret = account.secret.hex() if account.type == "motp" else account.base32
    text = f"otpauth://{account.type}/{percent_encoded(account.issuer)}:{percent_encoded(account.name)}?secret={secret}"
    text += f"&algorithm={account.algorithm}&digits={account.digits}&period={account.period}&lock=false"
    return text if account.counter is None else f"{text}&counter={account.counter}"


def add_links(catalogue: Catalogue) -> None:
    accounts = [entry(f"{FORMAT}/links/{kind}", kind) for kind in KINDS]
    accounts.append(entry(f"{FORMAT}/links/no-issuer", issuer="", name="zoë 大"))
    bad = links.bad_links(base32(invented_bytes("exports/cotp/bad-link", 20)))
    bad += [
        ("otpauth://motp/Bad:hex?secret=xyz", "motp secret is not hex"),
        ("otpauth://yandex/Bad:short?secret=GEZDGNBVGY3TQOJQ", "yandex secret too short"),
        ("https://example.com/", "no otpauth link"), ("", "empty link"), (7, "a number"), ({}, "an object"),
        (None, "null"),
    ]  # fmt: skip
    items = [*map(link, accounts[:3]), *(value for value, _ in bad), *map(link, accounts[3:])]
    shouted = items[-2].replace("otpauth://yandex/", "OTPAuth://Yandex/")
    items[-2] = shouted
    content = json.dumps({"items": items}).encode()
    reasons = [reason for _, reason in bad]
    catalogue.add(f"{FORMAT}/links.json", content, accounts, reasons)


def encrypted(label: str, text: bytes, password: str) -> dict:
    salt, nonce = invented_bytes(f"{label}/salt", 16), invented_bytes(f"{label}/nonce", 24)
    key = ciphers.argon2id(password, salt, passes=4, kibibytes=32768, lanes=4)
    sealed = ChaCha20Poly1305(hchacha20(key, nonce[:16])).encrypt(bytes(4) + nonce[16:], text, None)
    members = {"nonce": nonce, "salt": salt, "cipher": sealed}
    return {"version": 1} | {name: ciphers.b64(value) for name, value in members.items()}


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("database", True), ("database-unicode", False)):
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        text = SHAPE.holding(accounts)
        content = json.dumps(encrypted(label, text, password)).encode()
        seal = Seal(reopen.cotp, text)
        catalogue.add(f"{label}.cotp", content, accounts, password=password, seal=seal)
    label, password = locked(f"{FORMAT}/damaged")
    good = encrypted(label, SHAPE.written([]), password)
    catalogue.add(f"{FORMAT}/empty-database.cotp", good, password=password)
    cases = (
        ("database-garbage", encrypted(f"{label}/garbage", b"no JSON at all", password), "corrupt"),
        ("database-of-links", encrypted(f"{label}/links", b'{"items":["otpauth://totp/x"]}', password), "corrupt"),
        ("database-version-2", good | {"version": 2}, "unsupported-version"),
        (
            "database-of-version-3",
            encrypted(f"{label}/version-3", SHAPE.text(SHAPE.document([]) | {"version": 3}).encode(), password),
            "unsupported-version",
        ),
        ("salt-not-base64", good | {"salt": "?"}, "corrupt"),
        ("salt-too-short", good | {"salt": ciphers.b64(bytes(15))}, "corrupt"),
        ("nonce-of-12-bytes", good | {"nonce": ciphers.b64(bytes(12))}, "corrupt"),
        ("cipher-too-short", good | {"cipher": ciphers.b64(bytes(15))}, "corrupt"),
        ("cipher-is-a-number", good | {"cipher": 7}, "corrupt"),
        ("cipher-changed", good | {"cipher": ciphers.b64(bytes(40))}, "wrong-password"),
    )
    for name, tree, error in cases:
        catalogue.failure(f"{FORMAT}/hostile/{name}.cotp", tree, error, password=password)
