#!/usr/bin/env python3
"""Makes Fixtures/mail: e-mail files, with the parts and the accounts that a reader must find in each.

    make_mail.py            write the files, remove those that are no longer made
    make_mail.py --check    write nothing, fail if the committed files differ

Needs the packages of scripts/requirements.txt. Every byte is derived from names, so two runs agree. The email package
of Python reads each file again: it must find the same parts.
"""

import argparse
import base64
import email
import email.policy
import io
import quopri
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True

from fixtures import Fixtures, run  # noqa: E402
from images.accounts import Account, someone  # noqa: E402
from images.canvas import WHITE, Canvas  # noqa: E402
from images.payloads import link  # noqa: E402

MAIL = Path(__file__).resolve().parent.parent / "mail"
NEWLINE = b"\r\n"


class Catalogue(Fixtures):
    maximum_size = 200_000

    def files(self) -> dict[str, bytes]:
        return {path.removeprefix("mail/"): content for path, content in super().files().items()}


@dataclass
class Part:
    """A leaf: what a reader must call it, its content, the accounts in it, and its header and body as written."""

    name: str
    content: bytes
    accounts: list[Account] = field(default_factory=list)
    header: tuple[str, ...] = ()
    encoding: str = "base64"
    is_cut: bool = False

    def written(self) -> bytes:
        body = encoded(self.content, self.encoding)
        lines = [*self.header, *([f"Content-Transfer-Encoding: {self.encoding}"] if self.encoding else [])]
        return "\r\n".join(lines).encode() + NEWLINE * (2 if lines else 1) + body

    def leaves(self) -> list["Part"]:
        return [self]


@dataclass
class Multipart:
    boundary: str
    parts: list
    type: str = "mixed"
    is_open: bool = False
    header: tuple[str, ...] = ()

    def written(self) -> bytes:
        lines = [f'Content-Type: multipart/{self.type};\r\n\tboundary="{self.boundary}"', *self.header]
        text = "\r\n".join(lines).encode() + NEWLINE * 2 + b"This is a message in several parts." + NEWLINE
        for part in self.parts:
            text += f"--{self.boundary}\r\n".encode() + part.written() + NEWLINE
        return text if self.is_open else text + f"--{self.boundary}--\r\nThe end.\r\n".encode()

    def leaves(self) -> list[Part]:
        return [leaf for part in self.parts for leaf in part.leaves()]


@dataclass
class Attached:
    """A message in a message."""

    folder: str
    message: bytes
    parts: list[Part]
    header: tuple[str, ...] = ("Content-Type: message/rfc822",)

    def written(self) -> bytes:
        return "\r\n".join(self.header).encode() + NEWLINE * 2 + self.message

    def leaves(self) -> list[Part]:
        return [
            Part(f"{self.folder}/{part.name}", part.content, part.accounts, encoding=part.encoding)
            for part in self.parts
        ]


def encoded(content: bytes, encoding: str) -> bytes:
    if encoding == "base64":
        return base64.encodebytes(content).replace(b"\n", NEWLINE).removesuffix(NEWLINE)
    if encoding == "quoted-printable":
        return quopri.encodestring(content).replace(b"\r\n", b"\n").replace(b"\n", NEWLINE)
    return content


def message(body: Part | Multipart, subject: str) -> bytes:
    lines = [
        "Return-Path: <alice@example.com>",
        "Received: from mail.example.com (mail.example.com [192.0.2.1])\r\n\tby mx.example.org; "
        "Mon, 3 Mar 2025 10:00:00 +0000",
        "From: Alice <alice@example.com>",
        "To: bob@example.org",
        f"Subject: {subject}",
        "Date: Mon, 3 Mar 2025 10:00:00 +0000",
        "Message-ID: <1@example.com>",
        "MIME-Version: 1.0",
    ]
    return "\r\n".join(lines).encode() + NEWLINE + body.written()


def picture(path: str, name: str, header: tuple[str, ...] = ()) -> Part:
    account = someone(f"{path}/{name}")
    canvas = Canvas.blank(220, 220, WHITE)
    canvas.code_within(link(account), 10, 10, 200)
    header = header or (
        f'Content-Type: image/png; name="{name}"',
        f'Content-Disposition: attachment; filename="{name}"',
    )
    return Part(name, canvas.png(), [account], header)


def text(name: str, content: str, accounts: list[Account], type: str = "plain", encoding: str = "7bit") -> Part:
    return Part(name, content.encode(), accounts, (f"Content-Type: text/{type}; charset=utf-8",), encoding)


def add(catalogue: Catalogue, path: str, content: bytes, parts: list[Part]) -> None:
    for account in (account for part in parts for account in part.accounts):
        catalogue.owners.setdefault(account.secret, path)
    expected = {
        "parts": [{"name": part.name, "bytes": len(part.content)} for part in parts],
        "items": [account.item() for part in parts for account in part.accounts],
    }
    reread(path, content, parts)
    catalogue.put(f"mail/{path}", content, expected)


def reread(path: str, content: bytes, parts: list[Part]) -> None:
    """The email package must find the same contents. It leaves out nothing, and reads a box only after it is split."""
    messages = [content]
    if content.startswith(b"From "):
        messages = [b"\n".join(m.split(b"\n")[1:]) for m in content.split(b"\n\nFrom alice@")]
    found = []
    for message in messages:
        for part in email.message_from_bytes(message, policy=email.policy.compat32).walk():
            if not part.is_multipart():
                found.append(part.get_payload(decode=True))
    for part, read in zip(parts, found, strict=True):
        if read.replace(b"\r\n", b"\n").rstrip(b"\n") != part.content.replace(b"\r\n", b"\n").rstrip(b"\n"):
            if not part.is_cut:
                raise ValueError(f"{path}: {part.name} is read in another way")


