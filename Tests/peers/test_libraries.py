#!/usr/bin/env python3
"""Files for servers, opened by the libraries that the servers use: liboath for PAM, python-pskc for seed files.

The program is that of the environment variable TOTP_IMPORT_BINARY; ACCOUNTS is how many random accounts each file has.
"""

import base64
import ctypes
import json
import os
import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from urllib.parse import quote

from pskc import PSKC

from vault import code_at
from accounts import Account

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build-program/release/totp-import"))
ACCOUNTS = int(os.environ.get("ACCOUNTS", "300"))
PASSPHRASE = "grace paints 211 lighthouses"


def account(source, number, algorithms, periods, digits):
    """A random account whose name is the name of a user."""
    kind = source.choice(["totp", "totp", "hotp"])
    more = {"period": source.choice(periods)} if kind == "totp" else {"counter": source.choice([0, 1, source.randrange(1 << 31)])}
    issuer = source.choice(["", "Acme", "Östra Bibliotek", "Quill & Co <x>", "A:B"])
    secret = source.randbytes(source.randint(1, 32))
    return Account(kind, issuer, f"user{number}", secret, source.choice(algorithms), source.choice(digits), **more)


def link(found):
    secret = base64.b32encode(found.secret).decode().rstrip("=")
    factor = f"period={found.period}" if found.type == "totp" else f"counter={found.counter}"
    issuer = f"&issuer={quote(found.issuer, safe='')}" if found.issuer else ""
    name = ":".join(quote(text, safe="") for text in (found.issuer, found.name) if text)
    return (f"otpauth://{found.type}/{name}?secret={secret}{issuer}"
            f"&algorithm={found.algorithm}&digits={found.digits}&{factor}\n")


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
class Libraries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def convert(self, accounts, target, *options):
        (self.folder / "links.txt").write_text("".join(map(link, accounts)), "utf-8")
        file = self.folder / f"out-{len(options)}"
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n")
        (self.folder / "passphrase").chmod(0o600)
        done = subprocess.run(
            [PROGRAM, "convert", "links.txt", "--to", target, "-o", file, "--json", *options], cwd=self.folder,
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["totals"]["added"], len(accounts))
        return file

    def test_users_file_opens_for_liboath(self):
        source = random.Random(6238)
        found = [account(source, number, ["SHA1"], [30, 60], [6, 7, 8]) for number in range(ACCOUNTS)]
        library = ctypes.CDLL("liboath.so.0")
        file = self.convert(found, "users-oath", "--plain")
        last = ctypes.c_longlong()

        def answer(one, code, window):
            return library.oath_authenticate_usersfile(
                bytes(file), one.name.encode(), code.encode(), ctypes.c_size_t(window), None, ctypes.byref(last))

        for one in found:
            with self.subTest(user=one.name):
                wrong = f"{(int(code_at(one, int(time.time()))) + 1) % 10 ** one.digits:0{one.digits}d}"
                self.assertNotEqual(answer(one, wrong, 0), 0)
                # The time may pass into the next period between the two.
                self.assertEqual(answer(one, code_at(one, int(time.time())), 1), 0)

    def test_seed_file_opens_for_python_pskc(self):
        for passphrase in (None, PASSPHRASE):
            with self.subTest(encrypted=passphrase is not None):
                self.check_seed_file(passphrase)

    def check_seed_file(self, passphrase):
        source = random.Random(6030)
        found = [account(source, number, ["SHA1", "SHA256", "SHA512"], [1, 30, 60, 86400], [6, 7, 8, 9, 10])
                 for number in range(ACCOUNTS)]
        options = ["--plain"] if passphrase is None else ["--target-passphrase-file", "passphrase"]
        file = PSKC(str(self.convert(found, "pskc", *options)))
        if passphrase is not None:
            file.encryption.derive_key(passphrase)
        self.assertEqual(len(file.keys), len(found))
        for one, key in zip(found, file.keys):
            suite = {"SHA1": None}.get(one.algorithm, f"HMAC-{one.algorithm}")
            self.assertEqual(
                (key.algorithm.split(":")[-1], key.issuer or "", key.userid, key.secret, key.algorithm_suite,
                 key.response_length, key.response_encoding),
                (one.type, one.issuer, one.name, one.secret, suite, one.digits, "DECIMAL"))
            if one.type == "totp":
                self.assertEqual(key.time_interval, one.period)
            else:
                self.assertEqual(key.counter, one.counter)


if __name__ == "__main__":
    unittest.main()
