"""Microsoft Authenticator: the database that the app keeps in the phone."""

import base64
from dataclasses import replace

from .. import ciphers, hostile_sqlite
from ..accounts import Entry, cast, entry
from ..catalogue import Catalogue
from ..database import Row
from ..hostile_sqlite import Table
from ..shape import BAD_BASE32

FORMAT = "microsoft-authenticator"
ANY, PERSONAL, WORK = 0, 1, 2
COLUMNS = {
    "_id": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "name": "TEXT NOT NULL",
    "username": "TEXT NOT NULL",
    "oath_secret_key": "TEXT NOT NULL",
    "oath_enabled": "INTEGER NOT NULL DEFAULT 1",
    "account_type": "INTEGER NOT NULL",
    "encrypted_oath_secret_key": "TEXT NOT NULL DEFAULT ''",
}


def row(account: Entry) -> Row:
    """Personal accounts have eight digits and their secret in base64."""
    personal = account.digits == 8
    return {
        "name": account.issuer,
        "username": account.name_in_file,
        "oath_secret_key": ciphers.b64(account.secret) if personal else account.secret_in_file,
        "oath_enabled": 1,
        "account_type": PERSONAL if personal else ANY,
        "encrypted_oath_secret_key": "",
    }


def seen(account: Entry) -> Entry:
    return replace(account, algorithm="SHA1", digits=6, period=30)


TABLE = Table(
    format=FORMAT,
    name="accounts",
    columns=COLUMNS,
    row=row,
    secret="oath_secret_key",
    kind="account_type",
    fields={"issuer": "name", "name": "username"},
    others=("CREATE TABLE android_metadata (locale TEXT)",),
    bad_secrets=BAD_BASE32,
    seen=seen,
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in cast("microsoft-authenticator/plain", ("totp",))]
    accounts += [
        entry("microsoft-authenticator/personal", issuer="Northpier Travel", digits=8, secret_size=32),
        entry("microsoft-authenticator/personal-short", issuer="Größenwahn & Söhne", digits=8, secret_size=10),
    ]
    catalogue.add("microsoft-authenticator/plain.db", TABLE.holding(accounts, page_size=4096), accounts)
    add_secrets(catalogue)
    hostile_sqlite.order(catalogue, TABLE)
    add_rejected(catalogue)
    hostile_sqlite.add(catalogue, TABLE)


def add_secrets(catalogue: Catalogue) -> None:
    """Base64 with and without padding, in both alphabets; text that is good base32 and good base64."""
    secret = b"\xfb\xff\xbe" + entry("microsoft-authenticator/secrets").secret[:13]
    accounts = [
        entry(f"microsoft-authenticator/secrets/{at}", digits=8, secret=bytes([at]) + secret) for at in range(4)
    ]
    padded, bare = ciphers.b64(accounts[0].secret), ciphers.b64(accounts[1].secret).rstrip("=")
    safe = base64.urlsafe_b64encode(accounts[2].secret).decode()
    spellings = [padded, bare, safe, ciphers.b64url(accounts[3].secret)]
    rows = [row(account) | {"oath_secret_key": text} for account, text in zip(accounts, spellings, strict=True)]
    text = "ABCDEFGHIJKLMNOPQRSTUVWX"
    for digits, decoded in ((6, base64.b32decode(text)), (8, base64.b64decode(text))):
        account = entry(f"microsoft-authenticator/either/{digits}", digits=digits, secret=decoded)
        accounts.append(account)
        rows.append(row(account) | {"oath_secret_key": text})
    catalogue.add("microsoft-authenticator/secrets.db", TABLE.written(rows), accounts)


def add_rejected(catalogue: Catalogue) -> None:
    bad, personal = entry("microsoft-authenticator/fault"), entry("microsoft-authenticator/fault/8", digits=8)
    faults = [
        ("work account without secret", row(bad) | {"account_type": WORK, "oath_secret_key": ""}),
        ("work account with a sealed secret", row(bad) | {
            "account_type": WORK, "oath_secret_key": "", "encrypted_oath_secret_key": ciphers.b64(bad.secret),
        }),
        ("work account", row(bad) | {"account_type": WORK}),
        ("personal account, no base64", row(personal) | {"oath_secret_key": "not*base64"}),
        ("personal account, one character of base64", row(personal) | {"oath_secret_key": "A"}),
        ("personal account without secret", row(personal) | {"oath_secret_key": ""}),
    ]  # fmt: skip
    faults += [(f"type {type}", row(bad) | {"account_type": type}) for type in (3, -1, 99)]
    hostile_sqlite.rejected(catalogue, TABLE, faults)
    without_type = TABLE.written([row(bad)], without=("account_type",))
    catalogue.add("microsoft-authenticator/hostile/no-type-column.db", without_type, (), ["no type"])
