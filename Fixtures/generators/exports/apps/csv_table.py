"""Tables of logins with a column of one-time passwords: this program's own, and those of password managers."""

from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import links
from ..accounts import Entry, cast, crowd, entry, spelt_oddly
from ..catalogue import Catalogue
from ..rows import row

FORMAT = "csv"
HEADER = ("title", "username", "otpauth", "notes", "tags", "favorite")


def guarded(text: str) -> str:
    """An apostrophe in front of what a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip("'")[:1] in ("=", "+", "-", "@", "\t", "\r") and text.lstrip("'") else text


def cells(account: Entry) -> list[str]:
    favorite = "1" if account.favourite else ""
    return [*map(guarded, (account.issuer, account.name, links.key_uri(account), account.note, account.group)), favorite]


def table(rows: Sequence[Sequence[str]], header: Sequence[str] = HEADER) -> bytes:
    return "".join(row(cells) + "\r\n" for cells in (header, *rows)).encode()


def add(catalogue: Catalogue) -> None:
    accounts = [
        *cast("csv/plain", ("totp", "hotp")),
        entry("csv/formula", issuer="=SUM(A1)", name="@alice", note="+1 234", group="-old"),
        entry("csv/apostrophe", issuer="'=1+1", name="''@", note="'quoted' text", group="'tag"),
    ]
    catalogue.add("csv/plain.csv", table([cells(account) for account in accounts]), accounts, format=FORMAT)
    catalogue.add("csv/no-accounts.csv", table([]), [], format=FORMAT)

    # As a password manager writes it: other names and order, a password, rows without a one-time password.
    first, second = entry("csv/manager/link", note="first,\nsecond"), entry("csv/manager/secret")
    rows = [
        [first.issuer, first.name, "", "in;vented", links.key_uri(first), first.note],
        ["No code", "nobody", "https://example.com/", "in;vented", "", ""],
        ["None", "nobody", "https://example.com/", "in;vented", "N/A", ""],
        [second.issuer, second.name, "https://example.net/", "", spelt_oddly(second.base32), ""],
    ]
    lines = [["Display Name", "E-Mail", "Web Site", "Password", "One-Time Password", "Notes"], *rows]
    semicolons = "".join(";".join(f'"{cell}"' for cell in line) + "\n" for line in lines)
    catalogue.add("csv/semicolons.csv", f"\ufeff{semicolons}".encode(), [first, second], format=FORMAT)

    add_managers(catalogue)
    good = entry("csv/rejected")
    bad = links.bad_links(base32(invented_bytes("exports/csv/bad-link", 20)))
    faults = [*bad, ("123 456", "a code"), ("JBSWY3DP!", "not base32"), ("https://example.com/", "another link")]
    rows = [cells(good), *([f"Bad {at}", "", text, "", "", ""] for at, (text, _) in enumerate(faults))]
    catalogue.add("csv/rejected.csv", table(rows), [good], [reason for _, reason in faults], format=FORMAT)


def add_managers(catalogue: Catalogue) -> None:
    """Columns that only their cells tell, several of one entry, and links where nobody expects them."""
    link, secret = entry("csv/weak/link"), entry("csv/weak/secret")
    lines = [
        ["Service", "Website", "Login", "Password", "2FA", "2FA Backup Codes"],
        ["Not this", "", "nor this", "in;vented", links.key_uri(link), "GEZDGNBVGY3TQOJQ"],
        [secret.issuer, "", secret.name, "in;vented", spelt_oddly(secret.base32), "GEZDGNBVGY3TQOJQ"],
        ["No code", "", "nobody", "in;vented", "none", "GEZDGNBVGY3TQOJQ"],
    ]
    catalogue.add("csv/2fa.csv", table(lines[1:], lines[0]), [link, secret], format=FORMAT)
    catalogue.failure("csv/2fa-enabled.csv", table([["a", "", "b", "x", "enabled", ""]], lines[0]), "unrecognised", format=None)

    first, second, third, site = (entry(f"csv/tabs/{name}") for name in ("first", "second", "third", "site"))
    site = replace(site, issuer="shop.example.com")
    lines = [
        ["Url", "Name", "Password", "otp", "Field 1", "TOTP Key"],
        ["", first.issuer, "x", first.base32, links.key_uri(second), third.base32],
        ["https://www.Shop.example.com/login", " ", "x", site.base32, "steam://GEZDGNBV", site.base32.lower()],
    ]
    read = [replace(first, name=""), second, replace(third, issuer=first.issuer, name=""), replace(site, name="")]
    tabs = "".join("\t".join(line) + "\n" for line in lines)
    catalogue.add("csv/tabs.tsv", tabs.encode(), read, format=FORMAT)


def large(count: int) -> bytes:
    return table([cells(account) for account in crowd("csv/large", count)])
