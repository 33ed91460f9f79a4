"""One module for each app, in the order in which the files are made."""

from . import (
    aegis,
    andotp,
    authenticator_plus,
    authenticator_plus_database,
    bitwarden,
    bitwarden_authenticator,
    bitwarden_csv,
    duo,
    ente,
    freeotp_plus,
    items_json,
    keepass,
    keepass_damaged,
    keepass_hostile,
    keepassxc,
    lastpass,
    otpclient,
    proton,
    steam,
    stratum,
    stratum_html,
    twofas,
    winauth,
    winauth_zip,
)

APPS = (
    aegis, twofas, andotp, bitwarden, bitwarden_csv, bitwarden_authenticator, duo, ente, freeotp_plus, lastpass,
    winauth_zip, authenticator_plus, authenticator_plus_database, otpclient, keepass, keepass_hostile, keepass_damaged,
    proton, steam, stratum, stratum_html, winauth, keepassxc, items_json,
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
    "winauth-zip": winauth_zip.large,
    "authenticator-plus": authenticator_plus_database.large,
    "otpclient": otpclient.large,
    "keepass": keepass.large,
    "keepassxc": keepassxc.large,
    "json": items_json.large,
}
"""What makes the large export of a format, plain and with nothing wrong in it."""
