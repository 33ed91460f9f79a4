"""What the codes say: links, exports and plain words, all invented."""

import base64
from dataclasses import dataclass
from urllib.parse import quote

from .dice import Dice

ISSUERS = (
    "Amber Post", "Birchwood Cloud", "Cinder Mail", "Dune Hosting", "Eastgate Library", "Foxglove Shop",
    "Granite Bank", "Harbour Wiki", "Ivy Travel", "Jasper VPN", "Kiln Games", "Larkspur School",
)  # fmt: skip
PEOPLE = ("anna", "ben", "chloe", "dmitri", "elif", "farid", "greta", "hugo", "ines", "jonas", "kofi", "lena")
DOMAINS = ("example.com", "example.net", "example.org")
WORDS = (
    "account add app backup between browser camera code confirm continue copy device digits done enter every follow "
    "help hold key later link login manual move new next number open password phone picture privacy recover safe save "
    "scan screen secret security set setup settings share show sign six step store text then time two under verify "
    "view where with your"
).split()


@dataclass(frozen=True)
class Account:
    """The least that a link or an export says of an account."""

    issuer: str
    name: str
    secret: bytes

    @property
    def base32(self) -> str:
        return base64.b32encode(self.secret).decode().rstrip("=")


def account(dice: Dice, secret_size: int = 20) -> Account:
    name = f"{dice.pick(PEOPLE)}.{dice.integer(10, 999)}@{dice.pick(DOMAINS)}"
    return Account(dice.pick(ISSUERS), name, dice.arrays.bytes(secret_size))


def short_link(account: Account) -> bytes:
    """A key URI that leaves the defaults out."""
    issuer, name = quote(account.issuer), quote(account.name)
    return f"otpauth://totp/{issuer}:{name}?secret={account.base32}&issuer={issuer}".encode()


def link(dice: Dice) -> bytes:
    """A key URI; half of them spell the defaults out."""
    made = short_link(account(dice, dice.pick((10, 20, 20, 32))))
    return made + b"&algorithm=SHA1&digits=6&period=30" if dice.chance(0.5) else made


def export(dice: Dice, count: int) -> bytes:
    """A whole Google export with so many accounts, about 100 bytes each: a protobuf message in base64."""
    parts = b"".join(delimited(1, export_entry(account(dice))) for _ in range(count))
    message = parts + number(2, 1) + number(3, 1) + number(5, dice.integer(1, 2**31 - 1))
    return f"otpauth-migration://offline?data={quote(base64.b64encode(message), safe='')}".encode()


def export_entry(account: Account) -> bytes:
    """Secret, name, issuer, then SHA1, six digits and TOTP by their numbers."""
    fields = (account.secret, account.name.encode(), account.issuer.encode())
    texts = b"".join(delimited(at, field) for at, field in enumerate(fields, start=1))
    return texts + number(4, 1) + number(5, 1) + number(6, 2)


def number(field: int, value: int) -> bytes:
    return bytes([field << 3]) + varint(value)


def delimited(field: int, value: bytes) -> bytes:
    return bytes([field << 3 | 2]) + varint(len(value)) + value


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the top bit says that more follow."""
    if value < 0x80:
        return bytes([value])
    return bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def sentence(dice: Dice, words: int) -> str:
    return " ".join(dice.pick(WORDS) for _ in range(words)).capitalize()
