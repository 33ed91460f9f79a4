"""Ente Auth: a list of links with a display parameter, plain or in an encrypted envelope."""

import json
from collections.abc import Sequence
from typing import Any

from images.accounts import base32, invented_bytes

from .. import ciphers, hostile_text, links, reopen, secretstream
from ..accounts import Entry, cast, entry, locked, passphrase, some
from ..catalogue import Catalogue, Seal

FORMAT = "ente"
KINDS = ("totp", "hotp", "steam")
LOW_COSTS = {"memLimit": 8 * 2**20, "opsLimit": 2}
PHONE_COSTS = {"memLimit": 64 * 2**20, "opsLimit": 3}


def display(account: Entry, **changes: Any) -> str:
    shown = {"pinned": account.favourite, "trashed": False, "lastUsedAt": 0, "tapCount": 0}
    shown |= {"tags": [account.group] if account.group else [], "note": account.note, "position": 0}
    return json.dumps(shown | changes, ensure_ascii=False, separators=(",", ":"))


def link(account: Entry, **changes: Any) -> str:
    return links.key_uri(account, codeDisplay=display(account, **changes))


def add(catalogue: Catalogue) -> None:
    accounts = cast("ente/plain", KINDS)
    trashed = entry("ente/trashed")
    lines = [*map(link, accounts), link(trashed, trashed=True)]
    catalogue.add("ente/plain.txt", text(lines), [*accounts, trashed])
    add_habits(catalogue)
    add_encrypted(catalogue)
    add_refused(catalogue)
    bad = [(f"{uri}&codeDisplay=%7B%7D", reason) for uri, reason in bad_links()]
    hostile_text.add(catalogue, FORMAT, link, bad)


def bad_links() -> Sequence[tuple[str, str]]:
    return links.bad_links(base32(invented_bytes("exports/ente/bad-link", 20)))


def text(lines: Sequence[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def add_habits(catalogue: Catalogue) -> None:
    """What Ente writes otherwise than others, and display parameters that are no JSON."""
    accounts = [
        entry("ente/habits/plus", issuer="Air Lines", name="alice"),
        entry("ente/habits/lower", algorithm="SHA512", digits=8),
        entry("ente/habits/null", issuer="", name="bob"),
        entry("ente/habits/colon", issuer="", name="carol"),
        entry("ente/habits/padding", issuer="Acme Cloud", name="dave", secret_size=16),
        entry("ente/habits/no-json", issuer="Acme Cloud", name="erin"),
        entry("ente/habits/deep-json", issuer="Acme Cloud", name="frank"),
    ]
    plus, lower, null, colon, padding, no_json, deep = accounts
    nesting = "%5B" * 600 + "%5D" * 600
    lines = [
        f"otpauth://totp/Air%20Lines:alice?secret={plus.base32}&issuer=Air+Lines&codeDisplay={{}}",
        links.key_uri(lower).replace("SHA512", "sha512"),
        f"otpauth://totp/:bob?secret={null.base32}&issuer=null&algorithm=null&digits=null&period=null",
        f"otpauth://totp/:carol?secret={colon.base32}&issuer=&codeDisplay=%7B%7D",
        f"otpauth://totp/Acme%20Cloud:dave?secret={padding.base32}%3D%3D%3D%3D%3D%3D&issuer=Acme%20Cloud",
        links.key_uri(no_json) + "&codeDisplay=%7Bnot%20JSON",
        links.key_uri(deep) + f"&codeDisplay={nesting}",
    ]
    catalogue.add("ente/habits.txt", text(lines), accounts)


def add_encrypted(catalogue: Catalogue) -> None:
    for name, costs, ascii in (("encrypted", LOW_COSTS, True), ("encrypted-phone", PHONE_COSTS, False)):
        label, password = locked(f"ente/{name}", ascii=ascii)
        accounts = cast(label, KINDS)
        bad = bad_links()[:2] if ascii else ()
        lines = [*map(link, accounts), *(uri for uri, _ in bad)]
        content = encrypted(label, text(lines), password, costs)
        reasons = [reason for _, reason in bad]
        seal = Seal(reopen.ente, text(lines))
        file = json.dumps(content, indent=2).encode()
        catalogue.add(f"{label}.json", file, accounts, reasons, password=password, seal=seal)
    for size in (0, 1, 15, 16, 17, 48):
        add_sized(catalogue, size)


def add_sized(catalogue: Catalogue, remainder: int) -> None:
    """Text of a length that leaves this remainder after division by 64: the authenticator's padding depends on it."""
    label, password = f"ente/encrypted-mod-{remainder}", passphrase(f"ente/mod-{remainder}")
    accounts = some(label)
    plain = text([link(account) for account in accounts])
    plain += b"\n" * ((remainder - len(plain)) % 64)
    content = json.dumps(encrypted(label, plain, password, LOW_COSTS)).encode()
    seal = Seal(reopen.ente, plain)
    catalogue.add(f"{label}.json", content, accounts, password=password, seal=seal)


def encrypted(label: str, plain: bytes, password: str, costs: dict[str, int]) -> dict:
    salt, header = invented_bytes(f"{label}/salt", 16), invented_bytes(f"{label}/header", 24)
    kibibytes = costs["memLimit"] // 1024
    key = ciphers.argon2id(password, salt, passes=costs["opsLimit"], kibibytes=kibibytes, lanes=1)
    sealed = secretstream.seal(key, header, plain)
    parameters = costs | {"salt": ciphers.b64(salt)}
    return {
        "version": 1,
        "kdfParams": parameters,
        "encryptedData": ciphers.b64(sealed),
        "encryptionNonce": ciphers.b64(header),
    }


def add_refused(catalogue: Catalogue) -> None:
    password = passphrase("ente/refused")
    good = encrypted("ente/refused", b"otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ\n", password, LOW_COSTS)
    costs = good["kdfParams"]
    cases: Sequence[tuple[str, dict, str]] = (
        ("version-2", {"version": 2}, "unsupported-version"),
        ("memory-1-tib", {"kdfParams": costs | {"memLimit": 2**40}}, "limit-exceeded"),
        ("memory-negative", {"kdfParams": costs | {"memLimit": -1024}}, "corrupt"),
        ("passes-2-31", {"kdfParams": costs | {"opsLimit": 2**31}}, "limit-exceeded"),
        ("short-header", {"encryptionNonce": ciphers.b64(bytes(23))}, "corrupt"),
        ("short-data", {"encryptedData": ciphers.b64(bytes(16))}, "corrupt"),
        ("not-base64", {"encryptedData": "?"}, "corrupt"),
        ("no-salt", {"kdfParams": {key: costs[key] for key in ("memLimit", "opsLimit")}}, "corrupt"),
    )
    for name, changes, error in cases:
        catalogue.failure(f"ente/hostile/{name}.json", good | changes, error, password=password)
