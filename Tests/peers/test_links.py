#!/usr/bin/env python3
"""Links and the batches of Google Authenticator in detail, the codes, and the command line."""

import base64
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import plain_samples
import samples
from plain_samples import migration_link
from rules import PeerError
from reading import accounts

HERE = Path(__file__).parent


class Links(unittest.TestCase):
    GOOD = "otpauth://totp/Acme:bob?secret=MFRGGZDF&issuer=Acme&algorithm=SHA1&digits=6&period=30"

    def test_the_one_spelling_is_read(self):
        self.assertEqual(accounts("otpauth", f"{self.GOOD}\n".encode())[0]["issuer"], "Acme")

    def test_every_other_spelling_is_refused(self):
        for old, new in (("MFRGGZDF", "mfrggzdf"), ("MFRGGZDF", "MFRGGZDF%3D"), ("MFRGGZDF", "MFRGGZD1"),
                         ("MFRGGZDF", ""), ("Acme:bob", "bob"), ("Acme:bob", "Other:bob"), ("Acme:bob", "Acme:b%6Fb"),
                         ("Acme:bob", "Acme:b b"), ("Acme:bob", "Acme:b+b"), ("issuer=Acme", "issuer="),
                         ("&issuer=Acme", ""), ("SHA1", "sha1"), ("&algorithm=SHA1", ""), ("digits=6", "digits=06"),
                         ("digits=6", "digits=11"), ("period=30", "period=0"), ("&period=30", ""),
                         ("period=30", "counter=1"), ("period=30", "period=30&image=x"),
                         ("period=30", "period=30&period=60"), ("totp", "TOTP"), ("totp", "sms"),
                         ("otpauth:", "OTPAUTH:"), ("\n", "\n\n"), ("\n", "")):
            data = f"{self.GOOD}\n".replace(old, new, 1).encode()
            with self.subTest(old=old, new=new), self.assertRaises(PeerError):
                accounts("otpauth", data)

    def test_types_that_an_app_cannot_read_are_refused(self):
        for format_id, build, account in (
                ("ente", plain_samples.otpauth, plain_samples.MOTP),
                ("ente", plain_samples.otpauth, plain_samples.YANDEX),
                ("keepassxc", plain_samples.keepassxc_csv, plain_samples.HOTP),
                ("bitwarden-csv", plain_samples.bitwarden_csv, plain_samples.HOTP)):
            with self.subTest(format=format_id, type=account.type), self.assertRaises(PeerError):
                accounts(format_id, build([account]))


class Migration(unittest.TestCase):
    def test_batches_must_fit_together(self):
        one, two = [plain_samples.TOTP], [plain_samples.TOTP] * 11
        for what, lines in {
                "eleven entries": [migration_link(two)], "no entry": [migration_link([])],
                "version 2": [migration_link(one, version=2)],
                "size": [migration_link(one, size=2)], "index": [migration_link(one, index=1)],
                "order": [migration_link(one, 2, 1), migration_link(one, 2, 0)],
                "ids": [migration_link(one, 2, 0), migration_link(one, 2, 1, identifier=8)],
                "negative id": [migration_link(one, identifier=(1 << 64) - 1)],
                "plain +": [migration_link([plain_samples.LONG]).replace("%2B", "+").replace("%2F", "/")],
                "cut off": [migration_link(one)[:-8]], "none": []}.items():
            with self.subTest(what), self.assertRaises(PeerError):
                accounts("google-migration", "".join(line + "\n" for line in lines).encode())


class Codes(unittest.TestCase):
    def test_codes_are_those_of_the_specifications(self):
        seed = base64.b32encode((b"1234567890" * 7)[:64]).decode().rstrip("=")
        for link, time, code in (
                ("totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8", 59, "94287082"),
                ("totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8", 20000000000, "65353130"),
                (f"totp/a?secret={seed}&digits=8&algorithm=SHA512", 1111111109, "25091201"),
                ("hotp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=9", 0, "520489")):
            found = self.run_reader("otpauth", f"otpauth://{link}\n", "--as-app", "--codes", str(time), "0")
            self.assertEqual(found.returncode, 0, found.stderr)
            self.assertEqual(json.loads(found.stdout)["codes"][0], code)

    def test_a_refused_file_is_exit_status_1_and_one_line_without_the_secret(self):
        found = self.run_reader("otpauth", "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&digits=99\n")
        self.assertEqual((found.returncode, found.stdout), (1, ""))
        self.assertRegex(found.stderr, r"\Aerror: -: line\[0\]: the parameters must be .*\n\Z")
        self.assertNotIn("GEZD", found.stderr)

    def test_a_passphrase_comes_from_standard_input(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(samples.andotp([plain_samples.TOTP], encrypted=True))
            file.flush()
            found = self.run_reader("andotp", samples.PASSPHRASE + "\n", "--passphrase-file", "-", file=file.name)
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertEqual(json.loads(found.stdout), plain_samples.TOTP.members())

    def test_a_vault_is_read_by_its_own_reader(self):
        folder = HERE.parents[1] / "Docs" / "vault-format" / "vectors"
        case = next(case for case in json.loads((folder / "manifest.json").read_text("utf-8"))["cases"]
                    if case["expect"] == "opens")
        self.assertIsInstance(accounts("totply-vault", (folder / case["file"]).read_bytes(), case["passphrase"]), list)
        with self.assertRaises(PeerError):
            accounts("totply-vault", (folder / case["file"]).read_bytes(), "wrong")

    def run_reader(self, format_id, text, *options, file="-"):
        command = [sys.executable, str(HERE / "read.py"), format_id, file, *options]
        return subprocess.run(command, input=text, capture_output=True, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
