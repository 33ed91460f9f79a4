#!/usr/bin/env python3
"""Writes the corpora that fuzzing starts from, a folder for each target, from Fixtures alone: invented accounts.

    .build-python/bin/python3 Fuzz/seeds/make_seeds.py FOLDER
"""

import base64
import bz2
import gzip
import hashlib
import io
import json
import lzma
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import zipfile
import zlib
from functools import cache
from pathlib import Path

import segno
from PIL import Image

sys.dont_write_bytecode = True

import accounts as shapes  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Fixtures"
LARGEST = 256 << 10
EXPECTED = "expected.json"


class Seeds:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def add(self, target: str, content: bytes, **sections: bytes | None) -> None:
        """Sections are those of FuzzInput."""
        for key, value in sections.items():
            if value is not None:
                content += b"\n#fuzz:" + key.replace("_", "-").encode() + b"\n" + value
        if not 0 < len(content) <= LARGEST:
            return
        path = self.folder / target / hashlib.sha256(content).hexdigest()[:16]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.count += 1


def expected(path: Path) -> dict:
    """What `expected.json` in the same folder says about a file."""
    return folder_expectations(path.parent).get(path.name, {})


@cache
def folder_expectations(folder: Path) -> dict[str, dict]:
    path = folder / EXPECTED
    return json.loads(path.read_text()) if path.exists() else {}


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != EXPECTED]


def exports(seeds: Seeds) -> None:
    """Every file with its passphrase, and with what stands beside it: a journal, a manifest, a key file."""
    for folder in sorted(path for path in (FIXTURES / "exports").iterdir() if path.is_dir()):
        for path in files(folder):
            facts = expected(path)
            if not facts:
                continue
            content = path.read_bytes()
            beside = next((b for b in (path.with_name(path.name + "-wal"), path.parent / "manifest.json")
                           if b.exists()), None)
            key_file = path.parent / facts["keyFile"] if facts.get("keyFile") else None
            seeds.add(
                f"format-{folder.name}", content,
                passphrase=facts["password"].encode() if facts.get("password") else None,
                name=path.name.encode() if beside else None,
                beside=beside.read_bytes() if beside else None,
                key_file=key_file.read_bytes() if key_file else None)
            seeds.add("content", content)
            if key_file:
                seeds.add("key-file", key_file.read_bytes())
            containers(seeds, path, content)


def containers(seeds: Seeds, path: Path, content: bytes) -> None:
    for suffix, target in ((".csv", "csv"), (".html", "html"), (".xml", "xml")):
        if path.suffix == suffix:
            seeds.add(target, content)
    if content.lstrip()[:1] in (b"{", b"["):
        seeds.add("json", content)
        seeds.add("json-elements", content)
    if content[:4] == b"PK\x03\x04":
        seeds.add("zip", content)
        for name, member in members_of(content):
            if name.endswith((".log", ".ldb", ".sst")):
                seeds.add("leveldb", member)
            seeds.add("zip-content", member, name=name.encode())
    if content[:15] == b"SQLite format 3":
        seeds.add("sqlite", content)
    if content[:4] == b"\xac\xed\x00\x05":
        seeds.add("java-map", content)


