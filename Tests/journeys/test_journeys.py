"""What people see on their way, screen by screen: a sentence that changes is a line of a diff.

The program is that of the environment variable TOTP_IMPORT_BINARY. `test_journeys.py --write [NAME…]` writes the
screens anew; read each of them before you commit it.
"""

import os
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from journey import ROOT, walk

PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import")).resolve()
HERE = Path(__file__).resolve().parent


def walked(path, writes=False):
    with tempfile.TemporaryDirectory() as folder:
        return walk(path, Path(folder).resolve(), PROGRAM, writes)


class Journeys(unittest.TestCase):
    maxDiff = None


def journey(path):
    def test(self):
        self.assertEqual(walked(path), path.read_text("utf-8"))
    return test


for one in sorted(HERE.glob("*.txt")):
    setattr(Journeys, f"test_{one.stem.replace('-', '_')}", journey(one))


if __name__ == "__main__":
    if "--write" in sys.argv:
        names = sys.argv[sys.argv.index("--write") + 1:]
        paths = [HERE / f"{name}.txt" for name in names] or sorted(HERE.glob("*.txt"))
        with ThreadPoolExecutor(4) as threads:
            for path, text in zip(paths, threads.map(lambda path: walked(path, True), paths)):
                path.write_text(text, "utf-8")
    else:
        unittest.main()
