"""Google Authenticator's export message, written from Docs/formats: a protobuf encoder of three wire shapes."""

import base64
from collections.abc import Sequence

from .accounts import Account, percent_encoded

ALGORITHMS = {"SHA1": 1, "SHA256": 2, "SHA512": 3, "MD5": 4}
DIGITS = {6: 1, 8: 2}
TYPES = {"hotp": 1, "totp": 2}
PREFIX = "otpauth-migration://offline?data="


def varint(value: int) -> bytes:
    """A base-128 number; negative ones take ten bytes, as protobuf's int32 and int64 do."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number_field(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value) if value else b""


def bytes_field(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def entry(account: Account, *, issuer_in_name: bool = False, unique_id: str = "") -> bytes:
    """One `otp_parameters` message; the app repeats the issuer in the name of some entries."""
    name = f"{account.issuer}:{account.name}" if issuer_in_name else account.name
    return raw_entry(
        account.secret,
        name,
        account.issuer,
        algorithm=ALGORITHMS[account.algorithm],
        digits=DIGITS[account.digits],
        type=TYPES[account.type],
        counter=account.counter or 0,
        unique_id=unique_id,
    )


def raw_entry(
    secret: bytes,
    name: str,
    issuer: str,
    *,
    algorithm: int = 1,
    digits: int = 1,
    type: int = 2,
    counter: int = 0,
    unique_id: str = "",
) -> bytes:
    message = bytes_field(1, secret) + bytes_field(2, name.encode()) + bytes_field(3, issuer.encode())
    message += number_field(4, algorithm) + number_field(5, digits) + number_field(6, type) + number_field(7, counter)
    return message + (bytes_field(8, unique_id.encode()) if unique_id else b"")


def payload(entries: Sequence[bytes], *, size: int, index: int, batch_id: int, version: int = 1) -> bytes:
    """The whole message of one part."""
    parts = b"".join(bytes_field(1, message) for message in entries)
    parts += number_field(2, version) + number_field(3, size) + number_field(4, index) + number_field(5, batch_id)
    return parts


def uri(message: bytes) -> str:
    return PREFIX + percent_encoded(base64.b64encode(message).decode())