def members_of(archive: bytes) -> list[tuple[str, bytes]]:
    """The files of a zip archive that need no passphrase; none of a damaged one."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return [(info.filename, opened.read(info)) for info in opened.infolist()
                    if not info.is_dir() and not info.flag_bits & 1 and info.file_size <= LARGEST]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError):
        return []


def links(seeds: Seeds) -> None:
    for path in files(FIXTURES / "images" / "text") + files(FIXTURES / "exports" / "ente"):
        content = path.read_bytes()
        if b"://" not in content:
            continue
        for target in ("format-otpauth", "format-google-migration", "format-winauth", "validate", "content"):
            seeds.add(target, content)
        for line in content.splitlines():
            seeds.add("links", line)
            if line.startswith(b"otpauth"):
                seeds.add("links", b"apple-" + line)
            head, mark, data = line.partition(b"?data=")
            if mark:
                seeds.add("migration", data)
                seeds.add("migration-peer", base64.b64decode(urllib.parse.unquote_to_bytes(data) + b"==="))


def pictures(seeds: Seeds) -> None:
    for number, path in enumerate(files(FIXTURES / "images")):
        content = path.read_bytes()
        kind = picture_kind(content)
        if kind is None:
            continue
        seeds.add(f"image-{kind}", content)
        if kind == "png" and path.parent.name != "damaged":
            with Image.open(path) as picture:
                if picture.width * picture.height <= 1 << 22:
                    luma = picture.convert("RGBA").convert("L")
                    luma.thumbnail((256, 256))
                    pixels = bytes([luma.width - 1, luma.height - 1]) + luma.tobytes()
                    seeds.add("scan", pixels)
                    # Each takes as long as forty small ones.
                    if number % 8 == 0:
                        seeds.add("scan-large", pixels)
    ink = io.BytesIO()
    Image.new("CMYK", (24, 16), (9, 8, 7, 6)).save(ink, "JPEG")
    seeds.add("image-jpeg", ink.getvalue())
    code = segno.make_qr("otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn")
    for is_compact in (False, True):
        printed = io.StringIO()
        code.terminal(printed, compact=is_compact)
        seeds.add("image-printed", printed.getvalue().encode())
    dark, light = "\x1b[40m  ", "\x1b[48;2;255;250;240m  "
    rows = ["".join(dark if is_dark else light for is_dark in row) for row in code.matrix]
    seeds.add("image-printed", "\n".join(rows).encode())
    drawing = io.BytesIO()
    code.save(drawing, kind="png", scale=2)
    seeds.add("image-png", apple_png(code))
    seeds.add("image-jxr", b"II\xbc\x01" + struct.pack("<IH", 8, 0))
    if shutil.which("ffmpeg"):
        # Without libjxl, it makes nothing.
        encode = ["ffmpeg", "-v", "quiet", "-i", "-", "-f", "image2pipe", "-c:v", "libjxl", "-"]
        seeds.add("image-jxl", subprocess.run(encode, input=drawing.getvalue(), capture_output=True).stdout)
    for version in ("M2", "M4"):
        small = io.BytesIO()
        segno.make_micro("12345", version=version).save(small, kind="png", scale=4)
        with Image.open(small) as picture:
            seeds.add("scan", bytes([picture.width - 1, picture.height - 1]) + picture.convert("L").tobytes())


def apple_png(code: segno.QRCode) -> bytes:
    """As Xcode puts it into apps: BGRA, deflated without a header."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    side = len(code.matrix)
    rows = b"".join(b"\0" + b"".join(bytes([0, 0, 0, 255] if is_dark else [0, 0, 0, 0]) for is_dark in row)
                    for row in code.matrix)
    deflate = zlib.compressobj(wbits=-15)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"CgBI", b"\x50\0\x20\x02")
            + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", deflate.compress(rows) + deflate.flush()) + chunk(b"IEND", b""))


def picture_kind(content: bytes) -> str | None:
    if content[4:8] == b"ftyp":
        return "avif" if b"avi" in content[8:32] else "heif"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    marks = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"BM": "bmp", b"II*\0": "tiff",
             b"MM\0*": "tiff"}
    return next((kind for mark, kind in marks.items() if content.startswith(mark)), None)


def packed(name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def archives(seeds: Seeds) -> None:
    """Small archives of every kind; 7z and zstd where their programs are installed."""
    text = (FIXTURES / "images" / "text" / "links.txt").read_bytes()
    members = {"links.txt": text, "sub/a name – 二.json": b"{}", "empty": b"", "../out": b"x"}
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
            for name, content in members.items():
                info = tarfile.TarInfo(name * (1 if form == tarfile.USTAR_FORMAT else 20))
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
            link = tarfile.TarInfo("link")
            link.type, link.linkname = tarfile.SYMTYPE, "links.txt"
            archive.addfile(link)
        seeds.add("archive", buffer.getvalue())
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as archive:
            for name, content in members.items():
                archive.writestr(zipfile.ZipInfo(name), content, method)
        seeds.add("archive", buffer.getvalue())
    for path in files(FIXTURES / "exports" / "winauth"):
        if path.suffix == ".zip":
            seeds.add("archive", path.read_bytes(), passphrase=(expected(path).get("password") or "").encode())
    for path in files(FIXTURES / "mail"):
        seeds.add("mail", path.read_bytes())
    documents(seeds)
    seeds.add("packed", bz2.compress(text))
    seeds.add("packed", lzma.compress(text))
    if program := shutil.which("zstd"):
        seeds.add("packed", subprocess.run([program, "-q"], input=text, capture_output=True, check=True).stdout)
    if program := shutil.which("bsdtar"):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "links.txt").write_bytes(text)
            for method in ("lzma1", "lzma2", "ppmd", "deflate", "bzip2", "store"):
                seeds.add("archive", subprocess.run(
                    [program, "--format", "7zip", "--options", f"compression={method}", "-cf", "-", "links.txt"],
                    cwd=folder, capture_output=True, check=True).stdout)


