"""The largest and slowest inputs that the program accepts, or refuses only at the end, each made when asked for."""

import base64
import bz2
import dataclasses
import gzip
import io
import json
import lzma
import os
import pathlib
import random
import sqlite3
import struct
import tarfile
import typing
import zipfile
import zlib

MIB = 1 << 20
TEXT = 64 * MIB
LINK = "otpauth://totp/Acorn:{:06}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP\n"


@dataclasses.dataclass
class Input:
    """Something that is not a file of a few bytes."""

    size: int
    make: typing.Callable[[str], None]


def sparse(start: bytes, size: int = 1 << 40) -> Input:
    """A file that continues with zeros, which take no space."""

    def make(path: str) -> None:
        pathlib.Path(path).write_bytes(start)
        os.truncate(path, size)

    return Input(size, make)


def empty_files(count: int) -> Input:
    def make(path: str) -> None:
        os.mkdir(path)
        for number in range(count):
            open(f"{path}/{number}.txt", "w").close()

    return Input(0, make)


def png(width: int, height: int, row) -> bytes:
    """An 8-bit gray image; `row(y)` gives the bytes of a row."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(b"\0" + row(y)) for y in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def tiff(pages: int, width: int, height: int) -> bytes:
    """Blank pages, which share one strip of packed bits."""
    strip = b"\x81\x00" * (width // 128 + 1)
    row = strip[: 2 * ((width + 127) // 128)]
    data = row * height
    out = bytearray(b"II*\0" + struct.pack("<I", 8 + len(data)) + data)
    for page in range(pages):
        tags = [(256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 32773), (262, 3, 0), (273, 4, 8),
                (277, 3, 1), (278, 4, height), (279, 4, len(data))]
        start = len(out)
        following = start + 2 + 12 * len(tags) + 4
        out += struct.pack("<H", len(tags))
        for tag, kind, value in tags:
            out += struct.pack("<HHII", tag, kind, 1, value)
        out += struct.pack("<I", following if page + 1 < pages else 0)
    return bytes(out)


def bmp(width: int, height: int) -> bytes:
    size = width * height * 3
    header = b"BM" + struct.pack("<IHHI", 54 + size, 0, 0, 54)
    return header + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size, 0, 0, 0, 0) + b"\xff" * size


def finder_patterns(across: int, down: int) -> bytes:
    """An image full of finder patterns of one pixel per module."""
    pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111", "0000000"]
    rows = [bytes(0 if bit == "1" else 255 for bit in (line + "0") * across) for line in pattern]
    return png(8 * across, 8 * down, lambda y: rows[y % 8])


def noise(width: int, height: int) -> bytes:
    source = random.Random(1)
    return png(width, height, lambda y: source.randbytes(width))


def table(rows: int) -> bytes:
    head = "name,login_username,login_totp\n"
    return (head + "".join(f"a{i},b,JBSWY3DPEHPK3PXP\n" for i in range(rows))).encode()


def aegis(entries: str) -> bytes:
    return ('{"version":1,"header":{"slots":null,"params":null},"db":{"version":2,"entries":['
            + entries + "]}}").encode()


def encrypted_aegis(size: int) -> bytes:
    zero = "0" * 24
    slot = {"type": 1, "uuid": "", "key": "0" * 64, "key_params": {"nonce": zero, "tag": "0" * 32},
            "n": 1024, "r": 8, "p": 1, "salt": "00" * 32}
    return json.dumps({"version": 1, "header": {"slots": [slot], "params": {"nonce": zero, "tag": "0" * 32}},
                       "db": base64.b64encode(bytes(size * 3 // 4 // 3 * 3)).decode()}).encode()


def costly_aegis(slots: int, n: int) -> bytes:
    zero = "0" * 24
    slot = {"type": 1, "uuid": "", "key": "0" * 64, "key_params": {"nonce": zero, "tag": "0" * 32},
            "n": n, "r": 8, "p": 1, "salt": "00" * 32}
    return json.dumps({"version": 1, "header": {"slots": [slot] * slots, "params": {"nonce": zero, "tag": "0" * 32}},
                       "db": "AAAA"}).encode()


def ente(memory: int, passes: int) -> bytes:
    salt = base64.b64encode(bytes(16)).decode()
    return json.dumps({"version": 1, "kdfParams": {"memLimit": memory, "opsLimit": passes, "salt": salt},
                       "encryptedData": base64.b64encode(bytes(64)).decode(),
                       "encryptionNonce": base64.b64encode(bytes(24)).decode()}).encode()


def zip_of_links(files: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(files):
            archive.writestr(f"{number}.txt", LINK.format(number))
    return out.getvalue()


def zip_of(contents: typing.Iterable[tuple[str, str]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in contents:
            archive.writestr(name, content)
    return out.getvalue()


def tar_of(*members: tuple[str, bytes, int | None]) -> bytes:
    """Names, contents, and the sizes that are claimed."""
    out = bytearray()
    for name, content, size in members:
        member = tarfile.TarInfo(name)
        member.size = len(content) if size is None else size
        out += member.tobuf(tarfile.GNU_FORMAT) + content + bytes(-len(content) % 512)
    return bytes(out)


def mail(parts: str, count: int) -> bytes:
    head = ("From: a@example.com\nTo: b@example.com\nDate: today\nMIME-Version: 1.0\n"
            "Content-Type: multipart/mixed; boundary=b\n\n")
    return (head + parts * count + "--b--\n").encode()


def page(size: int) -> bytes:
    cell = "<tr><td><b>Name</b> &amp; more <a href='https://example.com/?a=1&b=2'>x</a></td></tr>\n"
    text = "<html><body><table>" + cell * (size // len(cell)) + "</table><p>" + LINK.format(1) + "</p></body></html>"
    return text.encode()[:size]


def database(size: int) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER, "
                       "type INTEGER, provider INTEGER, issuer TEXT, original_name TEXT)")
    rows = size // 400
    connection.executemany("INSERT INTO accounts VALUES (?, ?, 'JBSWY3DPEHPK3PXP', 0, 0, 0, 'Acorn', ?)",
                           ((i, "x" * 150, "y" * 150) for i in range(rows)))
    connection.commit()
    return connection.serialize()


def marks(count: int) -> bytes:
    return ("otpauth://totp/" + "%CC%81" * min(count, 10_000) + "?secret=JBSWY3DPEHPK3PXP\n").encode() + \
        b"name,login_username,login_totp\n"


def named(count: int) -> bytes:
    name = "a" + "\u0301" * count
    entry = {"type": "totp", "name": name, "issuer": name, "info": {"secret": "JBSWY3DPEHPK3PXP"}}
    return aegis(json.dumps(entry, ensure_ascii=False))


def unordered(count: int) -> str:
    """A letter and combining marks in the wrong order, which have to be sorted before texts are compared."""
    return "a" + "\u0301\u0323" * (count // 2)


def two_fas(**otp: str) -> bytes:
    service = {"name": "Acorn", "secret": "JBSWY3DPEHPK3PXP", "otp": {"tokenType": "TOTP", **otp}}
    return json.dumps({"schemaVersion": 4, "services": [service]}, ensure_ascii=False).encode()


def own_json(**fields: str) -> bytes:
    item = {"type": "totp", "name": "a", "issuer": "b", "secret": "JBSWY3DPEHPK3PXP", "algorithm": "SHA1", "digits": 6,
            "period": 30, **fields}
    return json.dumps({"format": "totp-import-items", "version": 1, "items": [item]}, ensure_ascii=False).encode()


def keepass(**texts: str) -> bytes:
    strings = "".join(f"<String><Key>{key}</Key><Value>{value}</Value></String>" for key, value in texts.items())
    return ("<?xml version='1.0' encoding='utf-8'?><KeePassFile><Root><Group><Name>a</Name>"
            "<Entry><String><Key>otp</Key><Value>otpauth://totp/a?secret=JBSWY3DPEHPK3PXP</Value></String>"
            f"{strings}</Entry></Group></Root></KeePassFile>").encode()


def picture(form: str, mode: str = "RGB", **options) -> bytes:
    """100 million pixels with some content, as Pillow writes them."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    out = io.BytesIO()
    Image.linear_gradient("L").resize((10_000, 10_000)).convert(mode).save(out, form, **options)
    return out.getvalue()


