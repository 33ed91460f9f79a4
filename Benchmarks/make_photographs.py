#!/usr/bin/env python3
"""Copies zxing-cpp's photographs of QR codes as 8-bit grey PNG files, so that every program gets the same pixels.

    make_photographs.py zxing-cpp/test/samples --out FOLDER

They come with zxing-cpp's source repository only, in the folders qrcode-1, qrcode-2 and so on. What they say is not
copied: a photograph counts as read if anything was read from it.
"""

import argparse
import sys
from pathlib import Path

from PIL import Image

sys.dont_write_bytecode = True

from corpus.folder import clear_corpus, write_expectations  # noqa: E402

SUFFIXES = {".png", ".jpg", ".jpeg", ".gif", ".webp"}


def grey(source: Path) -> Image.Image:
    """What is transparent comes over white."""
    image = Image.open(source)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, "white")
        ground.alpha_composite(image)
        image = ground
    return image.convert("L")


def copy(source: Path, folder: Path) -> dict:
    category = source.parent.name
    file = f"{category}-{source.stem}-{source.suffix[1:]}.png"
    grey(source).save(folder / file)
    return {"file": file, "category": category, "about": source.name, "codes": 1, "payloads": []}


def main() -> int:
    parser = argparse.ArgumentParser(description="Copies zxing-cpp's photographs of QR codes as grey PNG files.")
    parser.add_argument("samples", type=Path, help="test/samples of zxing-cpp's sources")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    sources = sorted(path for path in asked.samples.glob("qrcode-*/*") if path.suffix.lower() in SUFFIXES)
    if not sources:
        sys.exit(f"{asked.samples} holds no folder qrcode-1 with pictures; it has to be zxing-cpp's test/samples")
    clear_corpus(asked.out)
    write_expectations(asked.out, "photographs", [copy(source, asked.out) for source in sources])
    return 0


if __name__ == "__main__":
    sys.exit(main())
