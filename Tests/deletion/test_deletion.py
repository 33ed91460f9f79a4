"""What is named for deletion: files that are what they were when they were read, with links in any place."""

import contextlib
import html
import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from files import (
    GOOGLE, LINK, OTHER_LINK, PAM, PROGRAM, RECOVERY, SECRETS, aegis, convert, each, named, packed, pdf, two_fas,
)

SCHEMES = {
    "otpauth": OTHER_LINK,
    "one slash": OTHER_LINK.replace("//", "/"),
    "Apple's": f"apple-{OTHER_LINK}",
    "encoded": OTHER_LINK.replace("://", "%3A%2F%2F"),
    "of nobody": OTHER_LINK.replace("otpauth", "otpauth-mobile"),
    "none": OTHER_LINK.removeprefix("otpauth://"),
    "Google's export": GOOGLE,
    "a Steam account": f"otpauth://steam/Steam:bob?secret={SECRETS[1]}&issuer=Steam",
    "a link of Steam": f"steam://{SECRETS[1]}",
    "a motp link": "motp://Birch:bob?secret=0123456789abcdef",
}


def places():
    """Files with an account and, in a place for text, a link beside it."""
    for scheme, link in SCHEMES.items():
        quoted = html.escape(link, quote=True)
        row = {"type": 1, "name": "Acme", "notes": link, "login": {"username": "eve", "totp": LINK}}
        keepass = "".join(f"<String><Key>{key}</Key><Value>{value}</Value></String>" for key, value in
                          {"Title": "Acme", "UserName": "eve", "otp": html.escape(LINK), "Notes": quoted}.items())
        for place, content in {
            "a line": f"{LINK}\n{link}\n",
            "a comment": f"{LINK}\n# {link}\n",
            "a note of Aegis": aegis(f"see {link}"),
            "a field of 2FAS": two_fas(link),
            "a note of Bitwarden": json.dumps({"encrypted": False, "folders": [], "items": [row]}),
            "a note of KeePass": "<KeePassFile><Root><Group><Name>a</Name><Entry>"
                                 f"{keepass}</Entry></Group></Root></KeePassFile>",
            "a cell": f"name,user,totp,remark\nAcme,eve,{SECRETS[0]},{link}\n",
            "a member": json.dumps([{"issuer": "Acme", "name": "eve", "secret": SECRETS[0], "remark": link}]),
            "a variable": f"ACME_TOTP_SECRET={SECRETS[0]}\nBACKUP={link}\n",
            "a setting of YAML": f"- name: Acme\n  secret: {SECRETS[0]}\n  remark: \"{link}\"\n",
            "a page": f"<html><body><p>{html.escape(LINK)}</p><p>{quoted}</p></body></html>",
            "a mail": f"From: a@example.com\nSubject: b\nContent-Type: text/plain\n\n{LINK}\n{link}\n",
            "an archive": packed({"a.txt": LINK, "b/c.txt": link}),
        }.items():
            yield f"{scheme}: {place}", content


class DeletionTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "a.txt").write_text(LINK)

    def named(self, *inputs, **options):
        names, accounts, done = convert(self.folder, inputs, **options)
        self.assertLess(done.returncode, 2, done.stderr)
        self.assertGreater(accounts, 0, done.stderr)
        return names

    def test_a_link_is_seen_in_each_place_for_text(self):
        for (title, _), (names, accounts, errors) in each(self, places):
            with self.subTest(title):
                if accounts < 2:
                    self.assertEqual(names, [], errors)
                    self.assertRegex(errors, "(?m)^(warning|rejected|error): ")

    def test_what_may_matter_is_said(self):
        for rest in ("recovery: 1234-5678", "password=hunter", "8 digits"):
            self.assertIn("line 1 has text after the link that is not read", named(f"{LINK} {rest}\n")[2])
        self.assertNotIn("warning: a:", named(f"{LINK} (work)\n")[2])
        self.assertIn('"pin" in its link is not read', named(f"{LINK}&pin=1234\n")[2])
        self.assertIn("its text may contain 1 secret", named(pdf(f"key {SECRETS[1]}"))[2])
        self.assertEqual(named(pdf(OTHER_LINK))[1], 2)

    def test_a_file_that_changes_while_others_are_read(self):
        a = self.folder / "a.txt"
        changes = {
            "nothing": lambda: None, "its time": lambda: os.utime(a, (1, 1)), "its content": lambda: a.write_text(PAM),
            "another file": lambda: os.replace(shutil.copy(a, self.folder / "b"), a), "its end": a.unlink,
        }
        for title, change in changes.items():
            a.write_text(LINK)
            os.mkfifo(self.folder / "pipe")

            def write(change=change):
                with open(self.folder / "pipe", "w") as pipe:
                    change()
                    pipe.write(OTHER_LINK)
            threading.Thread(target=write, daemon=True).start()
            with self.subTest(title):
                names, accounts, done = convert(self.folder, ["a.txt", "pipe"], "--jobs", "1")
                self.assertEqual(accounts, 2, done.stderr)
                self.assertEqual(names, ["a.txt"] if title == "nothing" else [], done.stderr)
            (self.folder / "pipe").unlink()

    def test_names_of_a_file(self):
        self.assertEqual(self.named("a.txt"), ["a.txt"])
        self.assertEqual(self.named("a.txt", "a.txt"), ["a.txt"])
        with open(self.folder / "a.txt") as stream:
            self.assertEqual(self.named("-", stdin=stream), [])
        (self.folder / "b.txt").write_text(OTHER_LINK)
        self.assertEqual(self.named(LINK, "b.txt"), ["b.txt"])

    def test_a_symbolic_link_is_not_the_file(self):
        (self.folder / "link").symlink_to("a.txt")
        for inputs in (["link"], ["link", "a.txt"], ["a.txt", "link"]):
            with self.subTest(inputs):
                self.assertEqual(self.named(*inputs), [name for name in inputs if name != "link"])

    def test_a_folder(self):
        (self.folder / "b").mkdir()
        (self.folder / "a.txt").rename(self.folder / "b/a.txt")
        for name, content in {"words.txt": RECOVERY, ".hidden": OTHER_LINK, "c.txt": f"{OTHER_LINK} (work)\n"}.items():
            (self.folder / "b" / name).write_text(content)
        self.assertEqual(self.named("b"), ["b/a.txt"])

    def test_an_account_that_is_not_taken_whole(self):
        for first, second in ((LINK, LINK.replace(SECRETS[0], SECRETS[1])), (LINK, LINK.replace("eve", "ann")),
                              (aegis("one"), aegis("two"))):
            (self.folder / "a.txt").write_text(first)
            (self.folder / "b.txt").write_text(second)
            with self.subTest(second):
                self.assertNotIn("b.txt", self.named("a.txt", "b.txt"))

    def test_files_that_are_written(self):
        for option in ("out", "list"):
            (self.folder / "list").unlink(missing_ok=True)
            (self.folder / option).write_text(LINK)
            _, _, done = convert(self.folder, [option])
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertEqual((self.folder / option).read_text(), LINK)

    def test_vaults(self):
        (self.folder / "b.txt").write_text(OTHER_LINK)
        (self.folder / "passphrase").write_text("correct horse\n")
        for name in ("a.txt", "b.txt"):
            subprocess.run([PROGRAM, "import", name, "--vault", "v.json", "--passphrase-file", "passphrase"],
                           cwd=self.folder, check=True, capture_output=True)
        shutil.copy(self.folder / "v.json", self.folder / "copy.json")
        for name in ("v.json", "v.json.bak.1", "copy.json"):
            with self.subTest(name), contextlib.chdir(self.folder):
                self.assertEqual(self.named(name, passphrase="correct horse"), [])
                self.assertNotIn(name, self.named("b.txt", name, passphrase="correct horse"))


if __name__ == "__main__":
    unittest.main()
