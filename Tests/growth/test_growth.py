"""A short run of growth.py: some shapes, doubled twice. The program is that of TOTP_IMPORT_BINARY."""

import os
import shutil
import unittest
from pathlib import Path

from growth import run
from shapes import SHAPES

BUILT = Path(__file__).parent.parent.parent / ".build/release/totp-import"
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", BUILT))
NAMES = ["aegis: many records", "json-list: marks on a letter", "csv: an open quote", "otpauth: spaces after a secret",
         "otpauth: lines that may be secrets", "json: deep lists", "keepass: many strings", "mail: folded header",
         "2fas: many escapes", "2fas: many lines with escapes"]


@unittest.skipUnless(shutil.which("valgrind"), "there is no valgrind, which counts instructions")
class ShortRun(unittest.TestCase):
    def test_nothing_grows_faster_than_n_log_n(self):
        self.assertGreater(len(SHAPES), 100)
        self.assertEqual(run(PROGRAM, NAMES, 20_000, 2, show=lambda line: None), [])


if __name__ == "__main__":
    unittest.main()
