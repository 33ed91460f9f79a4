"""A short run of faults.py: every writing command, with its writing calls failing or the program killed before them.

The program is that of the environment variable TOTP_IMPORT_BINARY. `make faults` tries every call.
"""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from faults import Faults
from scene import COMMANDS
from states import States, states

BUILT = Path(__file__).parent.parent.parent / ".build/release/totp-import"
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", BUILT))


@unittest.skipUnless(sys.platform == "linux", "calls are replaced with LD_PRELOAD, as on Linux")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class ShortRun(unittest.TestCase):
    def test_no_fault_breaks_a_promise(self):
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            faults = Faults(PROGRAM, folder, quick=True)
            self.assertEqual(faults.run(), [])
            self.assertLess(faults.finished, faults.by_error["Ctrl-C"] / 2)
            faults.run_file_systems()
        self.assertEqual(faults.problems, [])
        self.assertEqual(set(faults.counts), {command.name for command in COMMANDS})
        self.assertTrue(all(faults.counts.values()))

    def test_every_state_of_a_save_means_what_the_page_says(self):
        with tempfile.TemporaryDirectory(prefix="states-") as folder:
            run = States(PROGRAM, folder)
            self.assertEqual(run.run(), [])
        self.assertGreater(len(states()), 25)
        self.assertGreater(run.runs, 250)


if __name__ == "__main__":
    unittest.main()
