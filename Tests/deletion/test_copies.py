"""Plain copies of accounts: all of them are named for deletion."""

import bz2
import gzip
import json
import lzma
import tempfile
import unittest
from itertools import product
from pathlib import Path

from files import (
    ARCHIVES, LINK, OTHER_LINK, SECRETS, aegis, as_bytes, convert, drawn, each, exif, mail, packed, pdf, picture, saved,
    svg, tar, texts, two_fas, with_phones_list, xmp,
)
from PIL import ImageCms

from exports.accounts import crowd, entry, some
from exports.apps import authme, json_list, raivo
from exports.large import LARGE
from images import payloads

FORMATS = {name: LARGE[name] for name in (
    "2fas", "aegis", "andotp", "authenticator-extension", "bitwarden-authenticator", "csv", "ente", "freeotp-plus",
    "gnome-authenticator", "json", "lastpass-authenticator", "otpmanager", "proton-authenticator", "raivo", "stratum",
    "stratum-html", "winauth")} | {
    "raivo-html": raivo.page_of,
    "json-list": lambda accounts: json.dumps([*map(json_list.extracted, accounts)]),
    "links": lambda accounts: "".join(f"{account.link()}\n" for account in accounts),
}
CASTS = {
    "two accounts": ({}, {}),
    "umlauts": ({"issuer": "Größenwahn & Söhne", "name": "zoë.łuczak@example.org"}, {"issuer": "Café Lumière"}),
    "other scripts": ({"issuer": "青い銀行", "name": "田中 花子"}, {"issuer": "🦊 Den", "name": "🧑🏽‍🚀 crew"}),
    "long names": ({"issuer": "Long " * 20 + "Ltd", "name": "a" * 150 + "@example.com"},),
    "other parameters": ({"algorithm": "SHA256", "digits": 8, "period": 60}, {"algorithm": "SHA512"}),
    "hotp": ({"type": "hotp"},),
    "Steam": ({"type": "steam", "issuer": "Steam"},),
}
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def exports():
    """Exports of apps. A case is a title, the content, no passphrase, and the number of accounts."""
    for at, ((name, holding), (title, fields)) in enumerate(product(FORMATS.items(), CASTS.items())):
        if at % 4 and (title != "Steam" or name not in ("otpmanager", "raivo", "raivo-html")):
            accounts = [entry(f"copies/{name}/{title}/{at}", **changes) for at, changes in enumerate(fields)]
            yield f"{name}: {title}", holding(accounts), "", len(accounts)


def containers():
    packers = {"gzip": gzip.compress, "xz": lzma.compress, "bzip2": bz2.compress}
    for at, (name, holding) in enumerate(FORMATS.items()):
        content = as_bytes(holding(some(f"copies/{name}/packed", 2)))
        kind, pack = list(ARCHIVES.items())[at % 3]
        yield f"{name} in {kind}", pack({"export.bin": content}), "", 2
        kind, pack = list(packers.items())[at % 3]
        yield f"{name} in {kind}", pack(content), "", 2
    both = {"a.txt": LINK, "b/b.png": picture(text=OTHER_LINK)}
    for kind, pack in ARCHIVES.items():
        yield f"a link and a picture in {kind}", pack(both), "", 2
    yield "tar in xz", tar(both, "xz"), "", 2
    yield "a zip of macOS", packed(both | {"__MACOSX/._a.txt": "x", ".DS_Store": "x", "._a.txt": "x"}), "", 2
    yield "bzip2 in two parts", bz2.compress(f"{LINK}\n".encode()) + bz2.compress(OTHER_LINK.encode()), "", 2
    yield "gzip with zeros behind it", gzip.compress(LINK.encode()) + bytes(64), "", 1
    message = mail({}, LINK)
    yield "a mail with a link", message, "", 1
    yield "a mail with a link and a picture", mail({"b.png": picture(text=OTHER_LINK)}, LINK), "", 2
    yield "a mailbox", b"".join(b"From a@example.com Wed Jan 31 12:30:00 2024\n%s\n" % one for one in (
        message, mail({}, OTHER_LINK))), "", 2


