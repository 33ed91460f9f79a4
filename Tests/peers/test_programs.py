#!/usr/bin/env python3
"""Files for apps, read by programs of others: pass-import, pykeepass, keepassxc-cli, KeePass 2; Passbolt; Vault.

Each file has random accounts. Everything that a program reads is as in the accounts, also the codes at three instants,
or a warning has said that it changes; and what a warning says has changed.

The program is that of the environment variable TOTP_IMPORT_BINARY; ACCOUNTS is how many random accounts each file has.
"""

import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from pykeepass import create_database

import hashicorp_vault
import keepass2
import programs
from accounts import Account, decode_base32
from clock import INSTANTS, IS_SETTABLE, Clock
from vault import code_at

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import"))
ACCOUNTS = int(os.environ.get("ACCOUNTS", "300"))
PASSPHRASE = "grace paints 211 lighthouses"
ISSUERS = ["", "Acme", "Östra Bibliotek", "Quill & Co <x>", "A:B", "100% Co", "Steam", "a,b;c", "\"Q\"", "=1+1", "日本"]
NAMES = ["", "alice", "bob@example.com", "carol: x", "dave & eve", "%41", "=x", "ünal", "a,b", "\"q\"", "#1"]
NOTES = ["", "", "a note", "two\nlines", "<b>&amp;</b>"]


# KeePassXC up to this version takes longer periods for 60 seconds; a warning says so.
LONGEST_PERIOD = 60


def account(source):
    kind = source.choice(["totp"] * 4 + ["hotp", "steam"])
    if kind == "steam":
        more = {}
    else:
        more = {"algorithm": source.choice(["SHA1", "SHA1", "SHA256", "SHA512"]),
                "digits": source.choice([5, 6, 6, 7, 8, 9])}
        more |= {"period": source.choice([1, 15, 30, 30, 60, 90, 3600])} if kind == "totp" else {
            "counter": source.choice([0, 1, source.randrange(1 << 31), source.randrange(1 << 53)])}
    return Account(kind, source.choice(ISSUERS), source.choice(NAMES), source.randbytes(source.randint(8, 40)),
                   note=source.choice(NOTES), favorite=source.random() < 0.2, **more)


def codes(found):
    """The codes of what a program read, from its parameters only."""
    if found.algorithm == "MD5":
        return None
    more = {"period": found.period} if found.type != "hotp" else {"counter": found.counter}
    own = Account(found.type, "", "", decode_base32(found.secret), found.algorithm, found.digits, **more)
    return [code_at(own, time) for time in INSTANTS]


