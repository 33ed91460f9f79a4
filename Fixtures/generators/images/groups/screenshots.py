"""Screenshots of phones and desktops as people send them in: a small part of each picture is the code."""

from ..accounts import someone
from ..canvas import BLACK, WHITE, Canvas, Colour
from ..catalogue import Catalogue
from ..payloads import export, link, other
from .exports import varied

GRAY: Colour = (120, 124, 132)
NIGHT, NIGHT_CARD, NIGHT_TEXT = (17, 18, 20), (32, 34, 38), (228, 230, 235)
BLUE, GREEN, RED = (36, 99, 235), (22, 140, 80), (200, 50, 50)


def add(catalogue: Catalogue) -> None:
    dark_setup(catalogue)
    dark_export(catalogue)
    phone_page(catalogue)
    phone_export(catalogue)
    chat(catalogue)
    desktop_setup(catalogue)


def status_bar(screen: Canvas, text: Colour) -> None:
    width = screen.image.width
    screen.text(70, 44, "9:41", 40, text)
    for bar in range(4):
        screen.box(width - 300 + bar * 16, 76 - bar * 9, width - 290 + bar * 16, 84, text)
    screen.text(width - 222, 48, "5G", 32, text)
    screen.box(width - 150, 50, width - 76, 84, text, 10)
    screen.box(width - 72, 60, width - 66, 74, text, 2)


