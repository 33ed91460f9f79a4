"""Stratum's HTML page: a table of links in which no ampersand is escaped."""

from collections.abc import Iterable
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue

FORMAT = "stratum"
KINDS = ("totp", "hotp", "steam", "motp")
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Stratum Backup</title>
<style>code { word-break: break-all; }</style>
</head>
<body>
<table>
<tr><th>Issuer</th><th>Username</th><th>URI</th></tr>
"""
FOOT = "</table>\n</body>\n</html>\n"


def row(issuer: str, name: str, uri: str) -> str:
    return f"<tr><td>{escaped(issuer)}</td><td>{escaped(name)}</td><td><code>{uri}</code></td></tr>\n"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def page(rows: Iterable[str]) -> str:
    return HEAD + "".join(rows) + FOOT


def with_link(account: Entry) -> str:
    return row(account.issuer, account.name, links.key_uri(account))


def add(catalogue: Catalogue) -> None:
    label = "stratum/html"
    accounts = [account for account in cast(label, KINDS) if account.pin is None]
    accounts.append(entry(f"{label}/motp", "motp"))
    rows = [with_link(account) for account in accounts]
    yandex = entry(f"{label}/yandex", "yandex", issuer="Yandex")
    rows.append(row("Yandex", yandex.name, links.key_uri(yandex) + "&pin_length=4"))
    catalogue.add("stratum/plain.html", page(rows), [*accounts, yandex])
    add_entities(catalogue)
    add_hostile(catalogue)


def add_entities(catalogue: Catalogue) -> None:
    """Parameters that start like the names of characters, and real references."""
    label = "stratum/entities"
    accounts = [entry(f"{label}/{at}", issuer=f"Ampersand {at}", algorithm="SHA256") for at in range(6)]
    names = ("para", "not", "copy", "lt")
    rows = [
        row(account.issuer, account.name, links.key_uri(account).replace("&issuer", f"&{name}s=1&issuer"))
        for account, name in zip(accounts, names, strict=False)
    ]
    decimal, hexadecimal = accounts[4:]
    rows.append(row(decimal.issuer, decimal.name, links.key_uri(decimal).replace("&", "&amp;")))
    numbered = links.key_uri(hexadecimal).replace("&", "&#38;", 1).replace("?", "&#x3f;")
    rows.append(row(hexadecimal.issuer, hexadecimal.name, numbered))
    catalogue.add("stratum/entities.html", page(rows), accounts)
    untitled = "<html><body><code>" + links.key_uri(accounts[0]) + "</code></body></html>"
    catalogue.add("stratum/untitled.html", untitled, accounts[:1])


def add_hostile(catalogue: Catalogue) -> None:
    bad = links.bad_links(base32(invented_bytes("exports/stratum/bad-link", 20)))
    first, last = some("stratum/html-rejected")
    rows = [with_link(first), *(row("Bad", "bad", uri) for uri, _ in bad), with_link(last)]
    reasons = [reason for _, reason in bad]
    catalogue.add("stratum/rejected.html", page(rows), [first, last], reasons)

    first, last = some("stratum/html-not-utf8")
    bad = some("stratum/html-not-utf8-bad", 1)[0]
    bad_row = with_link(bad).encode()
    marked = bad_row.replace(b"<code>otpauth://totp/", b"<code>otpauth://totp/caf\xe9")
    content = HEAD.encode() + with_link(first).encode() + marked + with_link(last).encode() + FOOT.encode()
    latin = replace(bad, issuer=f"café{bad.issuer}")
    catalogue.add("stratum/hostile/not-utf8.html", content, [first, latin, last])

    good = some("stratum/html-truncated")
    cut = with_link(some("stratum/html-truncated-bad", 1)[0]).partition("&issuer")[0]
    content = (HEAD + "".join(map(with_link, good)) + cut).encode()
    reasons = ["link without an end", "page without an end"]
    catalogue.add("stratum/hostile/truncated.html", content, good, reasons)

    again = some("stratum/html-duplicates", 1) * 3
    catalogue.add("stratum/hostile/duplicates.html", page(map(with_link, again)), again)
    catalogue.failure("stratum/hostile/no-rows.html", page([]), "unrecognised")
    deep = some("stratum/html-deep", 1)
    content = HEAD + "<div>" * 1000 + with_link(deep[0]) + "</div>" * 1000 + FOOT
    catalogue.add("stratum/hostile/deep.html", content, deep)