def documents(seeds: Seeds) -> None:
    """Small documents of every kind, and links in other clothes."""
    link = "otpauth://totp/A:a?secret=GEZDGNBVGY3TQOJQ&amp;digits=8"
    word = (f"<w:d xmlns:w='x'><w:p><w:r><w:t>{link}</w:t></w:r></w:p>"
            "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:d>")
    workbook = "<w xmlns:r='x'><sheet name='S' r:id='r1'/></w>"
    relations = "<R><Relationship Id='r1' Target='worksheets/sheet1.xml'/></R>"
    sheet = "<w><row r='2'><c r='B2' t='s'><v>0</v></c><c><v>45233</v><f>HYPERLINK(\"x\")</f></c></row></w>"
    cell = "<t:table-cell t:number-columns-repeated='3'><x:p>a<x:s x:c='2'/></x:p></t:table-cell>"
    content = f"<o xmlns:t='t' xmlns:x='x'><t:table t:name='S'><t:table-row>{cell}</t:table-row></t:table></o>"
    packed = (
        {"[Content_Types].xml": "<x/>", "word/document.xml": word, "word/media/a.png": "\x89PNG"},
        {"[Content_Types].xml": "<x/>", "xl/workbook.xml": workbook, "xl/_rels/workbook.xml.rels": relations,
         "xl/sharedStrings.xml": "<s><si><t>a_x0041_</t></si></s>", "xl/worksheets/sheet1.xml": sheet},
        {"mimetype": "x", "content.xml": content},
        {"mimetype": "x", "a.xhtml": f"<html><p>{link}</p></html>"},
    )  # fmt: skip
    for members in packed:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, text in members.items():
                archive.writestr(zipfile.ZipInfo(name), text)
        seeds.add("document", buffer.getvalue())
    field = r"{\field{\*\fldinst{HYPERLINK "
    rich = r"{\rtf1\ansi{\fonttbl{\f0 A;}}a\par \'fc\u8364?\trowd b\cell\row{\pict\pngblip 89504e47}"
    rich += field + '"otpauth:"}}}}'
    seeds.add("document", rich.encode())
    page = (f"<html><!-- --><table><tr><td>a<td>b</table><a href='{link}'>x</a>"
            "<img src='data:image/png;base64,iVBO'></html>")
    seeds.add("document", page.encode())
    seeds.add("clothes", b"chl=otpauth%3A%2F%2Ftotp%2FA%3Aa%3Fsecret%3DGEZDGNBV&x\n" + rb'"otpauth:\/\/totp\/A\u0026"')


