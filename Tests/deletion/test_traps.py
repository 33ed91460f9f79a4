"""Files with accounts and something that was not taken: none of them is named for deletion."""

import bz2
import copy
import gzip
import html
import json
import lzma
import struct
import unittest
import zlib

from files import (
    ARCHIVES, GOOGLE, LINK, OTHER_LINK, PAM, RECOVERY, ROOT, SECRETS, as_bytes, drawn, each, exif, mail, packed, pdf,
    picture, saved, svg, tar, texts, with_phones_list, xmp,
)
from PIL import Image

from exports import zips
from exports.accounts import locked, some
from exports.apps import (
    aegis, andotp, authme, bitwarden_authenticator, ente, freeotp_plus, gnome_authenticator, items_json, lastpass,
    otpmanager, proton, raivo, stratum, stratum_html, twofas, winauth,
)
from exports.large import large
from exports.shape import put
from images import migration

BAD_LINK = "otpauth://totp/Birch:bob?secret=01890189"
MEMBERS = {"a second secret": SECRETS[1], "a link": OTHER_LINK, "recovery codes": ["1234-5678"]}
RESTS = {"a secret": PAM, "a zip": packed({"b.txt": OTHER_LINK})}


def exports():
    """Exports of apps with one thing too many."""
    for at, app in enumerate((aegis, andotp, bitwarden_authenticator, freeotp_plus, gnome_authenticator, items_json,
                              lastpass, otpmanager, proton, raivo, stratum, twofas)):
        shape, name = app.SHAPE, app.FORMAT
        first, second = entries = [shape.entry(account) for account in some(f"traps/{name}", 2)]
        yield f"{name}: an unknown member", shape.written([first, second | {"further": "ask 4711"}])
        title, value = list(MEMBERS.items())[at % 3]
        yield f"{name}: {title}", shape.written([first, second | {"older": value}])
        if shape.secret[1:] and not name.startswith("bitwarden"):
            inner = (*shape.secret[:-1], "further")
            yield f"{name}: a member beside the secret", shape.written([changed(first, inner, "ask 4711"), second])
        if isinstance(document := shape.document(entries), dict):
            yield f"{name}: settings", shape.text(document | {"further": {"pin": "4711"}})
        if shape.kind:
            odd = changed(second, shape.kind, shape.unknown_kind)
            yield f"{name}: an unknown type", shape.written([first, odd])
        if "issuer" in shape.fields:
            odd = changed(second, shape.fields["issuer"][0], ["Acme", "Birch"])
            yield f"{name}: a list for an issuer", shape.written([first, odd])
        bad = changed(second, shape.secret, shape.bad_secrets[0][0])
        yield f"{name}: a rejected entry", shape.written([first, bad])
        yield f"{name}: a text for an entry", shape.written([first, second, OTHER_LINK])
        mine, other = (f'"{shape.secret[-1]}":{secret(shape, entry)}' for entry in entries)
        whole = json.dumps(document, separators=(",", ":"))
        yield f"{name}: a secret twice", whole.replace(mine, f"{other},{mine}", 1)


def changed(entry, path, value):
    entry = copy.deepcopy(entry)
    put(entry, path, value)
    return entry


def secret(shape, entry):
    for key in shape.secret:
        entry = entry[key]
    return json.dumps(entry, separators=(",", ":"))


