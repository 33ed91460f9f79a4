"""What `vault unlock` leaves in the kernel's keyring: a name without a secret, a time-out, nothing for other users.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import ctypes
import errno
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path

from test_process import HERE, LINUX, Folder

# add_key and keyctl; not in the C library.
ADD_KEY, KEYCTL = {"aarch64": (217, 219)}.get(platform.machine(), (248, 250))
OF_THREAD, OF_USER, SEARCH, READ = -1, -4, 10, 11
NOBODY = "65534"
# Reads a key by its number and by its name, and prints what the kernel says: lengths or errors.
READER = f"""
import ctypes, sys
library, key = ctypes.CDLL(None, use_errno=True), ctypes.create_string_buffer(64)
def call(*arguments):
    result = library.syscall({KEYCTL}, *arguments)
    return result if result >= 0 else -ctypes.get_errno()
print(call({READ}, int(sys.argv[1]), key, 64), min(1, call({SEARCH}, {OF_USER}, b"user", sys.argv[2].encode(), 0)))
"""


def has_keyring() -> bool:
    library = ctypes.CDLL(None, use_errno=True)
    return library.syscall(ADD_KEY, b"user", b"totp-import-tests", b"probe", 5, OF_THREAD) >= 0


@LINUX
class Keyring(Folder):
    def setUp(self):
        super().setUp()
        if not has_keyring():
            self.skipTest("the kernel keeps no keys here")
        self.assertEqual(self.run_program("vault", "create", "v.json").returncode, 0)
        self.name = "totp-import:vault:" + json.loads((self.folder / "v.json").read_text())["header"]["id"]
        self.addCleanup(self.run_program, "vault", "lock", "v.json")

    def unlock(self, *options):
        done = self.run_program("vault", "unlock", "v.json", *options)
        self.assertEqual(done.returncode, 0, done.stderr.decode())

    def found(self):
        """The line of /proc/keys about the key: number, flags, uses, time left, permissions, owner."""
        # One that was replaced is there for a moment.
        for _ in range(100):
            lines = [line for line in Path("/proc/keys").read_text().splitlines() if self.name in line]
            if len(lines) == 1:
                return lines[0]
            time.sleep(0.05)
        self.fail(f"{len(lines)} keys")

    def read(self, before=()):
        number = str(int(self.found().split()[0], 16))
        done = subprocess.run([*before, sys.executable, "-I", "-c", READER, number, self.name], capture_output=True,
                              text=True, cwd="/")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [int(word) for word in done.stdout.split()]

    def test_is_there_until_its_time_is_over(self):
        # The kernel rounds down, hours to the hour.
        for option, shortest, longest in (((), 14, 15), (("--for", "1m"), 0.5, 1), (("--for", "3h"), 120, 180)):
            with self.subTest(option=option):
                self.unlock(*option)
                left = re.fullmatch(r"(\d+)([smhd])", self.found().split()[3])
                self.assertIsNotNone(left, self.found())
                minutes = int(left[1]) * {"s": 1 / 60, "m": 1, "h": 60, "d": 1440}[left[2]]
                self.assertTrue(shortest <= minutes <= longest, self.found())

    def test_permissions(self):
        self.unlock()
        # The possessor everything; the user view, read and search; the group and others nothing.
        self.assertEqual(self.found().split()[4:6], ["3f0b0000", str(os.getuid())])

    def test_lock_removes_it(self):
        self.unlock()
        self.assertEqual(self.read(), [32, 1])
        number = str(int(self.found().split()[0], 16))
        self.assertEqual(self.run_program("vault", "lock", "v.json").returncode, 0)
        done = subprocess.run([sys.executable, "-I", "-c", READER, number, self.name], capture_output=True, text=True)
        by_number, by_name = map(int, done.stdout.split())
        self.assertIn(-by_number, (errno.ENOKEY, errno.EKEYREVOKED))
        self.assertEqual(-by_name, errno.ENOKEY)

    @unittest.skipUnless(sys.platform == "linux" and os.getuid() == 0 and shutil.which("setpriv"),
                         "only root can become another user")
    def test_another_user_reads_nothing(self):
        self.unlock()
        self.assertEqual(self.read(), [32, 1])
        other = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
        by_number, by_name = self.read(other)
        self.assertEqual(-by_number, errno.EACCES)
        self.assertIn(-by_name, (errno.ENOKEY, errno.EACCES))

    def test_without_a_keyring(self):
        library = str(self.folder / "no_keyring.so")
        if not shutil.which("cc"):
            self.skipTest("there is no C compiler")
        subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                        HERE / "no_keyring.c"], check=True)
        for error in (errno.ENOSYS, errno.EPERM):
            refused = {"LD_PRELOAD": library, "KEYRING_ERROR": str(error)}
            if subprocess.run(["/bin/true"], env=refused).returncode == 99:
                self.skipTest("filters of system calls are not allowed here")
            with self.subTest(error=errno.errorcode[error]):
                for command in "unlock", "lock":
                    done = self.run_program("vault", command, "v.json", **refused)
                    self.assertEqual(done.returncode, 2)
                    self.assertEqual(done.stderr.decode(),
                                     "error: v.json: the system keeps no keys here, as in most containers; use "
                                     "--passphrase-file FILE or TOTP_IMPORT_PASSPHRASE\n")
                # Nothing else changes.
                self.assertEqual(self.run_program("list", "v.json", **refused).returncode, 0)
                self.assertEqual(self.run_program("list", "v.json", **refused, TOTP_IMPORT_PASSPHRASE="").returncode, 3)


if __name__ == "__main__":
    unittest.main()
