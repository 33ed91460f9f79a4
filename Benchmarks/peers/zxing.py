"""zxing-cpp as the Python package index has it."""

import subprocess
from pathlib import Path

from places import prepare_python
from results.expectations import Corpus

from .program import Reading, Unavailable, reading_of_lines

WORKER = Path(__file__).resolve().parent / "zxing_worker.py"


class ZXing:
    """Pillow decodes, zxing-cpp scans whole pictures with its defaults, QR codes only."""

    name = "zxing-cpp"
    finds_codes = True
    accepted = (0,)

    def prepare(self) -> None:
        try:
            self.python = prepare_python()
        except (OSError, subprocess.CalledProcessError) as failure:
            raise Unavailable(f"zxing-cpp cannot be installed: {failure}") from failure

    def command(self, corpus: Corpus) -> list[str]:
        return [str(self.python), str(WORKER), *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
