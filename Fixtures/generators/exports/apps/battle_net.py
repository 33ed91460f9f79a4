"""Battle.net: the preferences of the app, with one account behind a mask."""

from .. import hostile_xml
from ..accounts import Entry, entry
from ..catalogue import Catalogue
from ..preferences import preferences, string

FORMAT = "battle-net"
PREFIX = "com.blizzard.messenger."
MASK = bytes.fromhex(
    "398e27fc50276a656065b0e525f4c06c04c61075286b8e7aeda59da9813b5dd6c80d2fb38068773fa59ba47c17ca6c6479015c1d5b8b8f6b9a"
)


def masked(text: bytes) -> str:
    """Longer than the mask, what is too much stays as it is."""
    covered = bytes(byte ^ mask for byte, mask in zip(text, MASK, strict=False))
    return (covered + text[len(MASK) :]).hex()


def account(label: str, serial: str, **fields) -> Entry:
    return entry(f"battle-net/{label}", issuer="Battle.net", name=serial, digits=8, **fields)


def secret(account: Entry) -> str:
    """Twice in hex: the secret as text, and the mask over it."""
    return masked(account.secret.hex().encode())


def file(secret: str | None, serial: str | None, kind: str | None = "MASK") -> bytes:
    values = {
        "AUTHENTICATOR_CREDENTIALS_ENCRYPTION_TYPE": kind,
        "AUTHENTICATOR_DEVICE_SECRET": secret,
        "AUTHENTICATOR_BGS_REGION_CODE": "EU",
        "AUTHENTICATOR_SERIAL": serial,
    }
    lines = [string(PREFIX + name, value) for name, value in values.items() if value is not None]
    difference = f'    <long name="{PREFIX}AUTHENTICATOR_SERVER_TIME_DIFFERENCE" value="-212" />'
    return preferences([*lines, difference]).encode()


def add(catalogue: Catalogue) -> None:
    plain = account("plain", "US-2211-2050-3346")
    other = account("other", "EU-1234-5678-9012")
    upper, serial = other.secret.hex().upper().encode(), masked(b"EU-1234-5678-9012").upper()
    nameless = account("nameless", "")
    files = {
        "plain": (file(secret(plain), masked(b"US-2211-2050-3346")), plain),
        "upper-case": (file(masked(upper).upper(), serial), other),
        "no-serial": (file(secret(nameless), None), nameless),
        "no-type": (file(secret(plain), masked(b"US-2211-2050-3346"), None), plain),
        "long-serial": (file(secret(plain), masked(b"X" * 57)), account("plain", "X" * 57)),
    }
    for name, (content, found) in files.items():
        catalogue.add(f"battle-net/{name}.xml", content, [found])
    add_damaged(catalogue)
    hostile_xml.add_damaged(catalogue, "battle-net", file(secret(plain), "@NAME@"))


def add_damaged(catalogue: Catalogue) -> None:
    good, serial = account("damaged", "US-1111-2222-3333"), masked(b"US-1111-2222-3333")
    digits = good.secret.hex().encode()
    rejected = {
        "mask-of-odd-length": secret(good)[:-1],
        "mask-not-hex": "not hex",
        "secret-not-hex": masked(b"not hexadecimal at all"),
        "secret-of-odd-length": masked(digits[:-1]),
        "secret-not-ascii": masked(b"\xff" * 40),
        "secret-empty": "",
    }
    for name, text in rejected.items():
        catalogue.add(f"battle-net/hostile/{name}.xml", file(text, serial), (), [name])
    failing = {
        "sealed-by-the-phone": (file(secret(good), serial, "KEYSTORE"), "unsupported-version"),
        "longer-than-the-mask": (file(masked(digits + b"0" * 18), serial), "corrupt"),
    }
    for name, (content, error) in failing.items():
        catalogue.failure(f"battle-net/hostile/{name}.xml", content, error)
    catalogue.failure("battle-net/hostile/no-secret.xml", file(None, serial), "unrecognised")
