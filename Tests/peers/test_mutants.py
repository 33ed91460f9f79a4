"""A short run of mutants.py. The program is that of TOTP_IMPORT_BINARY; MUTANTS is how many files of each format."""

import os
import tempfile
import unittest

from mutants import Mutants, kinds
from test_programs import PROGRAM

MUTANTS = int(os.environ.get("MUTANTS", "20"))


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
class ShortRun(unittest.TestCase):
    def test_no_program_gets_an_account_that_we_neither_have_nor_reject(self):
        with tempfile.TemporaryDirectory() as folder:
            mutants = Mutants(PROGRAM, folder)
            for kind in kinds():
                mutants.run(kind, MUTANTS)
                read = mutants.counts[kind.name, "we have all"] + mutants.counts[kind.name, "we reject some"]
                self.assertGreater(read, 0, f"{kind.name}: nothing is compared")
        self.assertEqual(mutants.problems, [])


if __name__ == "__main__":
    unittest.main()
