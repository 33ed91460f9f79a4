"""Authenticator Plus: the zip with its list of links, always under the app's password."""

from collections.abc import Sequence

from images.accounts import base32, invented_bytes

from .. import links, reopen_containers, zips
from ..accounts import Entry, cast, locked, passphrase, some
from ..catalogue import Catalogue, Seal
from ..zips import Member

FORMAT = "authenticator-plus"
KINDS = ("totp", "hotp")
NAME = "Accounts.txt"
PAGE = Member("Accounts.html", b"<html><body><p>The same accounts, as pictures</p></body></html>\n")
ENCRYPTED = (
    ("zipcrypto", {"cipher": zips.ZIPCRYPTO}, True),
    ("zipcrypto-unicode", {"cipher": zips.ZIPCRYPTO, "streamed": True}, False),
    ("aes", {"cipher": zips.AES_256}, True),
    ("aes-unicode", {"cipher": zips.AES_256, "streamed": True}, False),
)


def text(accounts: Sequence[Entry]) -> bytes:
    return "".join(f"{links.key_uri(account)}\n" for account in accounts).encode()


def add(catalogue: Catalogue) -> None:
    for name, how, ascii in ENCRYPTED:
        label, password = locked(f"{FORMAT}/{name}", ascii=ascii)
        accounts = list(cast(label, KINDS))
        whole = text(accounts)
        members = [Member(PAGE.name, PAGE.content, **how), Member(NAME, whole, **how)]
        content = zips.archive(members, label, password)
        seal = Seal(reopen_containers.zip_texts, whole)
        catalogue.add(f"{label}.zip", content, accounts, password=password, seal=seal)
    add_rejected(catalogue)
    add_odd(catalogue)
    add_damaged(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/rejected")
    first, last = some(f"{FORMAT}/rejected")
    bad = links.bad_links(base32(invented_bytes(f"exports/{FORMAT}/bad-link", 20)))
    lines = [links.key_uri(first), *(uri for uri, _ in bad), "a line that is no link", links.key_uri(last), ""]
    reasons = [reason for _, reason in bad]
    member = Member(NAME, "\n".join(lines).encode(), cipher=zips.ZIPCRYPTO)
    content = zips.archive([member], label, password)
    catalogue.add(f"{label}.zip", content, [first, last], reasons, password=password)


def add_odd(catalogue: Catalogue) -> None:
    """Archives that the app does not write, but that can be read."""

    def file(name: str, members: Sequence[Member], good: Sequence[Entry], password: str | None = None) -> None:
        content = zips.archive(members, f"{FORMAT}/{name}", password or "")
        catalogue.add(f"{FORMAT}/hostile/{name}.zip", content, good, password=password)

    password = passphrase(f"{FORMAT}/page-open")
    good = some(f"{FORMAT}/page-open")
    file("page-open", [PAGE, Member(NAME, text(good), cipher=zips.AES_256)], good, password)
    good = some(f"{FORMAT}/duplicates", 1) * 3
    file("duplicates", [Member(NAME, text(good), cipher=zips.AES_256)], good, password)
    empty = zips.archive([Member(NAME, b"", cipher=zips.AES_256)], f"{FORMAT}/no-accounts", password)
    catalogue.failure(f"{FORMAT}/hostile/no-accounts.zip", empty, "unrecognised", password=password)


def add_damaged(catalogue: Catalogue) -> None:
    label, password = locked(f"{FORMAT}/damaged")
    whole = text(some(f"{FORMAT}/damaged", 4))

    def failure(name: str, error: str, given: str | None, **changes) -> None:
        content = zips.archive([Member(NAME, whole, **changes)], f"{label}/{name}", password)
        catalogue.failure(f"{FORMAT}/hostile/{name}.zip", content, error, password=given)

    another = passphrase(f"{FORMAT}/another")
    failure("zipcrypto-wrong-password", "wrong-password", another, cipher=zips.ZIPCRYPTO)
    failure("zipcrypto-flipped", "wrong-password", password, cipher=zips.ZIPCRYPTO, flipped=-9)
    failure("aes-wrong-password", "wrong-password", another, cipher=zips.AES_256)
    failure("aes-bad-mac", "wrong-password", password, cipher=zips.AES_256, flipped=-1)
    failure("no-password", "password-required", None, cipher=zips.AES_256)
    failure("size-4-gib", "limit-exceeded", password, cipher=zips.ZIPCRYPTO, size=2**32 - 2)
    # Not those of the app: archives of texts like others.
    others = {"open": [Member(NAME, whole)], "more": [Member(NAME, whole, cipher=zips.AES_256), Member("a.md", whole)]}
    for name, members in others.items():
        content = zips.archive(members, f"{FORMAT}/{name}", password)
        catalogue.failure(f"{FORMAT}/hostile/{name}.zip", content, "unrecognised")
    good = zips.archive([Member(NAME, whole)], label)
    catalogue.failure(f"{FORMAT}/hostile/truncated.zip", good[: len(good) // 2], "unrecognised")
