"""Runs over many pictures with --resume that are killed at random moments end with the result of one whole run.

The program is that of the environment variable TOTP_IMPORT_BINARY. PICTURES and KILLS are how many;
.ci/nightly has more.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

from pictures import write_pictures  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))
PICTURES, KILLS = int(os.environ.get("PICTURES", 500)), int(os.environ.get("KILLS", 12))
SEED = 7190423
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": "correct horse battery staple"}


class Resume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="resume-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        write_pictures(cls.folder / "pictures", PICTURES, SEED)

    def start(self, *arguments, output=subprocess.DEVNULL):
        return subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                stdout=output, stderr=subprocess.DEVNULL)

    def whole(self, *arguments):
        """What one run prints, its exit code, and its time in seconds."""
        start = time.monotonic()
        run = self.start(*arguments, output=subprocess.PIPE)
        output = run.communicate()[0]
        return output, run.returncode, time.monotonic() - start

    def killed(self, dice, longest, *arguments):
        """Kills a run at a random moment. Returns whether it had not ended."""
        run = self.start(*arguments)
        try:
            run.wait(dice.uniform(0, longest))
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
        return run.wait() == -signal.SIGKILL

    def test_an_import_ends_with_the_ledger_of_one_run(self):
        output, status, seconds = self.whole("import", "pictures", "--vault", "whole.json", "--json")
        self.assertEqual(status, 1, "some of the pictures are damaged")
        dice = random.Random(SEED)
        command = ["import", "pictures", "--vault", "vault.json", "--resume", "state"]
        vault, state = self.folder / "vault.json", self.folder / "state"
        kills, sizes = 0, []
        # Each run is short, so that the kills come at every point of the work, while it goes on from run to run.
        longest = max(0.1, 2.5 * seconds / KILLS)
        while kills < KILLS:
            kills += self.killed(dice, longest, *command)
            sizes.append(state.stat().st_size if state.exists() else 0)
            if vault.exists():
                # All was read, and saved: a vault that is there is whole. The rest of the kills starts again.
                done, _, _ = self.whole("list", "vault.json", "--json")
                expected, _, _ = self.whole("list", "whole.json", "--json")
                self.assertEqual(accounts(done), accounts(expected))
                vault.unlink()
                state.unlink()
        # Nothing that was read is lost by a kill, apart from a record that was being written.
        grown = sum(after > before for before, after in zip(sizes, sizes[1:]))
        self.assertGreater(grown, KILLS // 4)
        start = time.monotonic()
        resumed, code, _ = self.whole(*command, "--json")
        print(f"\n{PICTURES} pictures in {seconds:.1f} s; after {kills} kills, the last run took "
              f"{time.monotonic() - start:.1f} s", file=sys.stderr)
        self.assertEqual(code, status)
        self.assertEqual(json.loads(resumed), json.loads(output))
        again, _, _ = self.whole("list", "vault.json", "--json")
        expected, _, _ = self.whole("list", "whole.json", "--json")
        self.assertEqual(accounts(again), accounts(expected))
        self.assertEqual(self.whole("verify", "whole.json", "vault.json")[1], 0)
        self.assertEqual(state.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(b"otpauth", state.read_bytes())

    def test_a_scan_prints_what_one_run_prints(self):
        output, status, seconds = self.whole("scan", "pictures", "--json", "--reveal")
        dice = random.Random(SEED + 1)
        command = ["scan", "pictures", "--json", "--reveal", "--resume", "scanned"]
        for _ in range(10):
            self.killed(dice, seconds / 4, *command)
        self.assertEqual(self.whole(*command)[:2], (output, status))
        # Now everything is remembered, whatever the order and the names of the pictures are.
        (self.folder / "pictures").rename(self.folder / "moved")
        self.addCleanup((self.folder / "moved").rename, self.folder / "pictures")
        moved = self.whole("scan", "moved", "--json", "--reveal", "--resume", "scanned")
        self.assertEqual(moved[0].replace(b'"moved/', b'"pictures/'), output)

    def test_a_state_that_cannot_grow_does_not_stop_the_run(self):
        limit = 4000
        script = f"import os, resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); " \
                 f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); " \
                 f"os.execv({PROGRAM!r}, [{PROGRAM!r}, 'scan', 'pictures', '--resume', 'full'])"
        run = subprocess.run([sys.executable, "-c", script], cwd=self.folder, env=ENVIRONMENT, capture_output=True,
                             stdin=subprocess.DEVNULL)
        plain = self.whole("scan", "pictures")
        self.assertEqual((run.stdout, run.returncode), plain[:2])
        self.assertEqual(run.stderr.count(b"is not kept for another run"), 1)
        self.assertLessEqual((self.folder / "full").stat().st_size, limit)
        self.assertEqual(self.whole("scan", "pictures", "--resume", "full")[0], plain[0])


def accounts(listing):
    """The accounts of `list --json`, without ids, which are random."""
    return [{key: value for key, value in item.items() if key != "id"} for item in json.loads(listing)["items"]]


if __name__ == "__main__":
    unittest.main()