def remade(seeds: Seeds) -> None:
    """Accounts of the fixtures in other shapes: containers, and what only decryption leads to."""
    found = expected(FIXTURES / "exports" / "aegis" / "plain.json")["items"]
    some = [account for account in found if account["type"] in ("totp", "hotp")][:6]
    text = (FIXTURES / "images" / "text" / "links.txt").read_bytes()
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        for target, name in (("winauth", "codes.txt"), ("authenticator-plus", "Accounts.txt")):
            archive = packed(name, text, method)
            seeds.add(f"format-{target}", archive)
            seeds.add("zip", archive)
    seeds.add("gzip", gzip.compress(text, mtime=0))
    seeds.add("gzip", gzip.compress(text, mtime=0) + gzip.compress(b"more", mtime=0) + bytes(64))
    for format_id in shapes.TABLES:
        database, journal = shapes.database(format_id, some)
        seeds.add("sqlite", database)
        seeds.add("sqlite", database, beside=journal)
        if format_id == "authenticator-plus":
            seeds.add("authenticator-plus-database", database)
        else:
            seeds.add(f"format-{format_id}", database, name=b"db", beside=journal)
    texts = {
        "format-freeotp": shapes.freeotp_preferences(some), "format-authy": shapes.authy(some),
        "format-totp-authenticator": shapes.totp_authenticator(some), "format-battle-net": shapes.battle_net(),
        "kdbx-content": shapes.keepass_xml(some),
    }
    for target, xml in texts.items():
        seeds.add(target, xml)
        seeds.add("xml", xml)
        seeds.add("content", xml)
    for target in ("kdbx-content", "logins-keepass"):
        seeds.add(target, shapes.kdbx_content(shapes.keepass_xml(some)))
    logins(seeds)
    seeds.add("format-keepass", shapes.kdbx_header(), passphrase=b"invented")
    seeds.add("format-otpclient", shapes.otpclient_header(), passphrase=b"invented")
    java = shapes.java_map({"a-token": '{"label":"alice"}', "a": '{"key":"{}"}', "masterKey": "{}"})
    seeds.add("java-map", java)
    seeds.add("format-freeotp", java, passphrase=b"invented")
    seeds.add("otpclient-content", json.dumps(
        [{**a, "type": a["type"].upper(), "label": a["name"], "algo": a["algorithm"]} for a in some]).encode())
    seeds.add("otp-auth-ios-content", shapes.otp_auth_backup(some))
    for content in shapes.backups(some):
        seeds.add("backup-content", content)
    encrypted(seeds, some, text)
    key_file = "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data>{}</Data></Key></KeyFile>"
    seeds.add("key-file", key_file.format("0A" * 32).encode())
    seeds.add("key-file", key_file.replace("2.0", "1.0").format("AAEC").encode())
    seeds.add("structured-append", b"\x01\x04\x05\x05part\x00\x05\x20\x20whole\x03\x04\x09\x09part")
    seeds.add("annotate", bytes([90, 60]) + bytes([80, 76, 0, 130, 76, 0, 130, 120, 0, 80, 120, 0, 0, 12, 3, 0] * 3))
    vault(seeds)


def logins(seeds: Seeds) -> None:
    """Logins without a code, beside those of the fixtures."""
    login = {"username": "bob", "password": "p", "uris": [{"uri": "https://acorn.example"}], "totp": None}
    items = [{"type": 1, "name": "Acorn", "login": login}, {"type": 1, "name": "x", "login": {}}, {"type": 2}]
    seeds.add("logins-bitwarden", json.dumps({"encrypted": False, "folders": [], "items": items}).encode())
    item = {"id": "a", "title": "Acorn", "credentials": [{"type": "basic-auth", "username": {"value": "bob"}}]}
    seeds.add("logins-cxf", json.dumps({"version": {"major": 1}, "accounts": [{"id": "b", "items": [item]}]}).encode())
    seeds.add("logins-cxf", json.dumps({"email": "", "collections": [], "items": [item]}).encode())
    fields = "".join(f"<String><Key>{name}</Key><Value>{value}</Value></String>"
                     for name, value in (("Title", "Acorn"), ("UserName", "bob"), ("URL", "acorn.example")))
    entry = f"<Entry><UUID>AA==</UUID>{fields}<History/></Entry>"
    seeds.add("logins-keepass", (
        "<KeePassFile><Meta><RecycleBinUUID>BB==</RecycleBinUUID></Meta><Root><Group><UUID>CC==</UUID><Name>Root</Name>"
        f"{entry}<Group><UUID>BB==</UUID>{entry}</Group></Group></Root></KeePassFile>").encode())


