#!/usr/bin/env python3
"""Writes the test vectors: vaults that must open, vaults that must be refused, and manifest.json, which lists them.

Every run writes the same bytes. Accounts and passphrases are invented.

Usage: make_vectors.py [--check] [FOLDER]
"""

import sys
from pathlib import Path

import vectors_envelope
import vectors_opening
import vectors_plaintext
from vector_list import Vectors


def all_vectors():
    vectors = Vectors()
    for module in vectors_opening, vectors_envelope, vectors_plaintext:
        module.add_all(vectors)
    return vectors


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    folder = Path(folders[0]) if folders else Path(__file__).parent / "vectors"
    vectors = all_vectors()
    if not check:
        vectors.write(folder)
        return 0
    differences = vectors.differences(folder)
    for name in differences:
        print(f"make_vectors: {folder / name} is not current; run make_vectors.py", file=sys.stderr)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
