"""What QR codes can do beyond one plain text: one case after the other, each with its own expectation."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import segno
from PIL import Image

from .. import scenes, texts
from ..canvas import BLACK, Canvas, grey, tile_side
from ..damage import SINGLE_BLOCKS, damaged
from ..dice import Dice
from ..picture import Picture, picture
from ..symbols import Symbol, link_symbol, modules_of, symbol

UMLAUTS = "otpauth://totp/Zürich Straße:älice@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Zürich Straße"
KANA = "otpauth://totp/東京メール:花子@example.com?secret=JBSWY3DPEHPK3PXP&issuer=東京メール"


def special(dice: Dice, number: int) -> Picture:
    name, draw = CASES[number % len(CASES)]
    return replace(draw(dice), about=name)


def row_of(dice: Dice, symbols: list[Symbol], scale: int = 5) -> Canvas:
    """Codes side by side on white."""
    sides = [tile_side(made, scale) for made in symbols]
    canvas = Canvas.plain((sum(sides) + 40 * len(sides) + 40, max(sides) + 180), grey(255))
    canvas.text((40, 20), texts.sentence(dice, 5), 32, grey(30))
    x = 40
    for made, side in zip(symbols, sides):
        canvas.code(made, (x, 100 + dice.integer(0, 40)), scale)
        x += side + 40
    return canvas


def whole_set(count: int) -> Callable[[Dice], Picture]:
    """An export as a set of symbols (structured append), all on one picture in any order."""

    def draw(dice: Dice) -> Picture:
        whole, parts = parts_of(dice, count)
        return set_picture(row_of(dice, dice.shuffled(parts)), (whole,))

    return draw


def broken_set(count: int, missing: int) -> Callable[[Dice], Picture]:
    """A set that lacks a part: nothing whole can be read, and the parts are only parts."""

    def draw(dice: Dice) -> Picture:
        _, parts = parts_of(dice, count)
        present = [part for at, part in enumerate(parts) if at != missing]
        return set_picture(row_of(dice, dice.shuffled(present)), ())

    return draw


def set_picture(canvas: Canvas, wholes: tuple[bytes, ...]) -> Picture:
    """The symbols say something as a set only; each by itself is tolerated."""
    return replace(plain(canvas), payloads=wholes, tolerated=tuple(canvas.payloads))


def plain(canvas: Canvas) -> Picture:
    return picture(canvas, "")


def parts_of(dice: Dice, count: int) -> tuple[bytes, list[Symbol]]:
    """An export over so many symbols; the first ones hold a byte more where it does not come out even."""
    whole = texts.export(dice, 2 * count)
    short, longer = divmod(len(whole), count)
    ends = [short * at + min(at, longer) for at in range(count + 1)]
    sequence = segno.make_sequence(whole, error="l", mode="byte", boost_error=False, symbol_count=count)
    return whole, [
        Symbol(modules_of(code), whole[start:end]) for code, (start, end) in zip(sequence, pairwise(ends), strict=True)
    ]


def normal_and_inverted(dice: Dice) -> Picture:
    """One code in black on white and one in white on black, on the same page."""
    first, second = link_symbol(dice), link_symbol(dice)
    canvas = row_of(dice, [first])
    both = Canvas.plain((canvas.image.width * 2, canvas.image.height + 200), BLACK)
    both.image.paste(canvas.image, (0, 0))
    both.payloads = canvas.payloads
    both.code(second, (canvas.image.width + 10, 120), 5, dark=grey(255), light=BLACK)
    return plain(both)


def same_twice(dice: Dice) -> Picture:
    """The same account shown twice, as on a page with a zoomed copy."""
    made = link_symbol(dice)
    canvas = row_of(dice, [made, made])
    return plain(canvas)


def text_as(content: str, **options) -> Callable[[Dice], Picture]:
    """A label outside ASCII in UTF-8."""

    def draw(dice: Dice) -> Picture:
        code = segno.make(content, micro=False, mode="byte", encoding="utf-8", error="m", **options)
        return plain(row_of(dice, [Symbol(modules_of(code), content.encode())]))

    return draw


def with_nul(dice: Dice) -> Picture:
    payload = b"before\x00after\x00" + dice.arrays.bytes(12) + b"\x00\xff"
    return plain(row_of(dice, [symbol(payload, mode="byte")]))


def mirrored(dice: Dice) -> Picture:
    """A screen as a front camera shows it."""
    scene = scenes.phone(dice)
    scene.place(link_symbol(dice))
    scene.canvas.image = scene.canvas.image.transpose(Image.FLIP_LEFT_RIGHT)
    return plain(scene.canvas)


def upper_case(dice: Dice) -> Picture:
    """Letters and digits that fit the alphanumeric mode, which is a third smaller."""
    account = texts.account(dice)
    payload = f"OTPAUTH://TOTP/{account.name.split('@')[0].upper()}:EXAMPLE.COM%3FSECRET%3D{account.base32}".encode()
    return plain(row_of(dice, [symbol(payload, mode="alphanumeric")]))


def digits_only(dice: Dice) -> Picture:
    payload = "".join(str(dice.integer(0, 9)) for _ in range(dice.integer(20, 90))).encode()
    return plain(row_of(dice, [symbol(payload, mode="numeric")]))


def damage(version: int, level: str, spared: int = 0) -> Callable[[Dice], Picture]:
    """As many wrong codewords as the error correction can bear, less those spared."""

    def draw(dice: Dice) -> Picture:
        block = SINGLE_BLOCKS[version, level]
        payload = f"{dice.integer(100, 999)} {texts.sentence(dice, 20)}".encode()[: block.bytes]
        made = symbol(payload, error=level, version=version, mode="byte")
        broken = damaged(dice, made, block.correctable - spared)
        return plain(row_of(dice, [broken], scale=8))

    return draw


CASES: tuple[tuple[str, Callable[[Dice], Picture]], ...] = (
    ("set of two", whole_set(2)),
    ("set of four", whole_set(4)),
    ("set without its first part", broken_set(3, 0)),
    ("set without its middle part", broken_set(3, 1)),
    ("set without its last part", broken_set(3, 2)),
    ("normal and inverted", normal_and_inverted),
    ("the same code twice", same_twice),
    ("UTF-8 without ECI", text_as(UMLAUTS)),
    ("UTF-8 with ECI", text_as(UMLAUTS, eci=True)),
    ("Japanese without ECI", text_as(KANA)),
    ("Japanese with ECI", text_as(KANA, eci=True)),
    ("bytes with NUL", with_nul),
    ("mirrored", mirrored),
    ("upper case", upper_case),
    ("digits", digits_only),
    ("damage 5-L at the limit", damage(5, "l")),
    ("damage 4-L below the limit", damage(4, "l", spared=2)),
    ("damage 3-M at the limit", damage(3, "m")),
    ("damage 2-Q at the limit", damage(2, "q")),
    ("damage 2-H at the limit", damage(2, "h")),
)
