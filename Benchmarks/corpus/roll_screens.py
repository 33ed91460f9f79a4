"""Phone screens as people save them by the hundred: chats, lists, settings, articles, maps and games."""

from PIL import Image, ImageDraw, ImageFilter

from . import scenes, texts
from .backgrounds import photo
from .canvas import Canvas, Colour, grey
from .dice import Dice
from .picture import Picture, picture


def screen(dice: Dice, number: int) -> Picture:
    """One kind of screen after the other, a third of them dark."""
    draw = SCREENS[number % len(SCREENS)]
    dark = dice.chance(0.33)
    canvas = Canvas.plain(dice.pick(scenes.PHONE_SIZES), grey(16) if dark else grey(250))
    scenes.status_bar(dice, canvas, grey(230) if dark else grey(30))
    draw(dice, canvas, grey(232) if dark else grey(28), grey(45) if dark else grey(232))
    return picture(canvas, draw.__name__)


def avatar(dice: Dice, canvas: Canvas, left: int, top: int, side: int) -> None:
    """A face in a circle: a small photograph, initials, or rings."""
    kind = dice.integer(0, 2)
    if kind == 0:
        face = photo(dice, (side, side))
    else:
        face = Image.new("RGB", (side, side), dice.pick(scenes.ACCENTS))
        draw = ImageDraw.Draw(face)
        if kind == 1:
            initials = Canvas(face)
            initials.text((side * 0.2, side * 0.25), dice.pick(texts.PEOPLE)[:2].upper(), side // 2, grey(255))
        else:
            draw.ellipse((side * 0.25, side * 0.12, side * 0.75, side * 0.6), fill=grey(235))
            draw.ellipse((side * 0.05, side * 0.62, side * 0.95, side * 1.5), fill=grey(235))
    mask = Image.new("L", (side * 4, side * 4), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, side * 4, side * 4), fill=255)
    canvas.image.paste(face, (left, top), mask.resize((side, side), Image.BOX))


def chat(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    width, height = canvas.image.size
    avatar(dice, canvas, 40, 90, 110)
    canvas.text((180, 115), texts.sentence(dice, 2), width // 22, ink)
    top = 260
    while top < height - 420:
        is_mine, lines = dice.chance(0.5), dice.integer(1, 5)
        left = width * 3 // 10 if is_mine else 150
        right = width - 40 if is_mine else width * 3 // 4
        if dice.chance(0.15):
            canvas.image.paste(photo(dice, (right - left, 380)), (left, top))
            top += 410
            continue
        bottom = top + 40 + lines * 58
        canvas.card((left, top, right, bottom), dice.pick(scenes.ACCENTS) if is_mine else card, 34)
        words = grey(255) if is_mine else ink
        scenes.paragraph(dice, canvas, (left + 30, top + 18), right - left - 60, 38, words, lines)
        if not is_mine:
            avatar(dice, canvas, 30, bottom - 95, 95)
        top = bottom + dice.integer(16, 60)
    canvas.card((40, height - 180, width - 40, height - 60), card, 60)


def contacts(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    width, height = canvas.image.size
    side = dice.integer(90, 150)
    for top in range(220, height - side - 40, side + 60):
        avatar(dice, canvas, 50, top, side)
        canvas.text((side + 100, top + 8), texts.sentence(dice, 2), side * 2 // 5, ink)
        canvas.text((side + 100, top + side * 3 // 5), texts.sentence(dice, 6), side * 3 // 10, grey(130))
        canvas.card((side + 100, top + side + 28, width, top + side + 30), card)


def settings(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    """Rows with an icon, words, and a switch or an arrow."""
    width, height = canvas.image.size
    canvas.text((60, 110), texts.sentence(dice, 1), width // 14, ink)
    for top in range(280, height - 160, dice.integer(130, 170)):
        canvas.card((60, top, 140, top + 80), dice.pick(scenes.ACCENTS), 20)
        kind = dice.integer(0, 3)
        if kind == 0:
            canvas.draw.ellipse((80, top + 20, 120, top + 60), outline=grey(255), width=7)
        elif kind == 1:
            canvas.card((82, top + 22, 118, top + 58), grey(255), 6)
        elif kind == 2:
            canvas.draw.rectangle((80, top + 20, 120, top + 60), outline=grey(255), width=6)
            canvas.card((92, top + 32, 108, top + 48), grey(255))
        canvas.text((180, top + 18), texts.sentence(dice, dice.integer(1, 4)), 40, ink)
        if dice.chance(0.5):
            canvas.card((width - 180, top + 12, width - 70, top + 70), dice.pick(scenes.ACCENTS), 29)
            canvas.draw.ellipse((width - 126, top + 16, width - 74, top + 66), fill=grey(255))
        else:
            canvas.text((width - 110, top + 14), ">", 44, grey(140))


def article(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    """Headings, paragraphs and pictures."""
    width, height = canvas.image.size
    top, size = 150, dice.integer(28, 46)
    while top < height - 200:
        if dice.chance(0.35):
            tall = dice.integer(300, 700)
            canvas.image.paste(photo(dice, (width, tall)), (0, top))
            top += tall + 40
        elif dice.chance(0.4):
            canvas.text((50, top), texts.sentence(dice, 4), size * 3 // 2, ink)
            top += size * 5 // 2
        else:
            lines = dice.integer(3, 12)
            scenes.paragraph(dice, canvas, (50, top), width - 100, size, ink, lines)
            top += lines * size * 3 // 2 + 40


def gallery(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    """Three photographs in a row."""
    width, height = canvas.image.size
    side = width // 3
    for top in range(200, height - side, side):
        for left in range(0, width - side + 1, side):
            canvas.image.paste(photo(dice, (side - 6, side - 6)), (left, top))


def launcher(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    """Icons over a photograph: squares with round corners and squares, rings and letters in them."""
    width, height = canvas.image.size
    canvas.image.paste(photo(dice, (width, height)).filter(ImageFilter.GaussianBlur(dice.integer(0, 6))), (0, 0))
    side = width // 6
    for top in range(180, height - 3 * side, side * 8 // 5):
        for column in range(4):
            left = side // 2 + column * side * 27 // 20
            back, front = dice.pick(scenes.ACCENTS), grey(dice.pick((20, 240, 255)))
            canvas.card((left, top, left + side, top + side), back, side // 5)
            kind, inset = dice.integer(0, 3), side // 5
            box = (left + inset, top + inset, left + side - inset, top + side - inset)
            if kind == 0:
                canvas.draw.ellipse(box, outline=front, width=side // 10)
            elif kind == 1:
                canvas.draw.rounded_rectangle(box, side // 10, outline=front, width=side // 12)
                canvas.card(tuple(value + inset * (1 if at < 2 else -1) for at, value in enumerate(box)), front)
            elif kind == 2:
                canvas.text(box[:2], dice.pick(texts.WORDS)[0].upper(), side // 2, front)
            else:
                canvas.draw.polygon([box[:2], (box[2], (box[1] + box[3]) // 2), (box[0], box[3])], fill=front)
            canvas.text((left, top + side + 10), texts.sentence(dice, 1), side // 6, grey(255))


def terminal(dice: Dice, canvas: Canvas, ink: Colour, card: Colour) -> None:
    """Small text from edge to edge, as in mail or code."""
    width, height = canvas.image.size
    size = dice.integer(18, 30)
    scenes.paragraph(dice, canvas, (24, 110), width - 48, size, ink, (height - 200) * 2 // (3 * size))


SCREENS = (chat, article, contacts, settings, chat, gallery, launcher, terminal)
