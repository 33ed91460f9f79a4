"""One module for each app, in the order in which the files are made."""

from . import (
    aegis,
    andotp,
    bitwarden,
    bitwarden_authenticator,
    bitwarden_csv,
    duo,
    ente,
    freeotp_plus,
    google_authenticator_db,
    items_json,
    keepassxc,
    lastpass,
    microsoft_authenticator,
    proton,
    steam,
    stratum,
    stratum_database,
    stratum_html,
    twofas,
    winauth,
)

APPS = (
    aegis, twofas, andotp, bitwarden, bitwarden_csv, bitwarden_authenticator, duo, ente, freeotp_plus, lastpass,
    proton, steam, stratum, stratum_html, winauth, keepassxc, items_json,
    google_authenticator_db, microsoft_authenticator, stratum_database,
)  # fmt: skip

LARGE = {
    "aegis": aegis.large,
    "2fas": twofas.large,
    "andotp": andotp.large,
    "bitwarden": bitwarden.large,
    "bitwarden-csv": bitwarden_csv.large,
    "bitwarden-authenticator": bitwarden_authenticator.large,
    "duo": duo.large,
    "ente": ente.large,
    "freeotp-plus": freeotp_plus.large,
    "lastpass-authenticator": lastpass.large,
    "proton-authenticator": proton.large,
    "steam": steam.large,
    "stratum": stratum.large,
    "stratum-html": stratum_html.large,
    "winauth": winauth.large,
    "keepassxc": keepassxc.large,
    "json": items_json.large,
    "google-authenticator-db": google_authenticator_db.large,
    "microsoft-authenticator": microsoft_authenticator.large,
    "stratum-database": stratum_database.large,
}
"""What makes the large export of a format, plain and with nothing wrong in it."""