def of(account):
    """The same of an account."""
    is_counted = account.type == "hotp"
    return programs.Parameters(account.type, account.members()["secret"], account.algorithm, account.digits,
                               None if is_counted else account.period, account.counter if is_counted else None)


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n")
        (self.folder / "passphrase").chmod(0o600)

    def convert(self, accounts, target, is_encrypted, more=()):
        """The file, the accounts in it, and by account what warnings say of it; `more` are options of --into."""
        items = {"format": "totp-import-items", "version": 1, "items": [account.members() for account in accounts]}
        (self.folder / "items.json").write_text(json.dumps(items), "utf-8")
        file = self.folder / "out"
        options = more or (["--target-passphrase-file", "passphrase"] if is_encrypted else ["--plain"])
        done = subprocess.run(
            [PROGRAM, "convert", "items.json", "--to", target, "-o", file, "--force", "--json", *options],
            cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        outcomes = [entry["outcome"] for entry in report["sources"][0]["entries"]]
        written = [account for account, outcome in zip(accounts, outcomes) if outcome == "added"]
        self.assertEqual(len(written), report["totals"]["added"])
        losses = {index: set() for index in range(len(written))}
        for loss in report.get("losses", []):
            losses[loss["index"]].add(loss["code"])
        return file, written, losses

    def check(self, program, file, names, kept=()):
        """
        - names: what the program shows of an account: its names.
        - kept: the types that it reads; it has no code of others.
        """
        target, is_encrypted = file.removesuffix(", encrypted"), file in ("aegis, encrypted", "keepass")
        source = random.Random(f"{program}/{file}")
        path, written, losses = self.convert([account(source) for _ in range(ACCOUNTS)], target, is_encrypted)
        read = programs.read(program, file, path, PASSPHRASE if is_encrypted else None)
        expected = [(index, one) for index, one in enumerate(written) if not kept or one.type in kept]
        self.assertGreater(len(expected), ACCOUNTS // 3)
        self.assertEqual(len(read), len(expected))
        for found, (index, one) in zip(read, expected):
            with self.subTest(account=index):
                self.assertEqual(found.parameters, of(one))
                self.assertEqual(codes(found.parameters), [code_at(one, time) for time in INSTANTS])
                shown = names(found)
                own = names(programs.Found(of(one), one.issuer, one.name, one.note))
                if "name" not in losses[index]:
                    self.assertEqual(shown, own)
                elif shown == own:
                    # Then the title of an entry is read as its issuer.
                    self.assertNotEqual((found.issuer, found.name), (one.issuer, one.name))
        return read, written, losses

    def test_aegis(self):
        for file in "aegis", "aegis, encrypted":
            with self.subTest(file):
                self.check("pass-import", file, lambda found: found.issuer + found.name)

    def test_andotp(self):
        # The label that pass-import shows may have both; it must have the name.
        read, written, _ = self.check("pass-import", "andotp", lambda found: "")
        for found, one in zip(read, written):
            self.assertIn(one.name, found.name)

    def test_bitwarden(self):
        for file in "bitwarden", "bitwarden-csv":
            with self.subTest(file):
                self.check_manager(file, {"totp"})

    def test_onepassword(self):
        self.check_manager("onepassword", {"totp"})

    def check_manager(self, file, kept):
        """Password managers show a title, which is the issuer, or the name without one, and a user name."""
        def names(found):
            return (found.issuer or found.name, found.name)
        read, written, losses = self.check("pass-import", file, names, kept)
        expected = [(index, one) for index, one in enumerate(written) if one.type in kept]
        for found, (index, one) in zip(read, expected):
            if "note" not in losses[index]:
                self.assertEqual(found.note, one.note)
            else:
                self.assertNotEqual(found.note, one.note, "a warning says that the note is lost, and it is not")

    def test_keepass(self):
        self.check_keepass("pykeepass", {"totp", "hotp", "steam"})
        # pass-import does not know the fields of counter-based accounts.
        self.check_keepass("pass-import", {"totp", "steam"})

    def check_keepass(self, program, kept):
        def names(found):
            return (found.issuer or found.name, found.name)
        with self.subTest(program):
            read, written, losses = self.check(program, "keepass", names, kept)
            expected = [(index, one) for index, one in enumerate(written) if one.type in kept]
            for found, (index, one) in zip(read, expected):
                self.assertEqual(found.note == one.note, "note" not in losses[index])

    def test_passbolt(self):
        """Its import refuses what it has no code for, and a link that it takes apart at the wrong place."""
        source = random.Random("passbolt")
        path, written, _ = self.convert([account(source) for _ in range(ACCOUNTS)], "keepass", True)
        # The link of an issuer that is called Steam has no names.
        expected = [one for one in written if one.type == "totp" and 6 <= one.digits <= 8
                    and (one.issuer == "Steam" or not set("#?") & set(one.issuer + one.name))]
        self.assertGreater(len(expected), ACCOUNTS // 4)
        read = programs.read("passbolt", "keepass", path, PASSPHRASE)
        self.assertEqual([(found.parameters, found.issuer, found.name) for found in read],
                         [(of(one), one.issuer or one.name, one.name) for one in expected])

    def test_hashicorp_vault(self):
        names = ["it's", "\"q\" $HOME `id`", "back\\slash", "two\nlines", "日本 ü", "#1?x&y=%41+", "-n", "END", "%s"]
        algorithms = "SHA1", "SHA256", "SHA512"
        parameters = [(algorithm, digits, digits * 10) for algorithm in algorithms for digits in (6, 8)]
        path, written, _ = self.convert(
            [Account("totp", issuer, name, os.urandom(20), *parameters[number % 6])
             for issuer in ("", "Q & A") for number, name in enumerate(names)],
            "hashicorp-vault", False)
        script = path.read_bytes()
        found = hashicorp_vault.read(script, None, strict=True)
        self.assertEqual([of(one) for one in found], [of(one) for one in written])
        for program in "vault", "bao":
            done, keys, _ = hashicorp_vault.run(script, program)
            self.assertEqual((done.returncode, done.stderr, len(keys)), (0, "", len(written)))
            first, _, third, *_ = keys
            # One that exists, and one that may not be read.
            done, left, _ = hashicorp_vault.run(script, program, [first], [third])
            self.assertEqual(done.returncode, 1)
            keys[first] = "as it was"
            del keys[third]
            self.assertEqual(left, keys)
            self.assertEqual(re.findall("totp/keys/.*", done.stderr), [first, third])

    @unittest.skipUnless(
        shutil.which("keepassxc-cli"), "keepassxc-cli is not installed; scripts/bootstrap --tests brings it")
    @unittest.skipUnless(IS_SETTABLE, "the time of a program is set with LD_PRELOAD and a C compiler")
    def test_keepassxc(self):
        for target in "keepass", "keepassxc-xml":
            with self.subTest(target):
                self.check_keepassxc(target)

    def check_keepassxc(self, target):
        """What KeePassXC shows in its list, and its codes."""
        source = random.Random(f"keepassxc-cli/{target}")
        database, written, losses = self.database([account(source) for _ in range(ACCOUNTS)], target)
        exported = self.keepassxc("export", "--quiet", "--format", "csv", database, input=f"{PASSPHRASE}\n").stdout
        rows = list(csv.DictReader(io.StringIO(exported, newline="")))
        self.assertEqual(len(rows), len(written))
        for index, (row, one) in enumerate(zip(rows, written)):
            with self.subTest(account=index):
                self.assertEqual(row["Title"] == (one.issuer or one.name) and row["Username"] == one.name,
                                 "name" not in losses[index] or one.type == "hotp" and not one.issuer)
                self.assertEqual(row["Notes"] == one.note, "note" not in losses[index])
        # Entries are found by their titles.
        database, written, _ = self.database(
            [replace(one, issuer=f"Account {number}") for number, one in enumerate(written)], target)
        clock = Clock(self.folder)
        for instant in INSTANTS:
            with self.subTest(instant=instant):
                shown = self.shown_by_keepassxc(database, [one.issuer for one in written], clock.environment(instant))
                for one in written:
                    limited = replace(one, period=min(one.period, LONGEST_PERIOD))
                    codes = {code_at(one, instant), code_at(limited, instant)}
                    # KeePassXC has no counter-based accounts.
                    self.assertIn(shown.get(one.issuer), {None} if one.type == "hotp" else codes, one.issuer)

    @unittest.skipUnless(
        keepass2.IS_INSTALLED, "KeePass 2 is not installed with mono; scripts/bootstrap --tests may bring it")
    @unittest.skipUnless(IS_SETTABLE, "the time of a program is set with LD_PRELOAD and a C compiler")
    def test_keepass2(self):
        source = random.Random("keepass2")
        accounts = [account(source) for _ in range(ACCOUNTS)]
        # Every length of the last group of base32, and those of usual secrets.
        accounts += [Account(kind, "", "", source.randbytes(size))
                     for kind in ("totp", "hotp") for size in range(1, 81)]
        accounts = [replace(one, issuer=f"Account {number}", name=f"user {number}")
                    for number, one in enumerate(accounts)]
        logins = create_database(str(self.folder / "logins.kdbx"), password=PASSPHRASE)
        for one in accounts[::2]:
            logins.add_entry(logins.root_group, one.issuer, one.name, "a password")
        logins.save()
        judge, clock = keepass2.KeePass2(self.folder), Clock(self.folder)
        for target, is_encrypted, more in (
                ("keepass", True, ()), ("keepassxc-xml", False, ()),
                ("keepass", False, ["--into", "logins.kdbx", "--source-passphrase-file", "passphrase"])):
            file, written, _ = self.convert(accounts, target, is_encrypted, more)
            if target == "keepassxc-xml":
                file = file.rename(self.folder / "out.xml")
            self.assertGreater(len(written), len(accounts) // 2)
            for instant in INSTANTS:
                shown = {title: codes for title, _, *codes in judge.read(file, PASSPHRASE, clock.environment(instant))}
                for one in written:
                    with self.subTest(target, into=bool(more), instant=instant, account=one.issuer):
                        self.assertEqual(shown[one.issuer], self.shown_by_keepass2(one, instant))

    def shown_by_keepass2(self, one, instant):
        """The time-based and the counter-based code; a warning says that it has neither Steam nor codes of 9 digits."""
        if one.type == "steam" or one.digits > 8:
            return ["", ""]
        code = code_at(one, instant)
        return ["", code] if one.type == "hotp" else [code, ""]

    def keepassxc(self, *arguments, **options):
        done = subprocess.run(["keepassxc-cli", *arguments], cwd=self.folder, capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def database(self, accounts, target):
        file, written, losses = self.convert(accounts, target, target == "keepass")
        if target == "keepass":
            return file, written, losses
        database = self.folder / "imported.kdbx"
        database.unlink(missing_ok=True)
        self.keepassxc("import", "--quiet", "--set-password", file, database, input=f"{PASSPHRASE}\n" * 2)
        return database, written, losses

    def shown_by_keepassxc(self, database, titles, environment):
        """The codes by title, of one session."""
        with subprocess.Popen(["keepassxc-cli", "open", database], env=environment, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as session:
            session.stdin.write(f"{PASSPHRASE}\n")
            session.stdin.flush()
            # It would take what comes before its prompt for a part of the passphrase.
            session.stdout.read(1)
            output, _ = session.communicate("".join(f'show --totp "{title}"\n' for title in titles) + "exit\n")
        return dict(re.findall(r'show --totp "(.+)"\n(\w+)\n', output))


if __name__ == "__main__":
    unittest.main()
