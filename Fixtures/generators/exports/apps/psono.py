"""Psono: items of many types in nested folders."""

import json
from typing import Any

from .. import hostile, links, logins
from ..accounts import Entry, cast, entry, some, spelt_oddly
from ..catalogue import Catalogue
from ..shape import Shape, paths, places, within

FORMAT = "psono"
PASSWORD, TOTP = "website_password", "totp"
COMMON = {"create_date": "2026-01-01T00:00:00Z", "callback_url": "", "callback_user": "", "callback_pass": ""}


def password(account: Entry | None = None, **changes: Any) -> dict:
    """A login; without an account, the code is empty."""
    title, user = (account.issuer, account.name_in_file) if account else ("A login", "someone")
    tree = {"type": PASSWORD, "name": title} | COMMON
    tree |= {f"{PASSWORD}_title": title, f"{PASSWORD}_url": "https://example.com", f"{PASSWORD}_username": user}
    tree |= {f"{PASSWORD}_notes": account.note if account else "", f"{PASSWORD}_password": "x"}
    parameters = (account.period, account.algorithm, account.digits) if account else (30, "SHA1", 6)
    tree |= dict(zip((f"{PASSWORD}_totp_{key}" for key in ("period", "algorithm", "digits")), parameters, strict=True))
    return tree | {f"{PASSWORD}_totp_code": account.secret_in_file if account else ""} | changes


def token(account: Entry, **changes: Any) -> dict:
    """An item that is nothing but a token: it has no user name."""
    tree = {"type": TOTP, "name": account.issuer} | COMMON | {"totp_title": account.issuer, "totp_notes": ""}
    tree |= {"totp_period": account.period, "totp_algorithm": account.algorithm, "totp_digits": account.digits}
    return tree | {"totp_code": account.secret_in_file} | changes


def note(title: str) -> dict:
    return {"type": "note", "name": title, "note_title": title, "note_notes": "otpauth is not here"}


SHAPE = Shape(
    format=FORMAT,
    entry=password,
    document=within("items"),
    secret=(f"{PASSWORD}_totp_code",),
    fields=places(
        issuer=f"{PASSWORD}_title name", name=f"{PASSWORD}_username", algorithm=f"{PASSWORD}_totp_algorithm",
        digits=f"{PASSWORD}_totp_digits", period=f"{PASSWORD}_totp_period",
    ),
    bad_secrets=logins.bad_keys(FORMAT),
    skips_without_secret=True,
    extras=paths(f"create_date callback_url {PASSWORD}_url {PASSWORD}_notes"),
    needs_a_list=False,
    empty_error="unrecognised",
)  # fmt: skip


def add(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/plain"
    accounts = cast(label, ("totp",))
    tokens = [entry(f"{label}/token/{at}", name="", digits=8 - at, period=60) for at in range(2)]
    odd = entry(f"{label}/odd", name="")
    linked, bare_link = entry(f"{label}/link"), entry(f"{label}/bare-link")
    named = entry(f"{label}/named", name="")
    first = [password(account) for account in accounts] + [note("n"), password()]
    inner = [token(tokens[0]), token(tokens[1]) | {"totp_digits": str(tokens[1].digits), "totp_period": "60"}]
    # The title may be missing; the name of the item is then used.
    inner += [token(named, totp_title=""), token(odd, totp_code=spelt_oddly(odd.base32))]
    key = f"{PASSWORD}_totp_code"
    deepest = [
        password(linked, **{key: links.key_uri(linked), f"{PASSWORD}_title": "Not this"}),
        password(bare_link, **{key: f"otpauth://totp/?secret={bare_link.base32}"}),
        note("last"),
    ]
    folders = [
        {"name": "Empty", "items": [], "folders": []},
        {"name": "Work", "folders": [{"name": "家族", "items": deepest}], "items": inner},
        {"name": "Bare"},
    ]
    content = json.dumps({"folders": folders, "items": first}, ensure_ascii=False).encode()
    catalogue.add(f"{FORMAT}/plain.json", content, [*accounts, *tokens, named, odd, linked, bare_link])
    alone = some(f"{FORMAT}/folders", name="")
    tree = {"folders": [{"name": str(at), "items": [token(account)]} for at, account in enumerate(alone)]}
    catalogue.add(f"{FORMAT}/folders.json", tree, alone)
    bad = entry(f"{FORMAT}/token-rejected", name="")
    faults = {
        "empty": token(bad, totp_code=""),
        "null": token(bad, totp_code=None),
        "not base32": token(bad, totp_code="not base32!"),
        "algorithm": token(bad, totp_algorithm="SHA384"),
        "digits": token(bad, totp_digits="0"),
        "period": token(bad, totp_period=-1),
    }
    content = json.dumps({"items": [*faults.values(), token(bad)]}).encode()
    catalogue.add(f"{FORMAT}/tokens-rejected.json", content, [bad], list(faults))
    catalogue.add(f"{FORMAT}/no-codes.json", {"items": [note("n"), password()]})
    for name, damaged in (
        ("items-twice", b'{"items":[' + json.dumps(note("n")).encode() + b'],"items":[]}'),
        ("folder-is-no-object", json.dumps({"items": [note("n")], "folders": ["x"]}).encode()),
        ("folders-no-list", json.dumps({"folders": [{"name": "x", "items": [note("n")], "folders": {}}]}).encode()),
    ):
        catalogue.failure(f"{FORMAT}/hostile/{name}.json", damaged, "corrupt")
    hostile.add(catalogue, SHAPE)
