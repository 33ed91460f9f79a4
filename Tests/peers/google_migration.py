"""Google Authenticator: otpauth-migration links, one per QR code."""

import base64
import re
from urllib.parse import unquote

import otpauth
from accounts import Account
from rules import PeerError, decode, each, require

PREFIX = "otpauth-migration://offline?data="
ALGORITHMS = ("SHA1", "SHA1", "SHA256", "SHA512", "MD5")
DIGITS = (6, 6, 8)
KINDS = ("totp", "hotp", "totp")
BATCH = {1: "otp_parameters", 2: "version", 3: "batch_size", 4: "batch_index", 5: "batch_id"}
ENTRY = {1: "secret", 2: "name", 3: "issuer", 4: "algorithm", 5: "digits", 6: "type", 7: "counter"}


def read(data, passphrase, strict):
    if strict:
        batches = [batch(link, strict) for link in otpauth.lines(data)]
        check(batches)
    else:
        found = [line[line.find(PREFIX):] for line in decode(data, strict).splitlines()
                 if PREFIX in line and not line.startswith("#")]
        batches = each(found, "line", lambda link: batch(link, strict), strict)
    entries = [entry for fields in batches for entry in fields.get("otp_parameters", [])]
    return each(entries, "otp_parameters", lambda entry: account(entry, strict), strict)


def batch(link, strict):
    """The fields of a link's message."""
    require(link.startswith(PREFIX), f"the link must start with {PREFIX}")
    text = link[len(PREFIX):]
    if strict:
        require(re.fullmatch("([A-Za-z0-9]|%2B|%2F|%3D)+", text), "data must be base64 with %2B, %2F and %3D")
        text = unquote(text)
    else:
        text = unquote(text.split("&")[0]).replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
        text += "=" * (-len(text) % 4)
    try:
        payload = base64.b64decode(text, validate=True)
    except ValueError:
        raise PeerError("data must be base64") from None
    require(not strict or base64.b64encode(payload).decode() == text, "data must be base64 with padding")
    return message(payload, BATCH, ("otp_parameters",), strict)


def message(data, names, repeated, strict):
    """The fields of a protobuf message by name; those in `repeated` are lists."""
    fields, position = {}, 0
    while position < len(data):
        tag, position = varint(data, position)
        if tag & 7 == 0:
            value, position = varint(data, position)
        else:
            require(tag & 7 == 2, "the message has a field of an unexpected wire type")
            size, start = varint(data, position)
            position = start + size
            require(position <= len(data), "the message is cut off")
            value = data[start:position]
        name = names.get(tag >> 3)
        require(name or not strict, f"the message has the unknown field {tag >> 3}")
        require(name in (*repeated, None) or name not in fields or not strict, f"{name} is repeated")
        if name in repeated:
            fields.setdefault(name, []).append(value)
        else:
            fields[name] = value
    return fields


def varint(data, position):
    value = 0
    for shift in range(0, 70, 7):
        require(position < len(data), "the message is cut off")
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & (1 << 64) - 1, position
    raise PeerError("the message has a varint of more than ten bytes")


def check(batches):
    require(batches, "the file has no link")
    for index, fields in enumerate(batches):
        count = len(fields.get("otp_parameters", []))
        require(1 <= count <= 10, f"code {index} must have 1 to 10 entries, not {count}")
        require(fields.get("version") == 1, f"version of code {index} must be 1")
        require(fields.get("batch_size") == len(batches), f"batch_size of code {index} must be {len(batches)}")
        require(fields.get("batch_index", 0) == index, f"batch_index of code {index} must be {index}")
        require(0 <= fields.get("batch_id", 0) < 1 << 31, f"batch_id of code {index} must not be negative")
        require(fields.get("batch_id") == batches[0].get("batch_id"), f"batch_id of code {index} differs from code 0")


def account(data, strict):
    fields = message(data, ENTRY, (), strict)
    texts = {}
    for name in ("name", "issuer", "secret"):
        value = fields.get(name, b"")
        require(type(value) is bytes, f"{name} must be bytes")
        texts[name] = value if name == "secret" else value.decode("utf-8", "strict" if strict else "replace")
    numbers = {name: fields.get(name, 0) for name in ("algorithm", "digits", "type", "counter")}
    require(all(type(value) is int for value in numbers.values()), "a number has an unexpected wire type")
    for name, values in ("algorithm", ALGORITHMS), ("digits", DIGITS), ("type", KINDS):
        low = 1 if strict else 0
        require(low <= numbers[name] < len(values), f"{name} must be {low} to {len(values) - 1}")
    kind = KINDS[numbers["type"]]
    require(not strict or kind == "hotp" or "counter" not in fields, "counter is only for hotp")
    issuer, name = texts["issuer"], texts["name"]
    if not issuer and ":" in name:
        issuer, name = name.split(":", 1)
    return Account(kind, issuer, name, texts["secret"], ALGORITHMS[numbers["algorithm"]], DIGITS[numbers["digits"]],
                   counter=numbers["counter"]).trimmed()
