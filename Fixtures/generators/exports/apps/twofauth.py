"""2FAuth: its own JSON, and the links that its API answers."""

from dataclasses import replace

from images.accounts import base32, invented_bytes

from .. import hostile, links, newer
from ..accounts import Entry, cast, entry, padded, some
from ..catalogue import Catalogue
from ..shape import Shape, paths, places, within

FORMAT = "2fauth"
KINDS = ("totp", "hotp", "steam")
HEAD = {"app": "2fauth_v5.6.0", "schema": 1, "datetime": "2024-05-01T10:00:00.173939Z"}
INDECIPHERABLE = "*indecipherable*"


def written(account: Entry) -> dict:
    return {
        "otp_type": {"steam": "steamtotp"}.get(account.type, account.type),
        "account": account.name_in_file,
        "service": account.issuer or None,
        "icon": "icon.svg" if account.favourite else None,
        "icon_mime": "image/svg+xml" if account.favourite else None,
        "icon_file": "PHN2Zy8+" if account.favourite else None,
        "secret": account.written_secret or padded(account.base32),
        "digits": account.digits,
        "algorithm": account.algorithm.lower(),
        "period": None if account.type == "hotp" else account.period,
        "counter": account.counter,
        "legacy_uri": f"otpauth://totp/x?secret={base32(invented_bytes('exports/2fauth/legacy', 20))}",
    }


def faults() -> list[tuple[str, dict]]:
    lost = dict.fromkeys(("account", "service", "secret", "legacy_uri"), INDECIPHERABLE)
    return [("indecipherable", written(entry("2fauth/fault")) | lost)]


SHAPE = Shape(
    format=FORMAT,
    entry=written,
    document=within("data", **HEAD),
    secret=("secret",),
    fields=places("algorithm digits period counter", issuer="service", name="account"),
    kind=("otp_type",),
    extras=paths("icon icon_mime icon_file legacy_uri"),
    faults=faults(),
)


def add(catalogue: Catalogue) -> None:
    accounts = cast(f"{FORMAT}/plain", KINDS)
    catalogue.add(f"{FORMAT}/plain.json", SHAPE.holding(accounts), accounts)
    add_steam(catalogue)
    add_links(catalogue)
    empty = SHAPE.text(SHAPE.document({}) | {"schema": 2}).encode()
    catalogue.failure(f"{FORMAT}/schema-2.json", empty, "unsupported-version")
    newer.add(catalogue, SHAPE, version=2, at=("schema",))
    hostile.add(catalogue, SHAPE)


def add_steam(catalogue: Catalogue) -> None:
    """The app makes a time-based account of the service Steam, in any case, a Steam account."""
    accounts, entries = [], []
    for at, service in enumerate(("Steam", "steam", " STEAM ")):
        account = entry(f"{FORMAT}/service/{at}", "steam", issuer=service.strip())
        accounts.append(account)
        entries.append(written(account) | {"otp_type": "totp", "service": service, "digits": 8})
    counted = entry(f"{FORMAT}/service/hotp", "hotp", issuer="Steam")
    other = entry(f"{FORMAT}/service/other", issuer="Steamboat")
    shouted = entry(f"{FORMAT}/service/shouted", "steam", issuer="Gamers Den")
    entries += [written(counted), written(other), written(shouted) | {"otp_type": "SteamTOTP", "digits": None}]
    accounts += [counted, other, shouted]
    catalogue.add(f"{FORMAT}/steam.json", SHAPE.written(entries), accounts)


def add_links(catalogue: Catalogue) -> None:
    """The API writes links and no schema; old versions percent-decode them."""
    accounts = some(f"{FORMAT}/links", 3, digits=8)
    decoded = replace(accounts[0], issuer="Größenwahn & Söhne", name="zoë 大")
    bare = f"otpauth://totp/{decoded.issuer}:{decoded.name}?secret={decoded.base32}&digits=8"
    bad = links.bad_links(base32(invented_bytes("exports/2fauth/bad-link", 20)))
    bad += [("https://example.com/", "no otpauth link"), ("", "empty link"), (7, "a number"), (["x"], "a list")]
    values = [bare, links.key_uri(accounts[1]), *(value for value, _ in bad), links.key_uri(accounts[2])]
    tree = HEAD | {"data": [{"uri": value} for value in values]}
    del tree["schema"]
    reasons = [reason for _, reason in bad]
    catalogue.add(f"{FORMAT}/api.json", SHAPE.text(tree), [decoded, *accounts[1:]], reasons)
