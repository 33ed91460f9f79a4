"""How much of a corpus was read, and how much that is not there."""

from dataclasses import dataclass, field

from peers import Reading

from .expectations import Corpus, Expectation


@dataclass
class Score:
    """Payloads found and expected, payloads that are wrong, and the pictures with something missing or wrong."""

    found: int = 0
    expected: int = 0
    wrong: int = 0
    missed: list[Expectation] = field(default_factory=list)
    mistaken: list[Expectation] = field(default_factory=list)

    def count(self, picture: Expectation, payloads: set[bytes]) -> None:
        self.found += len(payloads & picture.payloads)
        self.expected += len(picture.payloads)
        wrong = len(payloads - picture.payloads - picture.tolerated)
        self.wrong += wrong
        if picture.payloads - payloads:
            self.missed.append(picture)
        if wrong:
            self.mistaken.append(picture)

    @property
    def share(self) -> float:
        return self.found / self.expected if self.expected else 1.0

    @property
    def cell(self) -> str:
        return f"{self.found}, {self.wrong} wrong" if self.wrong else str(self.found)


def score(corpus: Corpus, reading: Reading, category: str | None = None) -> Score:
    """The score of a whole corpus or of one category."""
    total = Score()
    for picture in corpus.pictures:
        if category in (None, picture.category):
            total.count(picture, reading.payloads.get(picture.file, set()))
    return total


def categories(corpus: Corpus) -> list[str]:
    """In the order of the corpus."""
    return list(dict.fromkeys(picture.category for picture in corpus.pictures))


def read_only_by(corpus: Corpus, other: Reading, ours: Reading) -> list[Expectation]:
    """The pictures from which the other program read something right that ours did not."""
    nothing: set[bytes] = set()
    return [
        picture
        for picture in corpus.pictures
        if (other.payloads.get(picture.file, nothing) & picture.payloads) - ours.payloads.get(picture.file, nothing)
    ]


def read_anything(corpus: Corpus, reading: Reading) -> int:
    """How many pictures gave a payload, whichever: for pictures of which only that is known that they show a code."""
    return sum(bool(reading.payloads.get(file)) for file in corpus.files)