def apps():
    """What only some apps write, and files that are no copies."""
    first, second = some("traps/apps", 2)
    pages = {"stratum": stratum_html.page(map(stratum_html.with_link, (first, second))),
             "raivo": raivo.page_of((first, second)).decode()}
    beside = ["<!-- 4711 -->", f"<!-- {SECRETS[1]} -->", f"<p>{RECOVERY}</p>",
              f"<p>Old: <code>{SECRETS[1]}</code></p>", f"<script>old = '{SECRETS[1]}'</script>",
              f"<style>/* {SECRETS[1]} */</style>",
              f"<img alt='{SECRETS[1]}'>", "<input value='4711'>"]
    for name, page in pages.items():
        for more in beside:
            yield f"{name} page: {more}", page.replace("</body>", f"{more}</body>")
        yield f"{name} page: text behind it", f"{page}\n{PAM}"
    link = ente.link(first)
    yield "ente: a comment", f"{link}\n# ask Bob\n"
    yield "ente: an unknown parameter", f"{link}&further=4711\n"
    yield "ente: a fragment", f"{link}#4711\n"
    yield "winauth: data", f"{winauth.link(first)}&data=abcdef\n"
    blocks = authme.block(first), authme.block(second)
    yield "authme: an unknown line", authme.file(authme.text([blocks[0], blocks[1] + "Note:   4711 \n"]))
    yield "authme: text behind it", authme.file(authme.text(blocks) + f"\nold {SECRETS[1]}\n")
    yield "authme: an unknown member", authme.file(authme.text(blocks), further={"pin": "4711"})
    for app in (proton, bitwarden_authenticator):
        entry = (app.wrapped(first, "LINK", "Totp", "a") if app is proton else
                 app.item(first, {"totp": "LINK", "username": "a"}))
        holding = app.SHAPE.written([entry, app.SHAPE.entry(second)]).decode()
        for rest in ("&pin=4711", "&note=4711", "#4711", "&digits=8&digits=6", f"&secret={SECRETS[1]}"):
            yield f"{app.FORMAT}: a link with {rest}", holding.replace("LINK", LINK + rest)
    for name in ("bitwarden", "bitwarden-csv", "keepassxc", "keepassxc-xml", "duo", "authy", "steam", "cotp", "freeotp",
                 "google-authenticator-db", "microsoft-authenticator", "stratum-database", "totp-authenticator",
                 "winauth-zip"):
        yield f"{name}: not a copy for moving", large(name, 2)
    for name in ("2fas/encrypted.2fas", "aegis/encrypted.json", "andotp/encrypted.bin", "raivo/aes-256.zip",
                 "authenticator-plus/aes.zip", "otpmanager/encrypted.json", "stratum/legacy.stratum",
                 "totp-authenticator/encrypted.encrypt"):
        content = (ROOT / "Fixtures/exports" / name).read_bytes()
        yield f"{name}: encrypted", content, locked(name.partition(".")[0])[1]


def google():
    """Google's export: parts are missing, or a message has more than accounts."""
    accounts = [migration.entry(account) for account in some("traps/google", 2)]
    text, again = migration.bytes_field(12, b"recovery 1234"), migration.bytes_field(1, b"0123456789")

    def link(*entries, size=1, index=0, batch_id=7, version=1, more=b""):
        parts = {"size": size, "index": index, "batch_id": batch_id, "version": version}
        return migration.uri(migration.payload(entries, **parts) + more)
    for part in (0, 1):
        half = link(*accounts, size=2, index=part)
        yield f"Google: part {part} of 2 as a code", picture(text=half)
        yield f"Google: part {part} of 2 as a link", half
    yield "Google: parts of two exports", "\n".join(
        link(accounts[batch], size=2, index=batch, batch_id=7 + batch) for batch in (0, 1))
    yield "Google: an unknown field of an account", link(accounts[0] + text, accounts[1])
    yield "Google: an unknown field", link(*accounts, more=text)
    yield "Google: a second secret", link(accounts[0] + again, accounts[1])
    yield "Google: a newer version", link(*accounts, version=3)
    yield "Google: a parameter", f"{link(*accounts)}&note=4711"


def ends():
    """Containers with something behind their end, or where no program looks."""
    files = {"PNG": picture(), "JPEG": picture("JPEG", quality=90), "GIF": picture("GIF"), "BMP": picture("BMP"),
             "WebP": picture("WEBP", lossless=True), "TIFF": picture("TIFF", compression="tiff_lzw"),
             "AVIF": picture("AVIF", quality=90), "zip": packed({"a.txt": LINK}), "PDF": pdf(),
             "tar": tar({"a.txt": LINK}, ""), "tar.gz": tar({"a.txt": LINK})}
    for kind, file in files.items():
        for rest, content in RESTS.items():
            yield f"{kind}: {rest} behind it", file + as_bytes(content)
    png, jpeg, archive = files["PNG"], files["JPEG"], files["tar"]
    chunk = b"prVt" + PAM.encode()
    yield "PNG: a private chunk", png[:33] + struct.pack(">I", len(PAM)) + chunk + struct.pack(
        ">I", zlib.crc32(chunk)) + png[33:]
    yield "JPEG: a second image, then a secret", jpeg + picture("JPEG", quality=30) + PAM.encode()
    yield "JPEG: a secret in the list of a phone", with_phones_list(PAM.encode())
    yield "JPEG: the end of a phone's list alone", jpeg + PAM.encode() + b"SEFT"
    yield "zip: a comment", packed({"a.txt": LINK}, comment=b"recovery 1234")
    yield "zip: a comment of a file", packed({"a.txt": LINK}, file_comment=b"recovery 1234")
    yield "zip: an extra field", packed({"a.txt": LINK}, extra=struct.pack("<HH", 0x9999, len(PAM)) + PAM.encode())
    yield "zip: an old file", packed({"b.txt": PAM, "a.txt": LINK}, old=["b.txt"])
    yield "zip: a name twice", zips.archive([zips.Member("a", LINK.encode()), zips.Member("a", PAM.encode())], "traps")
    yield "tar: after its end", archive[:2048] + PAM.encode() + archive[2048 + len(PAM):]
    yield "tar: a link", tar({"a.txt": LINK, "b": None})
    for packer in (gzip, bz2, lzma):
        yield f"{packer.__name__}: recovery codes", packer.compress(LINK.encode()) + packer.compress(
            f"\n{RECOVERY}".encode())


