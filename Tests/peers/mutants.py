#!/usr/bin/env python3
"""Damaged files, read by programs of others and by ours: no account that they get and we neither have nor reject.

A file of the program, or a fixture, is damaged as in Tests/soak; a database of KeePass inside, and encrypted again.
What pass-import, pykeepass or python-pskc read in it must be in what we read, or we must have rejected an entry or the
file.

Usage: mutants.py PROGRAM [--count N] [--only TEXT] [--keep FOLDER]
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPORTS = HERE.parents[1] / "Fixtures/exports"
sys.path[:0] = [str(HERE), str(HERE.parent / "soak"), str(HERE.parent / "into")]

import kdbx  # noqa: E402
import login_samples  # noqa: E402
import plain_samples  # noqa: E402
import programs  # noqa: E402
import samples  # noqa: E402
from mutations import mutated  # noqa: E402

PASSPHRASE = "rupert waters 12 lighthouses"
PATIENCE = 60


class Kind:
    """Files of one format: who reads it, whole files to damage, and what makes a file of the damaged bytes."""

    def __init__(self, program, file, originals, suffix, seal=None, as_app=lambda found: found):
        """as_app: what the app makes of an account that the program reads otherwise."""
        self.program, self.file, self.originals, self.suffix, self.seal = program, file, originals, suffix, seal
        self.as_app = as_app
        self.name = f"{file} ({program})"


def fixture(path):
    return (EXPORTS / path).read_bytes()


def database(content):
    """A database of KeePass with this XML, without protected values, which damage would shift."""
    return kdbx.write(lambda *_: content, PASSPHRASE, random.Random(0), 4)


def without_md5(found):
    """Aegis takes MD5 for SHA1, except in Mobile-OTP accounts (Docs/formats/aegis.md)."""
    return replace(found, algorithm="SHA1") if found.algorithm == "MD5" else found


def kinds():
    # pass-import also reads what is in the recycle bin, which the last one has.
    xml = [fixture(f"keepassxc/{name}.xml").replace(b' ProtectInMemory="True"', b"")
           for name in ("plain", "fields", "groups")]
    seeds = [fixture(f"pskc/{name}.xml") for name in ("plain", "numbers", "names", "prefixed")]
    login = [found for found in plain_samples.ALL if found.type == "totp"]
    return [
        Kind("pass-import", "aegis", [fixture("aegis/plain.json"), samples.aegis(plain_samples.ALL)], "json",
             as_app=without_md5),
        Kind("pass-import", "andotp", [fixture("andotp/plain.json"), fixture("andotp/old-labels.json")], "json"),
        Kind("pass-import", "bitwarden", [fixture("bitwarden/plain.json")], "json"),
        Kind("pass-import", "bitwarden-csv", [fixture("bitwarden/plain.csv")], "csv"),
        Kind("pass-import", "onepassword", [fixture("onepassword/plain.csv"), login_samples.onepassword(login)],
             "csv"),
        Kind("pass-import", "keepass", xml[:2], "kdbx", database),
        Kind("pykeepass", "keepass", xml, "kdbx", database),
        Kind("python-pskc", "pskc", seeds, "xml"),
    ]


class Mutants:
    def __init__(self, program, folder, keep=None):
        self.program, self.folder, self.keep = Path(program).resolve(), Path(folder), keep
        self.counts, self.problems = Counter(), []
        (self.folder / "passphrase").write_text(f"{PASSPHRASE}\n")
        (self.folder / "passphrase").chmod(0o600)

    def run(self, kind, count):
        for number in range(count):
            problem = self.check(kind, number)
            if problem:
                self.problems.append(problem)
                print(problem, flush=True)

    def check(self, kind, number):
        index = number % len(kind.originals)
        others = kind.originals[:index] + kind.originals[index + 1:] or kind.originals
        content = mutated(kind.originals[index], kind.name, number, others)
        data = kind.seal(content) if kind.seal else content
        path = self.folder / f"{kind.file}-{kind.program}-{number}.{kind.suffix}"
        path.write_bytes(data)
        try:
            theirs = {kind.as_app(found.parameters) for found in programs.read(
                kind.program, kind.file, path, PASSPHRASE if kind.seal else None)}
        except Exception:  # Whatever a program of others does with a damaged file.
            self.counts[kind.name, "they refuse"] += 1
            theirs = set()
        try:
            missing, what = self.compare(path, theirs)
            self.counts[kind.name, what] += 1
            if missing:
                if self.keep:
                    (Path(self.keep) / path.name).write_bytes(content)
                return f"{kind.name}, mutant {number}: we neither have nor reject {self.shown(missing)}"
        finally:
            path.unlink()

    @staticmethod
    def shown(missing):
        return ", ".join(f"{one.type} {one.secret[:6]}… {one.algorithm} {one.digits} {one.period or one.counter}"
                         for one in sorted(missing, key=repr))

    def compare(self, path, theirs):
        if not theirs:
            return set(), "they read nothing"
        ours, rejected = self.read(path)
        # The header of a table once more, as in several exports in one file, is not a row.
        missing = {one for one in theirs - ours if one.secret != programs.base32_of("OTPAuth")}
        if not missing:
            return set(), "we have all"
        return (set(), "we reject some") if rejected else (missing, "missing")

    def read(self, path):
        """What we read, and whether anything was rejected, or the file as a whole."""
        report = path.with_suffix(".report")
        done = subprocess.run(
            [self.program, "convert", path, "--to", "json", "--report", report, "--passphrase-file", "passphrase"],
            cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        if done.returncode not in (0, 1, 2, 3):
            raise AssertionError(f"{path.name}: exit {done.returncode}: {done.stderr.decode()[-200:]}")
        items = json.loads(done.stdout)["items"] if done.stdout else []
        account = report.exists() and json.loads(report.read_bytes())
        report.unlink(missing_ok=True)
        rejected = not account or account["totals"]["rejected"] > 0 or any(
            source["status"] in ("failed", "partial") for source in account["sources"])
        return {programs.Parameters(item["type"], item["secret"], item["algorithm"], item["digits"], item.get("period"),
                                    item.get("counter")) for item in items}, rejected

    def table(self):
        whats = ["we have all", "we reject some", "missing", "they read nothing", "they refuse"]
        for name in dict.fromkeys(name for name, _ in self.counts):
            counts = [f"{self.counts[name, what]} {what}" for what in whats if self.counts[name, what]]
            print(f"{name}: {', '.join(counts)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=500, help="damaged files per format")
    parser.add_argument("--only", default="", help="only formats whose name contains this")
    parser.add_argument("--keep", help="a folder for the files that show a problem")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        mutants = Mutants(options.program, folder, options.keep)
        for kind in kinds():
            if options.only in kind.name:
                mutants.run(kind, options.count)
        mutants.table()
    print(f"{len(mutants.problems)} problems")
    return 1 if mutants.problems else 0


if __name__ == "__main__":
    sys.exit(main())
