"""Collects the files with their expectations, and checks the set as a whole."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from .canvas import Canvas
from .payloads import Payload
from .png import SIGNATURE

SUFFIX = ".expected.json"
MAXIMUM_SIZE = 5_500_000
PNG_COUNT = range(70, 111)


class Catalogue:
    """Every file that is made, by its path below `images`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, bytes] = {}
        self.owners: dict[bytes, str] = {}

    def picture(
        self,
        path: str,
        content: Canvas | bytes,
        payloads: Iterable[Payload] | None = None,
        *,
        damaged: bool = False,
        incomplete_sets: int = 0,
        repeats: bool = False,
    ) -> None:
        """Adds a picture: a canvas knows its codes, of bytes they are given in reading order."""
        if isinstance(content, Canvas):
            payloads = content.payloads() if payloads is None else payloads
            content = content.png()
        distinct = list(dict.fromkeys(payloads or ()))
        others = [payload for payload in distinct if not payload.is_about_accounts]
        expected = {"status": status(distinct, damaged or incomplete_sets > 0)}
        expected |= {"codes": len(distinct), "otherCodes": len(others)} | entries(distinct)
        if damaged:
            expected["warning"] = "image-damaged"
        if incomplete_sets:
            expected["incompleteSets"] = incomplete_sets
        self._add(path, content, expected, distinct, repeats)

    def kept(self, path: str, payloads: Sequence[Payload]) -> None:
        """Adds a picture that is not made anew: its bytes are those that lie there."""
        self.picture(path, (self.folder / path).read_bytes(), payloads)

    def text(self, path: str, content: bytes, payloads: Sequence[Payload]) -> None:
        """Adds a file that is read as lines of text, whatever its name says."""
        expected = {"status": status(payloads, False), "codes": 0, "otherCodes": 0} | entries(payloads)
        self._add(path, content, expected, payloads, False)

    def failure(self, path: str, content: bytes, code: str) -> None:
        """Adds a file that cannot be read at all."""
        expected = {"status": "failed", "codes": 0, "otherCodes": 0} | entries(()) | {"failure": code}
        self._add(path, content, expected, (), False)

    def _add(
        self, path: str, content: bytes, expected: dict, payloads: Sequence[Payload], repeats: bool
    ) -> None:
        if path in self.files:
            raise ValueError(f"{path} is made twice")
        for account in (account for payload in payloads for account in payload.accounts):
            owner = self.owners.setdefault(account.secret, path)
            if owner != path and not repeats:
                raise ValueError(f"{path} repeats a secret of {owner} without saying so")
        self.files[path] = content
        self.files[path + SUFFIX] = (json.dumps(expected, ensure_ascii=False, indent=2) + "\n").encode()

    def verify(self) -> None:
        """The limits that keep the folder fit for a repository."""
        total = sum(map(len, self.files.values()))
        pictures = sum(content.startswith(SIGNATURE) for content in self.files.values())
        if total > MAXIMUM_SIZE:
            raise ValueError(f"{total} bytes are more than {MAXIMUM_SIZE}")
        if pictures not in PNG_COUNT:
            raise ValueError(f"{pictures} pictures, not {PNG_COUNT.start} to {PNG_COUNT.stop - 1}")

    def summary(self) -> str:
        inputs = [name for name in self.files if not name.endswith(SUFFIX)]
        groups = Counter(name.split("/")[0] for name in inputs)
        lines = [f"{group:20}{count:4}" for group, count in groups.items()]
        total = sum(map(len, self.files.values()))
        return "\n".join([*lines, f"{len(inputs)} inputs, {len(self.owners)} accounts, {total:,} bytes"])


def status(payloads: Sequence[Payload], impaired: bool) -> str:
    if impaired or any(payload.rejected for payload in payloads):
        return "partial"
    return "ok" if any(payload.is_about_accounts for payload in payloads) else "no-code"


def entries(payloads: Sequence[Payload]) -> dict:
    """The part of an expectation that pictures and texts share."""
    expected: dict = {
        "items": [account.item() for payload in payloads for account in payload.accounts],
        "rejected": [code for payload in payloads for code in payload.rejected],
    }
    batches = [payload.batch for payload in payloads if payload.batch]
    if len(batches) > 1:
        raise ValueError("an expectation names one part of an export at most")
    for batch_id, size, index in batches:
        expected["batch"] = {"id": str(batch_id), "size": size, "index": index}
    return expected
