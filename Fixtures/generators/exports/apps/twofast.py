"""2fast: one data file, whose values are each encrypted under one key and one IV."""

import json
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, reopen
from ..accounts import Entry, entry, locked
from ..catalogue import Catalogue, Seal

FORMAT = "2fast"
SALT = bytes.fromhex("0edf23c55df2ef08")
MODES = {"SHA1": 0, "SHA256": 1, "SHA512": 2}
WORK = {"Guid": "5c1fa3a0-0000-4000-8000-000000000001", "Name": "Work", "UnicodeIndex": 3}


class File:
    """The file of one passphrase."""

    def __init__(self, label: str, password: str, version: int = 2) -> None:
        digest, rounds = ("sha256", 25_000) if version == 2 else ("sha1", 1000)
        self.key = ciphers.pbkdf2(digest, password, SALT, rounds)
        self.iv = invented_bytes(f"exports/{label}/iv", 16)
        self.version = version

    def sealed(self, value: bytes | str | None) -> str | None:
        if not value:
            return value
        data = value.encode() if isinstance(value, str) else value
        return ciphers.b64(ciphers.aes_cbc(self.key, self.iv, data))

    def item(self, account: Entry, **changes: Any) -> dict:
        """Changes are of values as they are stored."""
        tree = {
            "Label": self.sealed(account.name_in_file), "Issuer": self.sealed(account.issuer),
            "IsFavourite": account.favourite, "Period": account.period, "HashMode": MODES[account.algorithm],
            "OTPType": self.sealed(account.type), "TotpSize": account.digits,
            "SecretByteArray": self.sealed(account.secret), "AccountIconName": self.sealed("icon"),
            "Notes": self.sealed(account.note), "SelectedCategories": [WORK] if account.group else [],
        }  # fmt: skip
        return tree | changes

    def written(self, items: Any, **changes: Any) -> bytes:
        tree = {"Collection": items, "GlobalCategories": [WORK], "IV": ciphers.b64(self.iv), "Version": self.version}
        return json.dumps(tree | changes).encode()


def made(label: str, type: str = "totp", **fields: Any) -> Entry:
    return entry(f"{FORMAT}/{label}", type, **fields)


def add(catalogue: Catalogue) -> None:
    for name, version in (("data", 2), ("version-1", 1)):
        label, password = locked(f"{FORMAT}/{name}", ascii=version == 1)
        file = File(label, password, version)
        accounts = [
            made(f"{name}/0", group="Work"), made(f"{name}/1", algorithm="SHA256", digits=8, period=60, note="a note"),
            made(f"{name}/2", algorithm="SHA512", favourite=True), made(f"{name}/steam", "steam", issuer="Gamers Den"),
            made(f"{name}/wide", issuer="青い銀行", name="田中 花子"), made(f"{name}/no-issuer", issuer=""),
        ]  # fmt: skip
        untyped = made(f"{name}/untyped")
        items = [*map(file.item, accounts), file.item(untyped, OTPType="", Notes=None)]
        content = file.written(items)
        text = b"".join(account.secret for account in (*accounts, untyped))
        seal = Seal(reopen.twofast, text)
        catalogue.add(f"{label}.2fa", content, [*accounts, untyped], password=password, seal=seal)
    add_rejected(catalogue)
    add_failures(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/rejected")
    file, other = File(label, password), File(label, "another passphrase")
    first, bad, last = made("rejected/first"), made("rejected/bad"), made("rejected/last")
    faults = {
        "no secret": file.item(bad, SecretByteArray=""), "null secret": file.item(bad, SecretByteArray=None),
        "another key": other.item(bad), "not base64": file.item(bad, Issuer="?"),
        "not a block": file.item(bad, Label="AAAA"), "a number": file.item(bad, Notes=7),
        "not UTF-8": file.item(bad, Label=file.sealed(b"caf\xe9")), "kind": file.item(bad, OTPType=file.sealed("hotp")),
        "hash": file.item(bad, HashMode=3), "hash name": file.item(bad, HashMode="SHA1"),
        "digits": file.item(bad, TotpSize=11), "period": file.item(bad, Period=0), "text": "an entry",
    }  # fmt: skip
    items = [file.item(first), *faults.values(), file.item(last)]
    catalogue.add(f"{label}.2fa", file.written(items), [first, last], list(faults), password=password)
    spelt = replace(made("hostile/camel"), name="lower")
    tree = json.loads(file.written([file.item(spelt), file.item(spelt)]))
    lower = {key.lower(): value for key, value in tree.items()}
    lower["collection"] = [
        {key[0].lower() + key[1:]: value for key, value in item.items()} for item in tree["Collection"]
    ]
    catalogue.add(f"{FORMAT}/hostile/names-in-lower-case.2fa", lower, [spelt, spelt], password=password)


def add_failures(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/failures")
    file = File(label, password)
    item = file.item(made("failures"))
    good = file.written([item])
    for name, content, error in (
        ("version-3", file.written([item], Version=3), "unsupported-version"),
        ("version-text", file.written([item], Version="new"), "unsupported-version"),
        ("iv-too-short", file.written([item], IV="AAAA"), "corrupt"),
        ("iv-not-base64", file.written([item], IV="?"), "corrupt"),
        ("two-ivs", good[:-1] + b',"iv":"AAAA"}', "corrupt"),
        ("truncated", good[: len(good) * 3 // 5], "corrupt"),
        ("trailing-garbage", good + b"]}", "corrupt"),
        ("other-passphrase", File(label, "another").written([item], IV=json.loads(good)["IV"]), "wrong-password"),
    ):
        path = f"{FORMAT}/hostile/{name}.2fa"
        if name == "other-passphrase":
            content = File(label, "another").written([File(label, "another").item(made("failures"))])
        catalogue.failure(path, content, error, password=password)
    catalogue.add(f"{FORMAT}/hostile/empty.2fa", file.written([]))
