"""Tables of logins with a column of one-time passwords: this program's own, and those of password managers."""

from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import links
from ..accounts import Entry, cast, entry, some, spelt_oddly
from ..catalogue import Catalogue
from ..rows import sheet

FORMAT = "csv"
HEADER = ("title", "username", "otpauth", "notes", "tags", "favorite")


def guarded(text: str) -> str:
    """An apostrophe in front of what a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip("'")[:1] in ("=", "+", "-", "@", "\t", "\r") and text.lstrip("'") else text


def cells(account: Entry) -> list[str]:
    favorite = "1" if account.favourite else ""
    texts = (account.issuer, account.name, links.key_uri(account), account.note, account.group)
    return [*map(guarded, texts), favorite]


def table(found: Sequence[Sequence[str]], header: Sequence[str] = HEADER) -> bytes:
    return sheet(header, found, end="\r\n").encode()


def add(catalogue: Catalogue) -> None:
    accounts = [
        *cast("csv/plain", ("totp", "hotp")),
        entry("csv/formula", issuer="=SUM(A1)", name="@alice", note="+1 234", group="-old"),
        entry("csv/apostrophe", issuer="'=1+1", name="''@", note="'quoted' text", group="'tag"),
    ]
    catalogue.add("csv/plain.csv", table([cells(account) for account in accounts]), accounts)
    catalogue.add("csv/no-accounts.csv", table([]), [])

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
    catalogue.add("csv/semicolons.csv", f"\ufeff{semicolons}", [first, second])

    add_managers(catalogue)
    add_accounts(catalogue)
    add_drawn(catalogue)
    add_unproven(catalogue)
    good = entry("csv/rejected")
    bad = links.bad_links(base32(invented_bytes("exports/csv/bad-link", 20)))
    faults = [*bad, ("123 456", "a code"), ("JBSWY3DP!", "not base32"), ("https://example.com/", "another link")]
    rows = [cells(good), *([f"Bad {at}", "", text, "", "", ""] for at, (text, _) in enumerate(faults))]
    catalogue.add("csv/rejected.csv", table(rows), [good], [reason for _, reason in faults])


def add_managers(catalogue: Catalogue) -> None:
    """Columns that only their cells tell, several of one entry, and links where nobody expects them."""
    link, secret = entry("csv/weak/link"), entry("csv/weak/secret")
    lines = [
        ["Service", "Website", "Login", "Password", "2FA", "2FA Backup Codes"],
        ["Not this", "", "nor this", "in;vented", links.key_uri(link), "GEZDGNBVGY3TQOJQ"],
        [secret.issuer, "", secret.name, "in;vented", spelt_oddly(secret.base32), "GEZDGNBVGY3TQOJQ"],
        ["No code", "", "nobody", "in;vented", "none", "GEZDGNBVGY3TQOJQ"],
    ]
    catalogue.add("csv/2fa.csv", table(lines[1:], lines[0]), [link, secret])
    enabled = table([["a", "", "b", "x", "enabled", ""]], lines[0])
    catalogue.failure("csv/2fa-enabled.csv", enabled, "unrecognised")

    first, second, third, site = some("csv/tabs", "first second third site")
    site = replace(site, issuer="shop.example.com")
    lines = [
        ["Url", "Name", "Password", "otp", "Field 1", "TOTP Key"],
        ["", first.issuer, "x", first.base32, links.key_uri(second), third.base32],
        ["https://www.Shop.example.com/login", " ", "x", site.base32, "steam://GEZDGNBV", site.base32.lower()],
    ]
    read = [replace(first, name=""), second, replace(third, issuer=first.issuer, name=""), replace(site, name="")]
    tabs = "".join("\t".join(line) + "\n" for line in lines)
    catalogue.add("csv/tabs.tsv", tabs, read)


PARAMETERS = ("Issuer", "Account", "TOTP Secret", "Type", "Algorithm", "Digits", "Period", "Counter")


def parameters(account: Entry) -> list[str]:
    """All of an account in columns of their own, as a program writes it."""
    period = "" if account.type == "hotp" else "30" if account.period is None else str(account.period)
    counter = "" if account.counter is None else str(account.counter)
    cells = [account.type.upper(), account.algorithm, str(account.digits), period, counter]
    return [account.issuer, account.name, account.secret_in_file, *cells]


def add_accounts(catalogue: Catalogue) -> None:
    """Tables as people and small tools make them: no links, or links beside the same secrets."""
    accounts = [account for account in cast("csv/accounts", ("totp", "hotp")) if ":" not in account.issuer]
    accounts.append(entry("csv/accounts/steam", "steam"))
    rows = [parameters(account) for account in accounts]
    bad = parameters(entry("csv/accounts/bad"))
    faults = {"type": (3, "push"), "algorithm": (4, "SHA3"), "digits": (5, "6.5"), "period": (6, "0")}
    rows += [[*bad[:at], text, *bad[at + 1 :]] for at, text in faults.values()]
    catalogue.add("csv/accounts.csv", table(rows, PARAMETERS), accounts, list(faults))

    # As extract_otp_secrets writes it: the link has the parameters that the secret alone has not.
    linked = [
        entry("csv/linked/plain"), entry("csv/linked/sha256", algorithm="SHA256", digits=8, period=60),
        entry("csv/linked/hotp", "hotp"),
    ]  # fmt: skip
    lines = [
        [account.name, account.base32, account.issuer, account.type, account.counter or "", links.key_uri(account)]
        for account in linked
    ]
    header = ["name", "secret", "issuer", "type", "counter", "url"]
    text = table([list(map(str, line)) for line in lines], header)
    catalogue.add("csv/linked.csv", text, linked)

    # A sheet: a title, empty rows and columns, numbers with decimals, names in another language, as UTF-16.
    sheet = some("csv/sheet", 3, digits=8, period=60)
    titles = ["", "Aussteller", "Benutzername", "Geheimer Schlüssel", "Stellen", "Intervall"]
    lines = [["", "Codes", "", "", "", ""], [""] * 6, titles]
    lines += [["", account.issuer, account.name, spelt_oddly(account.base32), "8.0", "60,0"] for account in sheet]
    text = "".join("\t".join(line) + "\r\n" for line in [*lines, [""] * 6])
    catalogue.add("csv/sheet.txt", b"\xff\xfe" + text.encode("utf-16-le"), sheet)
    text = "sep=;\n" + "".join(";".join(line) + "\n" for line in lines)
    catalogue.add("csv/sheet.csv", text, sheet)

    hexadecimal = [entry("csv/hex/0"), entry("csv/hex/1")]
    lines = [[account.issuer, account.name, account.secret.hex(" ", 2)] for account in hexadecimal]
    text = table([*lines, ["Odd", "", "123"]], ["issuer", "name", "secret (hex)"])
    catalogue.add("csv/hex.csv", text, hexadecimal, ["an odd number of digits"])

    bare = [entry("csv/headerless/0"), entry("csv/headerless/1")]
    rows = [[account.issuer, account.name, account.base32] for account in bare]
    catalogue.add("csv/headerless.csv", table(rows[1:], rows[0]), bare)


def add_drawn(catalogue: Catalogue) -> None:
    """Tables that are drawn with characters, in a text."""
    first = entry("csv/drawn/bar", issuer="A|B")
    second, third = entry("csv/drawn/second"), entry("csv/drawn/third", digits=8)
    text = f"""# My codes

