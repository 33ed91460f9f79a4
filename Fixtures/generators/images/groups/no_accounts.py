"""Pictures without a code, and pictures whose codes are about other things."""

from PIL import Image, ImageEnhance, ImageFilter

from ..accounts import invented_bytes, someone
from ..canvas import Canvas
from ..catalogue import Catalogue
from ..payloads import link, other

CELL = 260
WORDS = (
    "harbour", "lantern", "of", "the", "meadow", "and", "quiet", "stone", "a", "river", "to", "morning", "copper",
    "with", "under", "window", "seven", "letters", "in", "paper", "garden", "old", "road", "winter",
)  # fmt: skip


def add(catalogue: Catalogue) -> None:
    no_code(catalogue)
    not_an_account(catalogue)


def no_code(catalogue: Catalogue) -> None:
    catalogue.picture("no-code/empty-white.png", Canvas.blank(800, 600))

    ramp = Image.merge("RGB", [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)])
    catalogue.picture("no-code/gradient.png", Canvas(ramp.resize((512, 512))))

    path = "no-code/photo-like.png"
    planes = [Image.frombytes("L", (10, 8), invented_bytes(f"{path}/{plane}", 80)) for plane in range(3)]
    scene = Image.merge("RGB", planes).resize((320, 240), Image.Resampling.BICUBIC)
    muted = ImageEnhance.Color(scene).enhance(0.4)
    grain = Image.frombytes("RGB", (320, 240), invented_bytes(f"{path}/grain", 230_400))
    photo = Image.blend(muted, grain.filter(ImageFilter.GaussianBlur(1)), 0.15)
    catalogue.picture(path, Canvas(photo))

    path = "no-code/text-page.png"
    page = Canvas.blank(900, 1200, (255,), "L")
    page.text(80, 70, "A page of nothing but words", 34, (0,))
    for line in range(36):
        words = (WORDS[byte % len(WORDS)] for byte in invented_bytes(f"{path}/{line}", 11))
        page.text(80, 140 + line * 28, " ".join(words), 18, (20,))
    catalogue.picture(path, page)


def not_an_account(catalogue: Catalogue) -> None:
    path = "not-an-account/web-address.png"
    catalogue.picture(path, Canvas.of_code(other("https://www.example.com/?secret=not-an-account"), 5))

    path = "not-an-account/several.png"
    page = Canvas.blank(2 * CELL, 2 * CELL)
    for at, data in enumerate(
        (
            "WIFI:T:WPA;S:Example Guest;P:correct horse battery;;",
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jo\r\nFN:Jo Doe\r\nEMAIL:jo.doe@example.com\r\nEND:VCARD\r\n",
            "otpauth is a word in this plain sentence, not a link.",
            b"\x00\x01\x02otpauth\x00\xff\xfe not a link\x00",
        )
    ):
        page.code(other(data), at % 2 * CELL + 10, at // 2 * CELL + 10, 5)
    catalogue.picture(path, page)

    path = "not-an-account/beside-an-account.png"
    page = Canvas.blank(330, 620)
    page.code(other("https://status.example.org"), 20, 20, 5)
    page.code(link(someone(path)), 20, 310, 5)
    catalogue.picture(path, page)