def screenshot(catalogue: Catalogue) -> None:
    path = "screenshot.eml"
    parts = [text("part 1", "Here is the code.\r\n", []), picture(path, "IMG_0001.png")]
    add(catalogue, path, message(Multipart("b1", parts), "my code"), parts)


def inline(catalogue: Catalogue) -> None:
    """A picture in a page, a link in both forms of the text, and names in other character sets."""
    path = "inline.eml"
    account = someone(f"{path}/link", issuer="Brightwater Bank")
    url = account.link()
    plain = text(
        "part 1.1.1", f"Grüße,\r\nsee {url} is my bank, or the picture.\r\n", [account], encoding="quoted-printable"
    )
    page = text(
        "part 1.1.2",
        f'<p>Grüße, see <a href="{url.replace("&", "&amp;")}">my bank</a>: <img src="cid:1"></p>\r\n',
        [account], "html", "quoted-printable",
    )
    long_name = picture(
        path,
        "Bildschirmfoto für alle – Konto mit einem langen Namen.png",
        (
            "Content-Type: image/png",
            "Content-Disposition: inline;\r\n"
            " filename*0*=utf-8''Bildschirmfoto%20f%C3%BCr%20alle%20%E2%80%93%20;\r\n"
            " filename*1=\"Konto mit einem \";\r\n"
            " filename*2*=langen%20Namen.png",
            "Content-ID: <1>",
        ),
    )
    words = picture(
        path,
        "Ärger.png",
        ('Content-Type: image/png; name="=?iso-8859-1?Q?=C4rger?=\r\n =?utf-8?B?LnBuZw==?="',),
    )
    body = Multipart(
        "outer", [Multipart("outer-1", [Multipart("alt", [plain, page], "alternative"), long_name], "related"), words]
    )
    add(catalogue, path, message(body, "=?utf-8?Q?Gr=C3=BC=C3=9Fe?="), body.leaves())


def forwarded(catalogue: Catalogue) -> None:
    """Messages in messages, two files of one name, and an archive."""
    path = "forwarded.eml"
    first = picture(path, "image.png")
    second = picture(f"{path}/2", "image.png")
    second.name = "image (2).png"
    inner = Multipart("inner", [text("part 1", "The pictures.\r\n", []), first, second])
    memory = io.BytesIO()
    zipped = picture(path, "zipped.png")
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("zipped.png"), zipped.content)
    shots = Part(
        "shots.zip", memory.getvalue(), zipped.accounts,
        ('Content-Type: application/zip; name="C:\\\\Users\\\\alice\\\\shots.zip"',),
    )
    account = someone(f"{path}/text")
    alone = Part("text", f"{account.link()}\r\n".encode(), [account], (), "")
    parts = [
        text("part 1", "See below.\r\n", []),
        Attached("message 2", message(inner, "pictures"), inner.leaves()),
        Attached("the old one.eml", message(alone, "link"), [alone], (
            'Content-Type: message/rfc822; name="the old one.eml"',
        )),
        shots,
    ]
    body = Multipart("outer", parts)
    add(catalogue, path, message(body, "Fwd: pictures"), body.leaves())


def box(catalogue: Catalogue) -> None:
    """Three messages; a sentence that starts with From is in one of them."""
    path = "nightly.mbox"
    parts: list[Part] = []
    content = b""
    account = someone(f"{path}/text")
    bodies = [
        Multipart("b1", [text("part 1", "The first.\r\n", []), picture(path, "first.png")]),
        Part("text", f"Hello,\r\n\r\nFrom 10:30 on: {account.link()}\r\nBye\r\n".encode(), [account], (), ""),
        Multipart("b1", [text("part 1", "The third.\r\n", []), picture(path, "third.png")]),
    ]
    for index, body in enumerate(bodies):
        written = message(body, f"shot {index + 1}").replace(b"\r\n", b"\n")
        content += b"From alice@example.com Mon Mar  3 10:00:00 2025\n" + written.rstrip(b"\n") + b"\n\n"
        for part in body.leaves():
            part.content = part.content if part.name.endswith(".png") else part.content.replace(b"\r\n", b"\n")
            parts.append(Part(f"message {index + 1}/{part.name}", part.content, part.accounts))
    # The empty line that separates two messages belongs to the text before it.
    parts[2].content = parts[2].content + b"\n"
    add(catalogue, path, content, parts)


def damaged(catalogue: Catalogue) -> None:
    """The end is missing, as of a download that stopped; the first picture is whole."""
    path = "cut-off.eml"
    parts = [picture(path, "whole.png"), picture(path, "cut.png")]
    parts[1].content = parts[1].content[: len(parts[1].content) // 2 // 57 * 57]
    parts[1].accounts = []
    parts[1].is_cut = True
    add(catalogue, path, message(Multipart("b1", parts, is_open=True), "cut off").removesuffix(NEWLINE), parts)


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes Fixtures/mail.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed files differ")
    arguments = parser.parse_args()
    catalogue = Catalogue()
    for group in (screenshot, inline, forwarded, box, damaged):
        group(catalogue)
    return run(catalogue, MAIL, arguments)


if __name__ == "__main__":
    sys.exit(main())
