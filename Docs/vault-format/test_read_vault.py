#!/usr/bin/env python3
"""read_vault.py from inside: checks before key derivation, changed bytes, codes, and the examples of README.md."""

import base64
import contextlib
import hashlib
import io
import json
import unittest
from pathlib import Path
from unittest import mock

import read_vault

HERE = Path(__file__).parent
CASES = json.loads((HERE / "vectors" / "manifest.json").read_text("utf-8"))["cases"]
README = (HERE / "README.md").read_text("utf-8")
RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()


def vector(file):
    return (HERE / "vectors" / file).read_bytes()


class BeforeKeyDerivation(unittest.TestCase):
    def test_every_limit_is_checked_first_and_names_its_field(self):
        derivation = mock.Mock(side_effect=AssertionError("a key was derived"))
        with mock.patch.multiple(read_vault, Scrypt=derivation, HKDF=derivation):
            for case in CASES:
                if case["expect"] == "refused" and not case["file"].startswith("plaintext-"):
                    with self.subTest(file=case["file"]), self.assertRaises(read_vault.Refused) as refusal:
                        read_vault.open_vault(vector(case["file"]), case["passphrase"])
                    named = (case["field"] + " ",) if "field" in case else ("the file ", "header")
                    self.assertTrue(str(refusal.exception).startswith(named), refusal.exception)

    def test_a_good_vault_does_derive_keys(self):
        derivation = mock.Mock(side_effect=AssertionError("a key was derived"))
        with mock.patch.multiple(read_vault, Scrypt=derivation), self.assertRaisesRegex(AssertionError, "derived"):
            read_vault.open_vault(vector("empty.json"), "any")


class Damage(unittest.TestCase):
    def test_no_change_of_a_single_byte_goes_unnoticed(self):
        data = vector("empty.json")
        passphrase = next(case["passphrase"] for case in CASES if case["file"] == "empty.json")
        self.assertEqual(read_vault.open_vault(data, passphrase)["items"], [])
        for position in range(len(data)):
            # The lowest bit, the case of a letter, and a byte that is no ASCII.
            for mask in 0x01, 0x20, 0x80:
                changed = bytearray(data)
                changed[position] ^= mask
                try:
                    read_vault.open_vault(bytes(changed), passphrase)
                except read_vault.VaultError:
                    continue
                self.fail(f"byte {position} with mask {mask:#x} was not noticed")

    def test_no_shortened_file_opens(self):
        data = vector("empty.json")
        for length in range(0, len(data), 97):
            with self.assertRaises(read_vault.Refused):
                read_vault.open_vault(data[:length], "any")


class Codes(unittest.TestCase):
    def test_hotp_gives_the_values_of_rfc_4226(self):
        expected = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split()
        for counter, code in enumerate(expected):
            item = {"type": "hotp", "secret": RFC_SECRET, "algorithm": "SHA1", "digits": 6, "counter": counter}
            self.assertEqual(read_vault.code_at(item, 0), code)

    def test_totp_gives_the_values_of_rfc_6238(self):
        expected = {
            59: "94287082 46119246 90693936", 1111111109: "07081804 68084774 25091201",
            1111111111: "14050471 67062674 99943326", 1234567890: "89005924 91819424 93441116",
            2000000000: "69279037 90698825 38618901", 20000000000: "65353130 77737706 47863826"}
        for unix_time, codes in expected.items():
            for (algorithm, size), code in zip((("SHA1", 20), ("SHA256", 32), ("SHA512", 64)), codes.split()):
                secret = base64.b32encode((b"1234567890" * 7)[:size]).decode().rstrip("=")
                item = {"type": "totp", "secret": secret, "algorithm": algorithm, "digits": 8, "period": 30}
                self.assertEqual(read_vault.code_at(item, unix_time), code, (algorithm, unix_time))

    def test_names_cannot_steer_the_terminal(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            read_vault.print_table(("alice\x1b[2J", "bob\u202e", "carol\r\n"))
        self.assertEqual(output.getvalue(), "alice\ufffd[2J  bob\ufffd  carol\ufffd\ufffd\n")


class RecoveryCode(unittest.TestCase):
    CODE = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO-B4IB-CEQT-CQKR-MFYY-DENB-WHA5-DYPQ-MMG4"

    def test_the_example_of_the_specification(self):
        self.assertIn(self.CODE, README)
        for typed in self.CODE, self.CODE.lower(), self.CODE.replace("-", " "), f" {self.CODE.replace('-', '')}\n":
            self.assertEqual(read_vault.decode_recovery_code(typed), bytes(range(32)))

    def test_one_wrong_character_is_noticed_anywhere(self):
        for position, character in enumerate(self.CODE):
            if character != "-":
                for wrong in "AZ27018é":
                    if wrong != character:
                        with self.assertRaises(read_vault.WrongPassphrase):
                            read_vault.decode_recovery_code(self.CODE[:position] + wrong + self.CODE[position + 1:])

    def test_other_lengths_are_refused(self):
        for typed in "", "A" * 52, self.CODE[:-1], self.CODE + "A", self.CODE + "====":
            with self.assertRaises(read_vault.WrongPassphrase):
                read_vault.decode_recovery_code(typed)


class Examples(unittest.TestCase):
    """What README.md says of keys and canonical form, computed again."""

    def test_the_canonical_form(self):
        line = next(line for line in README.splitlines() if line.startswith('{"cipher"'))
        self.assertEqual(read_vault.canonical(json.loads(line)), line.encode())
        self.assertIn(f"one line of {len(line)} bytes", README)
        self.assertIn(hashlib.sha256(line.encode()).hexdigest(), README)

    def test_the_keys_of_the_worked_example(self):
        header = json.loads(vector("recovery.json"))["header"]
        slot = next(slot for slot in header["slots"] if slot["type"] == "recovery")
        code = next(case["recoveryCode"] for case in CASES
                    if case["file"] == "recovery.json" and "recoveryCode" in case)
        secret = read_vault.decode_recovery_code(code)
        master = read_vault.master_key([slot], None, code)
        payload = read_vault.hkdf(master, base64.b64decode(header["payload"]["salt"]), b"totply-vault/1/payload")
        shown = {"the code's bytes": secret, "slot key": read_vault.slot_key(slot["kdf"], secret), "master key": master,
                 "payload key": payload,
                 "SHA-256 of the canonical header": hashlib.sha256(read_vault.canonical(header)).digest()}
        self.assertIn(code, README)
        for value in (slot["id"], slot["kdf"]["salt"], slot["nonce"], slot["wrappedKey"], *header["payload"].values()):
            self.assertIn(f"`{value}`", README)
        for name, value in shown.items():
            self.assertIn(f"| {name} | `{value.hex()}` |", README)


if __name__ == "__main__":
    unittest.main()