def home_bar(screen: Canvas, colour: Colour) -> None:
    width, height = screen.image.size
    screen.box(width // 2 - 190, height - 32, width // 2 + 190, height - 20, colour, 6)


def button(screen: Canvas, top: int, label: str, ground: Colour, ink: Colour) -> None:
    width = screen.image.width
    screen.box(80, top, width - 80, top + 120, ground, 24)
    screen.text(width // 2, top + 60, label, 44, ink, "mm")


def paragraph(screen: Canvas, x: int, y: int, lines: tuple[str, ...], size: int, colour: Colour) -> None:
    for at, line in enumerate(lines):
        screen.text(x, y + at * (size + size // 2), line, size, colour)


def dark_setup(catalogue: Catalogue) -> None:
    """A white card on a dark page."""
    path = "dark/phone-setup-card.png"
    screen = Canvas.blank(1080, 2340, NIGHT)
    status_bar(screen, NIGHT_TEXT)
    screen.text(80, 190, "Two-step sign-in", 64, NIGHT_TEXT)
    paragraph(screen, 80, 300, ("Open your authenticator app and", "scan the code below."), 40, (150, 154, 162))
    screen.box(80, 500, 1000, 1500, NIGHT_CARD, 48)
    screen.box(170, 590, 910, 1330, WHITE, 32)
    screen.code_within(link(someone(path)), 180, 600, 720)
    screen.text(540, 1420, "Can't scan? Show the key", 40, (110, 160, 255), "mm")
    button(screen, 1700, "Continue", BLUE, WHITE)
    button(screen, 1850, "Cancel", NIGHT_CARD, NIGHT_TEXT)
    home_bar(screen, NIGHT_TEXT)
    catalogue.picture(path, screen)


def dark_export(catalogue: Catalogue) -> None:
    """Light modules straight on the dark page, a dense code."""
    path = "dark/phone-export-inverted.png"
    screen = Canvas.blank(1080, 2340, BLACK)
    status_bar(screen, NIGHT_TEXT)
    screen.text(540, 220, "Export accounts", 60, NIGHT_TEXT, "mm")
    payload = export(varied(path, 4), batch_id=400_000_007)
    screen.code_within(payload, 100, 500, 880, dark=NIGHT_TEXT, light=None, error="l")
    paragraph(screen, 120, 1560, ("Scan this code with the same app", "on your new phone."), 42, (150, 154, 162))
    screen.text(540, 1800, "1 of 1", 40, NIGHT_TEXT, "mm")
    button(screen, 2040, "Done", NIGHT_CARD, NIGHT_TEXT)
    home_bar(screen, NIGHT_TEXT)
    catalogue.picture(path, screen)


def phone_page(catalogue: Catalogue) -> None:
    """A set-up page in a phone's browser, with the shop's own code, which is a web address."""
    path = "screenshots/phone-browser.png"
    screen = Canvas.blank(1080, 2340, (250, 250, 252))
    status_bar(screen, BLACK)
    screen.box(60, 130, 1020, 220, (232, 233, 238), 45)
    screen.text(540, 175, "account.example.com", 38, (60, 64, 70), "mm")
    screen.text(70, 300, "Protect your account", 60, BLACK)
    lines = ("Scan this with an authenticator app.", "We will ask for a code when you sign in.")
    paragraph(screen, 70, 400, lines, 40, GRAY)
    screen.box(140, 560, 940, 1360, WHITE, 20)
    screen.code_within(link(someone(path)), 160, 580, 760)
    button(screen, 1430, "I have scanned it", GREEN, WHITE)
    screen.draw.line((70, 1640, 1010, 1640), (215, 217, 222), 3)
    screen.text(70, 1690, "Need help? Our pages tell you more:", 38, GRAY)
    screen.code(other("https://www.example.com/two-step?from=setup-page"), 70, 1780, 9)
    home_bar(screen, BLACK)
    catalogue.picture(path, screen)


def phone_export(catalogue: Catalogue) -> None:
    path = "screenshots/phone-export.png"
    screen = Canvas.blank(1080, 2340, WHITE)
    status_bar(screen, BLACK)
    screen.box(0, 120, 1080, 270, (26, 115, 232))
    screen.text(70, 168, "Transfer accounts", 50, WHITE)
    screen.code_within(export(varied(path, 7), batch_id=-88_211_904), 60, 440, 960, error="l")
    paragraph(screen, 100, 1560, ("Keep this code to yourself: whoever scans", "it can make your codes."), 40, RED)
    button(screen, 2040, "Next", (26, 115, 232), WHITE)
    home_bar(screen, BLACK)
    catalogue.picture(path, screen)


def chat(catalogue: Catalogue) -> None:
    """A photo of a code sent to oneself, small among bubbles."""
    path = "screenshots/phone-chat.png"
    screen = Canvas.blank(828, 1792, (236, 229, 221))
    screen.box(0, 0, 828, 150, (7, 94, 84))
    screen.dot(80, 96, 36, (180, 200, 196))
    screen.text(140, 74, "Notes to myself", 36, WHITE)
    for top, width, mine, text in (
        (200, 420, False, "Do not lose this one"),
        (300, 360, True, "The new git server"),
        (980, 300, True, "ok, saved"),
        (1080, 520, False, "Delete it when you are done"),
    ):
        left = 828 - 30 - width if mine else 30
        screen.box(left, top, left + width, top + 76, (220, 248, 198) if mine else WHITE, 20)
        screen.text(left + 24, top + 20, text, 32, (30, 34, 38))
    screen.box(318, 400, 798, 950, (220, 248, 198), 20)
    screen.box(334, 416, 782, 880, (207, 214, 226), 12)
    screen.code_within(link(someone(path)), 344, 434, 428)
    screen.text(680, 900, "10:02", 26, GRAY)
    catalogue.picture(path, screen)


def desktop_setup(catalogue: Catalogue) -> None:
    path = "screenshots/desktop-browser.png"
    screen = Canvas.blank(1920, 1080, (222, 226, 233))
    screen.box(120, 60, 1800, 1020, WHITE, 14)
    screen.box(120, 60, 1800, 150, (240, 241, 244), 14)
    for at, colour in enumerate(((237, 106, 94), (245, 191, 79), (98, 197, 84))):
        screen.dot(156 + at * 30, 82, 9, colour)
    screen.box(300, 104, 1500, 142, WHITE, 18)
    screen.text(330, 112, "https://git.example.org/settings/two-factor", 20, (70, 74, 80))
    screen.text(220, 210, "Set up two-factor authentication", 40, (30, 34, 40))
    for at, (title, line) in enumerate(
        (
            ("Install an app", "Any authenticator that reads key URIs will do."),
            ("Scan the code", "Point your phone at the picture on the right."),
            ("Confirm", "Enter the six digits that the app shows."),
        )
    ):
        screen.dot(246, 352 + at * 130, 24, BLUE)
        screen.text(246, 352 + at * 130, str(at + 1), 26, WHITE, "mm")
        screen.text(300, 328 + at * 130, title, 28, (30, 34, 40))
        screen.text(300, 368 + at * 130, line, 22, GRAY)
    screen.box(1180, 300, 1620, 740, (246, 247, 249), 12)
    screen.code_within(link(someone(path)), 1200, 320, 400, error="l")
    screen.box(220, 800, 460, 864, BLUE, 10)
    screen.text(340, 832, "Continue", 26, WHITE, "mm")
    catalogue.picture(path, screen)
