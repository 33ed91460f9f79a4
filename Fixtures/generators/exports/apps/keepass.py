"""KeePass and KeePassXC: KDBX 3.1 and 4, every cipher and key derivation, passwords and key files."""

import json
from collections.abc import Sequence
from dataclasses import replace

from images.accounts import invented_bytes

from .. import ciphers, kdbx, reopen_containers
from ..accounts import Entry, entry, passphrase, some
from ..catalogue import Catalogue, Seal
from ..kdbx import Form, InnerStream, Lock
from ..kdbx_xml import Folder, Record, document, every_string
from ..shape import between
from . import keepass_entries as entries

FORMAT = "keepass"
FORMS = {
    "aes-argon2d": Form(),
    "chacha20-argon2id-unicode": Form(minor=1, cipher="chacha20", kdf="argon2id", packed=False),
    "twofish-aes-kdf": Form(cipher="twofish", kdf="aes"),
    "argon2-1.0-salsa20": Form(kdf="argon2id", argon2_version=0x10, stream=kdbx.SALSA20),
    "3.1-aes": Form(major=3, minor=1, stream=kdbx.SALSA20),
    "3.1-twofish-unicode": Form(major=3, minor=1, cipher="twofish", stream=kdbx.SALSA20, packed=False),
    "3.1-chacha20": Form(major=3, minor=1, cipher="chacha20", stream=kdbx.SALSA20),
}
V3, V4 = FORMS["3.1-aes"], FORMS["aes-argon2d"]


def in_folders(records: Sequence[Record]) -> Folder:
    """The groups that the tags name, within each other."""
    half, two_thirds = len(records) // 2, len(records) * 2 // 3
    inner = Folder("家族", records[two_thirds:])
    return Folder("Root & all", [*records[:half], Folder("Work", [*records[half:two_thirds], inner])])


def add_one(
    catalogue: Catalogue, name: str, form: Form, root: Folder, good: Sequence[Entry], reasons: Sequence[str] = (), *,
    lock: Lock | None = None, bin: str | None = None, key_file: tuple[str, bytes] | None = None,
) -> None:  # fmt: skip
    """Adds a database that opens, as another program can tell."""
    label = f"{FORMAT}/{name}"
    lock = lock or Lock(passphrase(label, ascii="unicode" not in name))
    content = kdbx.database(form, label, document(root, label, bin=bin), lock)
    key = None if key_file is None else key_file[1]
    strings = json.dumps(every_string(root)).encode()
    seal = Seal(lambda sealed, _: reopen_containers.kdbx_strings(sealed, lock.password, key), strings)
    given = None
    if key_file is not None:
        given = f"{name.rpartition('/')[2]}.{key_file[0]}"
        catalogue.companion(f"{FORMAT}/{given}", key_file[1])
    catalogue.add(f"{label}.kdbx", content, good, reasons, password=lock.password, key_file=given, seal=seal)


def add(catalogue: Catalogue) -> None:
    for name, form in FORMS.items():
        pairs = entries.linked(f"{FORMAT}/{name}")
        root = in_folders([found for found, _ in pairs if found is not None])
        add_one(catalogue, name, form, root, [account for _, account in pairs])
    for name, form in (("fields", V4), ("3.1-fields", V3)):
        pairs = entries.fields(f"{FORMAT}/{name}")
        records = [found for found, _ in pairs if found is not None]
        records[3:3] = entries.without(f"{FORMAT}/{name}")
        add_one(catalogue, name, form, in_folders(records), [account for _, account in pairs])
    add_left_out(catalogue)
    add_rejected(catalogue)
    add_half_names(catalogue)
    add_key_files(catalogue)
    add_parts(catalogue)


def add_left_out(catalogue: Catalogue) -> None:
    """History and the recycle bin: nothing of them is an account, all of it is in the key stream."""
    for name, form in (("history-and-bin", V4), ("3.1-history-and-bin", V3)):
        label = f"{FORMAT}/{name}"
        kept = some(label, 4)
        gone = [entries.with_link(entry(f"{label}/gone/{at}")) for at in range(4)]
        earlier = [entries.with_link(entry(f"{label}/earlier/{at}")) for at in range(3)]
        plain = Record([("Title", "No longer with a code"), ("Password", "invented")], history=earlier[2:])
        bin = Folder("Recycle Bin", [gone[0], Folder("Old", [gone[1], Folder("Older", gone[2:3])]), gone[3]])
        namesake = Folder("Not the Recycle Bin", [entries.with_link(kept[2])])
        changed = entries.with_link(kept[0], history=earlier[:2])
        root = Folder("Root", [changed, plain, bin, entries.with_link(kept[1]), namesake, entries.with_link(kept[3])])
        add_one(catalogue, name, form, root, kept, bin="Recycle Bin")


def add_rejected(catalogue: Catalogue) -> None:
    label = f"{FORMAT}/rejected"
    good = some(label, 3)
    faults = entries.faults(label)
    root = Folder("Root", between([*map(entries.with_link, good)], [record for _, record in faults]))
    add_one(catalogue, "rejected", V4, root, good, [reason for reason, _ in faults])


