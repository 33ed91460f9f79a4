"""zxing-cpp as the Python package index has it."""

import sys
from importlib.util import find_spec
from pathlib import Path

from results.expectations import Corpus

from .program import Reading, Unavailable, reading_of_lines

WORKER = Path(__file__).resolve().parent / "zxing_worker.py"


class ZXing:
    """Pillow decodes, zxing-cpp scans whole pictures with its defaults, QR codes only; `jobs` processes share them."""

    finds_codes = True
    accepted = (0,)

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self.name = "zxing-cpp" if jobs == 1 else f"zxing-cpp, {jobs} jobs"

    def prepare(self) -> None:
        if not find_spec("zxingcpp"):
            raise Unavailable("this Python does not have it; run scripts/bootstrap --bench")

    def command(self, corpus: Corpus) -> list[str]:
        return [sys.executable, str(WORKER), str(self.jobs), *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
