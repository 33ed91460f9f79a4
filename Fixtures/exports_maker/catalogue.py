"""Collects the files with their expectations, and checks the set as a whole."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .accounts import Entry

SUFFIX = ".expected.json"
MAXIMUM_SIZE = 3_000_000
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


class Catalogue:
    """Every file that is made, by its path below `exports`."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.owners: dict[bytes, str] = {}

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
        items = [account.expected() for account in entries]
        expected = {"format": format, "password": password, "items": items, "rejected": len(rejected)}
        expected |= {"keyFile": key_file} if key_file else {}
        repeated = sum(count - 1 for count in Counter(map(json.dumps, items)).values())
        expected |= {"reasons": list(rejected)} if rejected else {}
        expected |= {"duplicates": repeated} if repeated else {}
        for account in entries:
            self._claim(account.secret, path)
        self._write(path, content, expected)

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
        expected = {"format": format, "password": password, "items": [], "rejected": 0, "error": error}
        expected |= {"keyFile": key_file} if key_file else {}
        self._write(path, content, expected)

    def companion(self, path: str, content: bytes) -> None:
        """Adds a file that another file needs beside it, and of which nothing is expected by itself."""
        self.files[path] = content

    def _claim(self, secret: bytes, path: str) -> None:
        folder = path.split("/")[0]
        if self.owners.setdefault(secret, folder) != folder:
            raise ValueError(f"{path} repeats a secret of {self.owners[secret]}")

    def _write(self, path: str, content: bytes, expected: dict) -> None:
        if path in self.files:
            raise ValueError(f"{path} is made twice")
        self.files[path] = content
        self.files[path + SUFFIX] = (json.dumps(expected, ensure_ascii=False, indent=1) + "\n").encode()

    def verify(self) -> None:
        """The limit that keeps the folder fit for a repository."""
        total = sum(map(len, self.files.values()))
        if total > MAXIMUM_SIZE:
            raise ValueError(f"{total} bytes are more than {MAXIMUM_SIZE}")

    def summary(self) -> str:
        inputs = [name for name in self.files if not name.endswith(SUFFIX)]
        formats = Counter(name.split("/")[0] for name in inputs)
        lines = [f"{name:26}{count:4}" for name, count in formats.items()]
        total = sum(map(len, self.files.values()))
        return "\n".join([*lines, f"{len(inputs)} inputs, {len(self.owners)} accounts, {total:,} bytes"])