def encrypted(seeds: Seeds, some: list[dict], links: bytes) -> None:
    """What is encrypted in apps' files: plain exports of the same apps, and shapes that only occur encrypted."""
    apps = FIXTURES / "exports"
    for name in ("plain.json", "rejected.json"):
        seeds.add("aegis-content", json.dumps(json.loads((apps / "aegis" / name).read_bytes())["db"]).encode())
        seeds.add("andotp-content", (apps / "andotp" / name).read_bytes())
    seeds.add("padloc-content", shapes.padloc(some))
    seeds.add("totp-authenticator-content", shapes.totp_list(some))
    for level in (0, 6):
        for packet in shapes.openpgp_packets(links, level):
            seeds.add("openpgp-content", packet)


def vault(seeds: Seeds) -> None:
    """The vault's own test vectors, without passphrases: each derivation would take the time of many runs."""
    for path in files(ROOT / "Docs" / "vault-format" / "vectors"):
        content = path.read_bytes()
        seeds.add("format-totply-vault", content)
        seeds.add("vault-content", content)
        seeds.add("vault-peer-envelope", content)
    for content in shapes.vault_plaintexts(ROOT / "Docs" / "vault-format"):
        seeds.add("vault-peer-content", content)
        seeds.add("vault-content", content)
    stored = (FIXTURES / "exports" / "json" / "plain.json")
    if stored.exists():
        seeds.add("vault-content", stored.read_bytes())


def requests(seeds: Seeds) -> None:
    """Requests of the page: a line with method and target, headers, an empty line, the body."""
    link = b"otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQ&issuer=Acme"
    account = json.dumps({"secret": "GEZDGNBVGY3TQOJQ", "issuer": "Acme", "name": "alice", "type": "totp", "digits": 8,
                          "period": 60, "algorithm": "SHA256", "tags": ["work"], "note": "n", "pin": "1"}).encode()
    export = json.dumps({"format": "pskc", "protection": "none", "pskc-compatible": "on",
                         "serial-prefix": "a."}).encode()
    image = FIXTURES / "images/plain/code.png"
    for head, body in [
        ("GET /api/state", b""), ("GET /api/inputs", b""), ("GET /api/accounts", b""), ("GET /api/formats", b""),
        ("GET /api/guide/google/aegis", b""), ("GET /api/inputs/i1", b""), ("DELETE /api/inputs/i1", b""),
        ("GET /api/inputs/i1/preview?page=1", b""), ("POST /api/inputs/i1/passphrase", b"pass"),
        ("POST /api/inputs/i1/skip", b""), ("POST /api/inputs\nInput-Name: a%20b\nInput-Kind: paste", link),
        ("POST /api/inputs\nInput-Kind: folder", image.read_bytes()), ("POST /api/accounts", account),
        ("POST /api/undo", b""), ("POST /api/exports", export), ("POST /api/exports?preview=1", export),
        ("POST /api/qr", b"{}"), ("POST /api/checks", link), ("GET /api/checks/c1/corrected", b""),
        ("GET /api/codes?ids=E621E1F8-C36C-495A-93FC-0C247A3E6E5F", b""), ("POST /api/passphrases/check", b"1234"),
        ("POST /api/frames\nFrame-Width: 32\nFrame-Height: 32", bytes(1024)), ("POST /api/save", b"x"),
        ("PATCH /api/accounts/E621E1F8-C36C-495A-93FC-0C247A3E6E5F", b'{"issuer": "a"}'), ("GET /main.js", b""),
    ]:
        seeds.add("web", head.encode() + b"\n\n" + body)


def kept(seeds: Seeds) -> None:
    """What no fixture has: damage and rare forms, written by hand or found by fuzzing."""
    for path in files(ROOT / "Fuzz" / "seeds" / "files"):
        seeds.add(path.parent.name, path.read_bytes())


def cut_off(seeds: Seeds) -> None:
    """Pictures and archives that end early."""
    for folder in [*seeds.folder.glob("image-*"), *(seeds.folder / name for name in ("archive", "packed", "zip"))]:
        for path in files(folder):
            content = path.read_bytes()
            seeds.add(folder.name, content[:len(content) * 2 // 3])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
    seeds = Seeds(folder)
    for group in (exports, links, pictures, archives, remade, requests, kept, cut_off):
        group(seeds)
    print(f"{seeds.count} seeds for {sum(1 for _ in folder.iterdir())} targets")


if __name__ == "__main__":
    main()
