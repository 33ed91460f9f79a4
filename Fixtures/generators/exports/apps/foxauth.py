"""FoxAuth: the JSON export of the Firefox extension, without encryption."""

from dataclasses import replace
from typing import Any

from .. import hostile
from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue
from ..shape import ABSENT, Shape, paths, places

FORMAT = "foxauth"
TYPES = {"totp": "Time based", "hotp": "Counter based"}


def written(account: Entry) -> dict:
    return {
        "containerAssign": "firefox-default",
        "localIssuer": account.issuer,
        "localAccountName": account.name_in_file,
        "localSecretToken": account.secret_in_file,
        "localRecovery": account.note,
        "localOTPType": TYPES[account.type],
        "localOTPAlgorithm": account.algorithm.replace("SHA", "SHA-"),
        "localOTPPeriod": str(account.period or 30),
        "localOTPDigits": str(account.digits),
    }


def seen(account: Entry) -> Entry:
    """No counter is stored."""
    return replace(account, counter=0 if account.type == "hotp" else None, group="", favourite=False)


def document(accounts: Any, **changes: Any) -> dict:
    """All that the extension stores."""
    beside = {"settings": {}, "passwordInfo": {"encryptIV": None}, "dropbox": {}}
    return {"accountInfos": accounts, "isEncrypted": False, "accountInfoVersion": 7} | beside | changes


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=document,
    secret=("localSecretToken",),
    fields=places(
        issuer="localIssuer", name="localAccountName", algorithm="localOTPAlgorithm", digits="localOTPDigits",
        period="localOTPPeriod",
    ),
    kind=("localOTPType",),
    missing_kind="totp",
    extras=paths("containerAssign"),
    seen=seen,
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in cast("foxauth/plain", ("totp", "hotp"))]
    catalogue.add("foxauth/plain.json", SHAPE.holding(accounts), accounts)
    short = seen(entry("foxauth/short"))
    left = {(name,): ABSENT for name in ("localOTPType", "localOTPAlgorithm", "localOTPDigits", "localOTPPeriod")}
    catalogue.add("foxauth/defaults.json", SHAPE.written([SHAPE.changed(short, left)]), [short])
    hostile.add(catalogue, SHAPE)
