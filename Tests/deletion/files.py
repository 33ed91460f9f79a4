"""Files for the tests of this folder, and what the program names for deletion. All accounts are invented."""

import io
import json
import os
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import segno
from PIL import Image, PngImagePlugin

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Fixtures/generators"))
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import")).resolve()

SECRETS = ["MZUW4YLMNRSXG5DFOJSWIZLTORQXGZDG", "NZUW4YLMNRSXG5DFOJSWIZLTORQXGZDG"]
LINK = f"otpauth://totp/Acme:eve?secret={SECRETS[0]}&issuer=Acme"
OTHER_LINK = f"otpauth://totp/Birch:bob?secret={SECRETS[1]}&issuer=Birch"
GOOGLE = "otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC"
PAM = f"{SECRETS[1]}\n\" TOTP_AUTH\n11112222\n33334444\n"
RECOVERY = "recovery codes: 1234-5678 2345-6789\n"


def convert(folder, inputs, *arguments, passphrase="", **options):
    """What is named for deletion, the number of accounts, and the run."""
    done = subprocess.run(
        [PROGRAM, "convert", *inputs, "--to", "json", "--plain", "--output", "out", "--force",
         "--delete-list", "list", *arguments], cwd=folder, capture_output=True, text=True, errors="replace",
        env={"PATH": os.environ["PATH"], "HOME": folder, "TOTP_IMPORT_SOURCE_PASSPHRASE": passphrase},
        **({"stdin": subprocess.DEVNULL} | options))
    names, accounts = Path(folder, "list"), Path(folder, "out")
    return (names.read_text("utf-8").splitlines() if done.returncode < 2 else [],
            len(json.loads(accounts.read_text("utf-8"))["items"]) if done.returncode < 2 else 0, done)


def named(content, passphrase="", name="a"):
    """The same for one file, or for files by name; in place of the run, what it says."""
    with tempfile.TemporaryDirectory() as folder:
        files = content if isinstance(content, dict) else {name: content}
        for file, bytes in files.items():
            Path(folder, file).parent.mkdir(exist_ok=True)
            Path(folder, file).write_bytes(as_bytes(bytes))
        names, accounts, done = convert(folder, files, passphrase=passphrase)
        return names, accounts, done.stderr


def each(test, *groups):
    """Many different cases, each a title with the arguments of `named` and maybe more, and their results."""
    cases = [case for group in groups for case in group()]
    test.assertEqual(len(cases), len({title for title, *_ in cases}), "titles")
    test.assertEqual(len(cases), len({repr(content) for _, content, *_ in cases}), "contents")
    with ThreadPoolExecutor(2) as threads:
        return list(zip(cases, threads.map(lambda case: named(*case[1:3]), cases), strict=True))


def as_bytes(content):
    return content.encode() if isinstance(content, str) else content


# Pictures

@cache
def code(text, dark):
    file = io.BytesIO()
    colors = {"dark": "white", "light": "#101418"} if dark else {}
    segno.make(text, error="m").save(file, kind="png", scale=6, border=4, **colors)
    return Image.open(file).convert("RGB")


def drawn(*texts, dark=False, size=None, mode="RGB"):
    """QR codes beside each other, maybe in the middle of a screen."""
    codes = [code(text, dark) for text in texts]
    whole = (sum(one.width for one in codes), max(one.height for one in codes))
    image = Image.new("RGB", size or whole, "#101418" if dark else "white")
    left, top = (image.width - whole[0]) // 2, (image.height - whole[1]) // 2
    for one in codes:
        image.paste(one, (left, top))
        left += one.width
    return image.convert(mode)


