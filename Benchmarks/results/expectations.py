"""What a corpus holds, as its `expected.json` says."""

import base64
import json
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Expectation:
    """One picture: the payloads to be read from it, and those that are no mistake if they are."""

    file: str
    category: str
    about: str
    payloads: frozenset[bytes]
    tolerated: frozenset[bytes]


@dataclass(frozen=True)
class Corpus:
    """A folder of pictures of one kind, in the order in which every program gets them."""

    kind: str
    folder: Path
    pictures: tuple[Expectation, ...]

    @classmethod
    def load(cls, folder: Path) -> "Corpus":
        content = json.loads((folder / "expected.json").read_text())
        return cls(content["kind"], folder, tuple(expectation(entry) for entry in content["pictures"]))

    @property
    def files(self) -> list[str]:
        return [picture.file for picture in self.pictures]

    @property
    def payload_count(self) -> int:
        return sum(len(picture.payloads) for picture in self.pictures)

    def backwards(self) -> "Corpus":
        return replace(self, pictures=self.pictures[::-1])

    def warm_up(self) -> None:
        """Reads every file once, so that no program waits for the disk."""
        for file in self.files:
            (self.folder / file).read_bytes()


def expectation(entry: dict) -> Expectation:
    payloads, tolerated = (
        frozenset(base64.b64decode(text) for text in entry.get(key, ())) for key in ("payloads", "tolerated")
    )
    return Expectation(entry["file"], entry["category"], entry["about"], payloads, tolerated)
