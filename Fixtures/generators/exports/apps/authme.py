"""Authme: JSON around a text of accounts in base64."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import ciphers
from ..accounts import Entry, entry, odd_length, some, spelt_oddly
from ..catalogue import OF_FOLDER, Catalogue

FORMAT = "authme"


def block(account: Entry, **changes: str | None) -> str:
    """The app leaves a space at the end of most lines."""
    fields = {"Name": account.name, "Secret": account.secret_in_file, "Issuer": account.issuer, "Type": "OTP_TOTP"}
    found = {name: value for name, value in (fields | changes).items() if value is not None}
    return "".join(f"{name + ':':8}{value}{'' if name == 'Type' else ' '}\n" for name, value in found.items())


def file(text: str | bytes, **changes: Any) -> bytes:
    codes = ciphers.b64(text if isinstance(text, bytes) else text.encode())
    tree = {"role": "codes", "encrypted": False, "codes": codes, "date": "2026-01-02", "version": 3}
    return json.dumps(tree | changes, indent="\t").encode()


def text(blocks: Sequence[str], end: str = "\n") -> str:
    return ("\n" + "\n".join(blocks)).replace("\n", end)


def add(catalogue: Catalogue) -> None:
    plain = entry(f"{FORMAT}/plain/spelling")
    accounts = [
        *some(f"{FORMAT}/plain", 3), entry(f"{FORMAT}/plain/wide", issuer="青い銀行", name="田中 花子"),
        entry(f"{FORMAT}/plain/no-issuer", issuer="", name="nobody"), entry(f"{FORMAT}/plain/no-name", name=""),
        entry(f"{FORMAT}/plain/colon", issuer="Studio: North", name="root@host:4022"),
        replace(plain, written_secret=spelt_oddly(plain.base32)), odd_length(f"{FORMAT}/plain/odd"),
    ]  # fmt: skip
    counted = entry(f"{FORMAT}/plain/hotp", "hotp", counter=0)
    blocks = [*map(block, accounts), block(counted, Type="OTP_HOTP")]
    catalogue.add(f"{FORMAT}/plain.authme", file(text(blocks)), [*accounts, counted])
    latin = [entry(f"{FORMAT}/latin/0", issuer="Überall GmbH", name="zoë"), *some(f"{FORMAT}/latin/further")]
    content = file(text([*map(block, latin)], "\r\n").encode("latin-1"), role="export")
    catalogue.add(f"{FORMAT}/latin-1.authme", content, latin)
    version = some(f"{FORMAT}/newer", 3)
    catalogue.add(f"{FORMAT}/newer.authme", file(text([*map(block, version)]), version=4), version)
    add_rejected(catalogue)
    add_hostile(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    first, bad, last = some(f"{FORMAT}/rejected", 3)
    faults = {
        "no secret": block(bad, Secret=None), "secret empty": block(bad, Secret=""),
        "secret not base32": block(bad, Secret="a-b_c!"), "secret of no bytes": block(bad, Secret="==="),
        "type": block(bad, Type="OTP_STEAM"), "secret again": f"Secret: {'1' * 16}\n",
    }  # fmt: skip
    content = file(text([block(first), *faults.values(), block(last)]))
    catalogue.add(f"{FORMAT}/rejected.authme", content, [first, last], list(faults))
    odd = some(f"{FORMAT}/fields", 3)
    blocks = [
        block(odd[0], Type=None), "Note: a line that says nothing\n" + block(odd[1], Type=""),
        block(odd[2]).lower().replace(odd[2].name.lower(), odd[2].name).replace(odd[2].issuer.lower(), odd[2].issuer),
    ]  # fmt: skip
    catalogue.add(f"{FORMAT}/fields.authme", file(text(blocks)), odd)


def add_hostile(catalogue: Catalogue) -> None:
    def failure(name: str, content: bytes, error: str, format: str | None = OF_FOLDER) -> None:
        catalogue.failure(f"{FORMAT}/hostile/{name}.authme", content, error, format=format)

    good = file(text([*map(block, some(f"{FORMAT}/damaged", 3))]))
    failure("truncated", good[: len(good) * 3 // 5], "corrupt", None)
    failure("trailing-garbage", good + b"]}", "corrupt")
    failure("codes-not-base64", file("", codes="?"), "corrupt")
    failure("codes-of-something-else", file("a text without any account"), "corrupt")
    failure("encrypted", file(b"\x00" * 40, encrypted=True), "account-restricted")
    failure("newer-encrypted", file(b"\x00" * 40, encrypted=True, version=4), "account-restricted")
    failure("newer-empty", file("", version=4), "unsupported-version")
    catalogue.add(f"{FORMAT}/hostile/empty.authme", file(""))
    again = some(f"{FORMAT}/again", 1) * 3
    catalogue.add(f"{FORMAT}/hostile/duplicates.authme", file(text([*map(block, again)])), again)
    marked = some(f"{FORMAT}/bom", 3)
    content = b"\xef\xbb\xbf" + file(text([*map(block, marked)]))
    catalogue.add(f"{FORMAT}/hostile/bom.authme", content, marked)
