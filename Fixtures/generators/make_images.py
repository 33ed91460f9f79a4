#!/usr/bin/env python3
"""Makes Fixtures/images: pictures and texts, with the accounts that a reader must find in each.

    make_images.py            write the files, remove those that are no longer made
    make_images.py --check    write nothing, fail if the committed files differ

Needs the packages of scripts/requirements.txt. Every byte is derived from names, so two runs agree.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from fixtures import run  # noqa: E402
from images.catalogue import Catalogue  # noqa: E402
from images.groups import GROUPS  # noqa: E402

IMAGES = Path(__file__).resolve().parent.parent / "images"


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes Fixtures/images.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed files differ")
    arguments = parser.parse_args()

    catalogue = Catalogue(IMAGES)
    for group in GROUPS:
        group(catalogue)
    return run(catalogue, IMAGES, arguments)


if __name__ == "__main__":
    sys.exit(main())
