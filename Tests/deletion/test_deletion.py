"""What is named for deletion: plain copies of accounts, and nothing that has something else in it.

Each case is a file that the program reads; `--delete-list` names it or not.
"""

import bz2
import html
import io
import json
import os
import struct
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
import zlib
from pathlib import Path

import segno
from PIL import Image, ImageCms, PngImagePlugin

PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", ".build/release/totp-import")
SECRETS = ["MZUW4YLMNRSXG5DFOJSWIZLTORQXGZDG", "NZUW4YLMNRSXG5DFOJSWIZLTORQXGZDG"]
LINK = f"otpauth://totp/Acme:eve?secret={SECRETS[0]}&issuer=Acme"
OTHER_LINK = f"otpauth://totp/Birch:bob?secret={SECRETS[1]}&issuer=Birch"
GOOGLE = "otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC"
PAM = f"{SECRETS[1]}\n\" TOTP_AUTH\n11112222\n33334444\n"


def named(files, arguments=()):
    """The names that a conversion of files, by name, lists for deletion."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content.encode() if isinstance(content, str) else content)
        result = subprocess.run(
            [Path(PROGRAM).resolve(), "convert", *files, "--to", "json", "--plain", "--output", "out", "--delete-list",
             "list", *arguments], cwd=folder, env={"PATH": os.environ["PATH"], "HOME": folder}, capture_output=True,
            text=True, errors="replace", stdin=subprocess.DEVNULL)
        if result.returncode == 2:
            return [], 0, result.stderr
        accounts = json.loads(Path(folder, "out").read_text("utf-8"))["items"]
        return Path(folder, "list").read_text("utf-8").splitlines(), len(accounts), result.stderr


# Files

def picture(kind="PNG", text=LINK, **options):
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="png", scale=6, border=4)
    made = io.BytesIO()
    Image.open(drawn).convert("RGB").save(made, kind, **options)
    return made.getvalue()


def with_texts(**texts):
    """A PNG with text chunks, and one that is compressed for a name that ends with Z."""
    info = PngImagePlugin.PngInfo()
    for name, text in texts.items():
        info.add_text(name, text, zip=name.endswith("Z"))
    return picture(pnginfo=info)


def with_exif(comment, kind="JPEG"):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0132] = "Birch", "Phone 7", "2024:01:31 12:30:00"
    exif[0x9C9C] = comment.encode("utf-16-le")
    return picture(kind, exif=exif)


def with_phones_list(after=b""):
    block = b"\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1706704200000" + after
    block_list = b"SEFH" + struct.pack("<IIHHII", 107, 1, 0, 0x0A01, 35, 35)
    return picture("JPEG", quality=90) + block + block_list + struct.pack("<I", len(block_list)) + b"SEFT"


def packed(members, comment=b"", after=b"", file_comment=b"", old=()):
    """An archive, maybe with files that its directory does not have anymore."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.comment = file_comment
            archive.writestr(info, content)
        for name in old:
            archive.filelist.remove(archive.NameToInfo.pop(name))
        archive.comment = comment
    return file.getvalue() + after


def tar(members):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content.encode()))
    return file.getvalue()


def pdf(*texts, catalog="", page="", after=b""):
    """A page with a QR code, and lines of text."""
    pixels = zlib.compress(Image.open(io.BytesIO(picture())).convert("L").resize((400, 400)).tobytes())
    words = "".join(f"BT /F1 10 Tf 50 {80 - 14 * line} Td ({text}) Tj ET " for line, text in enumerate(texts))
    content = f"q 400 0 0 400 50 150 cm /I Do Q {words}".encode()
    objects = [
        f"<</Type/Catalog/Pages 2 0 R {catalog}>>".encode(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 600]/Contents 4 0 R {page}"
        "/Resources<</XObject<</I 5 0 R>>/Font<</F1 6 0 R>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/XObject/Subtype/Image/Width 400/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(pixels), pixels),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    if "/Annots" in page:
        objects.append(b"<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(recovery 1234 5678)>>")
    file, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return (file + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
            % (count, table, count, len(file)) + after)


def aegis(note):
    info = {"secret": SECRETS[0], "algo": "SHA1", "digits": 6, "period": 30}
    entry = {"type": "totp", "uuid": "3ae6f1ad-2e65-4ed2-a953-1ec0dff2386d", "name": "eve", "issuer": "Acme",
             "note": note, "favorite": False, "icon": None, "info": info, "groups": []}
    return json.dumps({"version": 1, "header": {"slots": None, "params": None},
                       "db": {"version": 3, "entries": [entry], "groups": []}})


def two_fas(link):
    service = {"name": "Acme", "secret": SECRETS[0], "otp": {"account": "eve", "tokenType": "TOTP", "link": link}}
    return json.dumps({"services": [service], "groups": [], "schemaVersion": 4, "appVersionCode": 5000009,
                       "appOrigin": "android"})


PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
XMP = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
       b'<rdf:Description rdf:about="" CreatorTool="Screenshot"/></rdf:RDF></x:xmpmeta>')
