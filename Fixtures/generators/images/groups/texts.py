"""Text files: links among comments, links in UTF-16, and the part of an export that no picture holds."""

from ..accounts import motp, someone, steam, yandex
from ..catalogue import Catalogue
from ..payloads import Payload, bad, link, other
from .exports import split_part

COMMENT = Payload(b"# otpauth://totp/Commented%20Out:nobody@example.com?secret=AAAAAAAAAAAAAAAA")
BLANK = Payload(b"")


def add(catalogue: Catalogue) -> None:
    lines = links("text/links.txt")
    catalogue.text("text/links.txt", joined(lines, "\n").encode(), lines)

    path = "text/links-utf16.txt"
    lines = [BLANK, link(someone(f"{path}/1", issuer="Öltanker Ärger", name="jörg 🛢"))]
    lines += [COMMENT, link(someone(f"{path}/2")), other("just words"), link(someone(f"{path}/3"))]
    catalogue.text(path, b"\xff\xfe" + joined(lines, "\r\n").encode("utf-16-le"), lines)

    lines = [Payload(b"# The second half of the export whose first half is a picture"), BLANK, split_part()]
    catalogue.text("text/migration.txt", joined(lines, "\n").encode(), lines)


def joined(lines: list[Payload], newline: str) -> str:
    return newline.join(line.data.decode() for line in lines) + newline


def links(path: str) -> list[Payload]:
    """Good and bad lines in turn."""
    printed = someone(f"{path}/printed")
    raw = someone(f"{path}/raw", issuer="Plain Label", name="a b|c@example.com")
    bare = steam(f"{path}/steam", issuer="", name="")
    no_pin = yandex(f"{path}/yandex", issuer="Yellow ID", name="yuri")
    no_counter = someone(f"{path}/no-counter", type="hotp", issuer="Count House", name="cleo", counter=0)
    mobile = motp(f"{path}/motp", issuer="VPN Two", name="dora")
    key = someone(f"{path}/key").base32
    return [
        Payload(b"# Two-factor keys, one a line"),
        BLANK,
        link(someone(f"{path}/1")),
        link(someone(f"{path}/2", digits=8, algorithm="SHA512")),
        COMMENT,
        bad("otpauth://totp/Bad:none@example.com?issuer=Bad", "secret-missing"),
        bad("otpauth://totp/Bad:empty@example.com?secret=", "secret-missing"),
        link(printed, f"QR-Code:{printed.link()}"),
        bad("otpauth://totp/Bad:one@example.com?secret=ABC1DEF8", "secret-not-base32"),
        BLANK,
        link(raw, f"otpauth://totp/Plain Label:a b|c@example.com?secret={raw.base32}"),
        bad(f"otpauth://totp/Bad:sha@example.com?secret={key}&algorithm=SHA384", "algorithm-unknown"),
        bad(f"otpauth://totp/Bad:digits@example.com?secret={key}&digits=eleven", "digits-out-of-range"),
        bad(f"otpauth://totp/Bad:period@example.com?secret={key}&period=-5", "period-out-of-range"),
        bad(f"otpauth://hotp/Bad:counter@example.com?secret={key}&counter=x", "counter-out-of-range"),
        bad(f"otpauth://push/Bad:type@example.com?secret={key}", "type-unknown"),
        link(bare, f"steam://{bare.base32}"),
        link(no_pin, f"otpauth://yaotp/Yellow%20ID:yuri?secret={no_pin.base32}&issuer=Yellow%20ID&pin_length=4"),
        bad("otpauth://yaotp/Bad:short@example.com?secret=MFRGGZDFMZTWQ", "secret-too-short"),
        link(mobile, f"motp://VPN%20Two:dora?secret={mobile.secret.hex().upper()}"),
        bad("motp://Bad:hex@example.com?secret=xyz", "secret-not-hex"),
        link(no_counter, f"otpauth://hotp/Count%20House:cleo?secret={no_counter.base32}"),
        other("this line is no link"),
        bad("otpauth-migration://offline?data=XXXX", "migration-damaged"),
    ]
