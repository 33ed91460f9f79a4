"""Authy: the preferences of the app, with tokens in the clear, under the backups password, or Authy's own."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from images.accounts import invented_bytes

from .. import ciphers, hostile, hostile_xml, reopen
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..hostile import READABLE_DEPTH, UNREADABLE_DEPTH, deep
from ..preferences import PreferencesShape, preferences, string
from ..shape import BAD_BASE32, places

FORMAT = "authy"
AUTHENTICATOR, OWN = "com.authy.storage.tokens.authenticator.key", "com.authy.storage.tokens.authy.key"
ITERATIONS = 1000


def described(account: Entry) -> dict:
    return {
        "accountType": "authenticator",
        "digits": account.digits,
        "logo": account.issuer,
        "name": account.name_in_file or account.issuer,
        "originalIssuer": account.issuer or None,
        "originalName": account.name,
    }


def written(account: Entry) -> dict:
    return described(account) | {"decryptedSecret": account.secret_in_file}


def own(account: Entry) -> dict:
    """A token of Authy's own: its name is what we call the issuer."""
    row = {"accountType": "authy", "digits": account.digits, "name": account.issuer}
    return row | {"secretSeed": account.secret.hex()}


def dressed(rows: Any, encoded: Callable[[Any], str]) -> str:
    version = '    <int name="key_version" value="121" />'
    return preferences([version, string(AUTHENTICATOR, encoded(rows), quotes=False)])


def file(rows: Any, name: str = AUTHENTICATOR) -> bytes:
    return preferences([string(name, json.dumps(rows, ensure_ascii=False))]).encode()


def seen(account: Entry) -> Entry:
    """Neither algorithm nor period is stored."""
    return replace(account, algorithm="SHA1", period=30)


def authys(label: str, **fields: Any) -> Entry:
    return entry(label, name="", **({"digits": 7, "period": 10, "secret_size": 16} | fields))


def faults() -> list[tuple[str, dict]]:
    seed, base = own(authys("authy/fault")), described(entry("authy/fault/base"))
    return [
        ("seed is no hex", seed | {"secretSeed": "no hex"}),
        ("seed of odd length", seed | {"secretSeed": "abc"}),
        ("seed of no bytes", seed | {"secretSeed": ""}),
        ("seed with digits 0", seed | {"digits": 0}),
        ("secret is a list", base | {"decryptedSecret": ["GEZDGNBVGY3TQOJQ"]}),
    ]


