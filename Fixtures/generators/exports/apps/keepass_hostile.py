"""KeePass databases that open with another key only, or hold what no program writes."""

import struct
from collections.abc import Sequence
from dataclasses import replace

from images.accounts import invented_bytes

from .. import kdbx
from ..accounts import Entry, entry, passphrase, some
from ..catalogue import OF_FOLDER, Catalogue
from ..kdbx import Document, Form, InnerStream, Lock
from ..kdbx_xml import Folder, document
from . import keepass_entries as entries
from .keepass import FORMAT, V3, V4, add_one

FOLDER = f"{FORMAT}/hostile"
PASSWORD = passphrase(FOLDER)
LOCK = Lock(PASSWORD)
BLANK = b"\n" * 8_000_000
LEVELS = 20_000
START = b'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'


def ordinary(case: str) -> Document:
    root = Folder("Root", list(map(entries.with_link, some(f"{FOLDER}/{case}"))))
    return document(root, f"{FOLDER}/{case}")


def failure(
    catalogue: Catalogue, name: str, content: bytes, error: str, *, password: str | None = PASSWORD,
    format: str | None = OF_FOLDER, key_file: str | None = None,
) -> None:  # fmt: skip
    catalogue.failure(f"{FOLDER}/{name}.kdbx", content, error, format=format, password=password, key_file=key_file)


def add(catalogue: Catalogue) -> None:
    add_odd(catalogue)
    add_keys(catalogue)
    add_contents(catalogue)


def add_odd(catalogue: Catalogue) -> None:
    """Odd, but readable."""
    accounts = some(f"{FOLDER}/3.1-chacha20-stream")
    root = Folder("Root", list(map(entries.with_link, accounts)))
    add_one(catalogue, "hostile/3.1-chacha20-stream", replace(V3, stream=kdbx.CHACHA20), root, accounts)
    accounts = some(f"{FOLDER}/duplicates", 1) * 3
    root = Folder("Root", list(map(entries.with_link, accounts)))
    add_one(catalogue, "hostile/duplicates", V4, root, accounts)
    names = ("tab\tinside", "\u202egnihtemos", "no-break\u00a0space", "x" * 1000, "]]>", "&amp;")
    accounts = [
        replace(found, name=name) for found, name in zip(some(f"{FOLDER}/names", len(names)), names, strict=True)
    ]
    root = Folder("Root", [entries.record(account, [("otp", account.base32)]) for account in accounts])
    add_one(catalogue, "hostile/strange-names", V4, root, accounts)
    add_one(catalogue, "hostile/no-entries", V4, Folder("Root"), [])
    add_spellings(catalogue)
    good = some(f"{FOLDER}/much-blank")
    label = f"{FOLDER}/much-blank"
    blank = replace(V4, packer=lambda data: kdbx.gzipped(data + BLANK))
    content = kdbx.database(blank, label, ordinary("much-blank"), LOCK)
    catalogue.add(f"{label}.kdbx", content, good, password=PASSWORD)
    good = some(f"{FOLDER}/trailing-rubbish")
    root = Folder("Root", list(map(entries.with_link, good)))
    label = f"{FOLDER}/trailing-rubbish"
    content = kdbx.database(V4, label, document(root, label), LOCK) + b"something else"
    catalogue.add(f"{label}.kdbx", content, good, password=PASSWORD)


def add_spellings(catalogue: Catalogue) -> None:
    """The same XML in other words: references, CDATA, comments, unknown elements; and values before their keys."""
    one, two, three, four = some(f"{FOLDER}/xml-spellings", 4, issuer="Größe & Co", name="a<b")

    def written(stream: InnerStream, _: bytes) -> bytes:
        names = "<String><Key>Title</Key><Value>Gr&#xF6;&#223;e &amp; Co</Value></String>"
        names += "<String><Key>User<!-- a name -->Name</Key><Value><![CDATA[a<b]]></Value></String>"
        values = [
            f"<Value>{one.base32}</Value>",
            f"<Value><![CDATA[{two.base32}]]></Value>",
            f"<Value Note='none' Protected='True' >{stream.protect(three.base32.encode())}\n\t</Value>",
            f'<Value Protected="False" ProtectInMemory="True">{four.base32}</Value>',
        ]
        unknown = "<Future><String><Key>otp</Key></String></Future>"
        records = "".join(f"<Entry>{unknown}<String><Key>otp</Key>{value}</String>{names}</Entry>" for value in values)
        text = f"<KeePassFile Version='5'><Future/><Root><Group>{records}</Group></Root></KeePassFile>"
        return START + b"<!-- no comment -->" + text.encode() + b"\n"

    label = f"{FOLDER}/xml-spellings"
    content = kdbx.database(V4, label, written, LOCK)
    catalogue.add(f"{label}.kdbx", content, [one, two, three, four], password=PASSWORD)
    label = f"{FOLDER}/value-before-key"
    turned = some(f"{FOLDER}/value-before-key")

    def values_first(*_: object) -> bytes:
        pairs = [{"Title": found.issuer, "UserName": found.name, "otp": found.base32} for found in turned]
        strings = [
            "".join(f"<String><Value>{pair[key]}</Value><Key>{key}</Key></String>" for key in pair) for pair in pairs
        ]
        records = "".join(f"<Entry>{text}</Entry>" for text in strings)
        return START + f"<KeePassFile><Root><Group>{records}</Group></Root></KeePassFile>".encode()

    content = kdbx.database(V4, label, values_first, LOCK)
    catalogue.add(f"{label}.kdbx", content, turned, password=PASSWORD)


