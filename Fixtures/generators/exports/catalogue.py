"""Collects the files with their expectations."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fixtures import Fixtures

from .accounts import Entry

ERRORS = frozenset(
    (
        "unrecognised", "account-restricted", "password-required", "wrong-password", "corrupt", "unsupported-version",
        "limit-exceeded",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Seal:
    """How an encrypted file opens, for the check that the file holds what was put into it."""

    opened: Callable[[bytes, str], bytes]
    text: bytes


class Catalogue(Fixtures):
    """Every file that is made, by its path below `exports`."""

    maximum_size = 6_500_000

    def add(
        self,
        path: str,
        content: bytes,
        entries: Sequence[Entry] = (),
        rejected: Sequence[str] = (),
        *,
        format: str | None,
        password: str | None = None,
        key_file: str | None = None,
        seal: Seal | None = None,
    ) -> None:
        """Adds an export that opens: its accounts in order, and a few words on each entry that must be rejected."""
        if seal is not None and seal.opened(content, password or "") != seal.text:
            raise ValueError(f"{path} does not open to what was put into it")
        items = [account.item() for account in entries]
        expected = {"format": format} if format else {}
        expected |= {"status": "partial" if rejected else "ok"} | opening(password, key_file)
        expected |= {"items": items, "rejected": [{"about": reason} for reason in rejected]}
        repeated = sum(count - 1 for count in Counter(map(json.dumps, items)).values())
        expected["duplicates"] = repeated
        for account in entries:
            self._claim(account.secret, path)
        self.put(path, content, expected)

    def failure(
        self,
        path: str,
        content: bytes,
        error: str,
        *,
        format: str | None,
        password: str | None = None,
        key_file: str | None = None,
    ) -> None:
        """Adds a file that must fail as a whole."""
        if error not in ERRORS:
            raise ValueError(f"{path} fails with an unknown code")
        expected = {"format": format} if format else {}
        expected |= {"status": "failed", "error": error} | opening(password, key_file)
        self.put(path, content, expected)

    def companion(self, path: str, content: bytes) -> None:
        """Adds a file that another file needs next to it, and of which nothing is expected by itself."""
        self.put(path, content, None)

    def _claim(self, secret: bytes, path: str) -> None:
        folder = path.split("/")[0]
        if self.owners.setdefault(secret, folder) != folder:
            raise ValueError(f"{path} repeats a secret of {self.owners[secret]}")


def opening(password: str | None, key_file: str | None) -> dict:
    """What opens an encrypted file."""
    return {key: value for key, value in (("password", password), ("keyFile", key_file)) if value is not None}
