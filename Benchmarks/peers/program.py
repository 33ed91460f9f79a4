"""What every measured program has in common."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from places import say
from results.expectations import Corpus
from timing.measuring import Run, run


class Unavailable(Exception):
    """The program is not here; the text says what to install."""


@dataclass
class Reading:
    """What a program made of a corpus.

    - payloads: by file name, each once.
    - decode, scan: seconds for all pictures, where the program tells the two apart.
    - unread: how many codes were seen but not read, by file name, where the program says so.
    """

    payloads: dict[str, set[bytes]] = field(default_factory=dict)
    decode: float | None = None
    scan: float | None = None
    unread: dict[str, int] = field(default_factory=dict)

    def add(self, file: str, payload: bytes) -> None:
        self.payloads.setdefault(file, set()).add(payload)


class Program(Protocol):
    """A program that takes pictures.

    - finds_codes: false for one that only decodes.
    - accepted: the exit codes of a run that went well.
    """

    name: str
    finds_codes: bool
    accepted: tuple[int, ...]

    def prepare(self) -> None:
        """Makes the program ready to run; throws `Unavailable` where it cannot."""

    def command(self, corpus: Corpus) -> list[str]:
        """The command for the whole corpus, to be run in its folder."""

    def reading(self, corpus: Corpus, output: str) -> Reading:
        """What the command printed."""


class ProgramFailure(Exception):
    """A program ended in a way that makes its figures worthless."""


def measured(program: Program, corpus: Corpus) -> tuple[Run, Reading]:
    """Runs a program over a corpus once."""
    done = run(program.command(corpus), corpus.folder)
    if done.status not in program.accepted:
        raise ProgramFailure(f"{program.name} ended with status {done.status}: {done.errors.strip()[-400:]}")
    return done, program.reading(corpus, done.output)


def available(programs: Iterable[Program]) -> list[Program]:
    """Those that can be run here; for each of the others a line says why not."""
    ready = []
    for program in programs:
        try:
            program.prepare()
            ready.append(program)
        except Unavailable as reason:
            say(f"without {program.name}: {reason}")
    return ready


def reading_of_lines(corpus: Corpus, output: str) -> Reading:
    """Reads the lines of our own peers: `code INDEX HEX`, `decode NANOSECONDS` and `scan NANOSECONDS`."""
    files, reading = corpus.files, Reading()
    for line in output.splitlines():
        kind, value, *rest = line.split()
        if kind == "code":
            reading.add(files[int(value)], bytes.fromhex(rest[0]) if rest else b"")
        elif kind == "decode":
            reading.decode = int(value) / 1e9
        elif kind == "scan":
            reading.scan = int(value) / 1e9
    return reading
