"""Bitwarden Authenticator: JSON of both systems, and Android's CSV that quotes nothing."""

from dataclasses import replace

from .. import hostile, links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..shape import Shape, paths, places, within
from .bitwarden import BAD_TOTP

FORMAT = "bitwarden-authenticator"
KINDS = ("totp", "steam")
HEADER = "folder,favorite,type,name,login_uri,login_totp"


def item(account: Entry, login: dict) -> dict:
    empty = {"folderId": None, "organizationId": None, "collectionIds": None, "notes": None}
    names = {"id": account.identifier, "name": account.issuer}
    return names | empty | {"type": 1, "login": login, "favorite": account.favourite}


def android(account: Entry) -> dict:
    return item(account, {"totp": link(account)})


def ios(account: Entry) -> dict:
    return item(account, {"totp": link(account), "username": account.name})


def link(account: Entry) -> str:
    return f"steam://{account.base32}" if account.type == "steam" else links.key_uri(account)


def bare(account: Entry) -> dict:
    return item(account, {"totp": account.secret_in_file, "username": account.name_in_file})


SHAPE = Shape(
    format=FORMAT,
    entry=bare,
    document=within("items", encrypted=False),
    secret=("login", "totp"),
    fields=places(issuer="name", name="login.username"),
    bad_secrets=BAD_TOTP,
    skips_without_secret=True,
    extras=paths("id folderId organizationId collectionIds notes favorite"),
)


def add(catalogue: Catalogue) -> None:
    for name, written in (("android", android), ("ios", ios)):
        accounts = cast(f"{FORMAT}/{name}", KINDS)
        seen = [replace(account, name="") if nameless(account, name) else account for account in accounts]
        content = SHAPE.written([written(account) for account in accounts])
        catalogue.add(f"{FORMAT}/{name}.json", content, seen)
    add_table(catalogue)
    hostile.add(catalogue, SHAPE)


def nameless(account: Entry, system: str) -> bool:
    """Android writes no name for a Steam secret."""
    return account.type == "steam" and system == "android"


def line(account: Entry, totp: str) -> str:
    """Nine cells under six headings, and no quotes around a comma."""
    return f",,1,{account.issuer},,{totp},{account.issuer},{account.period},{account.digits}"


def add_table(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/csv"
    accounts = [
        *cast(label, KINDS),
        entry(f"{label}/comma", issuer="Comma, Inc.", name="carol"),
        entry(f"{label}/commas", issuer="One, Two, Three, Four", name="dave"),
        entry(f"{label}/quote", issuer='The "Quoted" Co', name="erin"),
    ]
    lines = [HEADER, *(line(account, link(account)) for account in accounts)]
    seen = [replace(account, name="") if account.type == "steam" else account for account in accounts]
    catalogue.add(f"{FORMAT}/android.csv", "\n".join(lines) + "\n", seen)

    good = some(f"{label}/rejected")
    lines = [HEADER, line(good[0], link(good[0])), *(line(good[0], totp) for totp, _ in BAD_TOTP)]
    lines += [",,1,Empty,,,Empty,30,6", line(good[1], link(good[1]))]
    reasons = [*(reason for _, reason in BAD_TOTP), "no key at all"]
    catalogue.add(f"{FORMAT}/rejected.csv", "\r\n".join(lines), good, reasons)

    good = some(f"{label}/not-utf8")
    marked = entry(f"{label}/not-utf8/bad", name="caf@NAME@")
    raw = line(marked, link(marked)).encode().replace(b"%40NAME%40", b"\xe9")
    rows = [HEADER.encode(), line(good[0], link(good[0])).encode(), raw, line(good[1], link(good[1])).encode()]
    read = [good[0], replace(marked, name="café"), good[1]]
    catalogue.add(f"{FORMAT}/hostile/not-utf8.csv", b"\n".join(rows), read)
    catalogue.add(f"{FORMAT}/hostile/header-only.csv", HEADER.encode() + b"\n")
