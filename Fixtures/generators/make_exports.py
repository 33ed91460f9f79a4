#!/usr/bin/env python3
"""Makes Fixtures/exports: what authenticator apps write, with the accounts that a reader must find in each file.

    make_exports.py            write the files, remove those that are no longer made
    make_exports.py --check    write nothing, fail if the committed files differ
    make_exports.py --large ID COUNT --output FILE
                               write one export of COUNT good accounts, nothing else

Needs the packages of scripts/requirements.txt. Every byte is derived from names, so two runs agree.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from exports.apps import APPS  # noqa: E402
from exports.catalogue import Catalogue  # noqa: E402
from exports.large import LARGE, large  # noqa: E402
from fixtures import run  # noqa: E402

EXPORTS = Path(__file__).resolve().parent.parent / "exports"
HAND_WRITTEN = frozenset(("README.md",))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Makes Fixtures/exports.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed files differ")
    parser.add_argument("--large", nargs=2, metavar=("ID", "COUNT"), help=f"one large export of {', '.join(LARGE)}")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write the large export")
    given = parser.parse_args()
    if (given.large is None) != (given.output is None):
        parser.error("--large and --output go together")
    if given.large is not None and (given.large[0] not in LARGE or not given.large[1].isdigit()):
        parser.error(f"--large takes one of {', '.join(LARGE)} and a number")
    return given


def main() -> int:
    given = arguments()
    if given.large is not None:
        identifier, count = given.large
        given.output.write_bytes(large(identifier, int(count)))
        return 0

    catalogue = Catalogue()
    for app in APPS:
        app.add(catalogue)
    return run(catalogue, EXPORTS, given, HAND_WRITTEN)


if __name__ == "__main__":
    sys.exit(main())
