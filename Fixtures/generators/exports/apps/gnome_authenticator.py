"""GNOME Authenticator 3: andOTP's layout, where the first tag is the issuer."""

from typing import Any

from .. import hostile
from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue
from ..shape import Shape, paths, places

FORMAT = "gnome-authenticator"
KINDS = ("totp", "hotp", "steam")


def written(account: Entry) -> dict:
    found: dict[str, Any] = {
        "secret": account.secret_in_file,
        "label": account.name_in_file,
        "period": account.period,
        "digits": account.digits,
        "type": {"totp": "OTP"}.get(account.type, account.type.upper()),
        "algorithm": account.algorithm,
        "thumbnail": "Default",
        "last_used": 1_600_000_000_000,
        "tags": [account.issuer] if account.issuer else [],
    }
    return found if account.counter is None else found | {"counter": account.counter}


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    secret=("secret",),
    fields=places("algorithm digits period counter", name="label"),
    kind=("type",),
    unknown_kind="MOTP",
    extras=paths("thumbnail last_used"),
    needs_a_list=False,
    empty_error="unrecognised",
)


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", KINDS)
    catalogue.add(f"{FORMAT}/plain.json", SHAPE.holding(accounts), accounts)
    spellings = ("OTP", "otp", "TOTP", "Totp", "hotp", "Steam")
    kinds = ("totp", "totp", "totp", "totp", "hotp", "steam")
    accounts = [entry(f"{FORMAT}/types/{at}", kind) for at, kind in enumerate(kinds)]
    entries = [written(account) | {"type": name} for account, name in zip(accounts, spellings, strict=True)]
    catalogue.add(f"{FORMAT}/types.json", SHAPE.written(entries), accounts)
    add_tags(catalogue)
    hostile.add(catalogue, SHAPE)


def add_tags(catalogue: Catalogue) -> None:
    """The first tag is the issuer, the label is never split."""
    cases = (
        (["Acme Cloud", "Work"], "Acme Cloud", "alice"),
        (["Acme Cloud"], "Acme Cloud", "North - bob"),
        ([], "", "North - South - carol"),
        (["", "Work"], "", "dave"),
        ([" Acme Cloud "], "Acme Cloud", "erin"),
        (None, "", "frank"),
        ("Acme Cloud", "", "grace"),
        ([7, "x"], "7", "heidi"),
    )
    accounts, entries = [], []
    for at, (tags, issuer, name) in enumerate(cases):
        account = entry(f"{FORMAT}/tags/{at}", issuer=issuer, name=name)
        accounts.append(account)
        entries.append(written(account) | {"tags": tags})
    catalogue.add(f"{FORMAT}/tags.json", SHAPE.written(entries), accounts)
