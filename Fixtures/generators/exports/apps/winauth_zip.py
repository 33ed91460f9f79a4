"""WinAuth's zip archive: one list of links, open or under a password."""

import zlib
from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import links, reopen_containers, zips
from ..accounts import Entry, cast, locked, passphrase, some
from ..catalogue import OF_FOLDER, Catalogue, Seal
from ..zips import Member
from .winauth import KINDS, link

FORMAT = "winauth"
NAME = "winauth-2026-01-02.txt"
BLANK = b"\n" * 5_000_000
ENCRYPTED = (
    ("zipcrypto", {"cipher": zips.ZIPCRYPTO, "streamed": True}, True),
    ("zipcrypto-unicode", {"cipher": zips.ZIPCRYPTO}, False),
    ("aes-256", {"cipher": zips.AES_256}, True),
    ("aes-128-unicode", {"cipher": zips.AES_128, "streamed": True}, False),
)


def text(accounts: Sequence[Entry]) -> bytes:
    return "".join(f"{link(account)}\r\n" for account in accounts).encode()


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("winauth/zip", KINDS))
    whole = b"# No list: otpauth://totp/none\r\n" + text(accounts)
    content = zips.archive([Member(NAME, whole, zips.STORED)], "winauth/zip")
    seal = Seal(reopen_containers.zip_texts, whole)
    catalogue.add("winauth/archive.zip", content, accounts, seal=seal)
    for name, how, ascii in ENCRYPTED:
        label, password = locked(f"winauth/{name}", ascii=ascii)
        accounts = list(cast(label, KINDS))
        whole = text(accounts)
        content = zips.archive([Member(NAME, whole, **how)], label, password)
        seal = Seal(reopen_containers.zip_texts, whole)
        catalogue.add(f"winauth/{name}.zip", content, accounts, password=password, seal=seal)
    add_rejected(catalogue)
    add_odd(catalogue)
    add_bombs(catalogue)
    add_damaged(catalogue)
    add_sealed_damage(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    first, middle, last = some("winauth/zip-rejected", 3)
    bad = links.bad_links(base32(invented_bytes("exports/winauth/zip-bad-link", 20)))
    half = len(bad) // 2
    uris = [uri for uri, _ in bad]
    lines = [link(first), *uris[:half], link(middle), *uris[half:], "a line that is no link", link(last), ""]
    reasons = [reason for _, reason in bad]
    content = zips.archive([Member(NAME, "\n".join(lines).encode())], "winauth/zip-rejected")
    catalogue.add("winauth/rejected.zip", content, [first, middle, last], reasons)


def add_odd(catalogue: Catalogue) -> None:
    """Odd archives that can be read."""

    def file(name: str, members: Sequence[Member], good: Sequence[Entry], **changes) -> None:
        password = changes.pop("password", None)
        rubbish = changes.pop("rubbish", b"")
        content = zips.archive(members, f"winauth/zip-{name}", password or "", **changes) + rubbish
        catalogue.add(f"winauth/hostile/{name}.zip", content, good, password=password)

    good = some("winauth/zip-comment")
    file("comment", [Member(NAME, text(good))], good, comment=b"made on a Monday")
    good = some("winauth/zip-trailing-rubbish")
    file("trailing-rubbish", [Member(NAME, text(good))], good, rubbish=b"\r\nsomething else")
    good = [replace(account, name="Größe 大") for account in some("winauth/zip-utf-16")]
    file("utf-16", [Member(NAME, ("\ufeff" + text(good).decode()).encode("utf-16-le"))], good)
    good = some("winauth/zip-duplicates", 1) * 3
    file("duplicates", [Member(NAME, text(good))], good)
    empty = zips.archive([Member(NAME, b"")], "winauth/zip-empty-text")
    failure(catalogue, "empty-text", empty, "unrecognised", None)


def failure(
    catalogue: Catalogue, name: str, content: bytes, error: str, format: str | None = OF_FOLDER,
    password: str | None = None,
) -> None:  # fmt: skip
    catalogue.failure(f"winauth/hostile/{name}.zip", content, error, format=format, password=password)


def add_bombs(catalogue: Catalogue) -> None:
    padded = (BLANK * 2).join(text([account]) for account in some("winauth/zip-bomb-ratio"))
    failure(catalogue, "bomb-ratio", zips.archive([Member(NAME, padded)], "winauth/bomb-ratio"), "limit-exceeded")
    content = zips.archive([Member(NAME, BLANK)], "winauth/bomb-entries", repeats=300)
    failure(catalogue, "bomb-entries", content, "unrecognised", None)
    one = Member(NAME, text(some("winauth/zip-sizes")))
    content = zips.archive([replace(one, size=2**32 - 2)], "winauth/size-4-gib")
    failure(catalogue, "size-4-gib", content, "limit-exceeded")
    failure(catalogue, "count-65535", zips.archive([one], "winauth/count", count=65535), "unrecognised", None)


def add_damaged(catalogue: Catalogue) -> None:
    whole = text(some("winauth/zip-damaged", 6))
    one = Member(NAME, whole)
    good = zips.archive([one], "winauth/zip-damaged")

    def changed(name: str, error: str, **changes) -> None:
        failure(catalogue, name, zips.archive([replace(one, **changes)], f"winauth/zip-{name}"), error)

    failure(catalogue, "no-entries", zips.EMPTY, "unrecognised", None)
    others = {
        "no-text": ["accounts.html"], "other-name": ["accounts.txt"], "two-texts": [NAME, "winauth-2026-01-03.txt"],
        "same-names": [NAME, NAME], "page": [NAME, "accounts.html"], "folder": [f"folder/{NAME}"],
        "traversal": [f"../../../../etc/{NAME}"],
    }  # fmt: skip
    for name, names in others.items():
        other = zips.archive([Member(file, whole) for file in names], f"winauth/zip-{name}")
        failure(catalogue, name, other, "unrecognised", None)
    failure(catalogue, "truncated", good[: len(good) * 3 // 5], "unrecognised", None)
    failure(catalogue, "no-end", good[:-22], "unrecognised", None)
    changed("size-too-small", "corrupt", size=100)
    changed("size-too-large", "corrupt", size=len(whole) + 100)
    changed("bad-checksum", "corrupt", checksum=zlib.crc32(whole) ^ 1)
    changed("bad-deflate", "corrupt", flipped=0)
    changed("unknown-method", "unsupported-version", written_method=98)


def add_sealed_damage(catalogue: Catalogue) -> None:
    """A wrong password and damage look alike, as nothing else tells them apart."""
    password, another = passphrase("winauth/zip-sealed"), passphrase("winauth/zip-another")
    whole = text(some("winauth/zip-sealed", 4))

    def sealed(name: str, error: str, given: str | None, **changes) -> None:
        content = zips.archive([Member(NAME, whole, **changes)], f"winauth/zip-{name}", password)
        failure(catalogue, name, content, error, FORMAT, given)

    sealed("zipcrypto-wrong-password", "wrong-password", another, cipher=zips.ZIPCRYPTO, streamed=True)
    sealed("zipcrypto-no-password", "password-required", None, cipher=zips.ZIPCRYPTO)
    sealed("zipcrypto-flipped", "wrong-password", password, cipher=zips.ZIPCRYPTO, flipped=-5)
    sealed("zipcrypto-bad-checksum", "wrong-password", password, cipher=zips.ZIPCRYPTO, streamed=True, checksum=1)
    sealed("aes-wrong-password", "wrong-password", another, cipher=zips.AES_256)
    sealed("aes-no-password", "password-required", None, cipher=zips.AES_256)
    sealed("aes-bad-mac", "wrong-password", password, cipher=zips.AES_256, flipped=-1)
    sealed("aes-flipped", "wrong-password", password, cipher=zips.AES_128, flipped=20)
    sealed("aes-cut", "wrong-password", password, cipher=zips.AES_256, kept=20)
    strong = {"cipher": zips.ZIPCRYPTO, "further_flags": zips.STRONG}
    sealed("strong-encryption", "unsupported-version", password, **strong)
