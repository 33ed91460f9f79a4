"""Raivo OTP: a zip archive with JSON and a page for people. Every value of the JSON is a string."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from .. import hostile, reopen_containers, zips
from ..accounts import Entry, cast, entry, passphrase, some
from ..catalogue import Catalogue, Seal
from ..shape import Shape, paths, places
from ..zips import Member

FORMAT = "raivo"
KINDS = ("totp", "hotp")
LIST, PAGE = "raivo-otp-export.json", "raivo-otp-export.html"
HEAD = """<!doctype html>
<html lang="en">
    <head>
        <meta charset="utf-8">
        <title>Raivo OTP</title>
        <style>h4.subtitle { opacity: 0.75; }</style>
    </head>
    <body>
        <div class="wrapper">
            <h1>Raivo OTP data export</h1>
            <h2 class="subtitle">2026-01-02 03:04:05 +0000</h2>
            <div class="passwords">
                """
FOOT = """
            </div>
            <p class="footer"><span>Copyright &copy; 2019</span></p>
        </div>
    </body>
</html>
"""
QR_CODE = "<span><img src='data:image/png;base64,iVBORw0KGgo=' height=200 width=200 /></span><br>\n"


def written(account: Entry) -> dict[str, str]:
    return {
        "issuer": account.issuer,
        "account": account.name_in_file,
        "secret": account.secret_in_file,
        "algorithm": account.algorithm,
        "digits": str(account.digits),
        "kind": account.type.upper(),
        "timer": "30" if account.type == "hotp" else str(account.period),
        "counter": str(account.counter or 0),
        "iconType": "raivo_repository",
        "iconValue": "invented/icon.png",
        "pinned": "true" if account.favourite else "false",
    }


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    secret=("secret",),
    fields=places("issuer algorithm digits counter", name="account", period="timer"),
    kind=("kind",),
    unknown_kind="STEAM",
    extras=paths("iconType iconValue pinned"),
    needs_a_list=False,
    empty_error="unrecognised",
    faults=[("no type", {"timer": "30", "secret": "GEZDGNBVGY3TQOJQ", "kind": " "})],
)


def accounts_of(label: str) -> list[Entry]:
    """The issuer Steam makes no Steam account."""
    return [*cast(label, KINDS), entry(f"{label}/steam", issuer="Steam", name="gamer")]


def text(accounts: Iterable[Entry]) -> bytes:
    return SHAPE.holding(accounts)


def escaped(value: str) -> str:
    """As the app does: a number for every character that is not ASCII, and for those that HTML needs."""
    return "".join(f"&#{ord(letter)};" if letter in "&<>\"'" or ord(letter) > 127 else letter for letter in value)


def section(fields: dict[str, str], *, labels: Sequence[str] = ()) -> str:
    """An account of the page, without the lines of some labels."""
    lines = {
        "Seed": fields["secret"], "Algorithm": fields["algorithm"], "Length": f"{fields['digits']} digits",
        "Type": fields["kind"], "Timer": f"{fields['timer']} seconds", "Counter": fields["counter"],
        "Icon Type": fields["iconType"], "Icon Value": fields["iconValue"],
    }  # fmt: skip
    spans = "".join(
        f"<span>{label}: <code>{escaped(value)}</code></span><br>\n"
        for label, value in lines.items()
        if label not in labels
    )
    issuer, name = escaped(fields["issuer"]), escaped(fields["account"])
    return f'<h3>{issuer}</h3>\n<h4 class="subtitle">{name}</h4>\n{spans}{QR_CODE}'


def page(sections: Iterable[str]) -> bytes:
    return (HEAD + "<hr>".join(sections) + FOOT).encode()


def page_of(accounts: Iterable[Entry]) -> bytes:
    return page(section(written(account)) for account in accounts)


def add(catalogue: Catalogue) -> None:
    accounts = accounts_of(f"{FORMAT}/json")
    catalogue.add(f"{FORMAT}/plain.json", text(accounts), accounts)
    old = accounts_of(f"{FORMAT}/old")
    rows = [written(account) for account in old]
    for row in rows:
        for name in ("iconType", "iconValue", "pinned"):
            del row[name]
    catalogue.add(f"{FORMAT}/old.json", SHAPE.written(rows), old)
    add_numbers(catalogue)
    hostile.add(catalogue, SHAPE)
    add_pages(catalogue)
    add_archives(catalogue)
    add_odd_archives(catalogue)


def add_numbers(catalogue: Catalogue) -> None:
    """JSON numbers, kinds in any case, and what the kind does not use."""
    label = f"{FORMAT}/numbers"
    number = entry(f"{label}/digits", digits=8)
    lower = entry(f"{label}/lower", "hotp", counter=7)
    unused = [entry(f"{label}/timer", "hotp", counter=3), entry(f"{label}/counter")]
    rows = [
        written(number) | {"digits": 8, "timer": 30, "counter": 0},
        written(lower) | {"kind": "hotp"},
        written(unused[0]) | {"timer": "0"},
        written(unused[1]) | {"counter": "-1"},
    ]
    catalogue.add(f"{FORMAT}/unused.json", SHAPE.written(rows), [number, lower, *unused])


def add_pages(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/html"
    accounts = accounts_of(label)
    catalogue.add(f"{FORMAT}/plain.html", page_of(accounts), accounts)
    first, bad, last = some(f"{label}-rejected", 3)
    fields = written(bad)
    faults = [
        ("no seed", section(fields, labels=["Seed"])),
        ("empty seed", section(fields | {"secret": ""})),
        ("seed not base32", section(fields | {"secret": "not/base32"})),
        ("no type", section(fields, labels=["Type"])),
        ("type unknown", section(fields | {"kind": "STEAM"})),
        ("algorithm unknown", section(fields | {"algorithm": "SHA384"})),
        ("digits 0", section(fields | {"digits": "0"})),
        ("no number of digits", section(fields | {"digits": "six"})),
        ("timer 0", section(fields | {"timer": "0"})),
        ("counter -1", section(fields | {"kind": "HOTP", "counter": "-1"})),
    ]
    good = [section(written(account)) for account in (first, last)]
    content = page([good[0], *(text for _, text in faults), good[1]])
    reasons = [reason for reason, _ in faults]
    catalogue.add(f"{FORMAT}/rejected.html", content, [first, last], reasons)
    default = entry(f"{label}-defaults")
    shortened = section(written(replace(default, digits=8)), labels=["Length", "Timer", "Algorithm", "Counter"])
    catalogue.add(f"{FORMAT}/defaults.html", page([shortened]), [default])
    whole = page_of(some(f"{label}-cut", 3))
    kept = some(f"{label}-cut")
    cut = whole[: whole.rindex(b"Timer")]
    catalogue.add(f"{FORMAT}/hostile/truncated.html", cut, kept, ["the page is cut off"])
    head = whole[: whole.index(b"<h3")]
    catalogue.failure(f"{FORMAT}/hostile/head-only.html", head, "corrupt")
    catalogue.add(f"{FORMAT}/hostile/no-accounts.html", page([]))


def archive(label: str, password: str, members: Sequence[Member]) -> bytes:
    return zips.archive(members, label, password)


def add_archives(catalogue: Catalogue) -> None:
    """As the app writes it, re-zipped in other ways, and with the page alone."""
    ways: dict[str, dict[str, Any]] = {
        "aes-256": {"cipher": zips.AES_256, "method": zips.STORED},
        "aes-256-unicode": {"cipher": zips.AES_256, "method": zips.DEFLATED},
        "zipcrypto": {"cipher": zips.ZIPCRYPTO},
        "rezipped": {},
    }
    for name, how in ways.items():
        label = f"{FORMAT}/{name}"
        password = passphrase(label, ascii="unicode" not in name) if how else None
        accounts = accounts_of(label)
        members = [Member(PAGE, page_of(accounts), **how), Member(LIST, text(accounts), **how)]
        content = archive(label, password or "", members)
        seal = Seal(reopen_containers.zip_lists, text(accounts))
        catalogue.add(f"{label}.zip", content, accounts, password=password, seal=seal)
    label = f"{FORMAT}/page-only"
    accounts, password = accounts_of(label), passphrase(f"{FORMAT}/page-only")
    members = [Member(PAGE, page_of(accounts), zips.STORED, cipher=zips.AES_256)]
    catalogue.add(f"{label}.zip", archive(label, password, members), accounts, password=password)


def add_odd_archives(catalogue: Catalogue) -> None:
    def failure(name: str, members: Sequence[Member], error: str, password: str, given: str | None) -> None:
        content = archive(f"{FORMAT}/zip-{name}", password, members)
        catalogue.failure(f"{FORMAT}/hostile/{name}.zip", content, error, password=given)

    accounts = some(f"{FORMAT}/zip-macos")
    junk = b"\x00\x05\x16\x07 not JSON"
    members = [
        Member(f"__MACOSX/export/{LIST}", junk), Member(f"__MACOSX/export/._{LIST}", junk),
        Member(f"export/._{LIST}", junk), Member(f"export/{LIST}", text(accounts)), Member("export/notes.txt", b"x"),
    ]  # fmt: skip
    catalogue.add(f"{FORMAT}/hostile/macos.zip", archive(f"{FORMAT}/zip-macos", "", members), accounts)
    catalogue.add(f"{FORMAT}/hostile/empty-list.zip", archive(FORMAT, "", [Member(LIST, b"[]")]))
    how: dict[str, Any] = {"method": zips.STORED, "cipher": zips.AES_256}
    password, another = passphrase(f"{FORMAT}/zip"), passphrase(f"{FORMAT}/another")
    good = text(some(f"{FORMAT}/zip-sealed"))
    failure("wrong-password", [Member(LIST, good, **how)], "wrong-password", password, another)
    failure("no-password", [Member(LIST, good, **how)], "password-required", password, None)
    failure("bad-mac", [Member(LIST, good, **how, flipped=-1)], "wrong-password", password, password)
    failed = {"message": "Could not retrieve OTPs from Realm"}
    members = [Member(PAGE, b"An error occurred", **how), Member(LIST, json.dumps(failed).encode(), **how)]
    failure("failed-export", members, "corrupt", password, password)
    failure("failed-page", members[:1], "corrupt", password, password)
    failure("not-json", [Member(LIST, b"<html></html>")], "corrupt", "", None)
