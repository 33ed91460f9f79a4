"""Large exports, plain and with nothing wrong in them, for measurements."""

from collections.abc import Callable

from . import zips
from .accounts import Entry, crowd
from .apps import (
    aegis, andotp, authenticator_extension, authenticator_plus_database, authy, bitwarden, bitwarden_authenticator,
    bitwarden_csv, cotp, csv_table, duo, ente, freeotp, freeotp_plus, gnome_authenticator, google_authenticator_db,
    items_json, keepass, keepassxc, keepassxc_xml, lastpass, microsoft_authenticator, otpclient, otpmanager, proton,
    raivo, steam, stratum, stratum_database, stratum_html, totp_authenticator, twofas, twofauth, winauth, winauth_zip,
)  # fmt: skip

PLAIN = (
    aegis, twofas, andotp, bitwarden_authenticator, duo, freeotp_plus, lastpass, proton, steam, stratum, items_json,
    authy, totp_authenticator, gnome_authenticator, cotp, otpmanager, raivo, twofauth,
)  # fmt: skip
"""Apps whose usual form holds nothing but the accounts."""

LARGE: dict[str, Callable[[list[Entry]], bytes]] = {app.FORMAT: app.SHAPE.holding for app in PLAIN} | {
    "authenticator-extension": authenticator_extension.holding,
    "authenticator-plus": lambda accounts: authenticator_plus_database.holding(accounts, "authenticator-plus/large"),
    "bitwarden": lambda accounts: bitwarden.SHAPE.written([*map(bitwarden.with_link, accounts)]),
    "bitwarden-csv": lambda accounts: bitwarden_csv.table([*map(bitwarden_csv.with_link, accounts)]).encode(),
    "csv": lambda accounts: csv_table.table([*map(csv_table.cells, accounts)]),
    "ente": lambda accounts: ente.text([*map(ente.link, accounts)]),
    "freeotp": lambda accounts: freeotp.file(accounts).encode(),
    "google-authenticator-db": lambda accounts: google_authenticator_db.TABLE.holding(accounts, page_size=4096),
    "keepass": lambda accounts: keepass.holding(accounts, "keepass/large"),
    "keepassxc": lambda accounts: keepassxc.table([*map(keepassxc.with_link, accounts)]).encode(),
    "keepassxc-xml": keepassxc_xml.everything_linked,
    "microsoft-authenticator": lambda accounts: microsoft_authenticator.TABLE.holding(accounts, page_size=4096),
    "otpclient": lambda accounts: otpclient.holding(accounts, "otpclient/large"),
    "stratum-database": lambda accounts: stratum_database.TABLE.holding(accounts, page_size=4096),
    "stratum-html": lambda accounts: stratum_html.page(map(stratum_html.with_link, accounts)).encode(),
    "winauth": lambda accounts: "".join(f"{winauth.link(account)}\n" for account in accounts).encode(),
    "winauth-zip": lambda accounts: zips.archive(
        [zips.Member(winauth_zip.NAME, winauth_zip.text(accounts))], "winauth/zip-large"
    ),
}


def large(identifier: str, count: int) -> bytes:
    """The export of a format with so many accounts."""
    return LARGE[identifier](list(crowd(f"{identifier}/large", count)))
