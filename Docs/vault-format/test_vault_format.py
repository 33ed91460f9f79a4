#!/usr/bin/env python3
"""The command line of read_vault.py, and the schema of the plaintext. Run: python3 -m unittest"""

import copy
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
VECTORS = HERE / "vectors"
MANIFEST = json.loads((VECTORS / "manifest.json").read_text("utf-8"))["cases"]
PASSPHRASE = "correct horse battery staple"
needs_jsonschema = unittest.skipUnless(
    importlib.util.find_spec("jsonschema"), "the Python package jsonschema is not installed")


def read_vault(file, *options, typed="", passphrase=None):
    """Runs the reader in a session of its own, so that it never asks on the tester's terminal."""
    environment = {name: value for name, value in os.environ.items() if name != "TOTP_IMPORT_PASSPHRASE"}
    environment["PYTHONIOENCODING"] = "utf-8"
    if passphrase is not None:
        environment["TOTP_IMPORT_PASSPHRASE"] = passphrase
    return subprocess.run([sys.executable, str(HERE / "read_vault.py"), str(file), *options],
                          input=typed.encode(), env=environment, capture_output=True, start_new_session=True,
                          timeout=60)


def read_vector(entry, *options):
    if "recoveryCode" in entry:
        return read_vault(VECTORS / entry["file"], "--recovery-file", "-", *options, typed=entry["recoveryCode"] + "\n")
    return read_vault(VECTORS / entry["file"], "--passphrase-file", "-", *options, typed=entry["passphrase"] + "\n")


def schema(name):
    from jsonschema import Draft202012Validator
    document = json.loads((HERE / name).read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


@needs_jsonschema
class PlaintextSchema(unittest.TestCase):
    def test_refuses_a_wrong_value_in_each_known_field(self):
        plaintext = schema("plaintext.schema.json")
        items = next(entry["items"] for entry in MANIFEST if entry["file"] == "basic.json" and "items" in entry)
        self.assertTrue(plaintext.is_valid({"items": items, "another": 1}))
        wrong = {"id": "00000000-0000-4000-a000-000000000001", "type": "other", "name": None, "issuer": 1,
                 "secret": "gezdgnbv", "algorithm": "sha1", "digits": 0, "period": 0, "createdAt": "2026-11-21",
                 "updatedAt": "2026-11-21T09:30:00.5Z", "isDeleted": 0, "syncedAt": "", "note": 1, "tags": [1],
                 "favorite": "yes", "source": {"format": "aegis"}, "token": {"serial": ""}}
        for name, value in wrong.items():
            with self.subTest(field=name):
                self.assertFalse(plaintext.is_valid({"items": [{**items[0], name: value}]}))
        batch = {"id": 0, "size": 3, "parts": [0, 2], "seenAt": "2026-11-21T09:30:00Z"}
        self.assertTrue(plaintext.is_valid({"items": [], "batches": [{**batch, "another": 1}]}))
        for name, value in {"id": 1 << 31, "size": 1, "parts": [1, 1], "seenAt": "2026-11-21"}.items():
            with self.subTest(batch=name):
                self.assertFalse(plaintext.is_valid({"items": [], "batches": [{**batch, name: value}]}))
                self.assertFalse(plaintext.is_valid({"items": [], "batches": [
                    {other: batch[other] for other in batch if other != name}]}))
        hotp = next(item for item in items if item["type"] == "hotp")
        for name, item in ("period", items[0]), ("counter", hotp), ("updatedAt", items[0]):
            with self.subTest(missing=name):
                item = copy.deepcopy(item)
                del item[name]
                self.assertFalse(plaintext.is_valid({"items": [item]}))


class CommandLine(unittest.TestCase):
    BASIC = VECTORS / "basic.json"

    def test_lists_accounts_without_secrets_and_without_deleted_ones(self):
        for options in (), ("--json",), ("--codes",):
            with self.subTest(options=options):
                result = read_vault(self.BASIC, *options, passphrase=PASSPHRASE)
                self.assertEqual(result.returncode, 0, result.stderr.decode())
                self.assertIn(b"alice@example.com", result.stdout)
                self.assertNotIn(b"GEZDGNBVGY3TQOJQ", result.stdout)
                self.assertEqual(b"grace@example.net" in result.stdout, options == ("--json",))

    def test_json_leaves_the_keys_of_secrets_out(self):
        result = read_vault(self.BASIC, "--json", passphrase=PASSPHRASE)
        for item in json.loads(result.stdout)["items"]:
            self.assertTrue(item.keys().isdisjoint({"secret", "pin"}))

    def test_codes(self):
        entry = next(entry for entry in MANIFEST if "codes" in entry)
        expected = [code or "(no PIN)" for item, code in zip(entry["items"], entry["codes"]) if not item["isDeleted"]]
        result = read_vector(entry, "--codes", "--at", str(entry["at"]))
        lines = result.stdout.decode().splitlines()[1:]
        self.assertEqual([line.split("  ")[0] for line in lines], expected)

    @needs_jsonschema
    def test_checks_the_schemas(self):
        result = read_vault(self.BASIC, "--schema-check", passphrase=PASSPHRASE)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        self.assertIn(b"match their schemas", result.stderr)

    def test_the_first_line_of_the_passphrase_file_counts(self):
        result = read_vault(self.BASIC, "--passphrase-file", "-", typed=f"{PASSPHRASE}\r\nanother line\n")
        self.assertEqual(result.returncode, 0, result.stderr.decode())

    def test_a_missing_passphrase_is_exit_code_3(self):
        result = read_vault(self.BASIC)
        self.assertEqual(result.returncode, 3, result.stderr.decode())
        self.assertIn(b"TOTP_IMPORT_PASSPHRASE", result.stderr)

    def test_a_mistyped_recovery_code_is_told_from_a_wrong_one(self):
        code = next(entry["recoveryCode"] for entry in MANIFEST
                    if entry["file"] == "recovery.json" and "recoveryCode" in entry)
        mistyped = ("B" if code[0] == "A" else "A") + code[1:]
        result = read_vault(VECTORS / "recovery.json", "--recovery-file", "-", typed=mistyped)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"mistyped", result.stderr)

    def test_wrong_usage_is_exit_code_64(self):
        for options in ("--at", "59"), ("--reveal",), ("--json", "--codes"), ("--unknown",), ("--codes", "--at", "-1"):
            with self.subTest(options=options):
                self.assertEqual(read_vault(self.BASIC, *options, passphrase=PASSPHRASE).returncode, 64)

    def test_a_file_that_is_missing_or_over_64_mib_is_exit_code_2(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "large.json"
            self.assertEqual(read_vault(file, passphrase=PASSPHRASE).returncode, 2)
            with open(file, "wb") as large:
                large.truncate((64 << 20) + 1)
            result = read_vault(file, passphrase=PASSPHRASE)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"64 MiB", result.stderr)

    def test_white_space_up_to_64_mib_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "largest.json"
            file.write_bytes(self.BASIC.read_bytes().ljust(64 << 20))
            result = read_vault(file, passphrase=PASSPHRASE)
            self.assertEqual(result.returncode, 0, result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
