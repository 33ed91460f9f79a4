"""Files as people and small tools write them: each is read as it says, or refused; none as something else.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import os
import tempfile
import unittest
from pathlib import Path

from judge import verdicts
from make_files import make

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))

# Not read, or not whole, and said to be so: each with the reason.
REFUSED = {
    "j01-extract-otp-secrets.json": "an empty issuer is no issuer, so a single name counts as the issuer",
    "j06-nest-users.json": "a table of users of a server, whose secrets have a name of their own",
    "j07-laravel-google2fa.json": "a table of users of a server, whose secrets have a name of their own",
}


class FilesByHand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        make(folder)
        cls.verdicts = list(verdicts(PROGRAM, folder))

    def test_none_is_read_as_something_else(self):
        self.assertEqual([(name, what, how) for name, kind, what, how, _ in self.verdicts if kind == "WRONG"], [])
        self.assertGreater(len(self.verdicts), 60)

    def test_each_is_read_as_it_says_or_refused_for_a_known_reason(self):
        others = {name: (kind, what) for name, kind, what, _, _ in self.verdicts if kind not in ("right", "WRONG")}
        self.assertEqual({n: v for n, v in others.items() if n not in REFUSED}, {})
        self.assertEqual(sorted(REFUSED.keys() - others.keys()), [], "read by now; remove them from the list")

    def test_nothing_secret_is_shown(self):
        self.assertEqual([name for name, _, _, _, shown in self.verdicts if shown], [])


if __name__ == "__main__":
    unittest.main()
