"""totp-import's own `json`, as Docs/formats/json.md describes it."""

import json
from dataclasses import replace
from typing import Any

from .. import hostile
from ..accounts import KINDS, Entry, cast, entry, token
from ..catalogue import Catalogue
from ..shape import Shape, paths, places, within

FORMAT = "json"
MUCH_TOO_DEEP = 10_000


def written(account: Entry) -> dict:
    item: dict[str, Any] = {"type": account.type, "issuer": account.issuer, "name": account.name_in_file}
    item |= {"secret": account.secret_in_file, "algorithm": account.algorithm, "digits": account.digits}
    item |= {"period": account.period} if account.counter is None else {"counter": account.counter}
    extras = {"pin": account.pin, "note": account.note, "tags": tags(account), "favorite": account.favourite}
    extras |= {"token": dict(account.token)}
    return item | {key: value for key, value in extras.items() if value}


def tags(account: Entry) -> list[str]:
    return [account.group] if account.group else []


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=within("items", format="totp-import-items", version=1),
    secret=("secret",),
    fields=places("issuer name algorithm digits period counter"),
    kind=("type",),
    extras=paths("note tags favorite pin"),
    never_absent=frozenset(("counter",)),
    faults=[
        ("yandex secret of 10 bytes", written(entry("json/fault", "yandex")) | {"secret": "GEZDGNBVGY3TQOJQ"}),
    ],
)


def add(catalogue: Catalogue) -> None:
    accounts = cast("json/plain", KINDS)
    lines = ",\n  ".join(
        json.dumps(written(account), ensure_ascii=False, separators=(",", ":")) for account in accounts
    )
    content = f'{{"format":"totp-import-items","version":1,"items":[\n  {lines}\n]}}\n'
    # Our own names are taken as they are: no issuer is cut off.
    read = [replace(account, name=account.name_in_file) for account in accounts]
    catalogue.add("json/plain.json", content, read)
    add_fixed(catalogue)
    tokens = [token("1234567", "Acorn Tokens", "A-1", "alice@example.com"), token(user="bob"), ()]
    numbered = [entry(f"json/tokens/{at}", token=members) for at, members in enumerate(tokens)]
    catalogue.add("json/tokens.json", SHAPE.holding(numbered), numbered)
    newer = SHAPE.text(SHAPE.document([]) | {"version": 2}).encode()
    catalogue.failure("json/version-2.json", newer, "unsupported-version")
    deep = b"[" * MUCH_TOO_DEEP + b"]" * MUCH_TOO_DEEP
    content = SHAPE.text(SHAPE.document([]) | {"future": "@"}).encode().replace(b'"@"', deep)
    catalogue.failure("json/hostile/much-too-deep.json", content, "corrupt", format=None)
    catalogue.failure("json/hostile/never-closed.json", b"[" * MUCH_TOO_DEEP, "unrecognised")
    hostile.add(catalogue, SHAPE)


def add_fixed(catalogue: Catalogue) -> None:
    """Kinds with parameters of their own keep them, whatever the file says; Steam may have another period."""
    accounts = [entry(f"json/fixed/{kind}", kind) for kind in ("steam", "motp", "yandex")]
    accounts.append(entry("json/fixed/long-yandex", "yandex"))
    others = [replace(account, algorithm="SHA512", digits=7, period=45) for account in accounts]
    items = [written(account) for account in others]
    long = replace(accounts[3], secret=accounts[3].secret + bytes(10))
    items[3]["secret"] = long.base32
    accounts[0] = replace(accounts[0], period=45)
    catalogue.add("json/fixed-parameters.json", SHAPE.written(items), accounts)
