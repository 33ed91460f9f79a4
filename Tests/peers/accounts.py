"""The record that every reader returns, and the rules of its fields."""

import base64
import re
from dataclasses import dataclass, field

from rules import PeerError, Rule, require

# The algorithm, digits and period of types that allow no other, except for another period of Steam.
FIXED = {"steam": ("SHA1", 5, 30), "motp": ("MD5", 6, 10), "yandex": ("SHA256", 8, 30)}
ALGORITHMS = ("SHA1", "SHA256", "SHA512", "MD5")
MAX_COUNTER = (1 << 63) - 1


@dataclass
class Account:
    type: str
    issuer: str
    name: str
    secret: bytes
    algorithm: str = "SHA1"
    digits: int = 6
    period: int = 30
    counter: int = 0
    pin: str = ""
    note: str = ""
    tags: tuple = ()
    favorite: bool = False
    token: dict = field(default_factory=dict)

    def __post_init__(self):
        require(self.type in ("totp", "hotp", *FIXED), "the type is unknown")
        if self.type in FIXED:
            self.algorithm, self.digits, period = FIXED[self.type]
            if self.type != "steam" or not 1 <= self.period <= 2147483:
                self.period = period
        if self.type == "yandex":
            require(len(self.secret) >= 16, "secret must be at least 16 bytes")
            self.secret = self.secret[:16]
        require(self.secret, "secret must not be empty")
        require(self.algorithm in ALGORITHMS, "the algorithm is unknown")
        require(1 <= self.digits <= 10, "digits must be 1 to 10")
        require(self.type == "hotp" or 1 <= self.period <= 2147483, "period must be 1 to 2147483")
        require(self.type != "hotp" or 0 <= self.counter <= MAX_COUNTER, "counter must be 0 to 2^63 - 1")

    def members(self):
        """The members of the program's own `json` format, in its order."""
        found = {"type": self.type, "issuer": self.issuer, "name": self.name, "secret": encode_base32(self.secret),
                 "algorithm": self.algorithm, "digits": self.digits}
        if self.type == "hotp":
            found["counter"] = self.counter
        else:
            found["period"] = self.period
        optional = {"pin": self.pin, "note": self.note, "tags": list(self.tags), "favorite": self.favorite,
                    "token": {name: text for name, text in self.token.items() if text}}
        return found | {name: value for name, value in optional.items() if value}

    def trimmed(self):
        """As the program reads real exports: no spaces around names, no issuer in front of the name."""
        self.issuer, self.name = self.issuer.strip(), self.name.strip()
        if self.issuer and self.name.startswith(self.issuer + ":"):
            self.name = self.name[len(self.issuer) + 1:].strip()
        return self


def encode_base32(data):
    return base64.b32encode(data).decode().rstrip("=")


def decode_base32(text):
    """The bytes of base32 in any spelling; incomplete bits at the end are dropped."""
    require(type(text) is str, "secret must be a string")
    text = re.sub(r"[\s=-]", "", text).upper()
    require(re.fullmatch("[A-Z2-7]*", text), "secret must be base32")
    bits = "".join(f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.index(letter):05b}" for letter in text)
    return bytes(int(bits[start:start + 8], 2) for start in range(0, len(bits) - 7, 8))


def decode_hex(text):
    require(type(text) is str and re.fullmatch("([0-9A-Fa-f]{2})+", text.strip()), "secret must be hex")
    return bytes.fromhex(text)


def is_base32(text, padded):
    try:
        return bool(text) and base64.b32encode(decode_base32(text)).decode().rstrip("=" if not padded else "") == text
    except PeerError:
        return False


# Encoding the bytes again must give the same text, so unused bits are zero.
BASE32 = Rule("base32, upper case, without padding", lambda text: is_base32(text, padded=False))
PADDED_BASE32 = Rule("base32, upper case, padded or not",
                     lambda text: is_base32(text, padded=True) or is_base32(text, padded=False))


def check_fixed(kind, algorithm, digits, period, has_steam_periods=False):
    """Checks what a file says of a type whose parameters are fixed; None: the file does not say."""
    for name, found, fixed in zip(("algorithm", "digits", "period"), (algorithm, digits, period), FIXED.get(kind, ())):
        # Few apps keep another period for an account of Steam.
        is_free = has_steam_periods and kind == "steam" and name == "period"
        require(found is None or is_free or found == fixed, f"{name} of {kind} must be {fixed}")


# How exports of real apps spell values.


def text_of(value):
    """A name: numbers count as their digits, any other type as missing."""
    if type(value) in (int, float):
        return str(value)
    return value if type(value) is str else ""


def number_of(value, default, what):
    if value is None or type(value) is str and value.strip() in ("", "null"):
        return default
    if type(value) is str and re.fullmatch("-?[0-9]+", value.strip()):
        value = int(value)
    require(type(value) is int, f"{what} must be an integer")
    return value


def algorithm_of(value):
    require(value is None or type(value) is str, "algorithm must be a string")
    return re.sub(r"^HMAC|[\s_-]", "", re.sub(r"[\s_-]", "", value or "").upper()) or "SHA1"
