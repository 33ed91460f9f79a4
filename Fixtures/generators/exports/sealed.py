"""The common cases within an encrypted file: damage that shows only once the file is open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .accounts import Entry
from .catalogue import Catalogue


@dataclass(frozen=True)
class SealedCatalogue:
    """Takes the place of a catalogue, and seals what is added. Whose the file is, is known before it opens."""

    catalogue: Catalogue
    format: str
    password: str
    seal: Callable[[str, bytes], bytes]

    def add(
        self, path: str, content: bytes, entries: Sequence[Entry] = (), rejected: Sequence[str] = (), **_: str | None
    ) -> None:
        content = self.seal(path, content)
        self.catalogue.add(path, content, entries, rejected, format=self.format, password=self.password)

    def failure(self, path: str, content: bytes, error: str, **_: str | None) -> None:
        content = self.seal(path, content)
        self.catalogue.failure(path, content, error, format=self.format, password=self.password)