def pictures():
    google = payloads.export(some("copies/google", 3), batch_id=47).data.decode()
    codes = {"a code": [LINK], "two codes": [LINK, OTHER_LINK], "a Google export": [google]}
    for kind, (title, found) in product(("PNG", "JPEG", "GIF", "WebP", "BMP", "TIFF", "AVIF"), codes.items()):
        yield f"{kind} with {title}", saved(drawn(*found), kind), "", 3 if found == [google] else len(found)
    for kind in ("GIF", "WebP", "TIFF"):
        further = [drawn(OTHER_LINK).resize(drawn(LINK).size)]
        yield f"{kind} of two images", saved(drawn(LINK), kind, save_all=True, append_images=further), "", 2
    for mode, kind in {"1": "PNG", "L": "PNG", "P": "PNG", "RGBA": "PNG", "CMYK": "JPEG"}.items():
        yield f"{kind} of mode {mode}", saved(drawn(LINK, mode=mode), kind), "", 1
    for title, content in {
        "SVG": svg(), "PDF": pdf(), "progressive JPEG": picture("JPEG", quality=80, progressive=True),
        "JPEG, a second image": picture("JPEG", quality=90) + picture("JPEG", quality=30),
        "JPEG, the list of a phone": with_phones_list(), "PNG, zeros behind it": picture() + bytes(64),
        "PNG, the text of its code": picture(**texts(Comment=LINK)),
        "packed TIFF": picture("TIFF", compression="tiff_lzw"), "PNG, a byte order mark": picture(text=f"\ufeff{LINK}"),
    }.items():
        yield title, content, "", 1
    for size in (1, 2, 3):
        parts = [payloads.export(some(f"copies/{size}/{part}", 3), size=size, index=part, batch_id=size).data.decode()
                 for part in range(size)]
        screens = {f"{at}.png": picture(text=part) for at, part in enumerate(parts)}
        yield f"{size} links of Google's export", "\n".join(parts), "", 3 * size
        yield f"{size} screenshots of Google's export", screens, "", 3 * size
        yield f"{size} screenshots of Google's export in a zip", packed(screens), "", 3 * size


def lists():
    """Links and tables as people keep them."""
    for text in (
        "\n\nL1\n\n\nL2\n\n", "L1\r\nL2\r\n", "L1\rL2\r", "L1\nL2", "L1,L2\n", "L1\n\fL2\n", "L1\nL2\nL1\n",
        "<L1>\n<L2>\n", "1. L1\n2) L2\n", "[1] L1\n[2] L2\n", "- L1\n* L2;\n", "• L1\n– L2\n", "- [ ] L1\n- [x] L2\n",
        "> L1\n> L2\n", "\"L1\", 'L2'\n", "`L1`\n`L2`\n", "```\nL1\nL2\n```\n", "L1\n-----\nL2\n=====\n",
        "L1 (Acme)\nL2 (bob)\n", "Acme: L1\nBirch - L2\n", "Acme\nL1\n\nBirch\nL2\n", "# Acme\nL1\n\n# Birch\nL2\n",
        "**Acme**: L1\n**Birch**: L2\n", "[Acme](L1)\n[Birch](L2)\n", "Acme (eve): L1\nBirch (bob): L2\n",
        "Acme\teve\tL1\nBirch\tbob\tL2\n", "2024-01-31 12:30 L1\n31.01.2024 L2\n", "  L1  \n\tL2\t\n",
        "\ufeffL1\nL2\n", "\u200bL1\u200b\n\u200bL2\n", '["L1", "L2"]', '"L1"\n"L2"\n', "apple-L1\napple-L2\n",
        "L1&icon=b&color=00ff00&lock=false\nL2&image=\n", "L1&note=\nL2\n",
        "L1&algorithm=SHA1&digits=6&period=30\nL2&algorithm=HmacSHA1\n", "name,otpauth\nAcme,L1\nBirch,L2\n",
        "| Acme | L1 |\n| Birch | L2 |\n", "L2\n<a href=\"L1\">Acme</a>\n",
    ):
        yield f"links: {text!r}", text.replace("L1", LINK).replace("L2", OTHER_LINK), "", 2
    yield "links: UTF-16", f"{LINK}\n{OTHER_LINK}\n".encode("utf-16"), "", 2
    first, second = ["Acme", "eve", SECRETS[0]], ["Birch", "bob", SECRETS[1]]
    for separator, quote in product(",;\t", ("", '"')):
        rows = (["issuer", "name", "secret"], first, second)
        table = "\n".join(separator.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)
        yield f"table: {separator!r} {quote}", table, "", 2
    heads = "service,account,otp_secret", "Issuer,Username,TOTP", "Dienst,Benutzer,Secret"
    for head, end in product(heads, ("", ",")):
        name = "notes" if end else ""
        rows = "".join(f"{','.join(row)}{end}\n" for row in (first, second))
        yield f"table: {head}{end}", f"{head}{end}{name}\n{rows}{',,' if end else ''}\n", "", 2
    yield "JSON list", json.dumps([dict(zip(("issuer", "name", "secret"), row)) for row in (first, second)]), "", 2
    yield "Authme", authme.file(authme.text([*map(authme.block, some("copies/authme", 2))])), "", 2
    yield "note of Aegis", aegis("my account"), "", 1
    yield "link of 2FAS", two_fas(LINK), "", 1


