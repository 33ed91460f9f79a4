"""The extension Authenticator's folder in a browser's profile: the members of its backup, as a LevelDB."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .. import leveldb, zips
from ..accounts import Entry, cast, entry, locked, some
from ..catalogue import Catalogue
from ..leveldb import Change, batch, block, internal, log, stored, table, varint
from .authenticator_extension import FORMAT, document, new_key, other_members, whole, written

CURRENT = "CURRENT"
Files = Mapping[str, bytes]


def changes(tree: Mapping[str, Any]) -> list[Change]:
    """As Chrome stores them: each value is JSON."""
    return [(name, json.dumps(value, ensure_ascii=False).encode()) for name, value in tree.items()]


def rows(found: Sequence[Change], sequence: int) -> list[tuple[bytes, bytes]]:
    numbered = [(name, sequence + at, value) for at, (name, value) in enumerate(found)]
    return [
        (internal(name, number, is_deleted=value is None), value or b"")
        for name, number, value in sorted(numbered, key=lambda row: (row[0].encode(), -row[1]))
    ]


def folder(files: Files) -> dict[str, bytes]:
    return {CURRENT: b"MANIFEST-000002\n", "LOCK": b"", "MANIFEST-000002": b"", "LOG": b"not read\n"} | dict(files)


def add_folder(catalogue: Catalogue, name: str, files: Files, accounts: Sequence[Entry], **expected: Any) -> None:
    for file, content in folder(files).items():
        if file == CURRENT:
            catalogue.add(f"{FORMAT}/{name}/{file}", content, accounts, **expected)
        else:
            catalogue.companion(f"{FORMAT}/{name}/{file}", content)


def zipped(label: str, files: Files, inside: str = "bhghoamapcdpbohphigoooaddinpkbai/") -> bytes:
    return zips.archive([zips.Member(f"{inside}{name}", content) for name, content in folder(files).items()], label)


def add(catalogue: Catalogue) -> None:
    add_log(catalogue)
    add_tables(catalogue)
    add_encrypted(catalogue)
    add_damaged(catalogue)
    add_failures(catalogue)


def add_log(catalogue: Catalogue) -> None:
    """Two logs: entries that are replaced and deleted later, and a batch over several blocks."""
    label = f"{FORMAT}/profile-log"
    accounts = cast(label, ("totp", "hotp", "steam"))
    tree = document([written(account) for account in accounts])
    name = sorted(tree)[0]
    old = changes({name: {"secret": "GEZDGNBVGY3TQOJQ", "index": 0, "dataType": "OTPStorage"}})
    gone = changes({"gone": {"secret": "GEZDGNBVGY3TQOJQ", "index": 1, "dataType": "OTPStorage"}})
    large = changes({"LocalStorage": {"text": "x" * 70_000}})
    files = {
        "000004.log": log([batch(7, changes(tree)), batch(5000, large), batch(6000, [("gone", None)])]),
        "000003.log": log([batch(1, [*old, *gone])]),
    }
    add_folder(catalogue, "profile-log", files, accounts)


def add_tables(catalogue: Catalogue) -> None:
    """Tables that overlap, with and without Snappy, and a log after them; as a folder and in a zip."""
    for name in ("profile-tables", "profile-zip"):
        accounts = some(f"{FORMAT}/{name}", 9)
        accounts.append(entry(f"{FORMAT}/{name}/hotp", "hotp", counter=18))
        members = changes(document([written(account) for account in accounts]))
        settings = changes(other_members())
        old = [(key, b'{"secret":"GEZDGNBVGY3TQOJQ","dataType":"OTPStorage"}') for key, _ in members[:6]]
        files = {
            "000005.ldb": table(rows([*old, *members[6:8], ("gone", old[0][1])], 10)),
            "000007.sst": table(rows([*settings, *members[:6], ("gone", None)], 100), packed=0),
            "000009.log": log([batch(300, members[8:])]),
        }
        if name == "profile-zip":
            catalogue.add(f"{FORMAT}/{name}.zip", zipped(name, files), accounts)
        else:
            add_folder(catalogue, name, files, accounts)


def add_encrypted(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/profile-encrypted", ascii=False)
    accounts = some(label, 3)
    name, key, secret = new_key(label, password)
    tree = {name: key} | document(whole(label, [written(account) for account in accounts], name, secret))
    content = zipped(label, {"000003.log": log([batch(1, changes(tree))])})
    catalogue.add(f"{label}.zip", content, accounts, password=password)


def some_stored(case: str, count: int = 3) -> tuple[list[Entry], list[Change]]:
    accounts = some(f"{FORMAT}/profile-{case}", count)
    return accounts, changes(document([written(account) for account in accounts]))


def add_damaged(catalogue: Catalogue) -> None:
    """Parts that are lost, next to accounts that are not."""

    def partly(name: str, accounts: Sequence[Entry], files: Files) -> None:
        catalogue.add(f"{FORMAT}/hostile/profile-{name}.zip", zipped(f"hostile/{name}", files), accounts)

    accounts, members = some_stored("checksum")
    good, lost = batch(1, members), batch(9, changes({"lost": {"secret": "GEZDGNBV", "dataType": "OTPStorage"}}))
    broken = bytearray(log([lost]))
    broken[0] ^= 1
    partly("checksum", accounts, {"000003.log": bytes(broken), "000004.log": log([good])})

    accounts, members = some_stored("cut")
    partly("cut", accounts, {"000003.log": log([batch(1, members), lost])[:-3]})

    accounts, members = some_stored("count")
    partly("count", accounts, {"000003.log": log([batch(1, members, count=2**32 - 1)])})

    accounts, members = some_stored("block")
    data = bytearray(table(rows(members, 1), per_block=1))
    lost_row = rows(changes({"zzz": {"secret": "GEZDGNBV"}}), 50)
    other = bytearray(table(lost_row))
    other[2] ^= 0xFF
    partly("block", accounts, {"000005.ldb": bytes(data), "000006.ldb": bytes(other)})

    accounts, members = some_stored("method")
    first = table(rows(members, 1))
    second = table(lost_row, packed=2)
    partly("method", accounts, {"000005.ldb": first, "000006.ldb": second, "000007.ldb": b"short"})

    accounts, members = some_stored("not-json")
    odd: list[Change] = [("text", b"not JSON"), ("cut", b'{"secret":'), ("deep", b"[" * 600 + b"]" * 600), ("", b"7")]
    partly("not-json", accounts, {"000003.log": log([batch(1, [*members, *odd])])})

    accounts, members = some_stored("bomb")
    large = varint(2**32 - 1) + b"\x00x" + b"\xfe\x01\x00" * 40
    bomb = large + b"\x01" + leveldb.masked(large + b"\x01")
    index = block([(b"z" * 9, varint(0) + varint(len(large)))])
    hostile = bomb + leveldb.ending(len(bomb), index)
    partly("bomb", accounts, {"000003.log": log([batch(1, members)]), "000005.ldb": hostile})

    accounts, members = some_stored("loop")
    handle = varint(0) + varint(2**62)
    ending = leveldb.ending(0, block([(b"a" * 9, handle), (b"b" * 9, b"\xff" * 12)]))
    partly("loop", accounts, {"000003.log": log([batch(1, members)]), "000005.ldb": ending})


def add_failures(catalogue: Catalogue) -> None:
    def failure(name: str, content: bytes, error: str = "unrecognised") -> None:
        catalogue.failure(f"{FORMAT}/hostile/{name}", content, error, format=None)

    accounts, members = some_stored("alone")
    failure("profile-alone.log", log([batch(1, members)]))
    failure("profile-alone.ldb", table(rows(members, 1)))
    others = changes({"theme": {"dark": True}, "list": [1, 2], "secret": "GEZDGNBVGY3TQOJQ"})
    failure("profile-other.zip", zipped("other", {"000003.log": log([batch(1, others)])}))
    # A table without an end is damaged.
    failure("profile-empty.zip", zipped("empty", {"000003.log": b"", "000005.ldb": b""}), "corrupt")
    # One block of eight MiB, which the index names a hundred times.
    row = stored(block([(internal("a", 1), b"x" * ((8 << 20) - 64))]), 1)
    index = block([(b"z" * 9, varint(0) + varint(len(row) - 5))] * 100, interval=1)
    content = zipped("repeated", {"000005.ldb": row + leveldb.ending(len(row), index)})
    failure("profile-repeated.zip", content, "limit-exceeded")
