#!/usr/bin/env python3
"""Compares what the program prints with the schemas. Run: python3 -m unittest

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import segno
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
IMAGES, EXPORTS = ROOT / "Fixtures/images", ROOT / "Fixtures/exports"
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))
PASSPHRASE = "correct horse battery staple"
LINKS = """# comment
otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme
otpauth://totp/Acme:eve?secret=MFRGGZDF1ZTWQ2LK&issuer=Acme
otpauth://hotp/Birch:bob?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU&issuer=Birch&counter=3
"""
ITEMS = """{"format":"totp-import-items","version":1,"items":[
{"type":"motp","issuer":"Acme","name":"alice","secret":"3PL4AQMA4AUVI","algorithm":"MD5","digits":6,"period":10,
 "pin":"1234","note":"invented","tags":["work"],"favorite":true,
 "token":{"serial":"7","manufacturer":"Acorn","model":"A-1","user":"alice"}},
{"type":"totp","issuer":"Cedar","name":"carol","secret":"MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK","algorithm":"SHA1",
 "digits":6,"period":30,"note":"invented"},
{"type":"motp","issuer":"Acme","name":"bob","secret":"3PL4AQMA4AUVI","algorithm":"MD5","digits":6,"period":10}]}
"""
# With a column that is not read.
TABLE = "name,secret,old secret\nAcme,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ,old\n"
# Of Aegis, with a member that is not read.
AEGIS = """{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[
{"type":"totp","uuid":"00000000-0000-4000-a000-000000000001","name":"alice","issuer":"Acme","note":"","icon":null,
 "info":{"secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","algo":"SHA1","tokenLength":8,"period":30}}]}}
"""
LOGINS = """{"encrypted":false,"folders":[],"items":[
{"id":"00000000-0000-4000-a000-000000000001","type":1,"name":"Acme","favorite":false,"reprompt":0,
 "login":{"username":"alice","password":"invented","totp":null,
  "uris":[{"match":null,"uri":"https://acme.example.com"}]}}]}
