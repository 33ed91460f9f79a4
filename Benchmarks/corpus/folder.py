"""A folder with a corpus: the pictures, and `expected.json` beside them."""

import json
import sys
from pathlib import Path

EXPECTATION = "expected.json"
MARK = ".corpus"
"""An empty file that says that the folder is ours to clear."""


def clear_corpus(folder: Path) -> None:
    """Makes the folder, or takes an older corpus out of it; other people's pictures are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / MARK).exists():
        sys.exit(f"{folder} is neither empty nor a corpus; name another folder")
    (folder / MARK).touch()
    for old in [folder / EXPECTATION, *folder.glob("*.png"), *folder.glob("*.jpg")]:
        old.unlink(missing_ok=True)


def write_expectations(folder: Path, kind: str, pictures: list[dict], **origin: object) -> None:
    content = {"kind": kind, **origin, "pictures": pictures}
    (folder / EXPECTATION).write_text(json.dumps(content, indent=1) + "\n")
