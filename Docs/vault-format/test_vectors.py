#!/usr/bin/env python3
"""Every vector in vectors/ through read_vault.py and read_vault.c. Run: python3 -m unittest

The program's own reader has the same test in Tests/VaultTests/VaultVectorTests.swift.
"""

import importlib.util
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import make_nfc
import make_vectors
import read_vault
import vectors_merging
from vault_maker import PASSPHRASE

HERE = Path(__file__).parent
VECTORS = HERE / "vectors"
CASES = json.loads((VECTORS / "manifest.json").read_text("utf-8"))["cases"]
OUTCOMES = {read_vault.Refused: "refused", read_vault.Changed: "changed",
            read_vault.WrongPassphrase: "wrong-passphrase"}
EXIT_CODES = {"opens": 0, "refused": 2, "changed": 2, "wrong-passphrase": 3}
needs_jsonschema = unittest.skipUnless(
    importlib.util.find_spec("jsonschema"), "the Python package jsonschema is not installed")


def vector(case):
    return (VECTORS / case["file"]).read_bytes()


def schema(name):
    from jsonschema import Draft202012Validator
    document = json.loads((HERE / name).read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


class Manifest(unittest.TestCase):
    def test_every_file_is_listed_and_every_outcome_occurs(self):
        files = {path.name for path in VECTORS.iterdir()} - {"manifest.json"}
        self.assertEqual({case["file"] for case in CASES}, files)
        self.assertEqual({case["expect"] for case in CASES}, set(EXIT_CODES))

    def test_there_are_enough(self):
        opens = {case["file"] for case in CASES if case["expect"] == "opens"}
        self.assertGreaterEqual(len(opens), 30)
        self.assertGreaterEqual(len({case["file"] for case in CASES} - opens), 150)

    def test_every_rule_is_a_text_of_the_specification(self):
        specification = " ".join((HERE / "README.md").read_text("utf-8").split())
        for rule in sorted({case["rule"] for case in CASES}):
            self.assertIn(rule, specification)

    def test_the_writers_give_the_same_bytes_again(self):
        self.assertEqual(make_vectors.all_vectors().differences(VECTORS), [])
        self.assertEqual(vectors_merging.FILE.read_text("utf-8"), vectors_merging.text())

    def test_the_rules_of_merging_are_texts_of_the_specification(self):
        specification = " ".join((HERE / "README.md").read_text("utf-8").split())
        for case in vectors_merging.cases():
            self.assertIn(case["rule"], specification)


class PythonReader(unittest.TestCase):
    def test_each_gives_what_the_manifest_says(self):
        for case in CASES:
            with self.subTest(file=case["file"], about=case["about"]):
                try:
                    plaintext = read_vault.open_vault(vector(case), case.get("passphrase"), case.get("recoveryCode"))
                except read_vault.VaultError as error:
                    self.assertEqual(OUTCOMES[type(error)], case["expect"], error)
                    self.assertNotIn("\n", str(error))
                    if "field" in case:
                        self.assertTrue(str(error).startswith(case["field"] + " "), error)
                    continue
                self.assertEqual(case["expect"], "opens")
                self.assertEqual(plaintext.pop("items"), case["items"])
                self.assertEqual(plaintext, case.get("otherFields", plaintext))


@needs_jsonschema
class Schemas(unittest.TestCase):
    def test_the_copies_match(self):
        plaintext = schema("plaintext.schema.json")
        for case in vectors_merging.cases():
            for copy in [*case["copies"], {"items": case["items"], "seen": case["seen"], "generator": "any"}]:
                self.assertEqual([error.message for error in plaintext.iter_errors(copy)], [], case["about"])

    def test_the_good_match_both(self):
        envelope, plaintext = schema("vault.schema.json"), schema("plaintext.schema.json")
        for case in CASES:
            if case["expect"] == "opens":
                with self.subTest(file=case["file"], about=case["about"]):
                    parsed = read_vault.check_envelope(vector(case))
                    self.assertTrue(envelope.is_valid(parsed))
                    self.assertTrue(plaintext.is_valid(read_vault.open_envelope(
                        parsed, case.get("passphrase"), case.get("recoveryCode"))))

    def test_the_envelope_schema_refuses_what_the_readers_refuse(self):
        envelope = schema("vault.schema.json")
        for case in CASES:
            # A schema neither sees how a number is written nor adds up the costs of all slots.
            if (case["expect"] == "refused" and not case["file"].startswith(("number-", "kdf-work-"))
                    and case.get("field", "").startswith(("header", "version", "ciphertext"))):
                with self.subTest(file=case["file"], about=case["about"]):
                    self.assertFalse(envelope.is_valid(json.loads(vector(case))))


@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class CReader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.program = str(Path(cls.folder.name) / "read_vault")
        source = str(HERE / "read_vault.c")
        include = b"#include <openssl/evp.h>\n"
        if subprocess.run(["cc", "-E", "-x", "c", "-"], input=include, capture_output=True).returncode:
            raise unittest.SkipTest("the headers of OpenSSL are not installed")
        strict = ["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", cls.program, source, "-lcrypto"]
        # Where the sanitizers are not installed, without them.
        if subprocess.run([*strict, "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover"],
                          capture_output=True).returncode:
            subprocess.run([*strict, "-O2"], check=True)

    def read(self, file, *options, typed=b"", **environment):
        return subprocess.run([self.program, str(file), *options], input=typed, capture_output=True, timeout=60,
                              env=environment)

    def test_each_gives_what_the_manifest_says(self):
        for case in CASES:
            with self.subTest(file=case["file"], about=case["about"]):
                key, option = (("recoveryCode", "--recovery-file") if "recoveryCode" in case else
                               ("passphrase", "--passphrase-file"))
                result = self.read(VECTORS / case["file"], "--plaintext", option, "-", typed=f"{case[key]}\n".encode())
                message = result.stderr.decode()
                self.assertEqual(result.returncode, EXIT_CODES[case["expect"]], message)
                if case["expect"] == "opens":
                    plaintext = json.loads(result.stdout)
                    self.assertEqual(plaintext.pop("items"), case["items"])
                    self.assertEqual(plaintext, case.get("otherFields", plaintext))
                    continue
                self.assertEqual(result.stdout, b"")
                self.assertEqual(message.count("\n"), 1, message)
                self.assertEqual("file was changed" in message, case["expect"] == "changed", message)
                if "field" in case:
                    self.assertIn(f": {case['field']} ", message)

    def test_lists_accounts_without_secrets_and_without_deleted_ones(self):
        result = self.read(VECTORS / "basic.json", TOTP_IMPORT_PASSPHRASE=PASSPHRASE)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"Birchwood Bank\talice@example.com\ttotp\t6\t30 s\n", result.stdout)
        self.assertNotIn(b"grace@example.net", result.stdout)
        secrets = {entry["secret"] for case in CASES if case["file"] == "basic.json" for entry in case.get("items", [])}
        for secret in secrets:
            self.assertNotIn(secret.encode(), result.stdout)

    def test_what_is_missing_or_wrong_has_its_exit_code(self):
        basic = VECTORS / "basic.json"
        for status, arguments, environment in (
                (3, (basic,), {}), (3, (basic,), {"TOTP_IMPORT_PASSPHRASE": ""}), (2, (HERE / "no-such-file",), {}),
                (3, (basic,), {"TOTP_IMPORT_PASSPHRASE": "\udce9"}), (64, (), {}), (64, (basic, "--unknown"), {}),
                (64, (basic, basic), {}), (64, (basic, "--passphrase-file", "-", "--recovery-file", "-"), {}),
                (2, (HERE,), {"TOTP_IMPORT_PASSPHRASE": "x"})):
            with self.subTest(arguments=arguments, environment=environment):
                result = subprocess.run([self.program, *map(str, arguments)], env=environment, capture_output=True,
                                        stdin=subprocess.DEVNULL, timeout=60)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_a_file_over_64_mib_is_refused(self):
        file = Path(self.folder.name) / "large.json"
        with open(file, "wb") as large:
            large.truncate((64 << 20) + 1)
        result = self.read(file, TOTP_IMPORT_PASSPHRASE="x")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"64 MiB", result.stderr)

    def test_the_unicode_tables_are_those_of_python(self):
        self.assertEqual(make_nfc.main(["--check"]), 0)


if __name__ == "__main__":
    unittest.main()
