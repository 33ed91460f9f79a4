"""`totp-import scan` as it was built, and the library under it stage by stage."""

import base64
import json
import os
from pathlib import Path

from places import PROGRAM, STAGES
from results.expectations import Corpus

from .program import Reading, Unavailable, reading_of_lines

VARIABLE = "TOTP_IMPORT_BINARY"


class TOTPImport:
    """Our own program with so many pictures at a time (`--jobs`)."""

    finds_codes = True
    accepted = (0, 1, 2)
    """1 says that some picture gave nothing, 2 that none gave anything."""

    def __init__(self, jobs: int, name: str = "totp-import", names_folder: bool = False) -> None:
        self.jobs = jobs
        self.name = name
        self.names_folder = names_folder
        """Whether the folder is the argument, not each of its files."""

    def prepare(self) -> None:
        self.program = Path(os.environ.get(VARIABLE) or PROGRAM).resolve()
        if not self.program.is_file():
            raise Unavailable(f"totp-import is not built; run `make build`, or name the program in {VARIABLE}")

    def command(self, corpus: Corpus) -> list[str]:
        inputs = [str(corpus.folder)] if self.names_folder else corpus.files
        return [str(self.program), "scan", "--json", "--reveal", "--jobs", str(self.jobs), *inputs]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        reading = Reading()
        for line in output.splitlines():
            code = json.loads(line)
            file = Path(code["file"]).name
            if code.get("payloadBase64"):
                reading.add(file, base64.b64decode(code["payloadBase64"]))
            elif code.get("payload") is not None:
                reading.add(file, code["payload"].encode())
            reading.unread[file] = code.get("unread", 0)
        return reading


class StageTimes:
    """Our library's decoder and scanner, timed one by one on one thread: the package in `stages`."""

    name = "our library, 1 thread"
    finds_codes = True
    accepted = (0,)

    def prepare(self) -> None:
        if not STAGES.is_file():
            raise Unavailable("the package in Benchmarks/stages is not built; `make bench` builds it")

    def command(self, corpus: Corpus) -> list[str]:
        return [str(STAGES), *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
