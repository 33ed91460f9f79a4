"""Random codes go into random exports with `convert --into`: nothing of the old file is lost or changed, and no code
lands in a login of another site or another person.

The program is that of the environment variable TOTP_IMPORT_BINARY; without it the tests of the program are skipped.
MERGES is how many; SEED starts with another one.
"""

import os
import random
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True

import compare  # noqa: E402
from logins import PASSPHRASE, SITES, Account, cxf, bitwarden, kdbx3, kdbx4, sample, sealed_bitwarden  # noqa: E402
from logins import random_logins, random_secret  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import"))
MERGES, SEED = int(os.environ.get("MERGES", 200)), int(os.environ.get("SEED", 4190))
SITE_OF_TITLE = {title: site for site in SITES for title in site.titles}


def run(folder, made, output):
    command = [str(PROGRAM), "convert", "tokens.txt", "--into", "old", "--to", made.format, "--output", output]
    if made.is_encrypted:
        command += ["--target-passphrase-file", "passphrase"]
    elif made.format == "bitwarden":
        command += ["--plain"]
    return subprocess.run(command, cwd=folder, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)


def merge(made):
    """Runs the program. Returns the codes in logins, those in new entries, and those that were there."""
    with tempfile.TemporaryDirectory(prefix="into-") as name:
        folder = Path(name)
        (folder / "old").write_bytes(made.data)
        (folder / "passphrase").write_text(PASSPHRASE + "\n")
        (folder / "tokens.txt").write_text("".join(account.link + "\n" for account in made.accounts))
        done = run(folder, made, "new")
        assert done.returncode == 0, done.stderr
        assert (folder / "old").read_bytes() == made.data, "the old file changed"
        there = {account.secret for account in made.accounts} & {login.code for login in made.logins}
        if not (folder / "new").exists():
            assert len(there) == len(made.accounts), f"nothing was written: {done.stderr}"
            return set(), set(), there
        codes, added = compare.differences(made.format, made.data, (folder / "new").read_bytes())
        # Another time, all codes are there.
        (folder / "new").replace(folder / "old")
        again = run(folder, made, "again")
        assert again.returncode == 0 and not (folder / "again").exists(), again.stderr
        return codes, added, there


def check(made, codes, added, there):
    """Every account is in one place, and its login is that of its site and its person."""
    accounts = {account.secret: account for account in made.accounts}
    placed = [code[3] for code in codes] + [code[3] for code in added] + sorted(there)
    assert sorted(placed) == sorted(accounts), "a code is missing, or in two places"
    for title, user, hosts, secret in codes:
        account = accounts[secret]
        assert SITE_OF_TITLE[title] is account.site, f"a code of {account.site.name} is in {title} {hosts}"
        if user and account.user:
            one, other = (name.casefold() for name in (user, account.user))
            if not ("@" in one and "@" in other):
                one, other = (name.split("@")[0] for name in (one, other))
            assert one == other, f"a code of {account.user} is in the login of {user}"


class Helpers(unittest.TestCase):
    """The generator makes files that independent readers open, and the comparison finds every change."""

    def made(self, make, seed):
        dice = random.Random(seed)
        return make(dice, random_logins(dice))

    def test_the_same_seed_makes_the_same_samples(self):
        self.assertEqual(sample(random.Random(1)).data, sample(random.Random(1)).data)
        self.assertEqual(len({sample(random.Random(seed)).data for seed in range(50)}), 50)

    def test_a_file_does_not_differ_from_itself(self):
        for make in (bitwarden, sealed_bitwarden, cxf, kdbx3, kdbx4):
            for seed in range(8):
                made = self.made(make, seed)
                with self.subTest(make=make.__name__, seed=seed):
                    self.assertEqual(compare.differences(made.format, made.data, made.data), (set(), set()))

    def test_a_changed_byte_of_json_is_found(self):
        for make in (bitwarden, cxf):
            made = self.made(make, 3)
            for old, new in ((b"1.50", b"1.5"), (b"123456789012345678901234567890", b"1.2345678901234568e29"),
                             (b"-0.0", b"0"), (b"null", b"false")):
                with self.subTest(make=make.__name__, old=old):
                    changed = made.data.replace(old, new, 1)
                    self.assertNotEqual(changed, made.data)
                    with self.assertRaises(AssertionError):
                        compare.differences(made.format, made.data, changed)

    def test_a_changed_database_is_found(self):
        dice = random.Random(5)
        logins = random_logins(dice)
        state = dice.getstate()
        for version, make in ((3, kdbx3), (4, kdbx4)):
            with self.subTest(version=version):
                dice.setstate(state)
                old = make(dice, logins).data
                dice.setstate(state)
                changed = [*logins[:-1], type(logins[-1])(**{**vars(logins[-1]), "title": "Other"})]
                new = make(dice, changed).data
                with self.assertRaises(AssertionError):
                    compare.differences("keepass", old, new)

    def test_a_code_in_another_site_or_of_another_person_is_found(self):
        github = SITES[0]
        account = Account(github, "GitHub", "bob@example.org", random_secret(random.Random(6)))
        made = sample(random.Random(7))
        made.accounts = [account]
        check(made, {("Code", "bob", ("github.com",), account.secret)}, set(), set())
        for title, user in (("Shop", "bob"), ("Code", "alice@example.com"), ("Code", "bob@example.com")):
            with self.assertRaises(AssertionError):
                check(made, {(title, user, (), account.secret)}, set(), set())
        with self.assertRaises(AssertionError):
            check(made, set(), set(), set())

    def test_titles_belong_to_one_site(self):
        self.assertEqual(len(SITE_OF_TITLE), sum(len(site.titles) for site in SITES))


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
class Merges(unittest.TestCase):
    def one(self, number):
        made = sample(random.Random(SEED + number))
        try:
            codes, added, there = merge(made)
            check(made, codes, added, there)
        except Exception as problem:
            return f"merge {number} ({made.format}): {type(problem).__name__}: {problem}", 0, 0, 0
        return None, len(codes), len(added), len(there)

    def test_nothing_is_lost_and_no_code_is_in_a_wrong_login(self):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(self.one, range(MERGES)))
        self.assertEqual([result[0] for result in results if result[0]], [])
        if MERGES >= 100:
            for index in (1, 2, 3):
                self.assertGreater(sum(result[index] for result in results), 10)


if __name__ == "__main__":
    unittest.main()
