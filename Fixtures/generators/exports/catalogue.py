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
Content = bytes | str | dict | list
"""The bytes of a file, its text, or the tree of its JSON."""
OF_FOLDER = "of the folder"
"""In place of a format: that of the folder."""


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
        content: Content,
        entries: Sequence[Entry] = (),
        rejected: Sequence[str] = (),
        *,
        format: str | None = None,
        password: str | None = None,
        key_file: str | None = None,
        seal: Seal | None = None,
        attached: int = 0,
    ) -> None:
        """Adds an export that opens: its accounts in order, and a few words on each entry that must be rejected.

        The format is that of the folder, unless another one is given. So many more accounts are in files of its logins.
        """
        content = encoded(content)
        if seal is not None and seal.opened(content, password or "") != seal.text:
            raise ValueError(f"{path} does not open to what was put into it")
        items = [account.item() for account in entries]
        expected = {"format": format or folder(path)}
        expected |= {"status": "partial" if rejected else "ok"} | opening(password, key_file)
        expected |= {"items": items, "rejected": [{"about": reason} for reason in rejected]}
        repeated = sum(count - 1 for count in Counter(map(json.dumps, items)).values())
        expected["duplicates"] = repeated
        expected |= {"attached": attached} if attached else {}
        for account in entries:
            self._claim(account.secret, path)
        self.put(path, content, expected)

    def failure(
        self,
        path: str,
        content: Content,
        error: str,
        *,
        format: str | None = OF_FOLDER,
        password: str | None = None,
        key_file: str | None = None,
    ) -> None:
        """Adds a file that must fail as a whole.

        The format is that of the folder, or None if a reader cannot tell it; a file that is not recognized has none.
        """
        if error not in ERRORS:
            raise ValueError(f"{path} fails with an unknown code")
        if format == OF_FOLDER:
            format = None if error == "unrecognised" else folder(path)
        expected = {"format": format} if format else {}
        expected |= {"status": "failed", "error": error} | opening(password, key_file)
        self.put(path, encoded(content), expected)

    def companion(self, path: str, content: Content) -> None:
        """Adds a file that another file needs next to it, and of which nothing is expected by itself."""
        self.put(path, encoded(content), None)

    def _claim(self, secret: bytes, path: str) -> None:
        owner = folder(path)
        if self.owners.setdefault(secret, owner) != owner:
            raise ValueError(f"{path} repeats a secret of {self.owners[secret]}")


def encoded(content: Content) -> bytes:
    """The bytes of a file: a text is in UTF-8, and JSON on one line of ASCII."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def folder(path: str) -> str:
    """The folder of a file, which has the name of a format."""
    return path.split("/")[0]


def opening(password: str | None, key_file: str | None) -> dict:
    """What opens an encrypted file."""
    return {key: value for key, value in (("password", password), ("keyFile", key_file)) if value is not None}
