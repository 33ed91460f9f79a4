"""A YubiKey: the links of the script, read as ykman reads them."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

from accounts import Account, decode_base32
from rules import check_unique, decode, each, require

ACCOUNTS, ID_SIZE = 64, 64


def read(data, passphrase, strict):
    text = decode(data, strict)
    require(text.startswith("#!/bin/sh\n") and text.endswith("\n"), "the file must be a shell script")
    found = re.search(r"<< 'END'\n((?:otpauth://[!-~]+\n)*)END\n", text)
    require(found and "'" not in found[1] and text.count("otpauth:") == found[1].count("\n"),
            "links must be in one list")
    require(not re.search("--force| -f", text.replace(found[1], "")), "nothing must be overwritten")
    links = found[1].split("\n")[:-1]
    require(len(links) <= ACCOUNTS and f"accounts={len(links)}\n" in text, "the number of accounts must be right")
    identifiers = []
    accounts = each(links, "link", lambda link: account(link, identifiers), strict)
    check_unique(identifiers, "names on the key")
    return accounts


def account(link, identifiers):
    """As `CredentialData.parse_uri` and `_format_cred_id` of yubikit."""
    parts = urlsplit(link)
    parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
    require(parts.scheme == "otpauth" and parts.hostname in ("totp", "hotp"), "ykman knows totp and hotp")
    issuer, name = None, unquote(parts.path)[1:]
    if ":" in name:
        issuer, name = name.split(":", 1)
    require(issuer is None or parameters.get("issuer") == issuer, "the issuer must be the same twice")
    issuer = parameters.get("issuer", issuer)
    is_timed, period = parts.hostname == "totp", int(parameters.get("period", 30))
    shown = (f"{period}/" if is_timed and period != 30 else "") + (f"{issuer}:" if issuer else "") + name
    require(1 <= len(name) and len(shown.encode()) <= ID_SIZE, "issuer and name must have 1 to 64 bytes")
    parsed = re.match(r"^((\d+)/)?(([^:]+):)?(.+)$", shown)
    require(not is_timed or parsed and int(parsed[2] or 30) == period,
            "the period must be found in the name on the key")
    identifiers.append(shown)
    secret, digits = decode_base32(parameters["secret"]), int(parameters.get("digits", 6))
    if issuer == "Steam" and digits == 5:
        return Account("steam", issuer, name, secret).trimmed()
    require(6 <= digits <= 8 and issuer != "Steam", "digits must be 6 to 8")
    more = {"period": period} if is_timed else {"counter": int(parameters["counter"])}
    algorithm = parameters.get("algorithm", "SHA1")
    return Account(parts.hostname, issuer or "", name, secret, algorithm, digits, **more).trimmed()