def hidden():
    """Images with something in a text that no program shows, or beside the code that was read."""
    found = {"a link": OTHER_LINK, "Google's export": GOOGLE, "a secret": SECRETS[1], "recovery codes": RECOVERY}
    for name, text in found.items():
        see = f"see {text}"
        yield f"PNG: {name} in tEXt", picture(**texts(Comment=see))
        yield f"JPEG: {name} in EXIF", picture("JPEG", exif=exif(see))
        yield f"JPEG: {name} in XMP", picture("JPEG", xmp=xmp(html.escape(see)).encode())
        if text == RECOVERY:
            continue
        yield f"PNG: {name} in zTXt", picture(**texts(Comment=see, packed=True))
        yield f"PNG: {name} in iTXt", picture(**texts("itxt", Comment=see))
        yield f"PNG: {name} in XMP", picture(**texts("itxt", True, **{"XML:com.adobe.xmp": xmp(html.escape(see))}))
        for kind in ("PNG", "WebP", "AVIF", "TIFF"):
            yield f"{kind}: {name} in EXIF", picture(kind, exif=exif(see))
        for kind in ("WebP", "AVIF"):
            yield f"{kind}: {name} in XMP", picture(kind, xmp=xmp(html.escape(see)).encode())
        yield f"JPEG: {name} in a comment", picture("JPEG", comment=see)
        yield f"GIF: {name} in a comment", picture("GIF", comment=see)
        yield f"TIFF: {name} in its description", picture("TIFF", tiffinfo={270: see})
    for element in ("<!-- %s -->", "<title>%s</title>", "<metadata>%s</metadata>"):
        yield f"SVG: a secret in {element}", svg(element % SECRETS[1])
    for text in (RECOVERY[:-1], f"setup key {SECRETS[1]}", "keep this page"):
        yield f"PDF: {text}", pdf(text)
    yield "PDF: a note", pdf(page="/Annots[7 0 R]")
    yield "PDF: an attachment", pdf(catalog="/Names<</EmbeddedFiles<</Names[]>>>>")
    for title, text in {"something else": "recovery 1234-5678", "a secret": SECRETS[1], "a bad link": BAD_LINK}.items():
        yield f"picture: a second code of {title}", saved(drawn(LINK, text))
    for title, (left, top, right, bottom) in {"hidden": (60, 60, 170, 170), "cut": (0, 60, 500, 110)}.items():
        image = drawn(LINK, OTHER_LINK)
        at = image.width // 2
        image.paste("white", (at + left, top, at + right, bottom))
        yield f"picture: a second code that is {title}", saved(image)


def archives():
    """Archives with a member that is no copy of accounts."""
    members = {
        ".google_authenticator": PAM, ".env": f"X_TOTP={SECRETS[1]}\n", ".password-store/b.gpg": "x", "b.txt": RECOVERY,
        "words.txt": "Keep this.\n", "photo.jpg": saved(Image.new("RGB", (300, 200), "green"), "JPEG"),
        "b.sh": f"oathtool --totp -b {SECRETS[1]}\n", "b.ini": "[a]\nb = 1\n", "b.zip": packed({"c.txt": RECOVERY}),
        "both.txt": f"{OTHER_LINK}\n{RECOVERY}", "b.png": picture()[:300], "bad.txt": f"{BAD_LINK}\n",
        "b.gpg": b"\x85\x01\x0c\x03" + bytes(range(200)), "b.csv": "name,user,password\nBirch,bob,hunter2\n",
        ".ssh/._": "x",
    }
    for at, (name, content) in enumerate(members.items()):
        for kind in ("zip", "tar" if name.startswith(".") or at % 2 else "mail"):
            yield f"{kind}: {name}", ARCHIVES[kind]({"a.txt": LINK, name: content})
    for cipher in (zips.ZIPCRYPTO, *zips.KEY_SIZES):
        both = [zips.Member("a.txt", LINK.encode()), zips.Member("b.txt", OTHER_LINK.encode(), cipher=cipher)]
        yield f"zip: a member under {cipher}", zips.archive(both, "traps", "Another passphrase 4711")
    yield "mail: words", mail({}, f"Hello Bob\n{LINK}\n")