def add_keys(catalogue: Catalogue) -> None:
    another = passphrase(f"{FOLDER}/another")
    for name, form in {"wrong-password": V4, "3.1-wrong-password": V3}.items():
        content = kdbx.database(form, f"{FOLDER}/{name}", ordinary(name), LOCK)
        failure(catalogue, name, content, "wrong-password", password=another)
        failure(catalogue, name.replace("wrong-", "no-"), content, "password-required", password=None)
    key = invented_bytes(f"exports/{FOLDER}/key", 32)
    content = kdbx.database(V4, f"{FOLDER}/key", ordinary("key"), replace(LOCK, key=key))
    failure(catalogue, "no-key-file", content, "wrong-password")
    catalogue.companion(f"{FOLDER}/another.key", key[::-1])
    failure(catalogue, "wrong-key-file", content, "wrong-password", key_file="another.key")


def add_contents(catalogue: Catalogue) -> None:
    """Everything verifies, and what it verifies is nothing to read."""
    entity = b'<!DOCTYPE KeePassFile [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
    outside = b'<!DOCTYPE KeePassFile SYSTEM "https://example.com/keepass.dtd">\n'

    def with_doctype(declaration: bytes) -> Document:
        root = b"<KeePassFile>"
        return lambda *given: ordinary("doctype")(*given).replace(root, declaration + root)

    def raw(text: bytes) -> Document:
        return lambda _stream, _digest: text

    deep = START + b"<KeePassFile><Root>" + b"<Group>" * LEVELS + b"</Group>" * LEVELS + b"</Root></KeePassFile>"
    good = ordinary("contents")
    cases: Sequence[tuple[str, Form, Document, str]] = (
        ("doctype", V4, with_doctype(entity), "corrupt"),
        ("doctype-outside", V4, with_doctype(outside), "corrupt"),
        ("too-deep", V4, raw(deep), "limit-exceeded"),
        ("no-xml", V4, raw(b"no XML at all"), "corrupt"),
        ("xml-cut", V4, lambda *given: good(*given)[:-300], "corrupt"),
        ("xml-and-rubbish", V4, lambda *given: good(*given) + b"</KeePassFile>", "corrupt"),
        ("not-packed", replace(V4, packer=lambda data: data), good, "corrupt"),
        ("pack-flipped", replace(V4, packer=flipped), good, "corrupt"),
        ("pack-4-gib", replace(V4, packer=lambda data: sized(data, 2**32 - 1)), good, "corrupt"),
        ("bomb", replace(V4, packer=lambda data: sized(data + BLANK, 100)), good, "corrupt"),
    )
    for name, form, content, error in cases:
        failure(catalogue, name, kdbx.database(form, f"{FOLDER}/{name}", content, LOCK), error)
    add_not_utf8(catalogue)


def flipped(data: bytes) -> bytes:
    """Packed, with a bit of its middle turned over."""
    packed = bytearray(kdbx.gzipped(data))
    packed[len(packed) // 2] ^= 0x10
    return bytes(packed)


def sized(data: bytes, size: int) -> bytes:
    """Packed, with another size at its end than it has."""
    return kdbx.gzipped(data)[:-4] + struct.pack("<I", size)


def add_not_utf8(catalogue: Catalogue) -> None:
    """A protected value may be any bytes."""
    first, last = some(f"{FOLDER}/not-utf8")
    bad = entry(f"{FOLDER}/not-utf8-bad")

    def written(stream: InnerStream, _: bytes) -> bytes:
        def strings(account: Entry, name: bytes, value: bytes) -> str:
            parts = {"Title": account.issuer.encode(), "UserName": name, "otp": value}
            return "".join(
                f'<String><Key>{key}</Key><Value Protected="True">{stream.protect(text)}</Value></String>'
                for key, text in parts.items()
            )

        found = [
            strings(first, first.name.encode(), first.base32.encode()),
            strings(bad, b"caf\xe9", bad.base32.encode()),
            strings(bad, bad.name.encode(), b"\xff\xfe" + bad.base32.encode()),
            strings(last, last.name.encode(), last.base32.encode()),
        ]
        records = "".join(f"<Entry>{text}</Entry>" for text in found)
        return START + f"<KeePassFile><Root><Group>{records}</Group></Root></KeePassFile>".encode()

    label = f"{FOLDER}/not-utf8"
    content = kdbx.database(V4, label, written, LOCK)
    read = [first, replace(bad, name="caf\ufffd"), last]
    catalogue.add(f"{label}.kdbx", content, read, ["stray bytes in the secret"], password=PASSWORD)
