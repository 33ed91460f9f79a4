"""The pictures of `make demo`: twenty good screenshots, and a Google Authenticator export of three parts."""

from collections.abc import Callable

from ..accounts import Account, someone
from ..canvas import BLACK, WHITE, Canvas, Colour
from ..catalogue import Catalogue
from ..payloads import export, link
from .kinds import saved
from .screenshots import GRAY, NIGHT, NIGHT_CARD, NIGHT_TEXT, button, home_bar, paragraph, status_bar

EXPORT_ID = 1_284_507_733

Style = Callable[[Account, Colour], Canvas]


def add(catalogue: Catalogue) -> None:
    for name, issuer, user, style, colour, fields in SCREENS:
        path = f"demo/{name}"
        screen = style(someone(path, issuer=issuer, name=user, **fields), colour)
        if name.endswith(".png"):
            catalogue.picture(path, screen)
        else:
            kind = "JPEG" if name.endswith(".jpg") else "WEBP"
            catalogue.picture(path, saved(screen.image, kind, quality=80), screen.payloads())
    for index, people in enumerate(EXPORTED):
        path = f"demo/google-export-{index + 1}.png"
        accounts = [someone(f"{path}/{at}", issuer=issuer, name=user) for at, (issuer, user) in enumerate(people)]
        catalogue.picture(path, export_page(accounts, index, len(EXPORTED)))


def bright(account: Account, colour: Colour) -> Canvas:
    """A page of settings in an app."""
    screen = Canvas.blank(1080, 2340, WHITE)
    status_bar(screen, BLACK)
    screen.text(80, 180, account.issuer, 64, colour)
    paragraph(screen, 80, 300, ("Two-step sign-in", "Scan this code with your authenticator app."), 42, GRAY)
    screen.code_within(link(account), 140, 520, 800)
    screen.text(540, 1400, account.name, 40, BLACK, "mm")
    button(screen, 1640, "Continue", colour, WHITE)
    button(screen, 1800, "Not now", (238, 239, 243), BLACK)
    home_bar(screen, BLACK)
    return screen


def dark(account: Account, colour: Colour) -> Canvas:
    """A white card on a dark page."""
    screen = Canvas.blank(1080, 2340, NIGHT)
    status_bar(screen, NIGHT_TEXT)
    screen.text(80, 190, account.issuer, 64, NIGHT_TEXT)
    screen.text(80, 300, "Set up your authenticator", 42, (150, 154, 162))
    screen.box(80, 460, 1000, 1480, NIGHT_CARD, 48)
    screen.box(160, 540, 920, 1300, WHITE, 32)
    screen.code_within(link(account), 170, 550, 740)
    screen.text(540, 1390, account.name, 40, NIGHT_TEXT, "mm")
    button(screen, 1700, "I have scanned it", colour, WHITE)
    home_bar(screen, NIGHT_TEXT)
    return screen


def coloured(account: Account, colour: Colour) -> Canvas:
    """A page in the service's own color."""
    screen = Canvas.blank(1170, 2532, colour)
    status_bar(screen, WHITE)
    screen.text(585, 330, account.issuer, 72, WHITE, "mm")
    screen.box(135, 480, 1035, 1620, WHITE, 60)
    screen.code_within(link(account), 185, 540, 800)
    screen.text(585, 1440, account.name, 42, BLACK, "mm")
    screen.text(585, 1520, "or type in the key by hand", 38, colour, "mm")
    screen.text(585, 1800, "Your codes will be asked for at each sign-in.", 40, WHITE, "mm")
    home_bar(screen, WHITE)
    return screen


def browser(account: Account, colour: Colour) -> Canvas:
    """A web page on a phone."""
    screen = Canvas.blank(1080, 2400, (249, 249, 251))
    status_bar(screen, BLACK)
    screen.box(60, 130, 1020, 220, (232, 233, 238), 45)
    screen.text(540, 175, "account.example.com", 38, (60, 64, 70), "mm")
    screen.box(0, 260, 1080, 380, colour)
    screen.text(70, 290, account.issuer, 52, WHITE)
    steps = ("1. Open your authenticator app.", "2. Scan the code.", "3. Enter the six digits.")
    paragraph(screen, 70, 450, steps, 42, GRAY)
    screen.box(200, 740, 880, 1420, WHITE, 16)
    screen.code_within(link(account), 210, 750, 660)
    screen.box(200, 1480, 880, 1590, WHITE, 16)
    screen.text(230, 1512, "Code from the app", 40, (170, 174, 182))
    button(screen, 1660, "Confirm", colour, WHITE)
    home_bar(screen, BLACK)
    return screen


def chat(account: Account, colour: Colour) -> Canvas:
    """A picture that was sent to oneself."""
    screen = Canvas.blank(828, 1792, (233, 236, 241))
    screen.box(0, 0, 828, 150, colour)
    screen.dot(80, 96, 36, WHITE)
    screen.text(140, 74, "Notes to myself", 36, WHITE)
    screen.box(318, 260, 798, 330, (214, 234, 250), 20)
    screen.text(342, 278, account.issuer, 32, BLACK)
    screen.box(238, 370, 798, 960, (214, 234, 250), 20)
    screen.code_within(link(account), 260, 390, 516)
    screen.text(700, 926, "18:24", 26, GRAY)
    screen.box(30, 1000, 420, 1070, WHITE, 20)
    screen.text(54, 1018, "Keep this one safe", 32, BLACK)
    return screen


