"""Collects the files with their expectations."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from fixtures import Fixtures

from .canvas import Canvas
from .payloads import Payload
from .png import SIGNATURE

PNG_COUNT = range(70, 131)


class Catalogue(Fixtures):
    """Every file that is made, by its path below `images`."""

    maximum_size = 5_500_000

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

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
        expected |= {"warning": "image-damaged"} if damaged else {}
        expected["incompleteSets"] = incomplete_sets
        self._add(path, content, expected, distinct, repeats)

    def kept(self, path: str, payloads: Sequence[Payload], damaged: bool = False) -> None:
        """Adds a picture that is not made again: its bytes are those of the committed file."""
        self.picture(path, (self.folder / path).read_bytes(), payloads, damaged=damaged)

    def text(self, path: str, content: bytes, payloads: Sequence[Payload]) -> None:
        """Adds a file that is read as lines of text, whatever its name is."""
        self._add(path, content, {"status": status(payloads, False)} | entries(payloads), payloads, False)

    def failure(self, path: str, content: bytes, code: str) -> None:
        """Adds a file that cannot be read at all."""
        self._add(path, content, {"status": "failed", "error": code}, (), False)

    def _add(self, path: str, content: bytes, expected: dict, payloads: Sequence[Payload], repeats: bool) -> None:
        for account in (account for payload in payloads for account in payload.accounts):
            owner = self.owners.setdefault(account.secret, path)
            if owner != path and not repeats:
                raise ValueError(f"{path} repeats a secret of {owner} without saying so")
        self.put(path, content, expected)

    def verify(self) -> None:
        super().verify()
        pictures = sum(content.startswith(SIGNATURE) for content in self.inputs.values())
        if pictures not in PNG_COUNT:
            raise ValueError(f"{pictures} PNGs, not {PNG_COUNT.start} to {PNG_COUNT.stop - 1}")


def status(payloads: Sequence[Payload], impaired: bool) -> str:
    if impaired or any(payload.rejected for payload in payloads):
        return "partial"
    return "ok" if any(payload.is_about_accounts for payload in payloads) else "no-code"


def entries(payloads: Sequence[Payload]) -> dict:
    """The part of an expectation that pictures and texts share."""
    expected: dict = {
        "items": [account.item() for payload in payloads for account in payload.accounts],
        "rejected": [{"code": code} for payload in payloads for code in payload.rejected],
    }
    batches = [payload.batch for payload in payloads if payload.batch]
    if len(batches) > 1:
        raise ValueError("an expectation names one part of an export at most")
    for batch_id, size, index in batches:
        expected["batch"] = {"id": str(batch_id), "size": size, "index": index}
    return expected
