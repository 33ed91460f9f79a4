"""A short run of soak.py. The program is that of the environment variable TOTP_IMPORT_BINARY."""

import os
import tempfile
import unittest
from pathlib import Path

from mutations import mutated
from soak import ROOT, Soak, fixtures

PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import"))


class Copies(unittest.TestCase):
    def test_are_the_same_in_every_run_and_differ_from_each_other(self):
        fixture = next(fixture for fixture in fixtures("exports/aegis/plain.json"))
        copies = [mutated(fixture.data, fixture.name, number, [fixture.data]) for number in range(200)]
        self.assertEqual(copies, [mutated(fixture.data, fixture.name, number, [fixture.data]) for number in range(200)])
        self.assertGreater(len(set(copies)), 190)


class ShortRun(unittest.TestCase):
    def test_copies_of_some_fixtures(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
            soak = Soak(PROGRAM, folder, kept)
            for fixture in fixtures("")[::40]:
                soak.run(fixture, 0, 5, [])
        self.assertEqual(soak.problems, [])
        self.assertGreater(soak.copies, 50)


if __name__ == "__main__":
    unittest.main()
