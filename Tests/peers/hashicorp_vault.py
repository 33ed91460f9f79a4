"""HashiCorp Vault: the links of the script, read as its secrets engine totp reads them (path_keys.go)."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

from accounts import Account, decode_base32
from rules import check_unique, decode, each, require


def read(data, passphrase, strict):
    text = decode(data, strict)
    require(text.startswith("#!/bin/sh\n") and text.endswith("\n"), "the file must be a shell script")
    found = re.search(r"<< 'END'\n((?:totp/keys/[!-~]+\notpauth://[!-~]+\n)*)END\n", text)
    require(found and text.count("otpauth:") == found[1].count("\n") // 2, "keys and links must be in one list")
    lines = found[1].split("\n")[:-1]
    keys = lines[::2]
    require(all(re.fullmatch(r"totp/keys/\w(([\w.@-]+)?\w)?", key, re.ASCII) for key in keys),
            "the names of keys must have characters that Vault takes")
    require(f"\nkeys={len(keys)}\n" in text, "the number of keys must be right")
    check_unique(keys, "names of keys")
    return each(lines[1::2], "link", account, strict)


def account(link):
    parts = urlsplit(link)
    parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
    require(parts.hostname == "totp", "Vault knows totp")
    issuer, colon, name = unquote(parts.path)[1:].partition(":")
    if not colon:
        issuer, name = "", issuer
    digits, algorithm = int(parameters.get("digits", 6)), parameters.get("algorithm", "SHA1")
    require(digits in (6, 8) and algorithm in ("SHA1", "SHA256", "SHA512"), "digits must be 6 or 8")
    return Account("totp", parameters.get("issuer", issuer), name, decode_base32(parameters["secret"]), algorithm,
                   digits, period=int(parameters.get("period", 30))).trimmed()
