"""KeePass databases that are damaged, ask for too much, or hold what no program writes."""

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.accounts import invented_bytes

from .. import kdbx
from ..accounts import Entry, entry, passphrase
from ..catalogue import Catalogue
from ..kdbx import Document, Form, InnerStream, Lock
from ..kdbx_xml import Folder, document
from . import keepass_entries as entries
from .keepass import FORMAT, V3, V4, add_one

FOLDER = f"{FORMAT}/hostile"
PASSWORD = passphrase(FOLDER, ascii=True)
LOCK = Lock(PASSWORD)
BOMB_SIZE = 36_000_000
LEVELS = 20_000
START = b'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'


def some(case: str, count: int = 2) -> list[Entry]:
    return [entry(f"{FOLDER}/{case}/{at}") for at in range(count)]


def ordinary(case: str) -> Document:
    root = Folder("Root", list(map(entries.with_link, some(case))))
    return document(root, f"{FOLDER}/{case}")


def failure(
    catalogue: Catalogue, name: str, content: bytes, error: str, *, password: str | None = PASSWORD,
    format: str | None = FORMAT, key_file: str | None = None,
) -> None:  # fmt: skip
    path = f"{FOLDER}/{name}.kdbx"
    catalogue.failure(path, content, error, format=format, password=password, key_file=key_file)


def add(catalogue: Catalogue) -> None:
    add_odd(catalogue)
    add_keys(catalogue)
    add_damaged(catalogue)
    add_headers(catalogue)
    add_costs(catalogue)
    add_contents(catalogue)


def add_odd(catalogue: Catalogue) -> None:
    """What can be read all the same."""
    for name, form in {
        "3.1-chacha20-stream": replace(V3, stream=kdbx.CHACHA20),
        "4-aes-salsa20": replace(V4, kdf="aes", stream=kdbx.SALSA20),
    }.items():
        accounts = some(name)
        root = Folder("Root", list(map(entries.with_link, accounts)))
        add_one(catalogue, f"hostile/{name}", form, root, accounts)
    accounts = some("duplicates", 1) * 3
    root = Folder("Root", list(map(entries.with_link, accounts)))
    add_one(catalogue, "hostile/duplicates", V4, root, accounts)
    names = ("tab\tinside", "\u202egnihtemos", "no-break\u00a0space", "x" * 1000, "]]>", "&amp;")
    accounts = [replace(found, name=name) for found, name in zip(some("names", len(names)), names, strict=True)]
    root = Folder("Root", [entries.record(account, [("otp", account.base32)]) for account in accounts])
    add_one(catalogue, "hostile/strange-names", V4, root, accounts)
    add_one(catalogue, "hostile/no-entries", V4, Folder("Root"), [])
    add_spellings(catalogue)
    good = some("trailing-rubbish")
    root = Folder("Root", list(map(entries.with_link, good)))
    label = f"{FOLDER}/trailing-rubbish"
    content = kdbx.database(V4, label, document(root, label), LOCK) + b"something else"
    catalogue.add(f"{label}.kdbx", content, good, format=FORMAT, password=PASSWORD)


def add_spellings(catalogue: Catalogue) -> None:
    """The same XML in other words: references, CDATA, comments, unknown elements, value before key."""
    one, two, three, four = (replace(found, issuer="Größe & Co", name="a<b") for found in some("xml-spellings", 4))

    def written(stream: InnerStream, _: bytes) -> bytes:
        names = "<String><Value>Gr&#xF6;&#223;e &amp; Co</Value><Key>Title</Key></String>"
        names += "<String><Key>User<!-- a name -->Name</Key><Value><![CDATA[a<b]]></Value></String>"
        values = [
            f"<Value>{one.base32}</Value>",
            f"<Value><![CDATA[{two.base32}]]></Value>",
            f"<Value Note='none' Protected='True' >{stream.protect(three.base32.encode())}\n\t</Value>",
            f"<Value Protected=\"False\" ProtectInMemory=\"True\">{four.base32}</Value>",
        ]
        records = "".join(
            f"<Entry><Future><String><Key>otp</Key></String></Future><String><Key>otp</Key>{value}</String>{names}</Entry>"
            for value in values
        )
        text = f"<KeePassFile Version='5'><Future/><Root><Group>{records}</Group></Root></KeePassFile>"
        return START + b"<!-- no comment -->" + text.encode() + b"\n"

    label = f"{FOLDER}/xml-spellings"
    content = kdbx.database(V4, label, written, LOCK)
    catalogue.add(f"{label}.kdbx", content, [one, two, three, four], format=FORMAT, password=PASSWORD)


