"""`totp-import scan` as it was built, and the library under it stage by stage."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

from places import BENCHMARKS, BUILD, PROJECT, say
from results.expectations import Corpus

from .program import Reading, Unavailable, reading_of_lines

VARIABLE = "TOTP_IMPORT_BINARY"


class TOTPImport:
    """Our own program with so many pictures at a time (`--jobs`)."""

    finds_codes = True
    accepted = (0, 1, 2)
    """1 says that some picture gave nothing, 2 that none gave anything."""

    def __init__(self, jobs: int, name: str = "totp-import") -> None:
        self.jobs = jobs
        self.name = name

    def prepare(self) -> None:
        self.program = Path(os.environ.get(VARIABLE) or PROJECT / ".build" / "release" / "totp-import").resolve()
        if not self.program.is_file():
            raise Unavailable(f"totp-import is not built; run `make build`, or name the program in {VARIABLE}")

    def command(self, corpus: Corpus) -> list[str]:
        return [str(self.program), "scan", "--json", "--reveal", "--jobs", str(self.jobs), str(corpus.folder)]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        reading = Reading()
        unread: dict[str, int] = {}
        for line in output.splitlines():
            code = json.loads(line)
            file = Path(code["file"]).name
            if code.get("payloadBase64"):
                reading.add(file, base64.b64decode(code["payloadBase64"]))
            elif code.get("payload") is not None:
                reading.add(file, code["payload"].encode())
            unread[file] = code.get("unread", 0)
        reading.unread = sum(unread.values())
        return reading


class StageTimes:
    """Our library's decoder and scanner, timed one by one on one thread; built from the package in `stages`."""

    name = "our library, 1 thread"
    finds_codes = True
    accepted = (0,)

    def prepare(self) -> None:
        swift = shutil.which("swift")
        if not swift:
            raise Unavailable("there is no swift here")
        command = [swift, "build", "-c", "release", "--package-path", str(BENCHMARKS / "stages")]
        command += ["--scratch-path", str(BUILD / "stages")]
        say("building the package stages")
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise Unavailable(f"the package stages does not build: {(done.stdout + done.stderr).strip()[-400:]}")
        self.program = BUILD / "stages" / "release" / "stage-times"

    def command(self, corpus: Corpus) -> list[str]:
        return [str(self.program), *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
