"""FreeOTP+: the preferences of the app, which nothing tells from FreeOTP's."""

from ..accounts import cast, entry
from ..catalogue import Catalogue
from . import freeotp


def add(catalogue: Catalogue) -> None:
    accounts = [*cast("freeotp-plus/internal", ("totp", "hotp")), *freeotp.steams("freeotp-plus/internal")]
    accounts.append(entry("freeotp-plus/internal-first", "hotp", counter=0))
    catalogue.add("freeotp-plus/internal.xml", freeotp.file(accounts), accounts, format=freeotp.FORMAT)