def screenshots():
    """Screenshots of phones and computers, light and dark, with what their programs write into them."""
    accounts = iter(crowd("copies/screenshots", 40))
    packet = f'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>{xmp("Screenshot")}{" " * 99}<?xpacket end="w"?>'
    adobe = texts("itxt", **{"XML:com.adobe.xmp": packet})
    galaxy = exif("Screenshot", "samsung", "SM-S918B", "S918BXXS3BWK5")
    iphone = exif("Screenshot", "Apple", "iPhone 15", "17.1.2")
    scan = {270: "Scanned page", 305: "Scan 4.2", 306: "2024:01:31 12:30:00"}
    for name, kind, size, options in (
        ("Pixel", "PNG", (1080, 2400), texts(Software="Android UP1A.231005.007", Screenshot="com.android.systemui")),
        ("Pixel-8", "PNG", (1344, 2992), {"exif": exif("", "Google", "Pixel 8 Pro", "HDR+ 1.0.540104767zdh")}),
        ("Galaxy", "JPEG", (1080, 2340), {"quality": 90, "exif": galaxy}),
        ("Xiaomi", "JPEG", (1220, 2712), {"exif": exif('{"sensor_type":"screenshot"}', "Xiaomi", "2201123G")}),
        ("OnePlus", "JPEG", (1240, 2772), {"quality": 92, "exif": exif("oplus_1048864", "OnePlus", "CPH2581")}),
        ("iPhone", "PNG", (1179, 2556), adobe | {"icc_profile": PROFILE, "exif": iphone}),
        ("iPhone-2", "AVIF", (1170, 2532), {"quality": 90, "exif": iphone, "xmp": packet.encode()}),
        ("Mac", "PNG", (1440, 900), adobe | {"icc_profile": PROFILE, "dpi": (144, 144)}),
        ("Windows", "PNG", (1920, 1080), {"dpi": (96, 96)}),
        ("GNOME", "PNG", (1366, 768), texts(Software="gnome-screenshot", Creation_Time="Wed 31 Jan 2024 12:30:00")),
        ("KDE", "PNG", (1600, 900), texts("itxt", Title="Export accounts — Authenticator", Author="eve")),
        ("ImageMagick", "PNG", (800, 800), texts(**{"date:create": "2024-01-31T12:30:00+00:00"})),
        ("comment", "PNG", (750, 1334), texts("text", True, Comment="taken with a phone at work, " * 4)),
        ("Photoshop", "JPEG", (900, 1200), {"quality": 95, "xmp": packet.encode(), "icc_profile": PROFILE}),
        ("messenger", "WEBP", (720, 1600), {"quality": 90, "xmp": packet.encode()}),
        ("browser", "WEBP", (1280, 720), {"lossless": True, "exif": exif("")}),
        ("gd", "JPEG", (640, 1136), {"comment": "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90"}),
        ("Paint", "BMP", (1024, 768), {}),
        ("scanner", "TIFF", (1240, 1754), {"compression": "tiff_lzw", "dpi": (150, 150), "tiffinfo": scan}),
        ("GIMP", "GIF", (480, 800), {"comment": "Created with GIMP"}),
    ):
        for dark in (False, True):
            image = drawn(next(accounts).link(), dark=dark, size=size)
            yield f"{name}{'-dark' * dark}.{kind.lower()}", saved(image, kind, **options)


class CopyTests(unittest.TestCase):
    def test_copies(self):
        results = each(self, exports, containers, pictures, lists)
        self.assertGreaterEqual(len(results), 200)
        for (title, content, _, expected), (names, accounts, errors) in results:
            with self.subTest(title):
                self.assertEqual(accounts, expected, errors)
                self.assertEqual(names, list(content) if isinstance(content, dict) else ["a"], errors)
                self.assertNotIn("warning: a", errors)

    def test_a_folder_of_screenshots(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "shots").mkdir()
            for name, content in screenshots():
                Path(folder, "shots", name).write_bytes(content)
            names, accounts, done = convert(folder, ["shots"])
            self.assertEqual(accounts, 40, done.stderr)
            self.assertEqual(set(names), {f"shots/{path.name}" for path in Path(folder, "shots").iterdir()})
            self.assertNotIn("warning: shots", done.stderr)


if __name__ == "__main__":
    unittest.main()