def add_keys(catalogue: Catalogue) -> None:
    another = passphrase(f"{FOLDER}/another", ascii=True)
    for name, form in {"wrong-password": V4, "3.1-wrong-password": V3}.items():
        content = kdbx.database(form, f"{FOLDER}/{name}", ordinary(name), LOCK)
        failure(catalogue, name, content, "wrong-password", password=another)
        failure(catalogue, name.replace("wrong-", "no-"), content, "password-required", password=None)
    key = invented_bytes(f"exports/{FOLDER}/key", 32)
    content = kdbx.database(V4, f"{FOLDER}/key", ordinary("key"), replace(LOCK, key=key))
    failure(catalogue, "no-key-file", content, "wrong-password")
    catalogue.companion(f"{FOLDER}/another.key", key[::-1])
    failure(catalogue, "wrong-key-file", content, "wrong-password", key_file="another.key")


def add_damaged(catalogue: Catalogue) -> None:
    def flipped(part: bytes, at: int) -> bytes:
        return part[:at] + bytes([part[at] ^ 1]) + part[at + 1 :]

    small = replace(V4, block_size=400)

    def parts() -> list[bytes]:
        return kdbx.parts(small, f"{FOLDER}/damaged", ordinary("damaged"), LOCK)

    header, digest, mac, first, second, *rest = parts()
    cases = (
        ("header-hash", [header, flipped(digest, 5), mac, first, second, *rest], "corrupt"),
        ("header-mac", [header, digest, flipped(mac, 5), first, second, *rest], "wrong-password"),
        ("header-flipped", [flipped(header, 60), digest, mac, first, second, *rest], "corrupt"),
        ("block-mac", [header, digest, mac, first, flipped(second, 5), *rest], "corrupt"),
        ("block-flipped", [header, digest, mac, first, flipped(second, 50), *rest], "corrupt"),
        ("block-length", [header, digest, mac, first, second[:32] + b"\xff\xff\xff\x7f" + second[36:], *rest], "corrupt"),
        ("block-length-negative", [header, digest, mac, first[:32] + b"\xff" * 4 + first[36:], second, *rest], "corrupt"),
        ("blocks-swapped", [header, digest, mac, second, first, *rest], "corrupt"),
        ("block-missing", [header, digest, mac, first, *rest], "corrupt"),
        ("no-last-block", [header, digest, mac, first, second, *rest[:-1]], "corrupt"),
        ("truncated", [header, digest, mac, first, second[:100]], "corrupt"),
        ("hash-cut", [header, digest[:20]], "corrupt"),
        ("header-cut", [header[:80]], "corrupt"),
        ("magic-only", [kdbx.MAGIC], "corrupt"),
        ("major-2", [kdbx.MAGIC, b"\x00\x00\x02\x00", header[12:]], "unsupported-version"),
        ("major-5", [kdbx.MAGIC, b"\x00\x00\x05\x00", header[12:]], "unsupported-version"),
    )
    for name, pieces, error in cases:
        failure(catalogue, name, b"".join(pieces), error)
    kdb_1 = bytes.fromhex("03D9A29A65FB4BB5") + header[8:]
    failure(catalogue, "kdb-1", kdb_1, "unsupported-version")
    add_damaged_3(catalogue)


