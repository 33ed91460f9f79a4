"""A page of the pictures that this program did not read, or read wrong, so that a person sees why."""

import base64
import html
import io
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from peers import Reading, TOTPImport

from .expectations import Corpus, Expectation
from .scoring import score

SIDE = 420
"""Pixels of a thumbnail's longer side."""

OUTLINED = ".outlined"
"""The folder of our program's copies, within the corpus; removed when the thumbnails are made."""

STYLE = """
body { font: 14px/1.4 sans-serif; margin: 1.5em; background: #f4f4f4; color: #222 }
main { display: flex; flex-wrap: wrap; gap: 1em }
figure { background: #fff; margin: 0; padding: .8em; width: 440px; border-radius: 6px }
img { display: block; max-width: 100%; margin: auto }
td { vertical-align: top; padding: .1em .5em .1em 0; overflow-wrap: anywhere }
.none { color: #b00020 }
"""


@dataclass
class ContactSheet:
    """Collects pictures, corpus after corpus; `write` makes the page."""

    figures: list[str] = field(default_factory=list)
    total: int = 0

    def add(self, corpus: Corpus, ours: TOTPImport, readings: Mapping[str, Reading]) -> None:
        """- readings: of every program, ours among them."""
        self.total += len(corpus.pictures)
        own = readings.get(ours.name)
        if own is None:
            return
        result = score(corpus, own)
        chosen = {picture.file: picture for picture in [*result.missed, *result.mistaken]}
        for picture in corpus.pictures:
            # Of photographs nobody wrote down what they say: none that was read is enough to be missed.
            if not picture.payloads and corpus.kind == "photographs" and not own.payloads.get(picture.file):
                chosen[picture.file] = picture
        outlined = annotated(corpus, ours, list(chosen))
        for picture in chosen.values():
            shown = outlined.get(picture.file, corpus.folder / picture.file)
            self.figures.append(figure(picture, shown, readings))
        shutil.rmtree(corpus.folder / OUTLINED, ignore_errors=True)

    def write(self, page: Path) -> None:
        page.parent.mkdir(parents=True, exist_ok=True)
        words = f"{len(self.figures)} of {self.total} pictures were not read, or read wrong."
        legend = "Green: an account; gray: no account; amber: seen, not read."
        page.write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Not read</title><style>{STYLE}</style>\n'
            f"<h1>Not read</h1><p>{words} {legend}</p><main>\n{''.join(self.figures)}</main></html>\n"
        )


def annotated(corpus: Corpus, ours: TOTPImport, files: list[str]) -> dict[str, Path]:
    """Copies with what our program saw outlined, by file; none if it cannot draw them."""
    folder = corpus.folder / OUTLINED
    shutil.rmtree(folder, ignore_errors=True)
    if not files:
        return {}
    command = [str(ours.program), "scan", "--quiet", "--annotate", folder.name, *files]
    subprocess.run(command, cwd=corpus.folder, capture_output=True, check=False)
    copies = {file: folder / f"{Path(file).stem}.png" for file in files}
    return {file: copy for file, copy in copies.items() if copy.is_file()}


def figure(picture: Expectation, shown: Path, readings: Mapping[str, Reading]) -> str:
    rows = [("expected", lines(picture.payloads) or "unknown")]
    rows += [(name, lines(reading.payloads.get(picture.file, set()))) for name, reading in readings.items()]
    cells = "".join(
        f"<tr><td>{html.escape(name)}<td>{text or '<span class=none>nothing</span>'}" for name, text in rows
    )
    title = f"<b>{html.escape(picture.category)}</b>: {html.escape(picture.about)}<br>{html.escape(picture.file)}"
    words = f"<figcaption>{title}<table>{cells}</table></figcaption>"
    return f'<figure><img src="{thumbnail(shown)}" alt="">{words}</figure>\n'


def thumbnail(file: Path) -> str:
    with Image.open(file) as image:
        small = image.convert("RGB")
    small.thumbnail((SIDE, SIDE))
    out = io.BytesIO()
    small.save(out, "JPEG", quality=80)
    return f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}"


def lines(payloads: frozenset[bytes] | set[bytes]) -> str:
    """The start of each payload; all are invented."""
    return "<br>".join(html.escape(payload[:90].decode("utf-8", "backslashreplace")) for payload in sorted(payloads))
