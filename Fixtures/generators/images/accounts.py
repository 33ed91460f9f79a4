"""Invented accounts: what is written into the codes, and what a reader must make of it."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

SEED = "totp-import fixtures, edition 1"
BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

ISSUERS = (
    "Acme Cloud", "Brightwater Bank", "Copperline Mail", "Driftwood Git", "Elmgate Wiki", "Fernhill Shop",
    "Glasswing VPN", "Hollowtree Chat", "Inkwell Docs", "Juniper Lane Post", "Kestrel Hosting", "Lanternfish Forum",
    "Mossy Rock Games", "Northpier Travel", "Otterbrook School",
)  # fmt: skip
PEOPLE = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "mallory", "olivia")
DOMAINS = ("example.com", "example.net", "example.org")


def invented_bytes(label: str, count: int) -> bytes:
    """Bytes that look random and depend on the label alone."""
    return hashlib.shake_256(f"{SEED}/{label}".encode()).digest(count)


def base32(data: bytes) -> str:
    """RFC 4648 base32 in upper case without padding."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return "".join(BASE32_ALPHABET[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))


def percent_encoded(text: str) -> str:
    """The strictest form: every byte outside RFC 3986's unreserved characters becomes %XX."""
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in text.encode())


@dataclass(frozen=True)
class Account:
    """One account, with the fields of an expectation file."""

    issuer: str
    name: str
    secret: bytes
    type: str = "totp"
    algorithm: str = "SHA1"
    digits: int = 6
    period: int = 30
    counter: int | None = None
    pin: str | None = None

    @cached_property
    def base32(self) -> str:
        return base32(self.secret)

    def item(self) -> dict:
        """The account as a reader must yield it."""
        item = {"type": self.type, "issuer": self.issuer, "name": self.name, "secret": self.base32}
        item |= {"algorithm": self.algorithm, "digits": self.digits}
        item |= {"period": self.period} if self.counter is None else {"counter": self.counter}
        return item if self.pin is None else item | {"pin": self.pin}

    def link(self) -> str:
        """The key URI with the parameters that most apps write: those that are not the defaults."""
        prefix = f"{percent_encoded(self.issuer)}:" if self.issuer else ""
        parameters = [f"secret={self.base32}"]
        if self.issuer:
            parameters.append(f"issuer={percent_encoded(self.issuer)}")
        if self.type in ("totp", "hotp"):
            parameters += [] if self.algorithm == "SHA1" else [f"algorithm={self.algorithm}"]
            parameters += [] if self.digits == 6 else [f"digits={self.digits}"]
            parameters += [] if self.period == 30 else [f"period={self.period}"]
        if self.counter is not None:
            parameters.append(f"counter={self.counter}")
        return f"otpauth://{self.type}/{prefix}{percent_encoded(self.name)}?{'&'.join(parameters)}"


def someone(label: str, *, secret_size: int = 20, **fields) -> Account:
    """An account whose issuer, name and secret follow from a label `group/…`; fields given override them."""
    pick = invented_bytes(f"{label}/person", 3)
    tag = "-".join(label.replace(".png", "").split("/")[1:])
    person = PEOPLE[pick[1] % len(PEOPLE)]
    invented = {
        "issuer": ISSUERS[pick[0] % len(ISSUERS)],
        "name": f"{person}.{tag}@{DOMAINS[pick[2] % len(DOMAINS)]}",
        "secret": invented_bytes(f"{label}/secret", secret_size),
    }
    return Account(**(invented | fields))


def steam(label: str, **fields) -> Account:
    return someone(label, type="steam", digits=5, **fields)


def motp(label: str, **fields) -> Account:
    return someone(label, type="motp", secret_size=8, algorithm="MD5", period=10, **fields)


def yandex(label: str, **fields) -> Account:
    return someone(label, type="yandex", secret_size=16, algorithm="SHA256", digits=8, **fields)