def add_damaged_3(catalogue: Catalogue) -> None:
    """Version 3.1 has hashes within, and none of the whole."""
    small = replace(V3, block_size=400)

    def swapped(blocks: list[bytes]) -> None:
        blocks[0], blocks[1] = blocks[1], blocks[0]

    def spoilt(at: int, how: Callable[[bytes], bytes]) -> Callable[[list[bytes]], None]:
        def change(blocks: list[bytes]) -> None:
            blocks[at] = how(blocks[at])

        return change

    spoils = {
        "3.1-block-hash": spoilt(1, lambda block: block[:10] + bytes([block[10] ^ 1]) + block[11:]),
        "3.1-block-length": spoilt(1, lambda block: block[:36] + b"\xff\xff\xff\x7f" + block[40:]),
        "3.1-block-cut": spoilt(-2, lambda block: block[:-7]),
        "3.1-blocks-swapped": swapped,
        "3.1-no-last-block": lambda blocks: blocks.__delitem__(-1),
    }
    for name, spoil in spoils.items():
        label = f"{FOLDER}/{name}"
        content = b"".join(kdbx.parts(small, label, ordinary("3.1-damaged"), LOCK, spoil=spoil))
        failure(catalogue, name, content, "corrupt")
    good = kdbx.database(small, f"{FOLDER}/3.1-truncated", ordinary("3.1-truncated"), LOCK)
    failure(catalogue, "3.1-truncated", good[:-7], "corrupt")
    wrong = replace(V3, fields={kdbx.START: bytes(32)})
    content = kdbx.database(wrong, f"{FOLDER}/3.1-start", ordinary("3.1-start"), LOCK)
    failure(catalogue, "3.1-start", content, "wrong-password")


def add_headers(catalogue: Catalogue) -> None:
    """Headers whose hashes are right, and whose fields are not."""
    uuid = invented_bytes(f"exports/{FOLDER}/uuid", 16)

    def variants(length: bytes) -> bytes:
        return b"\x00\x01" + bytes([kdbx.BYTES]) + length + b"$UUID"

    fields: Sequence[tuple[str, Form, dict[int, bytes | None], str]] = (
        ("unknown-cipher", V4, {kdbx.CIPHER: uuid}, "unsupported-version"),
        ("3.1-unknown-cipher", V3, {kdbx.CIPHER: uuid}, "unsupported-version"),
        ("unknown-packing", V4, {kdbx.PACKING: struct.pack("<I", 2)}, "unsupported-version"),
        ("no-cipher", V4, {kdbx.CIPHER: None}, "corrupt"),
        ("no-seed", V4, {kdbx.SEED: None}, "corrupt"),
        ("short-seed", V4, {kdbx.SEED: bytes(31)}, "corrupt"),
        ("no-iv", V4, {kdbx.IV: None}, "corrupt"),
        ("short-iv", V4, {kdbx.IV: bytes(12)}, "corrupt"),
        ("no-kdf", V4, {kdbx.KDF: None}, "corrupt"),
        ("3.1-no-rounds", V3, {kdbx.ROUNDS: None}, "corrupt"),
        ("3.1-short-transform-seed", V3, {kdbx.TRANSFORM_SEED: bytes(16)}, "corrupt"),
        ("kdf-name-length", V4, {kdbx.KDF: variants(b"\xff\xff\xff\x7f")}, "corrupt"),
        ("kdf-name-length-negative", V4, {kdbx.KDF: variants(b"\xff\xff\xff\xff")}, "corrupt"),
        ("kdf-version-2", V4, {kdbx.KDF: b"\x00\x02\x00"}, "unsupported-version"),
    )
    for name, form, changes, error in fields:
        content = kdbx.database(replace(form, fields=changes), f"{FOLDER}/{name}", ordinary(name), LOCK)
        failure(catalogue, name, content, error)
    good = kdbx.database(V4, f"{FOLDER}/field-length", ordinary("field-length"), LOCK)
    endless = good[:12] + struct.pack("<BI", kdbx.COMMENT, 2**32 - 16) + good[12:]
    failure(catalogue, "field-length", endless, "corrupt")
    for name, form in {"unknown-stream": V4, "3.1-unknown-stream": V3}.items():
        content = kdbx.database(replace(form, written_stream=9), f"{FOLDER}/{name}", ordinary(name), LOCK)
        failure(catalogue, name, content, "unsupported-version")


