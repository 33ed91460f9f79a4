#!/usr/bin/env python3
"""A database of OTPClient, read by its own program and by ours: the same names, parameters and codes.

Debian's otpclient-cli opens databases of version 1. It asks for the passphrase on a terminal. The program is that of
the environment variable TOTP_IMPORT_BINARY; ACCOUNTS is how many random accounts the database has.
"""

import hashlib
import json
import os
import pty
import random
import re
import shutil
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path
from urllib.parse import unquote

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from accounts import Account, decode_base32
from clock import INSTANTS, IS_SETTABLE, Clock
from test_programs import ACCOUNTS, PASSPHRASE, PROGRAM, account
from vault import code_at

# This many accounts of each type are shown; each is another run with a derivation.
SHOWN = 3
PATIENCE = 20
# It shows no codes of longer periods.
LONGEST_PERIOD = 120
# Its export of links cuts those with other letters.
LINK = re.compile(r"otpauth://(totp|hotp)/(.*?)\?secret=(\w+).*?&digits=(\d+)&algorithm=(\w+)&(?:period|counter)=(\d+)")


def is_installed():
    """Later versions have other options, and need not read these databases."""
    if not shutil.which("otpclient-cli"):
        return False
    return " v3." in subprocess.run(["otpclient-cli", "-v"], capture_output=True, text=True).stdout


def database(accounts):
    """Version 1 (Docs/formats/otpclient.md)."""
    entries = []
    for one in accounts:
        factor = {"counter": one.counter} if one.type == "hotp" else {"period": one.period}
        entries.append({
            "type": "HOTP" if one.type == "hotp" else "TOTP", "label": one.name, "issuer": one.issuer,
            "secret": one.members()["secret"], "digits": one.digits, "algo": one.algorithm, **factor})
    header = random.Random(1).randbytes(48)
    key = hashlib.pbkdf2_hmac("sha512", PASSPHRASE.encode(), header[16:], 100_000, 32)
    return header + AESGCM(key).encrypt(header[:16], json.dumps(entries, ensure_ascii=False).encode(), header)


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
@unittest.skipUnless(
    is_installed(), "otpclient-cli of version 3 is not installed; scripts/bootstrap --tests may bring it")
@unittest.skipUnless(IS_SETTABLE, "the time of a program is set with LD_PRELOAD and a C compiler")
class OTPClient(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        source = random.Random("otpclient")
        self.accounts = []
        for number in range(ACCOUNTS):
            one = account(source)
            # It tells Steam by its issuer.
            issuer = "Steam" if one.type == "steam" else one.issuer.replace("Steam", "Steak")
            self.accounts.append(Account(one.type, issuer, f"{one.name} {number}".strip(), one.secret, one.algorithm,
                                         max(one.digits, 6), min(one.period, LONGEST_PERIOD), one.counter))
        self.file = self.folder / "database.enc"
        self.file.write_bytes(database(self.accounts))
        (self.folder / "otpclient.cfg").write_text(f"[config]\ndb_path={self.file}\nuse_secret_service=false\n")

    def run_otpclient(self, *arguments, instant=None):
        """What it prints after it got the passphrase."""
        more = {"HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "LC_ALL": "C.UTF-8"}
        environment = (os.environ if instant is None else Clock(self.folder).environment(instant)) | more
        child, terminal = pty.fork()
        if child == 0:
            os.execvpe("otpclient-cli", ["otpclient-cli", *arguments], environment)
        try:
            end = time.monotonic() + PATIENCE
            while termios.tcgetattr(terminal)[3] & termios.ECHO and time.monotonic() < end:
                time.sleep(0.002)
            os.write(terminal, f"{PASSPHRASE}\n".encode())
            output = b""
            try:
                while more := os.read(terminal, 65536):
                    output += more
            except OSError:  # The end, as terminals tell it.
                pass
        finally:
            os.close(terminal)
            status = os.waitpid(child, 0)[1]
        text = output.decode().replace("\r\n", "\n")
        self.assertEqual(status, 0, text)
        return text

    def read(self):
        """Our reading."""
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n")
        (self.folder / "passphrase").chmod(0o600)
        done = subprocess.run([PROGRAM, "convert", self.file, "--to", "json", "--passphrase-file", "passphrase"],
                              cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [Account(item["type"], item["issuer"], item["name"], decode_base32(item["secret"]), item["algorithm"],
                        item["digits"], item.get("period", 30), item.get("counter", 0))
                for item in json.loads(done.stdout)["items"]]

    def test_accounts(self):
        ours = self.read()
        self.assertEqual(len(ours), len(self.accounts))
        listed = re.findall(r"^(.*) \| (.*)\n-+$", self.run_otpclient("list"), re.MULTILINE)
        # It prints ASCII.
        names = [tuple(text.encode("ascii", "replace").decode() for text in (one.name, one.issuer)) for one in ours]
        self.assertEqual(listed[-len(ours):], names)
        links = self.folder / "freeotpplus-exports.txt"
        self.run_otpclient("export", "-t", "freeotpplus", "-d", str(self.folder))
        found = 0
        for link, one in zip(links.read_text("utf-8").split("otpauth://")[1:], ours, strict=True):
            match = LINK.match("otpauth://" + link)
            if not one.issuer.isascii() or not one.name.isascii():
                continue
            self.assertTrue(match, link)
            factor = one.counter if one.type == "hotp" else one.period
            self.assertEqual(
                (match[1], unquote(match[2]), *match.groups()[2:]),
                ("hotp" if one.type == "hotp" else "totp", f"{one.issuer}:{one.name}" if one.issuer else one.name,
                 one.members()["secret"], str(one.digits), one.algorithm, str(factor)))
            found += 1
        self.assertGreater(found, len(ours) // 2)

    def test_codes(self):
        # It advances the counter of an account that it shows.
        found = self.read()
        shown = [one for kind in ("totp", "steam") for one in [one for one in found if one.type == kind][:SHOWN]]
        self.assertEqual(len(shown), 2 * SHOWN)
        for one in shown:
            for instant in INSTANTS:
                with self.subTest(name=one.name, instant=instant):
                    output = self.run_otpclient("show", "-m", "-a", one.name, "-i", one.issuer, instant=instant)
                    self.assertRegex(output, rf"Current TOTP .*: {code_at(one, instant)}\n")


if __name__ == "__main__":
    unittest.main()
