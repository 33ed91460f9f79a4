"""Invented accounts, and what people have of them: screenshots, exports of apps, a film of a camera."""

import base64
import hashlib
import io
import subprocess
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import segno
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from program import PROGRAM, ENVIRONMENT

ISSUERS = ("Acme Cloud", "Brightwater Bank", "Driftwood Git", "Hollowtree Chat", "Inkwell Docs", "Juniper Post",
           "Kestrel Hosting", "Marigold Mail", "Northwind Market", "Östra Bibliotek", "Pebble Games", "Quill Press")
NAMES = ("alice@example.com", "bob@example.org", "carol.with-a-longer-name@example.net", "dave", "erin@example.com")


@dataclass(frozen=True)
class Invented:
    issuer: str
    name: str
    secret: str
    type: str = "totp"
    counter: int = 0

    @property
    def label(self):
        return f"{self.issuer}: {self.name}"

    @property
    def link(self):
        more = {"counter": self.counter} if self.type == "hotp" else {}
        return (f"otpauth://{self.type}/{quote(self.issuer)}:{quote(self.name)}?"
                + urlencode({"secret": self.secret, "issuer": self.issuer} | more, quote_via=quote))


def secret(seed):
    """20 bytes in base32; never used anywhere."""
    return base64.b32encode(hashlib.sha1(f"invented {seed}".encode()).digest()).decode()


def accounts(count, seed="account"):
    """So many accounts, all different; every seventh is based on a counter."""
    return [Invented(ISSUERS[at % len(ISSUERS)], f"{at // len(ISSUERS) or ''}{NAMES[at % len(NAMES)]}",
                     secret(f"{seed} {at}"), "hotp" if at % 7 == 6 else "totp", at % 5) for at in range(count)]


def code(text, scale=6):
    """A QR code as an image, with its quiet zone."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="png", scale=scale, border=4)
    return Image.open(io.BytesIO(out.getvalue())).convert("L")


def screenshot(text, title):
    """A phone's screen with a QR code on it."""
    screen = Image.new("RGB", (540, 960), "#f4f1ec")
    draw = ImageDraw.Draw(screen)
    draw.rectangle((0, 0, 540, 90), fill="#27496d")
    draw.text((30, 34), title, fill="white", font=ImageFont.load_default(24))
    picture = code(text, 5)
    screen.paste(picture, ((540 - picture.width) // 2, 250))
    draw.text((60, 800), "Scan this code with your app", fill="#333", font=ImageFont.load_default(22))
    return screen


def meme():
    """A picture without a QR code."""
    picture = Image.new("RGB", (500, 400), "#3b7a57")
    draw = ImageDraw.Draw(picture)
    draw.ellipse((150, 100, 350, 300), fill="#ffd166")
    draw.text((90, 30), "ONE DOES NOT SIMPLY", fill="white", font=ImageFont.load_default(28))
    draw.text((120, 340), "LOSE A SECOND FACTOR", fill="white", font=ImageFont.load_default(24))
    return picture


def write_screenshots(folder, found):
    """One screenshot per account, one that is damaged and one meme."""
    folder.mkdir()
    for at, account in enumerate(found):
        screenshot(account.link, account.issuer).save(folder / f"Screenshot {at:03}.png")
    whole = io.BytesIO()
    screenshot(Invented("Damaged Co", "eve", secret("damaged")).link, "Damaged Co").save(whole, "PNG")
    (folder / "Screenshot damaged.png").write_bytes(whole.getvalue()[:len(whole.getvalue()) // 8])
    meme().save(folder / "meme.png")


def converted(found, target, into, passphrase=None, **options):
    """Writes the accounts as an export of an app."""
    words = [item for name, value in options.items() for item in (f"--{name.replace('_', '-')}", str(value))]
    more = {"TOTP_IMPORT_TARGET_PASSPHRASE": passphrase} if passphrase else {}
    subprocess.run([PROGRAM, "convert", "-", "--to", target, "--output", into, *words],
                   input="".join(account.link + "\n" for account in found).encode(), env=ENVIRONMENT | more,
                   capture_output=True, check=True, timeout=120)
    return into


def migration_links(found, per_code, folder):
    """The links of Google Authenticator's export, one per part."""
    made = converted(found, "google-migration", folder / "parts", accounts_per_code=per_code)
    return (made / "links.txt").read_text().split()


WIDTH, HEIGHT, RATE = 1280, 720, 10


def write_film(path, texts, seconds=1.0):
    """A film for Chromium's camera: each QR code for so long, coming in tilted and going out blurred.

    It starts again at its end. Gray, because cameras see QR codes so.
    """
    frames = round(seconds * RATE)
    with open(path, "wb") as film:
        film.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420mpeg2\n".encode())
        for text in texts:
            picture = code(text, 8)
            side = min(520, picture.width)
            picture = picture.resize((side, side), Image.Resampling.LANCZOS)
            for at in range(frames):
                scene = Image.new("L", (WIDTH, HEIGHT), 70)
                turned = picture.rotate((at - frames / 2) * 24 / frames, expand=True, fillcolor=70,
                                        resample=Image.Resampling.BICUBIC)
                scene.paste(turned, (200 + 400 * at // frames, (HEIGHT - turned.height) // 2))
                if at < 2 or at > frames - 3:
                    scene = scene.filter(ImageFilter.GaussianBlur(9))
                film.write(b"FRAME\n" + scene.tobytes() + b"\x80" * (WIDTH * HEIGHT // 2))
    return path