def add_half_names(catalogue: Catalogue) -> None:
    """Links that name an issuer or a name, not both: the other one is the title or the user name."""
    label = f"{FORMAT}/half-names"
    name, issuer = some(label)
    query = "&digits=6&period=30"
    name_only = f"otpauth://totp/{name.name}?secret={name.base32}{query}"
    issuer_only = f"otpauth://totp/?secret={issuer.base32}&issuer={issuer.issuer.replace(' ', '+')}{query}"
    # KeeWeb's label of every link.
    unnamed = entry(f"{label}/default")
    default = f"otpauth://totp/default?secret={unnamed.base32}{query}"
    title = entry(f"{label}/title")
    records = [entries.record(title, [("otp", link)]) for link in (name_only, issuer_only, default)]
    good = [replace(name, issuer=title.issuer), replace(issuer, name=title.name)]
    good.append(replace(unnamed, issuer=title.issuer, name=title.name))
    add_one(catalogue, "half-names", V4, Folder("Root", records), good)


def key_files() -> dict[str, tuple[str, bytes, bytes]]:
    """Every kind of key file: the end of its name, its content, and the key in it."""
    key = {name: invented_bytes(f"exports/{FORMAT}/key/{name}", 32) for name in ("xml-1", "xml-2", "raw", "hex")}
    data = f"<Data>{ciphers.b64(key['xml-1'])}</Data>"
    first = f"<KeyFile><Meta><Version>1.00</Version></Meta><Key>{data}</Key></KeyFile>"
    rows = [key["xml-2"].hex().upper()[at : at + 32] for at in (0, 32)]
    spaced = "\n\t\t\t".join(" ".join(row[at : at + 8] for at in range(0, 32, 8)) for row in rows)
    digest = ciphers.sha256(key["xml-2"])[:4].hex().upper()
    second = (
        "<KeyFile>\n\t<Meta>\n\t\t<Version>2.0</Version>\n\t</Meta>\n\t<Key>\n"
        f'\t\t<Data Hash="{digest}">\n\t\t\t{spaced}\n\t\t</Data>\n\t</Key>\n</KeyFile>\n'
    )
    start = '<?xml version="1.0" encoding="utf-8"?>\n'
    other = "Any file will do, ein Bild oder ein Text: 鍵\n".encode()
    return {
        "xml-1": ("key", (start + first).encode(), key["xml-1"]),
        "xml-2": ("keyx", (start + second).encode(), key["xml-2"]),
        "raw": ("bin", key["raw"], key["raw"]),
        "hex": ("hex", key["hex"].hex().encode(), key["hex"]),
        "any": ("txt", other, ciphers.sha256(other)),
    }


def add_key_files(catalogue: Catalogue) -> None:
    """With a password, but for one of which the key file alone is the key."""
    for name, (suffix, content, key) in key_files().items():
        name = f"key-file-{name}"
        label = f"{FORMAT}/{name}"
        accounts = some(label)
        password = None if name == "key-file-xml-2" else passphrase(label, ascii=name != "key-file-any")
        root = Folder("Root", list(map(entries.with_link, accounts)))
        form = V3 if name == "key-file-hex" else V4
        add_one(catalogue, name, form, root, accounts, lock=Lock(password, key), key_file=(suffix, content))


def add_parts(catalogue: Catalogue) -> None:
    """Many blocks, further header fields, attachments."""
    comment = {kdbx.COMMENT: b"no one reads this"}
    custom = {kdbx.CUSTOM: kdbx.variant_dictionary({"Plugin": (0x18, "wärme".encode())})}
    forms = {
        "small-blocks": replace(V4, block_size=100, fields=comment | custom, attachments=(b"one", b"", bytes(300))),
        "3.1-small-blocks": replace(V3, block_size=100, fields=comment),
    }
    for name, form in forms.items():
        accounts = some(f"{FORMAT}/{name}", 3)
        add_one(catalogue, name, form, Folder("Root", list(map(entries.with_link, accounts))), accounts)
    # The other library loses its place in the stream at a protected attachment: no second opinion here.
    label = f"{FORMAT}/3.1-attachments"
    accounts, password = some(label, 3), passphrase(label)
    root = Folder("Root", list(map(entries.with_link, accounts)))
    content = kdbx.database(V3, label, document(root, label, meta=attachments), Lock(password))
    catalogue.add(f"{label}.kdbx", content, accounts, password=password)


def attachments(stream: InnerStream) -> str:
    packed = ciphers.b64(kdbx.gzipped(b"an attachment " * 9))
    sealed = stream.protect(b"an attachment under the key stream")
    return f'<Binary ID="0" Compressed="True">{packed}</Binary><Binary ID="1" Protected="True">{sealed}</Binary>'


def holding(accounts: Sequence[Entry], label: str) -> bytes:
    records = [entries.with_link(account) for account in accounts]
    return kdbx.database(V4, label, document(Folder("Root", records), label), Lock(passphrase(label)))
