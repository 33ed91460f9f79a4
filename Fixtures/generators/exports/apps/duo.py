"""Duo Mobile: the app's own list of accounts."""

from dataclasses import replace
from typing import Any

from .. import hostile
from ..accounts import Entry, cast, entry, invented_uuid
from ..catalogue import Catalogue
from ..shape import ABSENT, Shape, paths, places

FORMAT = "duo"
LOGOS = "file:///data/user/0/com.duosecurity.duomobile/files/duokit/logos"


def written(account: Entry) -> dict:
    generator: dict[str, Any] = {"otpSecret": account.secret_in_file}
    if account.counter is not None:
        generator["counter"] = account.counter
    key = account.identifier
    return {
        "version": 1.0,
        "accountType": "OtpAccount",
        "name": account.name_in_file,
        "otpGenerator": generator,
        "logoUri": f"{LOGOS}/{key}.png",
        "pkey": key,
        "serviceTypeLabelIsCustom": True,
    }


def seen(account: Entry) -> Entry:
    """The app stores neither the service nor other parameters; without issuer a prefix stays."""
    kept = {"issuer": "", "algorithm": "SHA1", "digits": 6, "period": 30, "written_name": None}
    return replace(account, name=account.name_in_file, **kept)


def push_only(label: str) -> dict:
    key = invented_uuid(label)
    return {"version": 1.0, "accountType": "DuoAccount", "name": "Push only", "pkey": key, "customerLogoMd5": "00"}


SHAPE = Shape(
    format=FORMAT,
    indent=2,
    entry=written,
    secret=("otpGenerator", "otpSecret"),
    fields=places("name", counter="otpGenerator.counter"),
    unclear=frozenset(("counter",)),
    extras=paths("version accountType logoUri serviceTypeLabelIsCustom"),
    needs_a_list=False,
    empty_error="unrecognised",
    seen=seen,
    faults=[
        ("push-only account", push_only("duo/push")),
        ("generator null", push_only("duo/null") | {"otpGenerator": None}),
        ("generator empty", push_only("duo/empty") | {"otpGenerator": {}}),
    ],
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in cast("duo/plain", ("totp", "hotp"))]
    zero = seen(entry("duo/zero", "hotp", counter=0))
    rows = [written(account) for account in (*accounts, zero)]
    rows.insert(2, push_only("duo/plain/push"))
    accounts.append(zero)
    catalogue.add("duo/accounts.json", SHAPE.written(rows), accounts, ["push-only account"])
    first = [push_only("duo/push-first"), written(accounts[0])]
    catalogue.add("duo/push-first.json", SHAPE.written(first), accounts[:1], ["push-only account"])
    plain = [SHAPE.changed(account, {("logoUri",): ABSENT}) for account in accounts]
    catalogue.add("duo/without-logos.json", SHAPE.written(plain), accounts)
    hostile.add(catalogue, SHAPE)