FOREIGN = {
    "Google's export": GOOGLE,
    "a Steam account": f"otpauth://steam/Steam:bob?secret={SECRETS[1]}&issuer=Steam",
    "a link of Steam": f"steam://{SECRETS[1]}",
    "a motp link": "motp://Birch:bob?secret=0123456789abcdef",
    "another link": OTHER_LINK,
}

TRAPS = {
    "a tar with a hidden PAM file": ("a.tgz", tar({"a.txt": LINK, ".google_authenticator": PAM})),
    "a tar with a password store": ("a.tgz", tar({"a.txt": LINK, ".password-store/b.gpg": "x"})),
    "a zip with a hidden PAM file": ("a.zip", packed({"a.txt": LINK, ".google_authenticator": PAM})),
    "a zip with settings": ("a.zip", packed({"a.txt": LINK, ".env": f"X_TOTP={SECRETS[1]}"})),
    "a hidden folder of the system's name in a file": ("a.zip", packed({"a.txt": LINK, ".ssh/._": "x"})),
    "a zip with a comment": ("a.zip", packed({"a.txt": LINK}, comment=b"recovery 1234")),
    "a zip with data after it": ("a.zip", packed({"a.txt": LINK}, after=PAM.encode())),
    "PNG": ("a.png", picture() + PAM.encode()),
    "JPEG": ("a.jpg", picture("JPEG", quality=90) + PAM.encode()),
    "a JPEG with a second image": ("a.jpg", picture("JPEG", quality=90) + picture("JPEG", quality=30) + PAM.encode()),
    "GIF": ("a.gif", picture("GIF") + PAM.encode()),
    "WebP": ("a.webp", picture("WEBP", lossless=True) + PAM.encode()),
    "BMP": ("a.bmp", picture("BMP") + PAM.encode()),
    "TIFF": ("a.tiff", picture("TIFF", compression="tiff_lzw") + PAM.encode()),
    "a JPEG with something in the list of a phone": ("a.jpg", with_phones_list(PAM.encode())),
    "a JPEG that only ends like the list of a phone": ("a.jpg", picture("JPEG") + PAM.encode() + b"SEFT"),
    "a zip with a comment of a file": ("a.zip", packed({"a.txt": LINK}, file_comment=b"recovery 1234")),
    "a zip with an old file": ("a.zip", packed({"b.txt": PAM, "a.txt": LINK}, old=["b.txt"])),
    **{f"a PNG with {name} in a text{packing}": ("a.png", with_texts(**{f"Comment{packing}": f"see {text}"}))
       for name, text in (("a link", OTHER_LINK), ("Google's export", GOOGLE), ("a secret", SECRETS[1]))
       for packing in ("", "Z")},
    **{f"{kind} with {name} in EXIF": (f"a.{kind.lower()}", with_exif(f"see {text}", kind))
       for name, text in (("a link", OTHER_LINK), ("a secret", SECRETS[1])) for kind in ("JPEG", "PNG", "WebP")},
    "a JPEG with a link in XMP": ("a.jpg", picture("JPEG", xmp=XMP.replace(b"Screenshot", OTHER_LINK.encode()))),
    "a JPEG with a link in a comment": ("a.jpg", picture("JPEG", comment=OTHER_LINK)),
    "a GIF with a secret in a comment": ("a.gif", picture("GIF", comment=SECRETS[1])),
    "a PDF with recovery codes": ("a.pdf", pdf("recovery: 1234-5678 2345-6789")),
    "a PDF with a secret": ("a.pdf", pdf(f"setup key {SECRETS[1]}")),
    "a PDF with words": ("a.pdf", pdf("keep this page")),
    "a PDF with a note": ("a.pdf", pdf(page="/Annots[7 0 R]")),
    "a PDF with an attachment": ("a.pdf", pdf(catalog="/Names<</EmbeddedFiles<</Names[]>>>>")),
    "a PDF with data after it": ("a.pdf", pdf(after=PAM.encode())),
    "a secret after a link": ("a.txt", f"{LINK} {SECRETS[1]}\n"),
    "a secret after a semicolon": ("a.txt", f"{LINK}; {SECRETS[1]}\n"),
    "a secret before a link": ("a.txt", f"{SECRETS[1]} {LINK}\n"),
    "an old secret": ("a.txt", f"{LINK} old: {SECRETS[1]}\n"),
    "recovery codes after a link": ("a.txt", f"{LINK} recovery: 1234-5678 2345-7899\n"),
    "a password after a link": ("a.txt", f"{LINK} password=hunter\n"),
    "parameters after a link": ("a.txt", f"{LINK}, 8 digits, SHA256\n"),
    "a name before a link": ("a.txt", f"Server room: {LINK}\n"),
    "a word after a link": ("a.txt", f"{LINK} (work)\n"),
    "a QR code with an unknown parameter": ("a.png", picture(text=f"{LINK}&note=recovery%201234")),
    **{f"a link with {name}": ("a.txt", f"{LINK}&{name}=1234\n")
       for name in ("note", "pin", "recovery", "tags", "password", "secret2", "t0", "x")},
    "a link with two issuers": ("a.txt", f"{LINK}&issuer=Birch\n"),
    "a link with a counter": ("a.txt", f"{LINK}&counter=7\n"),
    "a link with parameters behind a #": ("a.txt", f"{LINK}#digits=6\n"),
    **{f"a note with {name}": ("a.json", aegis(f"see {link}")) for name, link in FOREIGN.items()},
    **{f"another link in 2FAS with {name}": ("a.json", two_fas(link)) for name, link in FOREIGN.items()},
}

