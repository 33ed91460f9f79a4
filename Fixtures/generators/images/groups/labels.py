"""Names, spellings, kinds and parameters that readers get wrong."""

from collections.abc import Callable

import segno

from ..accounts import base32, motp, percent_encoded, someone, steam, yandex
from ..canvas import BLACK, WHITE, Canvas, matrix, stencil
from ..catalogue import Catalogue
from ..payloads import Payload, bad, link

CELL = 350


def add(catalogue: Catalogue) -> None:
    unicode_names(catalogue)
    page(catalogue, "names/spellings.png", spellings)
    page(catalogue, "names/issuers.png", issuers)
    page(catalogue, "names/parameters.png", parameters)
    page(catalogue, "names/kinds.png", kinds)


def page(catalogue: Catalogue, path: str, payloads: Callable[[str], list[Payload]]) -> None:
    """Codes in rows of three."""
    contents = payloads(path.removesuffix(".png"))
    rows = -(-len(contents) // 3)
    canvas = Canvas.blank(3 * CELL, rows * CELL)
    for at, payload in enumerate(contents):
        canvas.code(payload, at % 3 * CELL + 10, at // 3 * CELL + 10, 5, error="l")
    catalogue.picture(path, canvas)


def unicode_names(catalogue: Catalogue) -> None:
    """UTF-8 without a mark, as nearly all apps write it, and once with the mark that says so."""
    path = "names/unicode.png"
    emoji = someone(f"{path}/emoji", issuer="Rocket 🚀 Lab", name="zoë@example.com")
    japanese = someone(f"{path}/cjk", issuer="青い鳥銀行", name="山田太郎")
    raw = someone(f"{path}/raw", issuer="Café Übermut", name="jürgen.ærø@example.org")
    raw_text = f"otpauth://totp/Café Übermut:jürgen.ærø@example.org?secret={raw.base32}&issuer=Café+Übermut"
    arabic = someone(f"{path}/right-to-left", issuer="بنك الواحة", name="ليلى")
    joined = someone(f"{path}/joined-emoji", issuer="Family 👩‍👩‍👧 Plan", name="家族@example.net")
    marked = someone(f"{path}/eci", issuer="Zürcher Käse", name="мария@example.com")
    marked_text = f"otpauth://totp/Zürcher Käse:мария@example.com?secret={marked.base32}&issuer=Zürcher Käse"

    canvas = Canvas.blank(3 * CELL, 2 * CELL)
    for at, payload in enumerate((link(emoji), link(japanese), link(raw, raw_text), link(arabic), link(joined))):
        canvas.code(payload, at % 3 * CELL + 10, at // 3 * CELL + 10, 5, error="l")
    symbol = segno.make(marked_text, encoding="utf-8", eci=True, micro=False)
    x, y = 2 * CELL + 10, CELL + 10
    canvas.symbol(stencil(matrix(symbol), 5), x, y, BLACK, WHITE)
    canvas.placed.append((y, x, link(marked, marked_text)))
    catalogue.picture(path, canvas)


def spellings(label: str) -> list[Payload]:
    """The same facts, written as different apps write them."""
    plus = someone(f"{label}/plus", issuer="Air Meadow", name="ben+tag@example.com")
    plus_text = f"otpauth://totp/Air+Meadow:ben+tag%40example.com?secret={plus.base32}&issuer=Air+Meadow"
    upper = someone(f"{label}/upper-case", issuer="LOUD CORP", name="OPS", digits=7, algorithm="SHA256")
    upper_text = (
        f"OTPAUTH://TOTP/LOUD%20CORP:OPS?SECRET={upper.base32.lower()}&ISSUER=LOUD%20CORP"
        "&ALGORITHM=HMAC-SHA-256&DIGITS=7"
    )
    grouped = someone(f"{label}/grouped-secret", issuer="Tidy Keys", name="rose@example.com")
    groups = "%20".join(grouped.base32[at : at + 4] for at in range(0, len(grouped.base32), 4))
    grouped_text = f"otpauth://totp/Tidy%20Keys:%20rose@example.com?secret={groups.lower()}%3D&issuer=Tidy%20Keys"
    odd = someone(f"{label}/odd-signs", issuer="", name="100% sure #1 | me/you", secret_size=10)
    odd_text = f"otpauth://totp/100% sure #1 | me/you?secret={odd.base32}"
    twice = someone(f"{label}/first-wins", issuer="First Wins", name="kim@example.com", digits=8)
    twice_text = (
        f"otpauth://totp/First%20Wins:kim@example.com?secret={twice.base32}&digits=8&digits=6"
        "&issuer=First%20Wins&image=https%3A%2F%2Fexample.com%2Flogo.png&algo=SHA512#digits=7"
    )
    short = someone(f"{label}/sixteen-bytes", secret_size=16)
    return [
        link(plus, plus_text),
        link(upper, upper_text),
        link(grouped, grouped_text),
        link(odd, odd_text),
        bad(twice_text, "field-damaged"),
        link(short),
    ]


def issuers(label: str) -> list[Payload]:
    colon = someone(f"{label}/colon-in-issuer", issuer="Studio: North", name="alice")
    colons = someone(f"{label}/two-colons", issuer="Widgetry", name="root@host:4022")
    colons_text = f"otpauth://totp/Widgetry:root@host:4022?secret={colons.base32}"
    prefix = someone(f"{label}/prefix-wins", issuer="Prefix House", name="peter")
    prefix_text = f"otpauth://totp/Prefix%20House%3Apeter?secret={prefix.base32}&issuer=Another%20House"
    parameter = someone(f"{label}/parameter-only", issuer="Parameter Only", name="paula@example.com")
    parameter_text = f"otpauth://totp/paula%40example.com?secret={parameter.base32}&issuer=Parameter%20Only"
    none = someone(f"{label}/no-issuer", issuer="", name="nobody-in-particular")
    empty = someone(f"{label}/nothing-at-all", issuer="", name="")
    empty_text = f"otpauth://totp/?secret={empty.base32}"
    nulls = someone(f"{label}/null-issuer", issuer="", name="nina@example.com")
    nulls_text = f"otpauth://totp/nina@example.com?secret={nulls.base32}&issuer=null&algorithm=null&digits=&period=null"
    return [
        link(colon),
        link(colons, colons_text),
        link(prefix, prefix_text),
        link(parameter, parameter_text),
        link(none),
        link(empty, empty_text),
        link(nulls, nulls_text),
    ]


def parameters(label: str) -> list[Payload]:
    return [
        link(someone(f"{label}/sha256", algorithm="SHA256", secret_size=32)),
        link(someone(f"{label}/sha512", algorithm="SHA512", secret_size=64)),
        link(someone(f"{label}/eight-digits", digits=8)),
        link(someone(f"{label}/period-60", period=60)),
        link(someone(f"{label}/ten-digits-and-a-day", digits=10, period=86_400, algorithm="SHA512")),
        link(someone(f"{label}/one-byte-secret", secret_size=1)),
    ]


def kinds(label: str) -> list[Payload]:
    hotp = someone(f"{label}/hotp", type="hotp", counter=41)
    far = someone(f"{label}/hotp-far", type="hotp", counter=9_007_199_254_740_993, digits=8)
    steam_link = steam(f"{label}/steam", issuer="Gamers Den")
    encoder = steam(f"{label}/steam-encoder", issuer="Gamers Den")
    encoder_text = (
        f"otpauth://totp/Gamers%20Den:{percent_encoded(encoder.name)}?secret={encoder.base32}&encoder=steam&digits=6"
    )
    bare = steam(f"{label}/steam-bare", issuer="", name="")
    pin = yandex(f"{label}/yandex", issuer="Yellow ID", pin="5786")
    pin_text = (
        f"otpauth://yaotp/Yellow%20ID:{percent_encoded(pin.name)}?secret={pin.base32}&issuer=Yellow%20ID"
        f"&pin={base32(b'5786')}"
    )
    mobile = motp(f"{label}/motp")
    mobile_text = f"motp://{percent_encoded(mobile.issuer)}:{percent_encoded(mobile.name)}?secret={mobile.secret.hex()}"
    return [
        link(hotp),
        link(far),
        link(steam_link),
        link(encoder, encoder_text),
        link(bare, f"steam://{bare.base32}"),
        link(pin, pin_text),
        link(mobile, mobile_text),
    ]
