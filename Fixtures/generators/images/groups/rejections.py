"""QR codes about accounts that cannot become accounts, each with its reason."""

from .. import migration
from ..accounts import invented_bytes, someone
from ..canvas import Canvas
from ..catalogue import Catalogue
from ..payloads import bad, link, raw_export

CELL = 300


def add(catalogue: Catalogue) -> None:
    links(catalogue)
    exports(catalogue)


def bad_link(label: str, *, type: str = "totp", secret: str | None = None, extra: str = "") -> str:
    """A link of an invented account with one fault."""
    account = someone(label)
    return f"otpauth://{type}/Broken%20Links:{account.name}?secret={secret or account.base32}{extra}"


def links(catalogue: Catalogue) -> None:
    path = "rejected/no-secret.png"
    text = "otpauth://totp/Broken%20Links:no-secret@example.com?issuer=Broken%20Links"
    catalogue.picture(path, Canvas.of_code(bad(text, "secret-missing"), 5))

    path = "rejected/bad-links.png"
    page = Canvas.blank(2 * CELL, 3 * CELL)
    for at, (text, code) in enumerate(
        (
            (bad_link("rejected/not-base32", secret="NOT0BASE32AT1ALL"), "secret-not-base32"),
            (bad_link("rejected/sha384", extra="&algorithm=SHA384"), "algorithm-unknown"),
            (bad_link("rejected/digits-0", extra="&digits=0"), "digits-out-of-range"),
            (bad_link("rejected/digits-99", extra="&digits=99"), "digits-out-of-range"),
            (bad_link("rejected/push", type="push"), "type-unknown"),
            (f"motp://Broken%20Links:{someone('rejected/motp').name}?secret=0xyz", "secret-not-hex"),
        )
    ):
        page.code(bad(text, code), at % 2 * CELL + 10, at // 2 * CELL + 10)
    catalogue.picture(path, page)

    path = "rejected/bad-among-good.png"
    page = Canvas.blank(2 * CELL, 2 * CELL)
    for at, payload in enumerate(
        (
            link(someone(f"{path}/first")),
            bad(bad_link("rejected/period-0", extra="&period=0"), "period-out-of-range"),
            bad(bad_link("rejected/counter", type="hotp", extra="&counter=-1"), "counter-out-of-range"),
            link(someone(f"{path}/last")),
        )
    ):
        page.code(payload, at % 2 * CELL + 10, at // 2 * CELL + 10)
    catalogue.picture(path, page)


def exports(catalogue: Catalogue) -> None:
    broken = bad(f"{migration.PREFIX}XXXX", "migration-damaged")
    catalogue.picture("rejected/export-broken.png", Canvas.of_code(broken))

    path = "rejected/export-with-bad-entries.png"
    accounts = [someone(f"{path}/{at}") for at in range(2)]
    entries = [
        migration.entry(accounts[0]),
        migration.raw_entry(b"", "empty-secret@example.com", "Broken Links"),
        migration.entry(accounts[1]),
        migration.raw_entry(invented_bytes(f"{path}/enum", 10), "odd@example.com", "Broken Links", algorithm=9),
    ]
    payload = raw_export(entries, accounts, ("secret-missing", "migration-unknown-value"), batch_id=5_150)
    catalogue.picture(path, Canvas.of_code(payload, 5))
