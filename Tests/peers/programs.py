"""What programs of others read in a file: pass-import, pykeepass and python-pskc, with their own code.

A reader returns one `Found` per account. Parameters that a file lacks are those that the programs that show codes
assume. What cannot generate a code, such as a secret that is not base32, is no account.
"""

import base64
import contextlib
import io
import re
from dataclasses import dataclass
from unittest import mock
from urllib.parse import parse_qsl, unquote

from pass_import.formats import kdbx as pass_kdbx
from pass_import.managers import aegis, andotp, bitwarden, keepass, onepassword
from pskc import PSKC
from pykeepass import PyKeePass

from accounts import ALGORITHMS, MAX_COUNTER


@dataclass(frozen=True)
class Parameters:
    """What decides the codes."""

    type: str
    secret: str
    algorithm: str = "SHA1"
    digits: int = 6
    period: int | None = 30
    counter: int | None = None


@dataclass(frozen=True)
class Found:
    parameters: Parameters
    issuer: str = ""
    name: str = ""
    note: str = ""


# Numbers and secrets, as programs that show codes take them


def base32_of(text):
    """Base32 without spaces and padding; None if it is not base32."""
    text = re.sub(r"[\s=-]", "", str(text)).upper()
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except ValueError:
        return None
    return base64.b32encode(data).decode().rstrip("=") if data else None


def parameters(kind, secret, algorithm=None, digits=None, period=None, counter=None):
    """None if no code can be made of them."""
    secret = base32_of(secret)
    kind = str(kind).lower()
    if secret is None or kind not in ("totp", "hotp", "steam"):
        return None
    if kind == "steam":
        return Parameters("steam", secret, "SHA1", 5, 30)
    algorithm = str(algorithm or "SHA1").upper()
    try:
        digits = int(6 if digits is None else digits)
        period = int(30 if period is None else period) if kind == "totp" else None
        counter = int(counter or 0) if kind == "hotp" else None
    except (TypeError, ValueError):
        return None
    in_range = 1 <= digits <= 10 and (period is None or 1 <= period <= 2147483) and (
        counter is None or 0 <= counter <= MAX_COUNTER)
    if not in_range or algorithm not in ALGORITHMS:
        return None
    return Parameters(kind, secret, algorithm, digits, period, counter)


LINK = re.compile(r"otpauth://([a-z]+)/([^?]*)\?(.*)\Z", re.DOTALL | re.IGNORECASE)
# The text that pass-import writes for an entry of Aegis or andOTP, without escapes.
ENTRY = re.compile(
    r"otpauth://(.*?)/totp-secret\?secret=(.*?)&issuer=(.*?)((?:&(?:algorithm|digits|counter|period)=[^&]*)*)\Z",
    re.DOTALL)


def of_link(link):
    """Of a link in the usual form, or of a secret alone.

    pass-import makes a link of the fields of KeePass without their parameters: that is not one.
    """
    if not isinstance(link, str) or not link.strip():
        return None
    match = LINK.match(link.strip())
    if not match:
        return None if ":" in link else parameters("totp", link)
    if match[2] == "totp-secret":
        return None
    values = {}
    for pair in match[3].split("&"):
        name, _, value = pair.partition("=")
        values.setdefault(name.lower(), unquote(value.replace("+", " ")))
    kind = "steam" if values.get("encoder", "").lower() == "steam" else match[1]
    return parameters(kind, values.get("secret", ""), values.get("algorithm"), values.get("digits"),
                      values.get("period"), values.get("counter"))


def of_entry(link):
    match = ENTRY.match(link)
    if not match:
        return None
    values = dict(pair.split("=", 1) for pair in match[4].split("&") if pair)
    values = {name: None if value == "None" else value for name, value in values.items()}
    return parameters(match[1], match[2], values.get("algorithm"), values.get("digits"), values.get("period"),
                      values.get("counter"))


# pass-import


def entries(manager, path, passphrase=None):
    """The dictionaries that pass-import would store."""
    name = manager.__module__.split(".")[-1]
    ask = mock.patch(f"pass_import.managers.{name}.getpassword", lambda *_: passphrase, create=True)
    with ask, mock.patch.object(pass_kdbx, "getpassword", lambda *_: passphrase):
        source = manager(str(path))
        source.open()
        try:
            source.parse()
        finally:
            # A database would be saved.
            if not isinstance(source, keepass.Keepass):
                source.close()
        return source.data