INPUTS = {
    "250,000 links": lambda: "".join(LINK.format(i) for i in range(250_000)).encode(),
    "250,000 links that are rejected": lambda: b"otpauth://totp/x?secret=0\n" * 250_000,
    "64 MiB of empty lines": lambda: b"\n" * (TEXT - 1),
    "64 MiB of a text without a link": lambda: (b"a line that contains nothing of use\n" * (TEXT // 36))[: TEXT - 1],
    "a link, and 64 MiB of ampersands in the line after it": lambda: (LINK.format(1) + "&" * TEXT).encode()[: TEXT - 1],
    "a link, and 64 MiB of parameters in the line after it": lambda: (
        LINK.format(1) + "&a=b" * (TEXT // 4)).encode()[: TEXT - 1],
    "64 MiB of HTML": lambda: page(TEXT - 1),
    "a CSV of 250,000 rows": lambda: table(250_000),
    "JSON: 250,000 accounts": lambda: aegis(",".join(
        '{"type":"totp","name":"n%d","issuer":"Acorn","info":{"secret":"JBSWY3DPEHPK3PXP"}}' % i
        for i in range(250_000))),
    "JSON: a list of 4,000,000 numbers": lambda: aegis(",".join(["1"] * 3_999_990)),
    "JSON: 50 MB of null": lambda: aegis(",".join(["null"] * 10_000_000)),
    "JSON: 64 MiB of base64": lambda: encrypted_aegis(TEXT - 2048),
    "a name of 640 KB of combining marks": lambda: named(320_000),
    "unordered combining marks: a CSV cell of 500 KB": lambda: (
        f"name,login_username,login_totp\n{unordered(250_000)},b,JBSWY3DPEHPK3PXP\n" * 2).encode(),
    "unordered combining marks: a CSV column of 500 KB": lambda: (
        f"name,{unordered(250_000)},login_totp\na,b,JBSWY3DPEHPK3PXP\n").encode(),
    "unordered combining marks: an algorithm of 500 KB (2FAS)": lambda: two_fas(algorithm=unordered(250_000)),
    "unordered combining marks: a type of 500 KB (2FAS)": lambda: two_fas(tokenType=unordered(250_000)),
    "unordered combining marks: an algorithm of 500 KB (our JSON)": lambda: own_json(algorithm=unordered(250_000)),
    "unordered combining marks: names of 500 KB of JSON members": lambda: json.dumps([
        {"name": "a", "secret": "JBSWY3DPEHPK3PXP", unordered(250_000): "b", unordered(249_998): "c"}]).encode(),
    "unordered combining marks: 1,000 links of 56 KB": lambda: "".join(
        f"otpauth://totp/{unordered(28_000)}{i}?secret=JBSWY3DPEHPK3PXP\n" for i in range(1000)).encode(),
    "unordered combining marks: 1,000 algorithms of 56 KB in links": lambda: (
        f"otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm={unordered(28_000)}\n" * 1000).encode(),
    "unordered combining marks: 1,000 names of 60 KB in a zip": lambda: zip_of(
        (f"{i}{unordered(30_000)}.txt", LINK.format(i)) for i in range(1000)),
    "unordered combining marks: keys and values of 500 KB in KeePass XML": lambda: keepass(
        **{unordered(250_000): "a", "Title": unordered(250_000), "UserName": unordered(249_998)}),
    "unordered combining marks: 1,000 names of 15 KB in e-mail": lambda: mail(
        f'--b\nContent-Type: text/plain; name="{unordered(7000)}.txt"\n\n{LINK.format(1)}', 1000),
    "a zip of 260,000 empty files": lambda: zip_of((f"{i}.txt", "") for i in range(260_000)),
    "a tar of 260,000 empty files": lambda: tar_of(*((f"{i}.txt", b"", None) for i in range(260_000))) + bytes(1024),
    "an e-mail message of 260,000 empty parts": lambda: mail("--b\n\n", 260_000),
    "a folder of 260,000 empty files": lambda: empty_files(260_000),
    "1 TiB of zeros": lambda: sparse(b""),
    "/dev/zero": lambda: Input(0, lambda path: os.symlink("/dev/zero", path)),
    "1 TiB of zeros after a tar": lambda: sparse(tar_of(("a.txt", LINK.format(1).encode(), None))),
    "a tar that claims a file of 1 TiB, and 1 TiB of zeros": lambda: sparse(
        tar_of(("a.txt", LINK.format(1).encode(), None), ("b.txt", b"", 1 << 39))),
    "1 TiB of zeros after the start of a zip": lambda: sparse(zip_of_links(2)[:200]),
    "1 TiB of zeros after gzip": lambda: sparse(gzip.compress(LINK.format(1).encode())),
    "1 TiB of zeros after xz": lambda: sparse(lzma.compress(LINK.format(1).encode())),
    "1 TiB of zeros after bzip2": lambda: sparse(bz2.compress(LINK.format(1).encode())),
    "1 TiB of zeros after an e-mail message": lambda: sparse(mail("", 1)),
    "1 TiB of zeros after a link": lambda: sparse(LINK.format(1).encode()),
    "a database of 120 MiB": lambda: database(120 * MIB),
    "a zip of 99,000 lists": lambda: zip_of_links(99_000),
    "2 GiB of zeros in gzip": lambda: gzip.compress(bytes(16 * MIB), 1) * 128,
    "64 MiB of links in gzip": lambda: gzip.compress((LINK.format(7) * (TEXT // len(LINK.format(7)))).encode(), 1),
    "a PNG of 100 million white pixels": lambda: png(10_000, 10_000, lambda y: b"\xff" * 10_000),
    "a PNG of 25 million noisy pixels": lambda: noise(5000, 5000),
    "a PNG of 100 million noisy pixels": lambda: noise(10_000, 10_000),
    "a PNG of 17,000 finder patterns": lambda: finder_patterns(130, 131),
    "a PNG of 70,000 finder patterns": lambda: finder_patterns(265, 265),
    "a JPEG of 100 million pixels": lambda: picture("JPEG"),
    "a progressive JPEG of 100 million pixels": lambda: picture("JPEG", progressive=True),
    "a progressive JPEG of 100 million pixels in full color": lambda: picture(
        "JPEG", progressive=True, subsampling=0),
    "a TIFF of 100 million gray pixels in one strip": lambda: tiff(1, 10_000, 10_000),
    "a TIFF of 100 million pixels in color, in one strip": lambda: picture(
        "TIFF", compression="tiff_lzw", strip_size=1 << 30),
    "a WebP of 100 million pixels": lambda: picture("WEBP", quality=50, method=0),
    "a GIF of 100 million pixels": lambda: picture("GIF", mode="L"),
    "a BMP of 85 million pixels": lambda: bmp(9200, 9200),
    "a TIFF of 400 blank pages": lambda: tiff(400, 1700, 2200),
    "a TIFF of 500 blank pages of 8.7 million pixels": lambda: tiff(500, 2480, 3508),
    "key slots of 10 s in all (scrypt)": lambda: costly_aegis(100, 1 << 15),
    "a key derivation of 10 s (Argon2, 1 GiB)": lambda: ente(1 << 30, 10),
}
