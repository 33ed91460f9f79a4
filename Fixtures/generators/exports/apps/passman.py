"""Passman for Nextcloud: JSON, and CSV whose cells are JSON."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import hostile, links
from ..accounts import Entry, cast, entry, invented_uuid, some
from ..catalogue import Catalogue
from ..rows import sheet
from ..shape import BAD_BASE32, Shape, places

FORMAT = "passman"
KINDS = ("totp", "hotp")
HEADER = (
    "label", "description", "created", "changed", "tags", "email", "icon", "username", "password", "url",
    "renew_interval", "expire_time", "delete_time", "files", "custom_fields", "otp", "compromised", "hidden",
)  # fmt: skip


def code(account: Entry) -> dict:
    link = links.key_uri(account)
    label = f"{account.issuer}:{account.name}" if account.issuer else account.name
    return {
        "type": account.type,
        "label": label,
        "qr_uri": {"qrData": link, "image": "data:image/png;base64,AAAA"},
        "issuer": account.issuer,
        "secret": account.secret_in_file,
        "algorithm": account.algorithm,
        "period": 30 if account.type == "hotp" else account.period,
        "digits": account.digits,
    }


def credential(label: str, user: str, otp: Any, **changes: Any) -> dict:
    tree = {
        "credential_id": 7, "guid": invented_uuid(f"{FORMAT}/{label}/{user}"), "user_id": "admin", "label": label,
        "description": "", "created": 1_767_225_600, "changed": 1_767_225_600, "tags": [], "email": None,
        "username": user, "password": "x", "url": "https://login.example.com/",
        "icon": {"type": False, "content": ""}, "renew_interval": None, "expire_time": 0, "delete_time": 0,
        "files": [], "custom_fields": [{"label": "pin", "value": "462916", "secret": False}], "otp": otp, "hidden": 0,
        "compromised": False,
    }  # fmt: skip
    return tree | changes


def written(account: Entry) -> dict:
    """The title of the credential is another than the issuer of the code."""
    tags = [{"text": account.group}] if account.group else []
    return credential("A login", "", code(account), tags=tags, description=account.note)


def bare(account: Entry) -> dict:
    """A secret that was typed: the names are those of the credential."""
    otp = {"type": "totp", "label": None, "qr_uri": None, "issuer": None, "secret": account.secret_in_file}
    otp |= {name: None for name in ("algorithm", "period", "digits")}
    return credential(account.issuer, account.name, otp)


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    secret=("otp", "secret"),
    fields=places("otp.algorithm otp.digits otp.period", name="otp.label"),
    kind=("otp", "type"),
    unknown_kind="steam",
    missing_kind="totp",
    bad_secrets=[bad for bad in BAD_BASE32 if bad[0]],
    skips_without_secret=True,
    needs_a_list=False,
    empty_error="unrecognised",
)


def export(label: str) -> tuple[list[Entry], list[dict]]:
    accounts = [
        account for account in cast(label, KINDS)
        # The names of these are taken from the credential.
        if account.issuer and account.name and ":" not in account.issuer + account.name
    ]  # fmt: skip
    entries = [written(account) for account in accounts]
    names = ("typed", "email", "half", "hotp", "trash")
    typed, email, half, counted, trashed = (entry(f"{label}/{name}") for name in names)
    counted = replace(counted, type="hotp", counter=0)
    entries.append(bare(typed))
    entries.append(bare(replace(email, name="")) | {"email": email.name})
    only = code(half) | {"issuer": None, "label": f"{half.issuer}: {half.name}", "type": None}
    entries.append(credential("not this", "not this", only))
    entries.append(written(counted) | {"otp": code(counted) | {"qr_uri": {}}})
    entries.append(written(trashed) | {"delete_time": 1_600_000_000})
    found = [*accounts, typed, email, half, counted, trashed]
    first = credential("No code", "someone", {})
    nothing = ([], None, code(typed) | {"secret": " "})
    return found, [first, *entries[:2], *(credential("None", "x", otp) for otp in nothing), *entries[2:]]


def table(entries: Sequence[dict]) -> str:
    """Texts as they are, everything else as JSON; the names of tags in brackets."""
    def cell(name: str, value: Any) -> str:
        if name == "tags":
            return f"[{','.join(tag['text'] for tag in value)}]"
        if value is None or isinstance(value, str):
            return value or ""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    return sheet(HEADER, ([cell(name, tree.get(name)) for name in HEADER] for tree in entries), all_quoted=True)


def add(catalogue: Catalogue) -> None:
    for name, suffix in (("json", "json"), ("csv", "csv")):
        accounts, entries = export(f"{FORMAT}/{name}")
        content = table(entries) if name == "csv" else SHAPE.text(entries)
        catalogue.add(f"{FORMAT}/plain.{suffix}", content, accounts)
    no_codes = [credential("No code", "someone", {}), credential("None", "", {})]
    catalogue.add(f"{FORMAT}/no-codes.json", SHAPE.written(no_codes))
    catalogue.add(f"{FORMAT}/no-codes.csv", table(no_codes))
    hostile.add(catalogue, SHAPE, but="strings nulls missing")
    add_rejected_rows(catalogue)


def add_rejected_rows(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/csv-rejected"
    first, bad, last = some(label, 3)
    faults = {
        "not JSON": "otpauth", "a number": "7", "a text": '"text"', "a list": "[1]",
        "secret not base32": code(bad) | {"secret": "no*base32"}, "digits 11": code(bad) | {"digits": 11},
        "algorithm": code(bad) | {"algorithm": "SHA384"}, "type": code(bad) | {"type": "push"},
    }  # fmt: skip
    entries = [written(first), *(credential("Bad", at, otp) for at, otp in faults.items()), written(last)]
    catalogue.add(f"{FORMAT}/rejected.csv", table(entries), [first, last], list(faults))
    cut = table([written(entry(f"{label}/cut"))]) + '"never closed'
    catalogue.failure(f"{FORMAT}/hostile/truncated.csv", cut, "corrupt")