def lines():
    """Links that say more than an account, and text beside them."""
    for name in "note pin recovery tags password secret2 t0 x key hash serial2".split():
        yield f"link: {name}", f"{LINK}&{name}=1234\n"
    for rest in ("&issuer=Birch", "&counter=7", "#digits=6", "#recovery-1234", "&digits=6&digits=8", ";pin=1234",
                 f"&secret={SECRETS[1]}", "&algorithm=SHA1&algorithm=SHA256", "?pin=1234"):
        yield f"link: {rest}", f"{OTHER_LINK}\n{LINK}{rest}\n"
        yield f"code: {rest}", saved(drawn(OTHER_LINK, LINK + rest))
    for rest in (SECRETS[1], f"; {SECRETS[1]}", f"old: {SECRETS[1]}", RECOVERY[:-1], "password=hunter", "(work)",
                 ", 8 digits, SHA256", "-> ask Bob", "# ask Bob", "PIN 4711", "4711", "0", "x", "<b>ask Bob</b>"):
        yield f"text: {rest} behind a link", f"{LINK} {rest}\n"
    for line in ("Server room:", SECRETS[1], "# ask Bob", "// codes: 12345678 23456789", "<!-- 4711 -->", "; old",
                 "<recovery 1234-5678>", "user: eve\npassword: hunter2", "https://example.com/reset?t=47114711",
                 "1234 5678", "12345678", "otpauth", "----\nBob's\n----", f"\0{SECRETS[1]}", BAD_LINK,
                 OTHER_LINK.replace("secret", "s3cret")):
        yield f"text: {line!r} above a link", f"{line}\n{LINK}\n"
        yield f"text: {line!r} below links", f"{LINK}\n\n{line}\n"


def tables():
    """Tables, lists and pages."""
    head, row = "issuer,name,secret\n", f"Acme,eve,{SECRETS[0]}\n"
    other = {"issuer": "A", "name": "b", "secret": SECRETS[0]}
    yield from {
        "table: recovery codes": f"issuer,name,secret,recovery\nAcme,eve,{SECRETS[0]},1234-5678 2345-6789\n",
        "table: passwords": f"issuer,name,secret,password\nAcme,eve,{SECRETS[0]},hunter2\n",
        "table: a column without a name": f"issuer,name,secret,\nAcme,eve,{SECRETS[0]},ask 4711\n",
        "table: a long row": f"{head}{row}Birch,bob,{SECRETS[1]},ask 4711\n",
        "table: a short row": f"{head}{row}Birch,{SECRETS[1]}\n",
        "table: words below": f"{head}{row}\nThe codes are in the safe\n",
        "table: words above": f"The codes are in the safe\n\n{head}{row}",
        "table: recovery codes above": f"{RECOVERY}{head}{row}",
        "table: a second one": f"{head}{row}\nuser,password\nbob,hunter2\n",
        "table: a rejected row": f"{head}{row}Birch,bob,01890189\n",
        "table: a row without a secret": f"{head}{row}Birch,bob,\n",
        "table: a link in a name": f'{head}Birch,"see {OTHER_LINK}",{SECRETS[0]}\n',
        "table: a comment": f"{head}# old: {SECRETS[1]}\n{row}",
        "JSON: a text in a list of links": json.dumps([LINK, "recovery 1234-5678"]),
        "JSON: settings in a list": json.dumps([other, {"theme": "dark", "pin": "4711"}]),
        "YAML: settings": f"- name: Acme\n  secret: {SECRETS[0]}\n",
        "env: settings": f"ACME_TOTP_SECRET={SECRETS[0]}\n",
        "page: a document": f"<html><body><p>{html.escape(LINK)}</p></body></html>",
    }.items()


def refused():
    """Files that are not read at all."""
    for packer in (gzip, bz2, lzma):
        yield f"{packer.__name__}: a secret behind it", packer.compress(LINK.encode()) + PAM.encode()
    yield "zip: a secret before it", PAM.encode() + packed({"a.txt": LINK})
    yield "SVG: a secret behind it", svg() + PAM.encode()
    whole = aegis.SHAPE.holding(some("traps/aegis", 2)).decode()
    yield "Aegis: a secret behind it", f"{whole}\n{SECRETS[1]}"
    yield "Aegis: a comment", whole.replace("{", f"{{ // {SECRETS[1]}\n", 1)
    yield "Aegis: two headers", whole.replace('"header"', '"header": {"a": [1]}, "header"', 1)


class TrapTests(unittest.TestCase):
    def test_traps(self):
        results = each(self, exports, apps, google, ends, hidden, archives, lines, tables)
        self.assertGreaterEqual(len(results), 200)
        for (title, *_), (names, accounts, errors) in results:
            with self.subTest(title):
                self.assertGreater(accounts, 0, errors)
                self.assertEqual(names, [], errors)

    def test_what_is_refused_is_not_named(self):
        for (title, *_), (names, accounts, errors) in each(self, refused):
            with self.subTest(title):
                self.assertEqual((names, accounts), ([], 0))
                self.assertIn("error: a: ", errors)


if __name__ == "__main__":
    unittest.main()
