"""Exports of password managers for the benchmark: logins, of which a few have a one-time code."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exports import links
from exports.accounts import Entry, entry
from exports.apps import bitwarden, csv_table, cxf, enpass, keeper, onepassword, proton_pass
from exports.logins import Login


@dataclass(frozen=True)
class Export:
    """A file, and what Foundation decodes to get the same accounts from it."""

    content: bytes
    accounts: int
    decoded: bytes | None = None
    """JSON, if the file itself is not: Foundation reads neither archives nor CSV."""


def logins(count: int, codes: int) -> list[tuple[Entry, Login]]:
    """Of `count` logins, `codes` have a one-time code; they are spread evenly."""
    made = []
    for at in range(count):
        account = entry(f"bench/login/{at}")
        key = links.key_uri(account) if at * codes // count != (at + 1) * codes // count else ""
        note = f"Opened in branch {at}.\nAsk for the second desk." if at % 3 == 0 else ""
        login = Login(
            title=f"{account.issuer} {at}", user=account.name, key=key, url=f"https://login{at}.example.com/account",
            note=note, group="Work" if at % 4 == 0 else "", favourite=at % 50 == 0,
        )  # fmt: skip
        made.append((account, login))
    return made


def compact(tree: object) -> bytes:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()


def onepassword_export(made: Sequence[tuple[Entry, Login]]) -> tuple[bytes, bytes | None]:
    items = [onepassword.item(login) for _, login in made]
    return onepassword.packed(items, "bench/onepassword"), compact(onepassword.document(items))


def bitwarden_export(made: Sequence[tuple[Entry, Login]]) -> tuple[bytes, bytes | None]:
    items = [
        bitwarden.item(account, login.key or None, name=login.title, username=login.user) for account, login in made
    ]
    return bitwarden.SHAPE.written(items), None


def cxf_export(made: Sequence[tuple[Entry, Login]]) -> tuple[bytes, bytes | None]:
    items = []
    for account, login in made:
        credentials = [cxf.basic(cxf.field(login.user))] + ([cxf.totp(account)] if login.key else [])
        items.append(cxf.item(account, credentials + ([cxf.note(login.note)] if login.note else []), title=login.title))
    return compact(cxf.document(items)), None


def csv_export(made: Sequence[tuple[Entry, Login]]) -> tuple[bytes, bytes | None]:
    header = ["name", "url", "username", "password", "otpauth", "note", "group"]
    rows = [
        [login.title, login.url, login.user, "in,vent\"ed", login.key, login.note, login.group] for _, login in made
    ]
    return csv_table.table(rows, header), compact([dict(zip(header, row, strict=True)) for row in rows])


EXPORTS: dict[str, Callable[[Sequence[tuple[Entry, Login]]], tuple[bytes, bytes | None]]] = {
    "onepassword": onepassword_export,
    "bitwarden": bitwarden_export,
    "cxf": cxf_export,
    "proton-pass": lambda made: (proton_pass.SHAPE.written([proton_pass.item(login) for _, login in made]), None),
    "enpass": lambda made: (enpass.SHAPE.written([enpass.item(login) for _, login in made]), None),
    "keeper": lambda made: (keeper.SHAPE.written([keeper.record(login) for _, login in made]), None),
    "csv": csv_export,
}


def export(name: str, count: int, codes: int) -> Export:
    content, decoded = EXPORTS[name](logins(count, codes))
    return Export(content, codes, decoded)
