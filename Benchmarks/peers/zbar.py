"""zbar in two ways: its own command-line program, and its library given whole pictures."""

import shutil
import subprocess
from xml.etree import ElementTree

from results.expectations import Corpus

from .native import compiled
from .program import Reading, Unavailable, reading_of_lines

NAMESPACE = "{http://zbar.sourceforge.net/2008/barcode}"


class ZBarImg:
    """`zbarimg` as people run it, or told to look for QR codes only and for inverted ones too."""

    finds_codes = True
    accepted = (0, 4)
    """4 is its word for: nothing found."""

    def __init__(self, name: str = "zbarimg", options: tuple[str, ...] = ()) -> None:
        self.name = name
        self.options = ["--quiet", "--nodbus", *options]

    @classmethod
    def qr_only(cls) -> "ZBarImg":
        return cls("zbarimg QR", ("-Sdisable", "-Sqrcode.enable", "-Stest-inverted"))

    def prepare(self) -> None:
        if not shutil.which("zbarimg"):
            raise Unavailable("zbarimg is not here; install zbar-tools")

    def command(self, corpus: Corpus) -> list[str]:
        return ["zbarimg", "--xml", *self.options, *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        reading = Reading()
        for source in ElementTree.fromstring(output).iter(f"{NAMESPACE}source"):
            for symbol in source.iter(f"{NAMESPACE}symbol"):
                if symbol.get("type") != "QR-Code":
                    continue
                data = symbol.find(f"{NAMESPACE}data")
                file = source.get("href")
                is_text = data.get("format") != "base64"
                reading.add(file, (data.text or "").encode() if is_text else self.raw(corpus, file))
        return reading

    def raw(self, corpus: Corpus, file: str) -> bytes:
        """The bytes of a picture with one code: the base64 in zbarimg's XML is wrong for bytes above 127."""
        command = ["zbarimg", "--raw", *self.options, file]
        return subprocess.run(command, cwd=corpus.folder, capture_output=True, check=True).stdout.removesuffix(b"\n")


class ZBarFullFrame:
    """The library with QR codes only and raw bytes, on whole pictures.

    With `inverted` also on an inverted copy of those that gave nothing, as zbar's own setting for it does.
    """

    finds_codes = True
    accepted = (0,)

    def __init__(self, *, inverted: bool) -> None:
        self.name = "zbar + inverted" if inverted else "zbar, one pass"
        self.options = ["--inverted"] if inverted else []

    def prepare(self) -> None:
        self.program = compiled("zbar_full_frame", ("libpng", "zbar"))

    def command(self, corpus: Corpus) -> list[str]:
        return [str(self.program), *self.options, *corpus.files]

    def reading(self, corpus: Corpus, output: str) -> Reading:
        return reading_of_lines(corpus, output)
