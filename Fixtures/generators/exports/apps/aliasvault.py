"""AliasVault: the database in its export, of an earlier and of a later version."""

import sqlite3
from dataclasses import replace

from .. import database
from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "aliasvault"
EARLIER = """
CREATE TABLE "Credentials" ("Id" TEXT NOT NULL PRIMARY KEY, "AliasId" TEXT, "Username" TEXT, "ServiceId" TEXT,
    "IsDeleted" INTEGER NOT NULL DEFAULT 0);
CREATE TABLE "Services" ("Id" TEXT NOT NULL PRIMARY KEY, "Name" TEXT, "Url" TEXT);
CREATE TABLE "TotpCodes" ("Id" TEXT NOT NULL PRIMARY KEY, "Name" TEXT NOT NULL, "SecretKey" TEXT NOT NULL,
    "CredentialId" TEXT NOT NULL, "CreatedAt" TEXT, "UpdatedAt" TEXT, "IsDeleted" INTEGER NOT NULL DEFAULT 0);
"""
LATER = """
CREATE TABLE "Items" ("Id" TEXT NOT NULL PRIMARY KEY, "Name" TEXT, "ItemType" TEXT, "IsDeleted" INTEGER);
CREATE TABLE "FieldValues" ("Id" TEXT NOT NULL PRIMARY KEY, "ItemId" TEXT, "FieldKey" TEXT, "Value" TEXT);
CREATE TABLE "TotpCodes" ("Id" TEXT NOT NULL PRIMARY KEY, "Name" TEXT NOT NULL, "SecretKey" TEXT NOT NULL,
    "ItemId" TEXT NOT NULL, "CreatedAt" TEXT, "UpdatedAt" TEXT, "IsDeleted" INTEGER NOT NULL DEFAULT 0,
    "Algorithm" TEXT NOT NULL DEFAULT 'SHA1', "Digits" INTEGER NOT NULL DEFAULT 6,
    "Period" INTEGER NOT NULL DEFAULT 30);
"""
DAY = "2026-01-02 03:04:05"


def earlier(connection: sqlite3.Connection, accounts: list[Entry]) -> None:
    connection.executescript(EARLIER)
    for at, account in enumerate(accounts):
        connection.execute("INSERT INTO Services VALUES (?, ?, ?)", (f"s{at}", account.issuer, "https://example.com"))
        connection.execute("INSERT INTO Credentials VALUES (?, NULL, ?, ?, 0)", (f"c{at}", account.name, f"s{at}"))
        code = (f"t{at}", "Authenticator", account.secret_in_file, f"c{at}", DAY, DAY)
        connection.execute("INSERT INTO TotpCodes VALUES (?, ?, ?, ?, ?, ?, 0)", code)


def later(connection: sqlite3.Connection, accounts: list[Entry]) -> None:
    connection.executescript(LATER)
    for at, account in enumerate(accounts):
        connection.execute("INSERT INTO Items VALUES (?, ?, 'Login', 0)", (f"i{at}", account.issuer))
        fields = (("login.username", account.name), ("login.password", "x"))
        for key, value in fields:
            connection.execute("INSERT INTO FieldValues VALUES (?, ?, ?, ?)", (f"{key}{at}", f"i{at}", key, value))
        own = (account.algorithm, account.digits, account.period)
        code = (f"t{at}", "Authenticator", account.secret_in_file, f"i{at}", DAY, DAY, *own)
        connection.execute("INSERT INTO TotpCodes VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)", code)


def add(catalogue: Catalogue) -> None:
    accounts = [entry(f"{FORMAT}/earlier/{at}") for at in range(3)]
    catalogue.add(f"{FORMAT}/earlier.sqlite", database.made(lambda file: earlier(file, accounts)), accounts)
    bad = replace(entry(f"{FORMAT}/rejected"), written_secret="not base32!")
    accounts = [entry(f"{FORMAT}/later/0"), entry(f"{FORMAT}/later/1", algorithm="SHA256", digits=8, period=60)]
    content = database.made(lambda file: later(file, [*accounts, bad]))
    catalogue.add(f"{FORMAT}/later.sqlite", content, accounts, ["not base32"])
