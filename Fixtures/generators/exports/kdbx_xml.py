"""The XML within a KDBX database: groups, entries and their earlier versions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from images.accounts import invented_bytes

from . import ciphers
from .kdbx import InnerStream

MOMENT = "2026-01-02T03:04:05Z"
PROTECTED = ("Password", "otp", "TOTP Seed", "TimeOtp-Secret", "HmacOtp-Secret")
"""Beginnings of the keys whose values are protected."""
Strings = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Record:
    """An entry."""

    strings: Strings
    history: Sequence["Record"] = ()
    tags: str = ""

    @property
    def title(self) -> str:
        return dict(self.strings).get("Title", "")


@dataclass(frozen=True)
class Folder:
    """A group."""

    name: str
    members: Sequence["Record | Folder"] = ()


def identifier(label: str) -> str:
    return ciphers.b64(invented_bytes(f"exports/keepass/uuid/{label}", 16))


class Writer:
    """Writes in the order of the document, as the key stream asks for."""

    def __init__(self, stream: InnerStream, label: str) -> None:
        self.stream = stream
        self.label = label
        self.lines: list[str] = []

    def value(self, key: str, text: str) -> str:
        if text and key.startswith(PROTECTED):
            return f'<Value Protected="True">{self.stream.protect(text.encode())}</Value>'
        return f"<Value>{escape(text)}</Value>" if text else "<Value />"

    def record(self, record: Record, depth: int) -> None:
        tabs = "\t" * depth
        name = identifier(f"{self.label}/{len(self.lines)}")
        self.lines += [f"{tabs}<Entry>", f"{tabs}\t<UUID>{name}</UUID>", f"{tabs}\t<IconID>0</IconID>"]
        self.lines.append(f"{tabs}\t<Tags>{escape(record.tags)}</Tags>")
        self.lines.append(f"{tabs}\t<Times><CreationTime>{MOMENT}</CreationTime><Expires>False</Expires></Times>")
        for key, text in record.strings:
            self.lines.append(f"{tabs}\t<String><Key>{escape(key)}</Key>{self.value(key, text)}</String>")
        self.lines.append(f"{tabs}\t<AutoType><Enabled>True</Enabled></AutoType>")
        if record.history:
            self.lines.append(f"{tabs}\t<History>")
            for earlier in record.history:
                self.record(earlier, depth + 2)
            self.lines.append(f"{tabs}\t</History>")
        self.lines.append(f"{tabs}</Entry>")

    def folder(self, folder: Folder, depth: int) -> None:
        tabs = "\t" * depth
        uuid = identifier(f"{self.label}/group/{folder.name}")
        self.lines += [f"{tabs}<Group>", f"{tabs}\t<UUID>{uuid}</UUID>", f"{tabs}\t<Name>{escape(folder.name)}</Name>"]
        for member in folder.members:
            if isinstance(member, Record):
                self.record(member, depth + 1)
            else:
                self.folder(member, depth + 1)
        self.lines.append(f"{tabs}</Group>")


def document(
    root: Folder, label: str, *, bin: str | None = None, meta: Callable[[InnerStream], str] = lambda _: ""
) -> Callable[[InnerStream, bytes], bytes]:
    """The whole document. Values before the groups may be protected as well."""

    def written(stream: InnerStream, header_hash: bytes) -> bytes:
        uuid = ciphers.b64(bytes(16)) if bin is None else identifier(f"{label}/group/{bin}")
        top = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', "<KeePassFile>", "\t<Meta>"]
        top.append("\t\t<Generator>KeePass</Generator>")
        top.append(f"\t\t<HeaderHash>{ciphers.b64(header_hash)}</HeaderHash>")
        top += [f"\t\t<RecycleBinEnabled>{bin is not None}</RecycleBinEnabled>"]
        top += [f"\t\t<RecycleBinUUID>{uuid}</RecycleBinUUID>", f"\t\t<Binaries>{meta(stream)}</Binaries>"]
        writer = Writer(stream, label)
        writer.folder(root, 2)
        lines = [*top, "\t</Meta>", "\t<Root>", *writer.lines, "\t\t<DeletedObjects />", "\t</Root>", "</KeePassFile>"]
        return "\n".join(lines).encode()

    return written


def every_string(folder: Folder) -> list[list[str]]:
    """Keys and values in the order of the document, earlier versions too."""
    found: list[list[str]] = []
    for member in folder.members:
        if isinstance(member, Folder):
            found += every_string(member)
        else:
            for record in (member, *member.history):
                found += [list(pair) for pair in record.strings]
    return found
