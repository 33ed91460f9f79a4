"""KeePassXC: the CSV export, every cell in quotes."""

from collections.abc import Sequence
from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import links
from ..accounts import Entry, cast, entry, some
from ..catalogue import Catalogue
from ..rows import sheet

FORMAT = "keepassxc"
KINDS = ("totp", "steam")
HEADER = ("Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created")
OLDER = HEADER[:7]
MOMENT = "2026-01-02T03:04:05Z"


def uri(account: Entry) -> str:
    """The program rebuilds the link from title and user name; Steam is marked by its encoder, with any digits."""
    parameters = {"period": str(account.period), "digits": str(account.digits)}
    if account.algorithm != "SHA1" and account.type == "totp":
        parameters["algorithm"] = account.algorithm
    query = [f"secret={account.base32}", *(f"{key}={value}" for key, value in parameters.items())]
    query.append(f"issuer={links.percent_encoded(account.issuer)}")
    if account.type == "steam":
        query.append("encoder=steam")
    return f"otpauth://totp/{links.names(account)}?{'&'.join(query)}"


def cells(account: Entry, totp: str, group: str = "Root") -> dict[str, str]:
    path = f"{group}/{account.group}" if account.group else group
    return {
        "Group": path,
        "Title": account.issuer,
        "Username": account.name,
        "Password": 'in"vent,ed',
        "URL": "https://example.com/",
        "Notes": account.note,
        "TOTP": totp,
        "Icon": "0",
        "Last Modified": MOMENT,
        "Created": MOMENT,
    }


def with_link(account: Entry) -> dict[str, str]:
    return cells(account, uri(account))


def table(found: list[dict[str, str]], header: tuple[str, ...] = HEADER) -> str:
    return sheet(header, found, all_quoted=True)


def add(catalogue: Catalogue) -> None:
    accounts = list(cast("keepassxc/plain", KINDS))
    rows = [with_link(account) for account in accounts]
    settings = entry("keepassxc/six-digits", "steam", issuer="Gamers Den", name="six digits")
    kept = entry("keepassxc/kept")
    rows += [
        cells(settings, uri(replace(settings, digits=6))),
        cells(entry("keepassxc/gone"), uri(entry("keepassxc/gone")), "Root/Recycle Bin"),
        cells(entry("keepassxc/gone-deeper"), uri(entry("keepassxc/gone-deeper")), "Root/Recycle Bin/Old"),
        cells(kept, uri(kept), "Root/Work/Recycle Bin"),
    ]
    rows.insert(2, cells(entry("keepassxc/no-totp"), ""))
    catalogue.add("keepassxc/plain.csv", table(rows), [*accounts, settings, kept])
    accounts = cast("keepassxc/older", KINDS)
    content = table([with_link(account) for account in accounts], OLDER)
    catalogue.add("keepassxc/older.csv", content, accounts)
    add_hostile(catalogue)


def add_hostile(catalogue: Catalogue) -> None:
    def file(name: str, content: bytes, good: list[Entry], reasons: Sequence[str] = ()) -> None:
        catalogue.add(f"keepassxc/{name}.csv", content, good, reasons)

    first, last = some("keepassxc/rejected")
    bad = links.bad_links(base32(invented_bytes("exports/keepassxc/bad-link", 20)))
    bare = [("otpauth://totp/Bare:b?secret=&period=30&digits=6&issuer=Bare", "bare secret lost by the program")]
    faults = [*bad, *bare, ("not a link", "no link")]
    rows = [with_link(first), *(cells(first, totp) for totp, _ in faults), with_link(last)]
    file("rejected", table(rows).encode(), [first, last], [reason for _, reason in faults])

    first, last = some("keepassxc/not-utf8")
    marked = some("keepassxc/not-utf8-bad", 1)[0]
    broken = cells(marked, uri(marked).replace("totp/", "totp/@NAME@"))
    content = table([with_link(first), broken, with_link(last)]).encode().replace(b"@NAME@", b"caf\xe9")
    file("hostile/not-utf8", content, [first, replace(marked, issuer=f"café{marked.issuer}"), last])

    good = some("keepassxc/truncated")
    content = table([with_link(account) for account in good]) + '"Root","Cut","someone","a password that never'
    catalogue.failure("keepassxc/hostile/truncated.csv", content, "corrupt")

    good = some("keepassxc/no-line-end")
    marked_text = "\ufeff" + table([with_link(account) for account in good]).rstrip("\n").replace("\n", "\r\n")
    file("hostile/bom-crlf", marked_text.encode(), good)
    again = some("keepassxc/duplicates", 1) * 3
    file("hostile/duplicates", table([with_link(account) for account in again]).encode(), again)
    file("hostile/header-only", table([]).encode(), [])
    long = replace(some("keepassxc/long", 1)[0], note="line\n" * 2000)
    file("hostile/long-note", table([with_link(long)]).encode(), [long])
