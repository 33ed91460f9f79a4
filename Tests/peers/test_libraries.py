#!/usr/bin/env python3
"""Files for servers, opened by the libraries that the servers use: liboath for PAM, python-pskc for seed files.

The program is that of the environment variable TOTP_IMPORT_BINARY; ACCOUNTS is how many random accounts each file has.
"""

import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote

from pskc import PSKC

from accounts import Account
from clock import INSTANTS, IS_SETTABLE, Clock
from vault import code_at

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import"))
ACCOUNTS = int(os.environ.get("ACCOUNTS", "300"))
PASSPHRASE = "grace paints 211 lighthouses"


def account(source, number, algorithms, periods, digits):
    """A random account whose name is the name of a user."""
    kind = source.choice(["totp", "totp", "hotp"])
    more = ({"period": source.choice(periods)} if kind == "totp" else
            {"counter": source.choice([0, 1, source.randrange(1 << 31)])})
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

    @unittest.skipUnless(IS_SETTABLE, "the time of a program is set with LD_PRELOAD and a C compiler")
    def test_users_file_opens_for_liboath(self):
        """At each instant, the library takes the code of every account, and no other."""
        source = random.Random(6238)
        found = [account(source, number, ["SHA1"], [30, 60], [6, 7, 8]) for number in range(ACCOUNTS)]
        file, clock = self.convert(found, "users-oath", "--plain"), Clock(self.folder)
        for instant in INSTANTS:
            with self.subTest(instant=instant):
                # The library stores the last code in the file.
                used = shutil.copy(file, self.folder / "used")
                codes = [code_at(one, instant) for one in found]
                wrong = [f"{(int(code) + 1) % 10 ** len(code):0{len(code)}d}" for code in codes]
                answers = subprocess.run(
                    [sys.executable, Path(__file__).with_name("liboath.py"), used],
                    input="".join(f"{one.name} {no}\n{one.name} {yes}\n" for one, no, yes in zip(found, wrong, codes)),
                    env=clock.environment(instant), stdout=subprocess.PIPE, text=True, check=True).stdout.split()
                self.assertEqual(answers, ["0", "1"] * len(found))

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
            suite = {"SHA1": None}.get(one.algorithm, one.algorithm.lower())
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
