"""The users file of OATH Toolkit and of mod_authn_otp: one account per line."""

from dataclasses import replace

from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "users-oath"


def account(case: str, type: str = "totp", **fields) -> Entry:
    return entry(f"{FORMAT}/{case}", type, issuer="", **fields)


def line(found: Entry, type: str, *further: str, password: str = "-", gap: str = "\t") -> str:
    return gap.join([type, found.name, password, found.secret.hex(), *further])


def add(catalogue: Catalogue) -> None:
    used = ("0", "1234567", "2026-11-01T10:00:00L")
    hotp = [account(f"plain/hotp/{at}", "hotp", counter=counter) for at, counter in enumerate((0, 7, 6, 1, 5))]
    hotp[2] = replace(hotp[2], digits=8)
    totp = [
        account("plain/0"), account("plain/1", digits=8), account("plain/2", digits=7, period=60),
        account("plain/3", period=45), account("plain/4", secret_size=32),
    ]  # fmt: skip
    lines = [
        "# users of the gateway", "",
        line(hotp[0], "HOTP"), line(hotp[1], "HOTP/E", "7", password="secret"),
        line(hotp[2], "HOTP/E/8", "5", "32848212", "2026-11-01T10:00:00L", gap=" "),
        line(hotp[3], "HOTP/E/6", "0", "328482"),
        # The failed logins of mod_authn_otp are no code.
        line(hotp[4], "HOTP/E/6", "5", "2"),
        line(totp[0], "HOTP/T30", password="+"), line(totp[1], "HOTP/T30/8", gap="  \t "),
        line(totp[2], "HOTP/T60/7", *used), line(totp[3], "HOTP/T45/6"), "   ", "  # another comment",
        line(totp[4], "HOTP/T30/6").upper().replace(totp[4].name.upper(), totp[4].name),
    ]  # fmt: skip
    catalogue.add(f"{FORMAT}/plain.oath", "\n".join([*lines, ""]), [*hotp, *totp])
    twice = [account("again/0", name="carol"), account("again/1", "hotp", name="carol", counter=3)]
    several = [*twice, twice[0]]
    lines = [line(twice[0], "HOTP/T30"), line(twice[1], "HOTP/E", "3"), line(twice[0], "HOTP/T30")]
    catalogue.add(f"{FORMAT}/hostile/duplicates.oath", "\r\n".join(lines), several)
    add_rejected(catalogue)


def add_rejected(catalogue: Catalogue) -> None:
    first, bad, last = account("rejected/first"), account("rejected/bad"), account("rejected/last", name="größe")
    faults = {
        "Mobile-OTP": line(bad, "MOTP"), "TOTP": line(bad, "TOTP"), "TOTP with a mode": line(bad, "TOTP/E/6"),
        "mode": line(bad, "HOTP/X"), "no period": line(bad, "HOTP/T"), "period -30": line(bad, "HOTP/T-30"),
        "period 0": line(bad, "HOTP/T0"), "period too long": line(bad, "HOTP/T99999999999999999999"),
        "9 digits": line(bad, "HOTP/E/9"), "no digits": line(bad, "HOTP/E/"), "too many parts": line(bad, "HOTP/E/6/6"),
        "not hex": f"HOTP/T30 {bad.name} - zz", "half a byte": f"HOTP/T30 {bad.name} - abc",
        "counter": line(bad, "HOTP/E", "x"), "counter -1": line(bad, "HOTP/E", "-1"),
        "counter too high": line(bad, "HOTP/E", str(2**63)),
        "counter without a next": line(bad, "HOTP/E", str(2**63 - 1), "123456"),
    }  # fmt: skip
    lines = [line(first, "HOTP/T30"), *faults.values(), line(last, "HOTP/T30"), ""]
    catalogue.add(f"{FORMAT}/rejected.oath", "\n".join(lines), [first, last], list(faults))
    cut = (line(first, "HOTP/T30") + "\nHOTP/T30\tmallory\t-").encode()
    catalogue.failure(f"{FORMAT}/hostile/cut.oath", cut, "unrecognised")
    shell = f"HOTP is a standard with counters\n{line(first, 'HOTP/T30')}\n".encode()
    catalogue.failure(f"{FORMAT}/hostile/prose.oath", b"a text " + shell, "unrecognised")