COPIES = {
    "links": ("a.txt", f"{LINK}\n\n{OTHER_LINK}\n"),
    "links in a list": ("a.txt", f"1. {LINK}\n2) {OTHER_LINK}\n"),
    "links with bullets": ("a.txt", f"- {LINK}\n* {OTHER_LINK};\n"),
    "links in quotes": ("a.txt", f"\"{LINK}\", '{OTHER_LINK}'\n"),
    "a link with its own name": ("a.txt", f"Acme: {LINK}\n{OTHER_LINK} (bob)\n"),
    "a link behind a tag": ("a.txt", f"{OTHER_LINK}\n<a href=\"{LINK}\">Acme</a>\n"),
    "a link behind a byte order mark": ("a.png", picture(text=f"\ufeff{LINK}")),
    "a link with a date": ("a.txt", f"2024-01-31 12:30 {LINK}\n"),
    "a link with an icon": ("a.txt", f"{LINK}&image=https%3A%2F%2Facme.example%2Fa.png&color=00ff00&lock=false\n"),
    "a link with an empty parameter": ("a.txt", f"{LINK}&note=\n"),
    "a PNG with text chunks": ("a.png", with_texts(Software="Screenshot", CommentZ="taken with a phone at work")),
    "a PNG with the text of its code": ("a.png", with_texts(Comment=LINK)),
    "a PNG with a color profile": ("a.png", picture(icc_profile=PROFILE)),
    "a JPEG with a color profile": ("a.jpg", picture("JPEG", quality=90, icc_profile=PROFILE)),
    "a JPEG with XMP": ("a.jpg", picture("JPEG", quality=90, xmp=XMP)),
    **{f"{kind} with EXIF": (f"a.{kind.lower()}", with_exif("taken at work", kind))
       for kind in ("JPEG", "PNG", "WebP")},
    **{f"a TIFF, {name}": ("a.tiff", picture("TIFF", compression=compression))
       for name, compression in (("packed", "tiff_lzw"), ("raw", None))},
    "a JPEG with a second image": ("a.jpg", picture("JPEG", quality=90) + picture("JPEG", quality=30)),
    "a JPEG with the list of a phone": ("a.jpg", with_phones_list()),
    "a PNG with zeros after it": ("a.png", picture() + bytes(64)),
    "a GIF": ("a.gif", picture("GIF")),
    "a WebP": ("a.webp", picture("WEBP", lossless=True)),
    "a BMP": ("a.bmp", picture("BMP")),
    "a PDF": ("a.pdf", pdf()),
    "a zip": ("a.zip", packed({"a.txt": LINK, "b/a.png": picture(text=OTHER_LINK)})),
    "a zip of macOS": ("a.zip", packed({"a.txt": LINK, "__MACOSX/._a.txt": "x", ".DS_Store": "x", "._a.txt": "x"})),
    "a tar": ("a.tgz", tar({"a.txt": LINK, "b.txt": OTHER_LINK})),
    "bzip2": ("a.txt.bz2", bz2.compress(LINK.encode())),
    "bzip2 in two parts": ("a.txt.bz2", bz2.compress(f"{LINK}\n".encode()) + bz2.compress(OTHER_LINK.encode())),
    "an export of Aegis": ("a.json", aegis("my account")),
    "an export of 2FAS": ("a.json", two_fas(LINK)),
}