def saved(image, kind="PNG", **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def picture(kind="PNG", text=LINK, **options):
    return saved(drawn(text), kind, **options)


def svg(more=""):
    file = io.BytesIO()
    segno.make(LINK, error="m").save(file, kind="svg", scale=6, border=4)
    return file.getvalue().replace(b"</svg>", more.encode() + b"</svg>")


def texts(kind="text", packed=False, **named):
    """The option of PNG for chunks with these texts: `text`, or `itxt` for the international kind."""
    info = PngImagePlugin.PngInfo()
    for name, text in named.items():
        getattr(info, f"add_{kind}")(name.replace("_", " "), text, zip=packed)
    return {"pnginfo": info}


def exif(comment, maker="Birch", model="Phone 7", software=""):
    """What phones write; the comment twice, as users and as Windows have it."""
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0131], exif[0x0132] = maker, model, software, "2024:01:31 12:30:00"
    exif[0x9C9C] = comment.encode("utf-16-le")
    exif.get_ifd(0x8769).update({0x9003: "2024:01:31 12:30:00", 0x9286: b"ASCII\0\0\0" + comment.encode()})
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 31.0, 12.5), 3: "E", 4: (13.0, 24.0, 30.0)})
    return exif


def xmp(text):
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"><rdf:Description rdf:about="" '
            'xmpMM:DocumentID="xmp.did:F77F117407206811808382B2D0C6A1E4" '
            'xmpMM:InstanceID="uuid:6f0b6a2e-7b1a-4c1e-9b50-6d7f0a3f2b11" '
            f'CreatorTool="{text}"/></rdf:RDF></x:xmpmeta>')


def with_phones_list(after=b""):
    block = b"\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1706704200000" + after
    block_list = b"SEFH" + struct.pack("<IIHHII", 107, 1, 0, 0x0A01, 35, 35)
    return picture("JPEG", quality=90) + block + block_list + struct.pack("<I", len(block_list)) + b"SEFT"


# Containers

def packed(members, comment=b"", file_comment=b"", extra=b"", old=()):
    """An archive, maybe with files that its directory does not have anymore."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.comment, info.extra = file_comment, extra
            archive.writestr(info, content)
        for name in old:
            archive.filelist.remove(archive.NameToInfo.pop(name))
        archive.comment = comment
    return file.getvalue()


def tar(members, compression="gz", **options):
    """An archive; None as a content is a link to a file."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=f"w:{compression}", **options) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            if content is None:
                info.type, info.linkname = tarfile.SYMTYPE, "a.txt"
            info.size = len(as_bytes(content or ""))
            archive.addfile(info, io.BytesIO(as_bytes(content or "")))
    return file.getvalue()


def mail(members, text=""):
    message = EmailMessage()
    message["From"], message["Date"], message["Subject"] = "a@example.com", "Wed, 31 Jan 2024 12:30:00 +0000", "codes"
    if text:
        message.set_content(text)
    for name, content in members.items():
        message.add_attachment(as_bytes(content), maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


ARCHIVES = {"zip": packed, "tar": tar, "mail": mail}


def pdf(*lines, catalog="", page="", code=LINK):
    """A page with a QR code, and lines of text."""
    from images.pdf import joined
    pixels = zlib.compress(drawn(code, mode="L").resize((400, 400)).tobytes())
    words = "".join(f"BT /F1 10 Tf 50 {80 - 14 * at} Td ({line}) Tj ET " for at, line in enumerate(lines))
    content = f"q 400 0 0 400 50 150 cm /I Do Q {words}".encode()
    return joined([
        f"<</Type/Catalog/Pages 2 0 R {catalog}>>".encode(), b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 600]/Contents 4 0 R {page}"
        "/Resources<</XObject<</I 5 0 R>>/Font<</F1 6 0 R>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/XObject/Subtype/Image/Width 400/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(pixels), pixels),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *[b"<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(recovery 1234 5678)>>"] * ("/Annots" in page)])


# Exports

def aegis(note):
    entry = {"type": "totp", "uuid": "3ae6f1ad-2e65-4ed2-a953-1ec0dff2386d", "name": "eve", "issuer": "Acme",
             "note": note, "favorite": False, "icon": None, "groups": [],
             "info": {"secret": SECRETS[0], "algo": "SHA1", "digits": 6, "period": 30}}
    return json.dumps({"version": 1, "header": {"slots": None, "params": None},
                       "db": {"version": 3, "entries": [entry], "groups": []}})


def two_fas(link):
    service = {"name": "Acme", "secret": SECRETS[0], "otp": {"account": "eve", "tokenType": "TOTP", "link": link}}
    return json.dumps({"services": [service], "groups": [], "schemaVersion": 4, "appVersionCode": 5000009,
                       "appOrigin": "android"})