SHAPE = PreferencesShape(
    format=FORMAT,
    suffix=".xml",
    entry=written,
    dressed=dressed,
    secret=("decryptedSecret",),
    fields=places("name digits", issuer="originalIssuer"),
    bad_secrets=BAD_BASE32,
    skips_without_secret=True,
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = [seen(account) for account in cast("authy/plain", ("totp",))]
    catalogue.add("authy/plain.xml", file([written(account) for account in accounts]), accounts)
    add_own(catalogue)
    add_names(catalogue)
    add_encrypted(catalogue)
    add_rejected_rows(catalogue)
    add_damaged(catalogue)
    hostile.add(catalogue, SHAPE, only="rejected strings types repeated")
    hostile_xml.add(catalogue, "authy", SHAPE.holding)


def add_own(catalogue: Catalogue) -> None:
    """Authy's own tokens, alone and in front of the others; the file's order is that of its lists."""
    seven, eight, bare = (
        authys("authy/own/seven"),
        authys("authy/own/eight", issuer="Größenwahn & Söhne", digits=8),
        authys("authy/own/bare", issuer="青い銀行"),
    )
    rows = [own(seven), own(eight), own(bare) | {"secretSeed": bare.secret.hex().upper()}]
    del rows[2]["digits"]
    catalogue.add("authy/own.xml", file(rows, OWN), [seven, eight, bare])
    first, second = entry("authy/both/0"), entry("authy/both/1")
    again = authys("authy/both/own")
    lines = [
        string(OWN, json.dumps([own(again)])),
        string("com.authy.storage.tokens.other", "no JSON"),
        string(AUTHENTICATOR, json.dumps([written(first), written(second)])),
    ]
    catalogue.add("authy/both.xml", preferences(lines), [again, first, second])


def add_names(catalogue: Catalogue) -> None:
    """Where issuer and name come from, place by place."""
    names = (
        ({"originalIssuer": "Widgetry", "originalName": "Not this:walter", "name": "walter"}, "Widgetry", "walter"),
        ({"originalIssuer": "Widgetry", "name": "Widgetry: walter"}, "Widgetry", "walter"),
        ({"originalIssuer": "Widgetry", "name": "Widgetry - walter"}, "Widgetry", "walter"),
        ({"originalIssuer": "Widgetry", "name": "Widgetry"}, "Widgetry", ""),
        ({"originalIssuer": None, "originalName": "Widgetry:walter", "name": "Widgetry: walter"}, "Widgetry", "walter"),
        ({"originalIssuer": "", "originalName": "Studio:a:b", "name": "someone"}, "Studio", "someone"),
        ({"originalName": "walter", "name": "Copperline Mail - walter"}, "Copperline Mail", "walter"),
        ({"name": "One - Two - three"}, "One", "Two - three"),
        ({"name": "octavia", "accountType": "github"}, "Github", "octavia"),
        ({"name": "octavia", "accountType": "authenticator"}, "", "octavia"),
        ({"name": "a-b", "accountType": "authenticator"}, "", "a-b"),
        ({"name": "Gitlab", "accountType": "gitlab"}, "Gitlab", ""),
    )
    accounts, rows = [], []
    for at, (given, issuer, name) in enumerate(names):
        account = entry(f"authy/names/{at}", issuer=issuer, name=name)
        accounts.append(account)
        rows.append({"accountType": "authenticator", "digits": 6, "decryptedSecret": account.base32} | given)
    catalogue.add("authy/names.xml", file(rows), accounts)


def sealed(account: Entry, password: str, text: str | None = None) -> dict:
    """The salt counts as text, whatever it looks like."""
    salt = ciphers.b64(invented_bytes(f"exports/authy/{account.base32}/salt", 12))
    key = ciphers.pbkdf2("sha1", password, salt.encode(), ITERATIONS)
    encrypted = ciphers.aes_cbc(key, bytes(16), (secret_text(account) if text is None else text).encode())
    return described(account) | {"encryptedSecret": ciphers.b64(encrypted), "salt": salt}


def secret_text(account: Entry) -> str:
    return account.base32.lower()


def add_encrypted(catalogue: Catalogue) -> None:
    for name, ascii in (("encrypted", True), ("encrypted-unicode", False)):
        label, password = locked(f"authy/{name}", ascii=ascii)
        accounts = [seen(account) for account in cast(label, ("totp",))]
        rows = [sealed(account, password) for account in accounts]
        seal = Seal(reopen.authy, "\n".join(map(secret_text, accounts)).encode())
        catalogue.add(f"{label}.xml", file(rows), accounts, password=password, seal=seal)
    label, password = locked("authy/encrypted-in-part")
    first, second, third = accounts = [entry(f"{label}/0"), authys(f"{label}/own"), entry(f"{label}/2")]
    content = file([written(first), own(second), sealed(third, password)])
    seal = Seal(reopen.authy, secret_text(third).encode())
    catalogue.add(f"{label}.xml", content, accounts, password=password, seal=seal)


def add_rejected_rows(catalogue: Catalogue) -> None:
    """Rows that the backups password does not open, between those that it opens."""
    label, password = locked("authy/encrypted-rejected")
    first, last, bad = some(label, "first last bad")
    base = sealed(bad, password)
    faults = {
        "no secret": described(bad),
        "secret null": described(bad) | {"encryptedSecret": None, "salt": base["salt"]},
        "no salt": {name: value for name, value in base.items() if name != "salt"},
        "salt null": base | {"salt": None},
        "not base64": base | {"encryptedSecret": "not*base64"},
        "no block": base | {"encryptedSecret": ""},
        "digits 11": base | {"digits": 11},
    }
    rows = [sealed(first, password), *faults.values(), sealed(last, password)]
    catalogue.add(f"{label}.xml", file(rows), [first, last], list(faults), password=password)
    damaged = {
        "salt-is-a-number": base | {"salt": 5},
        "half-a-block": base | {"encryptedSecret": ciphers.b64(bytes(24))},
    }
    for name, row in damaged.items():
        content = file([sealed(first, password), row, sealed(last, password)])
        catalogue.add(f"authy/hostile/{name}.xml", content, [first, last], [name], password=password)


def add_damaged(catalogue: Catalogue) -> None:
    password = passphrase("authy/damaged")
    account = entry("authy/damaged")

    def failure(name: str, content: bytes, error: str, given: str | None = None) -> None:
        catalogue.failure(f"authy/hostile/{name}.xml", content, error, password=given)

    failure("wrong-password", file([sealed(account, "not this one")]), "wrong-password", password)
    failure("sealed-garbage", file([sealed(account, password, "no base32 at all!")]), "wrong-password", password)
    failure("no-list", file({"a": 1}), "corrupt")
    failure("not-json", preferences([string(AUTHENTICATOR, "no JSON")]).encode(), "corrupt")
    failure("cut", preferences([string(AUTHENTICATOR, '[{"name": "wal')]).encode(), "corrupt")
    bottomless = SHAPE.written([written(account) | {"x": "@DEEP@"}]).replace(b'"@DEEP@"', deep(UNREADABLE_DEPTH))
    failure("too-deep", bottomless, "corrupt")
    deeper = SHAPE.written([written(account) | {"x": "@DEEP@"}]).replace(b'"@DEEP@"', deep(READABLE_DEPTH))
    catalogue.add("authy/hostile/deep.xml", deeper, [account])
    catalogue.add("authy/hostile/empty-list.xml", file([]))
    catalogue.failure("authy/hostile/empty-map.xml", preferences([]), "unrecognised")