def desktop(account: Account, colour: Colour) -> Canvas:
    """A dialog on a laptop, with the page behind it dimmed."""
    screen = Canvas.blank(1440, 900, (92, 96, 104))
    screen.box(0, 0, 1440, 60, (70, 73, 80))
    screen.box(320, 110, 1120, 830, WHITE, 18)
    screen.text(370, 150, f"Two-factor sign-in for {account.issuer}", 30, BLACK)
    screen.text(370, 200, account.name, 24, GRAY)
    screen.code_within(link(account), 490, 250, 460)
    screen.box(860, 750, 1070, 806, colour, 8)
    screen.text(965, 778, "Done", 26, WHITE, "mm")
    return screen


def export_page(accounts: list[Account], index: int, count: int) -> Canvas:
    """A page of Google Authenticator's "Transfer accounts"."""
    screen = Canvas.blank(1080, 2340, WHITE)
    status_bar(screen, BLACK)
    screen.box(0, 120, 1080, 270, (26, 115, 232))
    screen.text(70, 168, "Transfer accounts", 50, WHITE)
    payload = export(accounts, size=count, index=index, batch_id=EXPORT_ID, version=2)
    screen.code_within(payload, 60, 440, 960, error="l")
    screen.text(540, 1500, f"{index + 1} of {count}", 44, BLACK, "mm")
    paragraph(screen, 100, 1600, ("Scan this code with the app", "on your new phone."), 42, GRAY)
    button(screen, 2040, "Next" if index + 1 < count else "Done", (26, 115, 232), WHITE)
    home_bar(screen, BLACK)
    return screen


BLUE, GREEN, RED, VIOLET, ORANGE, TEAL = (
    (36, 99, 235), (22, 130, 80), (190, 45, 50), (104, 58, 183), (201, 94, 12), (8, 110, 120),
)  # fmt: skip
SIXTY = {"algorithm": "SHA256", "digits": 8, "period": 60}

SCREENS: tuple[tuple[str, str, str, Style, Colour, dict], ...] = (
    ("acme-cloud.png", "Acme Cloud", "alice@example.com", dark, BLUE, {}),
    ("brightwater-bank.png", "Brightwater Bank", "alice@example.com", coloured, TEAL, SIXTY),
    ("brightwater-bank-joint.png", "Brightwater Bank", "alice and bob", coloured, TEAL, SIXTY),
    ("brightwater-bank-shop.png", "Brightwater Bank", "shop@example.org", browser, TEAL, SIXTY),
    ("copperline-mail.png", "Copperline Mail", "alice@example.net", bright, RED, {}),
    ("driftwood-git.png", "Driftwood Git", "alice", desktop, GREEN, {}),
    ("elmgate-wiki.png", "Elmgate Wiki", "Alice", browser, VIOLET, {}),
    ("fernhill-shop.jpg", "Fernhill Shop", "alice@example.com", chat, GREEN, {}),
    ("gamers-den.png", "Gamers Den", "alice_plays", dark, VIOLET, {}),
    ("glasswing-vpn.png", "Glasswing VPN", "alice@example.com", dark, TEAL, {"algorithm": "SHA512"}),
    ("hollowtree-chat.webp", "Hollowtree Chat", "alice", bright, VIOLET, {}),
    ("inkwell-docs.png", "Inkwell Docs", "alice@example.com", desktop, BLUE, {}),
    ("kestrel-hosting.png", "Kestrel Hosting", "alice@example.org", desktop, ORANGE, {}),
    ("lanternfish-forum.jpg", "Lanternfish Forum", "alice", chat, BLUE, {}),
    ("mossy-rock-games.png", "Mossy Rock Games", "alice_plays", coloured, GREEN, {}),
    ("northpier-travel.png", "Northpier Travel", "alice@example.com", bright, ORANGE, {}),
    ("otterbrook-school.png", "Otterbrook School", "alice@example.org", browser, BLUE, {}),
    ("pinecrest-power.webp", "Pinecrest Power", "customer 20417", bright, GREEN, {}),
    ("quayside-library.jpg", "Quayside Library", "alice@example.com", chat, RED, {}),
    ("tamarack-cycling.png", "Tamarack Cycling", "alice@example.net", coloured, ORANGE, {}),
)

EXPORTED = (
    (
        ("Aspen Insurance", "alice@example.com"), ("Bluebell Tickets", "alice@example.com"),
        ("Cinder Broadband", "alice"), ("Dovecote Homes", "alice@example.com"),
    ),
    (
        ("Eastgate Clinic", "alice@example.com"), ("Foxglove Music", "alice"),
        ("Greystone Tax Office", "alice@example.org"), ("Harbor Parking", "alice@example.com"),
    ),
    (
        ("Ironbridge Phones", "alice@example.com"), ("Juniper Lane Post", "alice@example.com"),
        ("Kingfisher Photos", "alice"), ("Larkspur Pension", "alice@example.com"),
    ),
)  # fmt: skip
