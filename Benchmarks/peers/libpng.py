"""libpng alone: what reading a PNG file costs whoever uses it."""

from results.expectations import Corpus

from .native import compiled
from .program import Reading, reading_of_lines


class LibPNG:
    """Decodes to RGB with the simplified API and looks for nothing."""

    name = "libpng to RGB"
    finds_codes = False
    accepted = (0,)

    def prepare(self) -> None:
        self.program = compiled("libpng_rgb", ("libpng",))

    def command(self, corpus: Corpus) -> list[str]:
        return [str(self.program), *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