def add_costs(catalogue: Catalogue) -> None:
    u32, u64 = kdbx.u32, kdbx.u64
    argon = replace(V4, kdf="argon2id")
    costs: Sequence[tuple[str, Form, str]] = (
        ("argon2-memory-2-40", replace(argon, costs={"M": u64(2**40)}), "limit-exceeded"),
        ("argon2-memory-2-63", replace(argon, costs={"M": u64(2**63)}), "limit-exceeded"),
        ("argon2-passes-2-40", replace(argon, costs={"I": u64(2**40)}), "limit-exceeded"),
        ("argon2-passes-2-31", replace(V4, costs={"I": u64(2**31)}), "limit-exceeded"),
        ("argon2-lanes-2-31", replace(argon, costs={"P": u32(2**31)}), "limit-exceeded"),
        ("aes-rounds-2-63", replace(V4, kdf="aes", costs={"R": u64(2**63)}), "limit-exceeded"),
        ("3.1-rounds-2-62", replace(V3, fields={kdbx.ROUNDS: struct.pack("<Q", 2**62)}), "limit-exceeded"),
        ("argon2-memory-0", replace(argon, costs={"M": u64(0)}), "corrupt"),
        ("argon2-passes-0", replace(argon, costs={"I": u64(0)}), "corrupt"),
        ("argon2-lanes-0", replace(argon, costs={"P": u32(0)}), "corrupt"),
        ("argon2-no-salt", replace(argon, costs={"S": None}), "corrupt"),
        ("argon2-memory-is-text", replace(argon, costs={"M": (0x18, b"65536")}), "corrupt"),
        ("argon2-version-2.0", replace(argon, costs={"V": u32(0x20)}), "unsupported-version"),
        ("unknown-kdf", replace(V4, costs={"$UUID": (kdbx.BYTES, bytes(range(16)))}), "unsupported-version"),
    )
    for name, form, error in costs:
        failure(catalogue, name, kdbx.database(form, f"{FOLDER}/{name}", ordinary(name), LOCK), error)


def add_contents(catalogue: Catalogue) -> None:
    """Everything verifies, and what it verifies is nothing to read."""
    entity = b'<!DOCTYPE KeePassFile [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
    outside = b'<!DOCTYPE KeePassFile SYSTEM "https://example.com/keepass.dtd">\n'

    def with_doctype(declaration: bytes) -> Document:
        return lambda stream, digest: ordinary("doctype")(stream, digest).replace(b"<KeePassFile>", declaration + b"<KeePassFile>")

    def raw(text: bytes) -> Document:
        return lambda _stream, _digest: text

    deep = START + b"<KeePassFile><Root>" + b"<Group>" * LEVELS + b"</Group>" * LEVELS + b"</Root></KeePassFile>"
    good = ordinary("contents")
    cases: Sequence[tuple[str, Form, Document, str]] = (
        ("doctype", V4, with_doctype(entity), "corrupt"),
        ("3.1-doctype", V3, with_doctype(entity), "corrupt"),
        ("doctype-outside", V4, with_doctype(outside), "corrupt"),
        ("too-deep", V4, raw(deep), "corrupt"),
        ("no-xml", V4, raw(b"no XML at all"), "corrupt"),
        ("empty-xml", V4, raw(b""), "corrupt"),
        ("another-root", V4, raw(START + b"<Root><Group /></Root>"), "corrupt"),
        ("xml-cut", V4, lambda *given: good(*given)[:-300], "corrupt"),
        ("xml-and-rubbish", V4, lambda *given: good(*given) + b"</KeePassFile>", "corrupt"),
        ("not-packed", replace(V4, packer=lambda data: data), good, "corrupt"),
        ("pack-cut", replace(V4, packer=lambda data: kdbx.gzipped(data)[:-40]), good, "corrupt"),
        ("bomb", replace(V4, packer=lambda data: kdbx.gzipped(data + b"\n" * BOMB_SIZE)), good, "limit-exceeded"),
        ("3.1-bomb", replace(V3, packer=lambda data: kdbx.gzipped(data + b"\n" * BOMB_SIZE)), good, "limit-exceeded"),
    )
    for name, form, content, error in cases:
        failure(catalogue, name, kdbx.database(form, f"{FOLDER}/{name}", content, LOCK), error)
    add_not_utf8(catalogue)


def add_not_utf8(catalogue: Catalogue) -> None:
    """A protected value may be any bytes."""
    first, last = some("not-utf8")
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
    reasons = ["stray byte in the name", "stray bytes in the secret"]
    catalogue.add(f"{label}.kdbx", content, [first, last], reasons, format=FORMAT, password=PASSWORD)