| Service | Account | Secret key |
|---------|:-------:|-----------:|
| A\\|B | {first.name} | `{first.base32}` |
| **{second.issuer}** | {second.name} | {spelt_oddly(second.base32).rstrip("=")} |

More of them:

issuer | name | totp secret | digits
--- | --- | --- | ---
{third.issuer} | {third.name} | {third.base32} | 8
"""
    catalogue.add("csv/markdown.md", text, [first, second, third])
    both, person = entry("csv/drawn/both"), entry("csv/drawn/person", issuer="")
    text = f"""
--- A tool that decrypts ---

STATUS   | ACCOUNT                        | TOTP SECRET
------------------------------------------------------
[ OK ]   | {both.issuer}: {both.name} | {both.base32}
[ OK ]   | {person.name} | {person.base32}
[FAIL]   | Old thing                      | Missing Data
------------------------------------------------------
Decrypted: 2 / 3
"""
    catalogue.add("csv/pipes.txt", text, [both, person], ["failed"])


def add_unproven(catalogue: Catalogue) -> None:
    """Columns that may have secrets of one-time codes, or anything else."""
    tables = {
        "hex": "issuer,name,secret\nA,a,432ed5a361d91a97ee6c04275651be12f6aa915e\n",
        "licenses": "product,key\nTool,VDGX2-BI4OX-CLFEX-YPBE7-OFWII\n",
        "aws": "name,key\na,AKIAQ3EGRIEXAMPLE234\n",
        "words": "name,secret\na,correct horse battery staple\nb,opensesameopensesame\n",
        "answers": "site,username,password,secret\na,b,in;vented,GEZDGNBVGY3TQOJQ\n",
    }
    for name, text in tables.items():
        catalogue.failure(f"csv/unproven-{name}.csv", text, "unrecognised")