"""
# Members that no fixture brings about.
UNSEEN = {"validate": {"partlyChecked"}}
# Every kind of line that scan and the report have.
PICTURES = [IMAGES / name for name in (
    "plain", "google-parts", "rejected", "damaged", "no-code", "not-an-account", "names", "duplicates",
    "structured-append", "text", "pdf")] + ["copy.png", "covered.png"]


def schema(name: str) -> dict:
    return json.loads((HERE / f"{name}.schema.json").read_text("utf-8"))


def closed(node):
    """The same schema without further members."""
    if isinstance(node, list):
        return [closed(part) for part in node]
    if not isinstance(node, dict):
        return node
    found = {key: value if key == "if" else closed(value) for key, value in node.items()}
    if found.get("type") == "object" and "properties" in found:
        found["additionalProperties"] = False
    return found


def members(node) -> set[str]:
    """The names of all members of a value."""
    if isinstance(node, list):
        return set().union(*map(members, node))
    return set(node).union(*map(members, node.values())) if isinstance(node, dict) else set()


def named(node) -> set[str]:
    """The members that a schema names."""
    if isinstance(node, list):
        return set().union(*map(named, node))
    if not isinstance(node, dict):
        return set()
    own = set(node["properties"]) if isinstance(node.get("properties"), dict) else set()
    return own.union(*map(named, node.values()))


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for name, text in (("links.txt", LINKS), ("items.json", ITEMS), ("logins.json", LOGINS), ("table.csv", TABLE),
                           ("aegis.json", AEGIS)):
            (cls.folder / name).write_text(text)
        (cls.folder / "copy.png").write_bytes((IMAGES / "plain/code.png").read_bytes())
        covered = io.BytesIO()
        segno.make(LINKS.split("\n")[1], error="l").save(covered, kind="png", scale=6, border=4)
        with Image.open(covered) as picture:
            gray = picture.convert("L")
        gray.paste(128, tuple(gray.width * tenths // 10 for tenths in (4, 4, 9, 9)))
        gray.save(cls.folder / "covered.png")
        cls.call("import", IMAGES / "screenshots", IMAGES / "google-parts/second-missing-1.png", "--vault", "v.json")
        cls.call("import", "items.json", "links.txt", "--vault", "v.json")
        cls.call("vault", "recovery", "add", "v.json")

    @classmethod
    def call(cls, *arguments, passphrase=PASSPHRASE):
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=cls.folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=300,
            start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": passphrase,
                 "TOTP_IMPORT_SOURCE_PASSPHRASE": PASSPHRASE,
                 "TOTP_IMPORT_NEW_PASSPHRASE": "another", "TOTP_IMPORT_TARGET_PASSPHRASE": PASSPHRASE})
        assert done.returncode in (0, 1), (arguments, done.stderr.decode())
        return done.stdout.decode()

    def check(self, name, runs, *, is_lines=False, passphrase=PASSPHRASE):
        """Compares the output of each run, and finds members that are in no output."""
        from jsonschema import Draft202012Validator
        Draft202012Validator.check_schema(schema(name))
        validator = Draft202012Validator(closed(schema(name)))
        seen = set()
        for arguments in runs:
            with self.subTest(arguments=[str(argument) for argument in arguments]):
                text = self.call(*arguments, passphrase=passphrase)
                values = [json.loads(line) for line in text.splitlines()] if is_lines else [json.loads(text)]
                self.assertTrue(values)
                for value in values:
                    seen |= members(value)
                    error = next(iter(validator.iter_errors(value)), None)
                    self.assertIsNone(error, error and f"{list(error.absolute_path)}: {error.message[:500]}")
        self.assertEqual(named(schema(name)) - seen, UNSEEN.get(name, set()))

    def test_items(self):
        self.check("items", [["list", "v.json", "--json"], ["list", "v.json", "--json", "--reveal"],
                             ["list", "--json", IMAGES / "plain"], ["list", "--json", "table.csv"],
                             ["list", "v.json", "--json", "--duplicates"],
                             ["convert", "v.json", IMAGES / "names", "--to", "json"]])

    def test_codes(self):
        self.check("codes", [["codes", "v.json", "--json"], ["codes", IMAGES / "names", "--json"]], is_lines=True)

    def test_scan(self):
        self.check("scan", [["scan", *PICTURES, "--json"], ["scan", *PICTURES, "--json", "--reveal"]], is_lines=True)

    def test_validate(self):
        runs = [["validate", "links.txt", *PICTURES, "--json"], ["validate", EXPORTS, "--json"],
                ["validate", "links.txt", "--json", "--findings-only"]]
        self.check("validate", runs, is_lines=True)

    def test_rules(self):
        self.check("rules", [["validate", "--rules", "--json"]])

    def test_verify(self):
        changed = ITEMS.replace("alice", "carol").replace('"period":10}', '"period":20}')
        (self.folder / "changed.json").write_text(changed.replace('"name":"bob"', '"name":"dave"'))
        other = LINKS.replace("Acme:alice", "Acme:carol").replace("counter=3", "counter=3&digits=8")
        (self.folder / "other.txt").write_text(other)
        self.check("verify", [["verify", "links.txt", "other.txt", "--json"],
                              ["verify", "v.json", "links.txt", "--json"],
                              ["verify", "links.txt", "changed.json", "--json"],
                              ["verify", "v.json", "v.json", "--json"],
                              ["verify", "table.csv", "table.csv", "--json"]])

    def test_vault_check(self):
        self.check("vault-check", [["vault", "check", "v.json", "--json"]])

    def test_vault_merge(self):
        for name in "merged.json", "copy.json":
            (self.folder / name).write_bytes((self.folder / "v.json").read_bytes())
        for name, note, digits in ("merged.json", "mine", "7"), ("copy.json", "theirs", "8"):
            self.call("vault", "edit", name, "1", "--set-note", note, "--yes")
            self.call("vault", "edit", name, "2", "--set-digits", digits, "--yes")
        self.call("vault", "remove", "merged.json", "3", "--yes")
        run = ["vault", "merge", "copy.json", "--vault", "merged.json", "--json"]
        self.check("vault-merge", [[*run, "--dry-run"], run])

    def test_vault_restore(self):
        for name in "v.json", "v.json.bak.1":
            (self.folder / f"w{name[1:]}").write_bytes((self.folder / name).read_bytes())
        self.call("vault", "passwd", "w.json")
        self.call("vault", "remove", "w.json", "1", "--yes", passphrase="another")
        # The older ones have another passphrase.
        self.check("vault-restore", [["vault", "restore", "w.json", "--json"]], passphrase="another")

    def test_formats(self):
        self.check("formats", [["formats", "--json"], ["formats", "aegis", "--json"]])

    def test_report(self):
        runs = [["import", *PICTURES, EXPORTS, "links.txt", "items.json", "aegis.json", "--vault", "new.json",
                 "--json"],
                ["import", "links.txt", "--vault", "new.json", "--json", "--on-duplicate", "update"],
                # Another part of it is in the vault.
                ["import", IMAGES / "google-parts/second-missing-3.png", "--vault", "v.json", "--json"],
                ["convert", "items.json", IMAGES / "names", "--to", "2fas", "--plain", "--output", "a.2fas", "--json"],
                ["convert", "links.txt", "--into", "logins.json", "--to", "bitwarden", "--plain", "--output", "o.json",
                 "--json"]]
        self.check("report", runs)

    def test_a_new_member_is_an_error(self):
        from jsonschema import Draft202012Validator
        value = json.loads(self.call("vault", "check", "v.json", "--json"))
        more = {**value, "more": 1}
        self.assertTrue(Draft202012Validator(schema("vault-check")).is_valid(more))
        self.assertFalse(Draft202012Validator(closed(schema("vault-check"))).is_valid(more))

    def test_every_schema_is_in_the_table(self):
        table = (HERE / "README.md").read_text()
        for path in HERE.glob("*.schema.json"):
            self.assertIn(f"({path.name})", table)
            self.assertTrue(hasattr(self, f"test_{path.name.split('.')[0].replace('-', '_')}"), path.name)


if __name__ == "__main__":
    unittest.main()
