"""The invented accounts of an export: what the app wrote, and what a reader must make of it."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from images.accounts import BASE32_ALPHABET, DOMAINS, ISSUERS, PEOPLE, Account, base32, invented_bytes

KINDS = ("totp", "hotp", "steam", "motp", "yandex")
FIXED = {
    "steam": {"algorithm": "SHA1", "digits": 5},
    "motp": {"algorithm": "MD5", "period": 10},
    "yandex": {"algorithm": "SHA256", "digits": 8},
}
SECRET_SIZES = {"motp": 8, "yandex": 16}


@dataclass(frozen=True)
class Entry(Account):
    """An account with what only some apps can write about it, and with the file's own spellings."""

    note: str = ""
    group: str = ""
    favourite: bool = False
    written_name: str | None = None
    """The name in the file, if it is not the one that a reader must show."""
    written_secret: str | None = None
    """The base32 text in the file, if it is not the usual one."""
    token: tuple[tuple[str, str], ...] = ()
    """The members of its hardware token."""

    def item(self) -> dict:
        return super().item() | ({"token": dict(self.token)} if self.token else {})

    @property
    def name_in_file(self) -> str:
        return self.name if self.written_name is None else self.written_name

    @property
    def secret_in_file(self) -> str:
        return self.base32 if self.written_secret is None else self.written_secret

    @property
    def identifier(self) -> str:
        return invented_uuid(f"{self.base32}/id")


def invented_uuid(label: str) -> str:
    return str(uuid.UUID(bytes=invented_bytes(label, 16), version=4))


def entry(label: str, type: str = "totp", *, secret_size: int | None = None, **fields) -> Entry:
    """An entry whose issuer, name and secret follow from the label; the fields given override them."""
    label = f"exports/{label}"
    size = SECRET_SIZES.get(type, 20) if secret_size is None else secret_size
    pick = invented_bytes(f"{label}/person", 3)
    invented = {
        "issuer": ISSUERS[pick[0] % len(ISSUERS)],
        "name": f"{PEOPLE[pick[1] % len(PEOPLE)]}@{DOMAINS[pick[2] % len(DOMAINS)]}",
        "secret": invented_bytes(f"{label}/secret", size),
        "type": type,
    }
    if type == "hotp":
        invented["counter"] = 1 + pick[2]
    return Entry(**(invented | FIXED.get(type, {}) | fields))


def some(label: str, names: int | str = 2, **fields) -> list[Entry]:
    """Entries that are numbered, or have these names, which spaces separate."""
    given = names.split() if isinstance(names, str) else range(names)
    return [entry(f"{label}/{name}", **fields) for name in given]


def token(serial: str = "", manufacturer: str = "", model: str = "", user: str = "") -> tuple[tuple[str, str], ...]:
    """Those members of a hardware token that are not empty."""
    members = (("serial", serial), ("manufacturer", manufacturer), ("model", model), ("user", user))
    return tuple((name, text) for name, text in members if text)


def spelt_oddly(text: str) -> str:
    """Lower case, blanks between groups of four, padding: the same bytes to a reader of base32."""
    return in_groups(text).lower() + "===="


def in_groups(text: str) -> str:
    """Groups of four, as people read secrets."""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def padded(text: str) -> str:
    """Base32 with the padding of RFC 4648."""
    return text + "=" * (-len(text) % 8)


def bytes_of(text: str) -> bytes:
    """The whole bytes of a base32 text of any length; the bits that are left over are dropped."""
    bits = "".join(f"{BASE32_ALPHABET.index(character):05b}" for character in text)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


def odd_length(label: str, **fields) -> Entry:
    """A secret of 17 characters: one more than ten bytes need, its bits are dropped."""
    secret = invented_bytes(f"exports/{label}/secret", 10)
    return entry(label, secret=secret, written_secret=base32(secret) + "Q", **fields)


def cast(label: str, kinds: Iterable[str]) -> Sequence[Entry]:
    """Up to 18 accounts: every kind that the app has, and every sort of name."""
    plain = entry(f"{label}/spelling")
    accounts = [
        entry(f"{label}/default"),
        entry(f"{label}/sha256", algorithm="SHA256", digits=8, period=60, group="Work"),
        entry(f"{label}/hotp", "hotp", counter=41),
        entry(f"{label}/steam", "steam", issuer="Gamers Den", group="Games"),
        entry(f"{label}/motp", "motp", pin="1234"),
        entry(f"{label}/yandex", "yandex", issuer="Yellow ID", pin="5786"),
        entry(f"{label}/latin", issuer="Größenwahn & Söhne", name="zoë.łuczak@example.org", note="Ersatzgerät"),
        entry(f"{label}/wide", issuer="青い銀行", name="田中 花子", group="家族"),
        entry(f"{label}/emoji", issuer="🦊 Den", name="🧑🏽‍🚀 crew", favourite=True),
        entry(f"{label}/decomposed", issuer="Cafe\u0301 Lumie\u0300re", name="re\u0301gine@example.com"),
        entry(f"{label}/no-issuer", issuer="", name="nobody-in-particular"),
        entry(f"{label}/no-name", issuer="Only An Issuer", name="", note='Two lines,\nand "quotes"; \\ too'),
        entry(f"{label}/prefix", issuer="Widgetry", name="walter", written_name="Widgetry: walter"),
        entry(f"{label}/colon", issuer="Studio: North", name="root@host:4022"),
        entry(f"{label}/sha512", algorithm="SHA512", digits=7, period=20, secret_size=64, group="Work"),
        replace(plain, written_secret=spelt_oddly(plain.base32)),
        odd_length(f"{label}/odd"),
        entry(f"{label}/hotp-far", "hotp", algorithm="SHA256", digits=8, counter=9007199254740993),
    ]
    return [account for account in accounts if account.type in kinds]


def crowd(label: str, count: int) -> Iterable[Entry]:
    """Any number of ordinary accounts, no two alike."""
    for at in range(count):
        found = entry(f"{label}/{at}")
        yield replace(found, name=f"{at}.{found.name}")


def passphrase(label: str, *, ascii: bool = True) -> str:
    """An invented passphrase for one file."""
    pick = invented_bytes(f"exports/{label}/passphrase", 2)
    text = f"{PEOPLE[pick[0] % len(PEOPLE)]} rents {pick[1]} lighthouses"
    return text if ascii else f"{text} für 5 £, 灯台 🔑"


def locked(label: str, *, ascii: bool = True) -> tuple[str, str]:
    """The label of an encrypted file, and its passphrase."""
    return label, passphrase(label, ascii=ascii)
