"""KeePass databases that are damaged, or whose headers ask for what there is not, or for too much."""

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace

from images.accounts import invented_bytes

from .. import kdbx
from ..catalogue import Catalogue
from ..kdbx import Form
from .keepass import V3, V4
from .keepass_hostile import FOLDER, LOCK, failure, ordinary


def add(catalogue: Catalogue) -> None:
    add_damaged(catalogue)
    add_headers(catalogue)
    add_costs(catalogue)


def add_damaged(catalogue: Catalogue) -> None:
    def flipped(part: bytes, at: int) -> bytes:
        return part[:at] + bytes([part[at] ^ 1]) + part[at + 1 :]

    small = replace(V4, block_size=400)

    def parts() -> list[bytes]:
        return kdbx.parts(small, f"{FOLDER}/damaged", ordinary("damaged"), LOCK)

    header, digest, mac, first, second, *rest = parts()
    endless, negative = second[:32] + b"\xff\xff\xff\x7f" + second[36:], second[:32] + b"\xff" * 4 + second[36:]
    cases = (
        ("header-hash", [header, flipped(digest, 5), mac, first, second, *rest], "corrupt"),
        ("header-mac", [header, digest, flipped(mac, 5), first, second, *rest], "wrong-password"),
        ("header-flipped", [flipped(header, 60), digest, mac, first, second, *rest], "corrupt"),
        ("block-mac", [header, digest, mac, first, flipped(second, 5), *rest], "corrupt"),
        ("block-flipped", [header, digest, mac, first, flipped(second, 50), *rest], "corrupt"),
        ("block-length", [header, digest, mac, first, endless, *rest], "corrupt"),
        ("block-length-negative", [header, digest, mac, first, negative, *rest], "corrupt"),
        ("blocks-swapped", [header, digest, mac, second, first, *rest], "corrupt"),
        ("block-missing", [header, digest, mac, first, *rest], "corrupt"),
        ("no-last-block", [header, digest, mac, first, second, *rest[:-1]], "corrupt"),
        ("truncated", [header, digest, mac, first, second[:100]], "corrupt"),
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
        ("argon2-passes-2-40", replace(argon, costs={"I": u64(2**40)}), "limit-exceeded"),
        ("argon2-lanes-2-31", replace(argon, costs={"P": u32(2**31)}), "limit-exceeded"),
        ("aes-rounds-2-63", replace(V4, kdf="aes", costs={"R": u64(2**63)}), "limit-exceeded"),
        ("3.1-rounds-2-62", replace(V3, fields={kdbx.ROUNDS: struct.pack("<Q", 2**62)}), "limit-exceeded"),
        ("argon2-memory-0", replace(argon, costs={"M": u64(0)}), "corrupt"),
        ("argon2-passes-0", replace(argon, costs={"I": u64(0)}), "corrupt"),
        ("argon2-lanes-0", replace(argon, costs={"P": u32(0)}), "corrupt"),
        ("argon2-no-salt", replace(argon, costs={"S": None}), "corrupt"),
        ("argon2-version-2.0", replace(argon, costs={"V": u32(0x20)}), "unsupported-version"),
        ("unknown-kdf", replace(V4, costs={"$UUID": (kdbx.BYTES, bytes(range(16)))}), "unsupported-version"),
    )
    for name, form, error in costs:
        failure(catalogue, name, kdbx.database(form, f"{FOLDER}/{name}", ordinary(name), LOCK), error)
