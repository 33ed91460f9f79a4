"""Logins of password managers: their one-time password, and the names that its link leaves out."""

import re
from urllib.parse import urlsplit

import bitwarden
import links
from rules import require

ALGORITHMS = ("SHA1", "SHA256", "SHA512")


def one_time_password(text, title, user, url=""):
    """The account of a field as people fill it in; None if it is empty."""
    require(text is None or type(text) is str, "the one-time password must be a string")
    if not (text or "").strip():
        return None
    return bitwarden.one_time_password(text, title.strip() or host(url), user, strict=False)


def host(url):
    """The host of a web address, which names an entry without a title."""
    try:
        parts = urlsplit(url.strip())
        name = parts.hostname or ""
    except ValueError:
        return ""
    return re.sub(r"\Awww\.", "", name) if parts.scheme in ("http", "https") else ""


def written(text, title, user):
    """The account of an entry that a program has written, with a link and the names of the link.

    These apps know no Steam Guard: with the issuer Steam, too, the codes are those of totp.
    """
    found = links.parse_written(text, types=("totp",), knows_steam=False)
    require(found.type == "totp", "the link must not be one of Steam Guard")
    require(found.algorithm in ALGORITHMS, f"algorithm must be {' or '.join(ALGORITHMS)}")
    found.issuer, found.name = found.issuer or title, found.name or user
    require(title == (found.issuer or found.name), "the title must be the issuer, or the name if there is no issuer")
    require(user == found.name, "the user name must be the name")
    return found
