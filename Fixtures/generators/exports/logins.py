"""The entries of password managers: logins with and without a one-time password, in every form that people give it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from images.accounts import base32, invented_bytes

from . import links
from .accounts import Entry, cast, entry, some, spelt_oddly
from .catalogue import Catalogue

KINDS = ("totp", "hotp", "steam")


@dataclass(frozen=True)
class Login:
    title: str = "A login"
    user: str = "someone@example.com"
    key: str = ""
    """The one-time password: a link, a secret, or nothing."""
    url: str = "https://login.example.com/"
    note: str = ""
    group: str = ""
    favourite: bool = False


def login(account: Entry, key: str, **names: str) -> Login:
    """The account as an entry whose own names count only if the link has none."""
    return Login(key=key, note=account.note, group=account.group, favourite=account.favourite, **names)


def bare(account: Entry, **fields) -> Login:
    """A secret alone: the names are those of the entry, which has no address in place of a title."""
    names = {"title": account.issuer, "user": account.name_in_file, "url": ""}
    return replace(login(account, account.secret_in_file), **(names | fields))


def linked(account: Entry) -> Login:
    names = {"title": account.issuer, "user": account.name, "url": ""}
    if account.type == "steam":
        return login(account, f"steam://{account.base32}", **names)
    return login(account, links.key_uri(account), **({} if account.issuer and account.name else names))


def special(label: str) -> list[tuple[Entry, Login]]:
    """Links without a label, names from two places, and what only looks like something else."""
    made = {name: entry(f"{label}/{name}") for name in ("no-path", "no-label", "groups", "half", "site")}
    site = replace(made["site"], issuer="shop.example.com")
    steam = entry(f"{label}/called-steam", issuer="Steam")
    half = replace(made["half"], name="Strongbox")
    no_path = f"otpauth://totp?secret={made['no-path'].base32}&algorithm=SHA1&period=30&digits=6"
    no_label = f"otpauth://totp/?secret={made['no-label'].base32.lower()}&digits=6&period=30&lock=false"
    return [
        (made["no-path"], bare(made["no-path"], key=no_path)),
        (made["no-label"], bare(made["no-label"], key=no_label)),
        (made["groups"], bare(made["groups"], key=spelt_oddly(made["groups"].base32))),
        (half, bare(half, key=f"otpauth://totp/Strongbox?secret={half.base32}", user="not this")),
        (site, bare(site, title=" ", url="https://someone:x@WWW.Shop.Example.com:8443/login?a=b")),
        (steam, bare(steam)),
    ]


def export(label: str, kinds: Sequence[str] = KINDS) -> tuple[list[Entry], list[Login]]:
    """Accounts in every form, between entries that have none."""
    pairs = [(account, linked(account)) for account in cast(label, kinds)] + special(label)
    logins = [login for _, login in pairs]
    logins.insert(1, Login(title="No code", note="otpauth://totp/in-a-note?secret=GEZDGNBVGY3TQOJQ"))
    logins.insert(5, Login(title="Spaces", key="   "))
    return [account for account, _ in pairs], [*logins, Login(title="Last", url="")]


def bad_keys(label: str) -> list[tuple[str, str]]:
    """What no reader may take for a one-time password, with the reason."""
    secret = base32(invented_bytes(f"exports/{label}/bad-key", 20))
    return [
        *links.bad_links(secret),
        ("not a secret!", "neither link nor base32"),
        (" -==", "secret of no bytes"),
        ("https://example.com/qr.png", "a link of another scheme"),
        (f"Key: otpauth://totp/Bad:middle?secret={secret}", "a link in the middle of a text"),
        ("otpauth-migration://offline?data=AAAA", "part of an export of Google Authenticator"),
        ("steam://0189", "steam secret not base32"),
        ("steam://", "steam secret empty"),
    ]


def add_tables(
    catalogue: Catalogue, format: str, table: Callable[[Sequence[Login]], str], *, has_header: bool = True
) -> None:
    """The plain CSV, and what may be wrong with any CSV. The table is made of logins, its lines end with LF."""

    def file(name: str, text: str | bytes, good: Sequence[Entry], reasons: Sequence[str] = ()) -> None:
        content = text if isinstance(text, bytes) else text.encode()
        catalogue.add(f"{format}/{name}.csv", content, good, reasons)

    accounts, logins = export(f"{format}/csv")
    file("plain", table(logins), accounts)

    first, last = some(f"{format}/csv-rejected")
    bad = bad_keys(f"{format}/csv")
    broken = [Login(title=f"Bad {at}", key=key) for at, (key, _) in enumerate(bad)]
    file("rejected", table([bare(first), *broken, bare(last)]), [first, last], [reason for _, reason in bad])

    first, last = some(f"{format}/csv-not-utf8")
    latin = some(f"{format}/csv-latin", 1)[0]
    marked = table([bare(first), bare(replace(latin, name="NAME-IN-LATIN-1")), bare(last)])
    # With a byte order mark it is certainly UTF-8, and damaged.
    latin = replace(latin, name="caf\ufffd" if marked.startswith("\ufeff") else "café")
    file("hostile/not-utf8", marked.encode().replace(b"NAME-IN-LATIN-1", b"caf\xe9"), [first, latin, last])

    text = table([bare(account) for account in some(f"{format}/csv-truncated")]) + '"an entry that never'
    catalogue.failure(f"{format}/hostile/truncated.csv", text, "corrupt")

    good = some(f"{format}/csv-bom-crlf")
    text = table([bare(account) for account in good]).lstrip("\ufeff").rstrip("\n").replace("\n", "\r\n\r\n")
    file("hostile/bom-crlf", f"\ufeff{text}", good)
    again = some(f"{format}/csv-duplicates", 1) * 3
    file("hostile/duplicates", table([bare(account) for account in again]), again)
    long = replace(some(f"{format}/csv-long", 1)[0], note='line, "quoted"\n' * 500)
    file("hostile/long-note", table([bare(long)]), [long])
    if has_header:
        file("hostile/header-only", table([]), [])
        file("no-codes", table([Login(title="No code"), Login(title="None", note="two\nlines")]), [])
