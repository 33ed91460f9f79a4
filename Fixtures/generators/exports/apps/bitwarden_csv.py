"""Bitwarden's CSV, and that of the Authenticator on iOS, which has the same header."""

from dataclasses import replace

from .. import links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..rows import sheet
from .bitwarden import BAD_TOTP

FORMAT = "bitwarden"
HEADER = "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp".split(",")


def cells(account: Entry, totp: str, *, name: str = "A login", username: str = "someone") -> dict[str, str]:
    return {
        "folder": account.group,
        "favorite": "1" if account.favourite else "",
        "type": "login",
        "name": name,
        "notes": account.note,
        "reprompt": "0",
        "login_uri": "https://login.example.com/,https://example.com/",
        "login_username": username,
        "login_password": 'in"vent,ed',
        "login_totp": totp,
    }


def with_link(account: Entry) -> dict[str, str]:
    if account.type == "steam":
        return cells(account, f"steam://{account.base32}", name=account.issuer, username=account.name)
    if account.issuer and account.name:
        return cells(account, links.key_uri(account))
    return cells(account, links.key_uri(account), name=account.issuer, username=account.name)


def bare(account: Entry) -> dict[str, str]:
    return cells(account, account.secret_in_file, name=account.issuer, username=account.name_in_file)


def table(found: list[dict[str, str]], header: list[str] = HEADER, end: str = "\n") -> str:
    return sheet(header, found, end=end)


def add(catalogue: Catalogue) -> None:
    label = "bitwarden/csv"
    accounts = [*cast(label, ("totp", "hotp", "steam")), entry(f"{label}/bare", issuer='Ac"me, Inc.', name="büro")]
    rows = [with_link(account) for account in accounts[:-1]] + [bare(accounts[-1])]
    note = {"type": "note", "name": "A note", "notes": "one\ntwo, otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ"}
    rows.insert(3, note)
    rows.insert(5, cells(accounts[0], ""))
    catalogue.add("bitwarden/plain.csv", table(rows), accounts)
    add_variants(catalogue)
    add_hostile(catalogue)


def add_variants(catalogue: Catalogue) -> None:
    """Older columns, another order of columns, blank lines between rows, CRLF and a byte order mark."""
    older = [column for column in HEADER if column != "reprompt"]
    for name, header, end in (("older", older, "\n\n"), ("other-order", HEADER[::-1], "\r\n")):
        accounts = cast(f"bitwarden/csv-{name}", ("totp", "steam"))[:6]
        content = table([with_link(account) for account in accounts], header, end)
        encoding = "utf-8-sig" if end == "\r\n" else "utf-8"
        catalogue.add(f"bitwarden/{name}.csv", content.encode(encoding), accounts)


def add_hostile(catalogue: Catalogue) -> None:
    good = some("bitwarden/csv-rejected")
    bad = [cells(good[0], totp) for totp, _ in BAD_TOTP]
    content = table([with_link(good[0]), *bad, with_link(good[1])])
    reasons = [reason for _, reason in BAD_TOTP]
    catalogue.add("bitwarden/rejected.csv", content, good, reasons)

    good = some("bitwarden/csv-not-utf8")
    latin = replace(some("bitwarden/csv-marked", 1)[0], name="café")
    marked = bare(replace(latin, name="@NAME@"))
    content = table([bare(good[0]), marked, bare(good[1])]).encode().replace(b"@NAME@", b"caf\xe9")
    catalogue.add("bitwarden/hostile/not-utf8.csv", content, [good[0], latin, good[1]])

    good = some("bitwarden/csv-truncated")
    content = table([bare(account) for account in good]) + ',,login,Cut,"a note that never'
    catalogue.failure("bitwarden/hostile/truncated.csv", content, "corrupt")

    good = some("bitwarden/csv-no-line-end")
    content = table([bare(account) for account in good]).rstrip("\n")
    catalogue.add("bitwarden/hostile/no-line-end.csv", content, good)

    again = some("bitwarden/csv-duplicates", 1) * 3
    content = table([bare(account) for account in again])
    catalogue.add("bitwarden/hostile/duplicates.csv", content, again)
    catalogue.add("bitwarden/hostile/header-only.csv", table([]))
