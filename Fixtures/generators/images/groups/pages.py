"""Several codes on one picture, codes in several symbols, and accounts that occur twice."""

import segno

from ..accounts import Account, invented_bytes, someone
from ..canvas import BLACK, WHITE, Canvas, matrix, stencil
from ..catalogue import Catalogue
from ..payloads import link, other


def add(catalogue: Catalogue) -> None:
    several(catalogue)
    structured_append(catalogue)
    duplicates(catalogue)


def grid(path: str, columns: int, rows: int, cell: int) -> Canvas:
    """Codes of one account each in rows and columns."""
    page = Canvas.blank(columns * cell + 40, rows * cell + 40)
    for at in range(columns * rows):
        page.code(link(someone(f"{path}/{at + 1}")), 20 + at % columns * cell, 20 + at // columns * cell)
    return page


def several(catalogue: Catalogue) -> None:
    catalogue.picture("several/twelve.png", grid("several/twelve", 4, 3, 260))

    path = "several/normal-and-inverted.png"
    page = Canvas.blank(620, 340)
    page.box(310, 0, 620, 340, (18, 18, 20))
    page.code(link(someone(f"{path}/normal")), 30, 40, 5)
    page.code(link(someone(f"{path}/inverted")), 335, 40, 5, dark=WHITE, light=None)
    catalogue.picture(path, page)

    path = "several/the-same-twice.png"
    page = Canvas.blank(640, 340)
    for x in (30, 340):
        page.code(link(someone(path)), x, 30, 5)
    catalogue.picture(path, page)

    path = "several/sizes.png"
    page = Canvas.blank(760, 1300)
    top = 30
    for pixels, left in ((3, 420), (12, 40), (6, 180)):
        top += 30 + page.code(link(someone(f"{path}/{pixels}")), left, top, pixels)
    catalogue.picture(path, page)


def structured_append(catalogue: Catalogue) -> None:
    """A set of symbols holds one link; zbar joins it when all of them are in one picture."""
    label = "structured-append/complete"
    account = someone(label, name="three-symbols-in-another-order@example.com")
    catalogue.picture(f"{label}.png", symbols(account, (2, 0, 1)), [link(account)])

    label = "structured-append/last-missing"
    whole = link(someone(f"{label}/whole"))
    page = symbols(someone(f"{label}/set", name="the-third-symbol-is-missing@example.com"), (0, 1))
    page.code(whole, 30, 330, 5)
    catalogue.picture(f"{label}.png", page, [whole], incomplete_sets=1)


def symbols(account: Account, order: tuple[int, ...]) -> Canvas:
    """Some symbols of the set of three that holds the account's link, from left to right."""
    page = Canvas.blank(900, 650)
    for at, index in enumerate(order):
        symbol = segno.make_sequence(account.link(), symbol_count=3)[index]
        page.symbol(stencil(matrix(symbol), 6), 20 + at * 290, 20, BLACK, WHITE)
    return page


def duplicates(catalogue: Catalogue) -> None:
    """The only pictures that share a secret, except a repeated part of an export."""
    label = "duplicates/account"
    fields = {"issuer": "Acme Cloud", "secret": invented_bytes(f"{label}/secret", 20)}
    first = Account(name="alice@example.com", **fields)
    catalogue.picture("duplicates/first.png", Canvas.of_code(link(first), 5))

    spelling = f"otpauth://totp/Acme%20Cloud:ALICE@example.com?issuer=Acme+Cloud&secret={first.base32.lower()}"
    same = Account(name="ALICE@example.com", **fields)
    renamed = Account(name="alice-at-work@example.com", **fields)
    page = Canvas.blank(330, 1220)
    for at, payload in enumerate((link(first), link(same, spelling), link(renamed), other("https://www.example.com"))):
        page.code(payload, 20, 20 + at * 300, 5)
    catalogue.picture("duplicates/again-and-renamed.png", page, repeats=True)
