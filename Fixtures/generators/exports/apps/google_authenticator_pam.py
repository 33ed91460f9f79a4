"""The PAM module google-authenticator: one account per file."""

from collections.abc import Sequence
from dataclasses import replace

from ..accounts import Entry, entry
from ..catalogue import Catalogue

FORMAT = "google-authenticator-pam"
LIMITS = ('" RATE_LIMIT 3 30', '" WINDOW_SIZE 17')
SCRATCH_CODES = ("71970274", "24633542", "14194587", "59885439", "00001234")


def account(case: str, type: str = "totp", **fields) -> Entry:
    """The file names neither a service nor a user; the tool makes secrets of 16 bytes."""
    return entry(f"{FORMAT}/{case}", type, issuer="", name="", secret_size=16, **fields)


def file(secret: str, lines: Sequence[str], end: str = "\n") -> bytes:
    return "".join(line + end for line in (secret, *lines)).encode()


def add(catalogue: Catalogue) -> None:
    def good(name: str, found: Entry, lines: Sequence[str], rejected: Sequence[str] = (), end: str = "\n") -> None:
        catalogue.add(f"{FORMAT}/{name}.txt", file(found.secret_in_file, lines, end), [found], rejected)

    good("time", account("time"), [*LIMITS, '" DISALLOW_REUSE 57712345', '" TOTP_AUTH', *SCRATCH_CODES])
    counter = [*LIMITS, '" HOTP_COUNTER 65', *SCRATCH_CODES]
    good("counter", account("counter", "hotp", counter=65), counter)
    step = ['" TOTP_AUTH', '" STEP_SIZE 60', '" RATE_LIMIT 3 30 1732345678 1732345679', "", "  "]
    good("step", account("step", period=60), step)
    good("both", account("both", "hotp", counter=1), ['" TOTP_AUTH', '" HOTP_COUNTER 1'])
    good("crlf", account("crlf"), ['" TOTP_AUTH', SCRATCH_CODES[0]], end="\r\n")
    short = entry(f"{FORMAT}/short", issuer="", name="", secret_size=10)
    good("short", replace(short, written_secret=short.base32.lower()), ['" TOTP_AUTH'])
    joined = ['" TOTP_AUTH', SCRATCH_CODES[0], account("joined/other").base32, "123", '"TOTP_AUTH']
    reasons = ["a second secret", "a short code", "an option without a space"]
    good("hostile/joined", account("joined"), joined, reasons)
    secret = account("rejected").base32
    for name, lines in (
        ("no-type", LIMITS), ("counter-negative", ('" HOTP_COUNTER -1',)), ("counter-text", ('" HOTP_COUNTER x',)),
        ("counter-beyond-64-bits", ('" HOTP_COUNTER 9223372036854775808',)),
        ("step-0", ('" TOTP_AUTH', '" STEP_SIZE 0')), ("step-text", ('" TOTP_AUTH', '" STEP_SIZE x')),
    ):  # fmt: skip
        catalogue.add(f"{FORMAT}/hostile/{name}.txt", file(secret, lines), [], [name])
