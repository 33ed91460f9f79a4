"""LastPass Authenticator: Android's export, and the leaner one of iOS."""

from typing import Any

from .. import hostile, newer
from ..accounts import Entry, cast, invented_uuid
from ..catalogue import Catalogue
from ..shape import Shape, paths, places

FORMAT = "lastpass-authenticator"
FOLDERS = {"Favorites": 1, "Other accounts": 0, "Work": 2, "家族": 3}
SAVED_AT = 1_700_000_000_000


def written(account: Entry) -> dict:
    return {
        "accountID": account.identifier,
        "lmiUserId": "",
        "issuerName": account.issuer,
        "originalIssuerName": "Before It Was Edited",
        "userName": account.name_in_file,
        "originalUserName": "before",
        "pushNotification": False,
        "secret": account.secret_in_file,
        "timeStep": account.period,
        "digits": account.digits,
        "creationTimestamp": SAVED_AT,
        "isFavorite": account.favourite,
        "algorithm": account.algorithm,
        "folderData": {"folderId": FOLDERS.get(account.group, 0), "position": 0},
        "backupInfo": {"creationDate": "2023-11-14T22:13:20Z", "appVersion": "2.20.0"},
    }


def document(accounts: Any) -> dict:
    folders = [{"id": number, "name": name, "isOpened": True} for name, number in FOLDERS.items()]
    device = {"deviceId": "", "deviceSecret": "", "deviceName": "Invented phone"}
    return device | {"localDeviceId": invented_uuid(FORMAT), "version": 3, "accounts": accounts, "folders": folders}


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=document,
    secret=("secret",),
    fields=places("algorithm digits", issuer="issuerName", name="userName", period="timeStep"),
    extras=paths(
        "accountID lmiUserId originalIssuerName originalUserName pushNotification "
        "creationTimestamp isFavorite folderData backupInfo"
    ),
    needs_a_list=False,
)  # fmt: skip


def ios(account: Entry) -> dict:
    found = written(account) | {"creationTimestamp": SAVED_AT // 1000}
    for key in ("pushNotification", "lmiUserId", "originalIssuerName", "originalUserName", "backupInfo"):
        del found[key]
    return found


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/android", ("totp",))
    catalogue.add(f"{FORMAT}/android.json", SHAPE.holding(accounts), accounts)
    accounts = cast(f"{FORMAT}/ios", ("totp",))
    exported = document([ios(account) for account in accounts]) | {"version": 1}
    del exported["deviceId"]
    catalogue.add(f"{FORMAT}/ios.json", SHAPE.text(exported), accounts)
    newer.add(catalogue, SHAPE, version=4, at=("version",))
    hostile.add(catalogue, SHAPE)
