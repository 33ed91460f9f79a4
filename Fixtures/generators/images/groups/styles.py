"""One code a picture, in every dress: plain, inverted, coloured, faint, tiny, huge, rotated."""

from PIL import Image, ImageOps

from ..accounts import someone
from ..canvas import BLACK, WHITE, Canvas, modules, stencil
from ..catalogue import Catalogue
from ..payloads import Payload, link


def account(path: str) -> Payload:
    return link(someone(path))


def add(catalogue: Catalogue) -> None:
    plain(catalogue)
    inverted(catalogue)
    coloured(catalogue)
    low_contrast(catalogue)
    tiny(catalogue)
    huge(catalogue)
    rotated(catalogue)


def plain(catalogue: Catalogue) -> None:
    path = "plain/code.png"
    catalogue.picture(path, Canvas.of_code(account(path)))
    path = "plain/printed-page.png"
    page = Canvas.blank(1240, 1754)
    page.text(120, 140, "Your second factor", 52)
    page.text(120, 240, "Keep this sheet in a safe place. Scan the code with your authenticator app.", 28)
    page.code_within(account(path), 320, 460, 600, error="q")
    page.text(120, 1560, "Sheet 1 of 1", 24, (110, 110, 110))
    catalogue.picture(path, page)


def inverted(catalogue: Catalogue) -> None:
    path = "inverted/code.png"
    catalogue.picture(path, Canvas.of_code(account(path), dark=WHITE, light=BLACK))
    path = "inverted/blue-ground.png"
    canvas = Canvas.blank(500, 640, (16, 30, 74))
    canvas.text(250, 60, "Scan me", 36, (226, 232, 255), "mm")
    canvas.code_within(account(path), 40, 120, 420, dark=(226, 232, 255), light=None)
    catalogue.picture(path, canvas)


def coloured(catalogue: Catalogue) -> None:
    path = "coloured/gradient.png"
    canvas = Canvas.of_code(account(path), 7, light=(255, 244, 214))
    mask = stencil(modules(account(path)), 7)
    ramp = Image.linear_gradient("L").rotate(90).resize(mask.size)
    canvas.image.paste(ImageOps.colorize(ramp, (120, 20, 110), (0, 70, 130)), mask=mask)
    catalogue.picture(path, canvas)

    path = "coloured/logo.png"
    canvas = Canvas.of_code(link(someone(path, issuer="Acme", name="al@example.com")), 6, error="h")
    middle = canvas.image.width // 2
    canvas.dot(middle, middle, 36, WHITE)
    canvas.dot(middle, middle, 30, (214, 60, 40))
    canvas.text(middle, middle, "A", 40, WHITE, "mm")
    catalogue.picture(path, canvas)


def low_contrast(catalogue: Catalogue) -> None:
    """Faint codes alone, and next to black or white text, which sets another scale."""
    for name, dark, light, text in (
        ("sixty-levels", 150, 210, None),
        ("twenty-five-levels-light", 228, 253, 20),
        ("twenty-five-levels-dark", 8, 33, 250),
        ("fourteen-levels", 120, 134, None),
    ):
        path = f"low-contrast/{name}.png"
        canvas = Canvas.blank(640, 640, (light,) * 3)
        if text is not None:
            canvas.text(320, 60, "Scan the code below", 36, (text,) * 3, "mm")
            canvas.text(320, 600, "then enter the six digits", 30, (text,) * 3, "mm")
        canvas.code_within(account(path), 110, 110, 420, dark=(dark,) * 3, light=None)
        catalogue.picture(path, canvas)


def tiny(catalogue: Catalogue) -> None:
    for name, pixels, dark, light in (
        ("one-pixel", 1, BLACK, WHITE),
        ("one-pixel-inverted", 1, WHITE, BLACK),
        ("two-pixels", 2, BLACK, WHITE),
    ):
        path = f"tiny/{name}.png"
        catalogue.picture(path, Canvas.of_code(account(path), pixels, dark=dark, light=light))
    path = "tiny/one-pixel-on-a-page.png"
    page = Canvas.blank(700, 500, (246, 246, 246))
    page.text(40, 40, "Backup sheet", 30)
    page.draw.line((40, 90, 660, 90), (180, 180, 180), 2)
    page.code(account(path), 300, 220, 1)
    catalogue.picture(path, page)


def huge(catalogue: Catalogue) -> None:
    for pixels in (20, 60):
        path = f"huge/{pixels}-pixels.png"
        catalogue.picture(path, Canvas.of_code(account(path), pixels, error="l"))


def rotated(catalogue: Catalogue) -> None:
    path = "rotated/quarter-turns.png"
    page = Canvas.blank(320, 960)
    for at, turn in enumerate((Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)):
        payload = link(someone(f"{path}/{turn.name.lower().replace('_', '-')}"))
        upright = Canvas.of_code(payload, 5)
        top = at * 320 + (320 - upright.image.height) // 2
        page.image.paste(upright.image.transpose(turn), (20, top))
        page.placed.append((top, 20, payload))
    catalogue.picture(path, page)
    for degrees in (45, 17):
        path = f"rotated/{degrees}-degrees.png"
        catalogue.picture(path, Canvas.of_code(account(path), 7).rotated(degrees))
    path = "rotated/mirrored.png"
    canvas = Canvas.of_code(account(path))
    canvas.image = ImageOps.mirror(canvas.image)
    catalogue.picture(path, canvas)