SCHEMES = {
    "otpauth": OTHER_LINK,
    "one slash": OTHER_LINK.replace("//", "/"),
    "Apple's": f"apple-{OTHER_LINK}",
    "encoded": OTHER_LINK.replace("://", "%3A%2F%2F"),
    "of nobody": OTHER_LINK.replace("otpauth", "otpauth-mobile"),
    "none": OTHER_LINK.removeprefix("otpauth://"),
    **FOREIGN,
}


def places(link):
    """Files with an account and, in a place for text, a link beside it."""
    quoted = html.escape(link, quote=True)
    row = {"type": 1, "name": "Acme", "notes": link, "login": {"username": "eve", "totp": LINK}}
    keepass = "".join(f"<String><Key>{key}</Key><Value>{value}</Value></String>" for key, value in
                      {"Title": "Acme", "UserName": "eve", "otp": html.escape(LINK), "Notes": quoted}.items())
    return {
        "a line": ("a.txt", f"{LINK}\n{link}\n"),
        "a comment": ("a.txt", f"{LINK}\n# {link}\n"),
        "a note of Aegis": ("a.json", aegis(link)),
        "a field of 2FAS": ("a.json", two_fas(link)),
        "a note of Bitwarden": ("a.json", json.dumps({"encrypted": False, "folders": [], "items": [row]})),
        "a note of KeePass": ("a.xml", f"<KeePassFile><Root><Group><Name>a</Name><Entry>{keepass}</Entry></Group>"
                                       "</Root></KeePassFile>"),
        "a cell": ("a.csv", f"name,user,totp,remark\nAcme,eve,{SECRETS[0]},{link}\n"),
        "a member": ("a.json", json.dumps([{"issuer": "Acme", "name": "eve", "secret": SECRETS[0], "remark": link}])),
        "a variable": (".env", f"ACME_TOTP_SECRET={SECRETS[0]}\nBACKUP={link}\n"),
        "a setting of YAML": ("a.yaml", f"- name: Acme\n  secret: {SECRETS[0]}\n  remark: \"{link}\"\n"),
        "a page": ("a.html", f"<html><body><p>{html.escape(LINK)}</p><p>{quoted}</p></body></html>"),
        "a mail": ("a.eml", f"From: a@example.com\nSubject: b\nContent-Type: text/plain\n\n{LINK}\n{link}\n"),
        "an archive": ("a.zip", packed({"a.txt": LINK, "b/c.txt": link})),
    }


class DeletionTests(unittest.TestCase):
    def test_a_link_is_seen_in_each_place_for_text(self):
        for scheme, link in SCHEMES.items():
            for place, (name, content) in places(link).items():
                with self.subTest(scheme=scheme, place=place):
                    names, accounts, errors = named({name: content})
                    if accounts < 2:
                        self.assertEqual(names, [], errors)
                        self.assertRegex(errors, "(?m)^(warning|rejected|error): ")

    def test_traps(self):
        for title, (name, content) in TRAPS.items():
            with self.subTest(title):
                names, accounts, errors = named({name: content})
                self.assertGreater(accounts, 0, errors)
                self.assertEqual(names, [], errors)

    def test_copies(self):
        for title, (name, content) in COPIES.items():
            with self.subTest(title):
                names, accounts, errors = named({name: content})
                self.assertGreater(accounts, 0, errors)
                self.assertEqual(names, [name], errors)
                self.assertNotIn("warning: a", errors)

    def test_what_follows_bzip2_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.txt.bz2")
            path.write_bytes(bz2.compress(LINK.encode()) + PAM.encode())
            result = subprocess.run([PROGRAM, "list", path], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(result.returncode, 2)
            self.assertIn("something else follows the compressed data", result.stderr)

    def test_what_may_matter_is_said(self):
        for rest in ("recovery: 1234-5678", "password=hunter", "8 digits"):
            self.assertIn("line 1 has text after the link that is not read", named({"a.txt": f"{LINK} {rest}\n"})[2])
        self.assertNotIn("warning: a.txt", named({"a.txt": f"{LINK} (work)\n"})[2])
        self.assertIn('"pin" in its link is not read', named({"a.txt": f"{LINK}&pin=1234\n"})[2])
        self.assertIn("its text may contain 1 secret", named({"a.pdf": pdf(f"key {SECRETS[1]}")})[2])
        self.assertEqual(named({"a.pdf": pdf(OTHER_LINK)})[1], 2)


if __name__ == "__main__":
    unittest.main()