def of_apps(manager):
    def read(path, passphrase=None):
        found = [(entry, of_entry(entry["otpauth"])) for entry in entries(manager, path, passphrase)]
        return [Found(taken, name=entry["title"]) for entry, taken in found if taken]
    return read


def of_managers(manager):
    def read(path, passphrase=None):
        found = [(entry, of_link(entry.get("otpauth"))) for entry in entries(manager, path, passphrase)]
        return [Found(taken, entry.get("title") or "", entry.get("login") or "", entry.get("comments") or "")
                for entry, taken in found if taken]
    return read


# The others


def pykeepass(path, passphrase):
    found, database = [], PyKeePass(str(path), password=passphrase)
    deleted = database.recyclebin_group
    for entry in database.entries:
        if entry.is_a_history_entry or deleted is not None and entry.path[:len(deleted.path)] == deleted.path:
            continue
        values = entry.custom_properties
        taken = of_link(entry.otp) if entry.otp else None
        if not entry.otp and "HmacOtp-Counter" in values and "HmacOtp-Secret-Base32" in values:
            taken = parameters("hotp", values["HmacOtp-Secret-Base32"], counter=values["HmacOtp-Counter"])
        if taken:
            found.append(Found(taken, entry.title or "", entry.username or "", entry.notes or ""))
    return found


def passbolt(path, passphrase):
    """As its browser extension imports a database: resourcesKdbxImportParser.js, externalTotpEntity.js."""
    found = []
    for entry in PyKeePass(str(path), password=passphrase).entries:
        values = entry.custom_properties
        if entry.otp:
            # The whole link is decoded before it is taken apart, and its parts once more.
            query = unquote(entry.otp).partition("#")[0].partition("?")[2]
            link = dict(reversed(parse_qsl(query, keep_blank_values=True)))
            parts = [link.get(name) for name in ("secret", "algorithm", "digits", "period")]
        else:
            parts = [values.get(f"TimeOtp-{name}") for name in ("Secret-Base32", "Algorithm", "Length", "Period")]
            parts[1] = parts[1] and parts[1][5:].replace("-", "", 1)
        secret, algorithm, digits, period = parts
        if re.fullmatch("[A-Z2-7]+=*", secret or "") and 6 <= int(digits or 6) <= 8:
            taken = parameters("totp", secret, algorithm, digits, period)
            found += [Found(taken, entry.title or "", entry.username or "", entry.notes or "")] if taken else []
    return found


def python_pskc(path, passphrase=None):
    file = PSKC(str(path))
    if passphrase is not None:
        file.encryption.derive_key(passphrase)
    found = []
    for key in file.keys:
        secret = key.secret
        if not secret or not key.algorithm:
            continue
        algorithm = re.sub("^HMAC-", "", key.algorithm_suite or "SHA1").replace("-", "")
        taken = parameters(key.algorithm.split(":")[-1].split("#")[-1], base64.b32encode(secret).decode(), algorithm,
                           key.response_length, key.time_interval, key.counter)
        if taken and key.response_encoding in (None, "DECIMAL"):
            found.append(Found(taken, key.issuer or "", key.userid or ""))
    return found


# By target or format: who reads it. Aegis and andOTP show issuer and name as one text there.
READERS = {
    ("pass-import", "aegis"): of_apps(aegis.Aegis),
    ("pass-import", "aegis, encrypted"): of_apps(aegis.AegisCipher),
    ("pass-import", "andotp"): of_apps(andotp.AndOTP),
    ("pass-import", "bitwarden"): of_managers(bitwarden.BitwardenJSON),
    ("pass-import", "bitwarden-csv"): of_managers(bitwarden.BitwardenCSV),
    ("pass-import", "onepassword"): of_managers(onepassword.OnePassword8CSV),
    ("pass-import", "keepass"): of_managers(keepass.Keepass),
    ("pykeepass", "keepass"): pykeepass,
    ("passbolt", "keepass"): passbolt,
    ("python-pskc", "pskc"): python_pskc,
}


def read(program, file, path, passphrase=None):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return READERS[program, file](path, passphrase)
