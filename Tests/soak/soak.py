#!/usr/bin/env python3
"""Runs the program on damaged copies of every fixture, many per call.

It must end with a documented exit code, without a crash and in time; its report must account for every entry; and from
a file that is authenticated, it must read nothing but the original's accounts. The worst twenty files by time and by
memory are listed.

Usage: soak.py PROGRAM [--copies N] [--minutes N] [--only TEXT] [--batch N] [--output FOLDER]
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mutations import mutated

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Fixtures"
DOCUMENTED = {0, 1, 2, 3}
# Seconds for one call; the slowest fixtures derive keys for each copy.
PATIENCE = 600
# Formats whose encryption has no authentication: a changed byte may change an account.
NOT_AUTHENTICATED = {"authenticator-extension", "authenticator-plus", "authy", "authy-scripts", "lastpass-vault",
                     "otp-auth-ios", "otpmanager", "totp-authenticator", "winauth", "winauth-xml"}
# Formats that encrypt nothing but secrets.
ONLY_SECRETS = {"keysmith", "open-authenticator", "pskc"}
WORST = 20


class Fixture:
    def __init__(self, path, expected, kind):
        self.path, self.kind = path, kind
        self.name = str(path.relative_to(FIXTURES))
        self.data = path.read_bytes()
        self.passphrase = expected.get("password")
        self.key_file = expected.get("keyFile")
        self.items = expected.get("items", [])
        self.is_authenticated = (bool(self.passphrase or self.key_file) and kind not in NOT_AUTHENTICATED
                                 and "no-mac" not in path.name)

    def foreign(self, items):
        """Accounts that the original does not have. Other details may be in a part that is not encrypted."""
        names = ("secret",) if self.kind in ONLY_SECRETS else (
            "type", "issuer", "name", "secret", "algorithm", "digits", "period")
        found, original = ({tuple(entry.get(name) for name in names) for entry in part} for part in (items, self.items))
        return found - original


def fixtures(only):
    """The files of the fixtures, apart from those that belong to another file."""
    found = []
    for expectations in sorted(FIXTURES.glob("*/*/expected.json")):
        folder = expectations.parent
        for name, expected in sorted(json.loads(expectations.read_text("utf-8")).items()):
            path = folder / name
            if path.is_file() and only in str(path.relative_to(FIXTURES)):
                found.append(Fixture(path, expected, folder.name))
    return found


class Soak:
    def __init__(self, program, folder, output):
        self.program, self.folder, self.output = str(Path(program).resolve()), Path(folder), Path(output)
        self.problems, self.worst, self.copies, self.bytes = [], [], 0, 0

    def call(self, fixture, files):
        """One call of the program on copies. Returns (exit code, messages, report, accounts, seconds, MiB)."""
        out, report, key = self.folder / "out.json", self.folder / "report.json", self.folder / "passphrases"
        for path in out, report:
            path.unlink(missing_ok=True)
        arguments = [self.program, "convert", *map(str, files), "--to", "json", "--output", str(out),
                     "--report", str(report), "--jobs", "1", "--quiet"]
        if fixture.passphrase:
            key.write_text(fixture.passphrase + "\n")
            arguments += ["--source-passphrase-file", str(key)]
        if fixture.key_file:
            arguments += ["--key-file", str(fixture.path.parent / fixture.key_file)]
        with open(self.folder / "messages", "w+b") as messages:
            started = time.monotonic()
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=messages,
                                       start_new_session=True)
            code, usage = self.wait(process, started)
            messages.seek(0)
            text = messages.read(1 << 20).decode(errors="replace")
        return (code, text, self.loaded(report), (self.loaded(out) or {}).get("items", []),
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

    @staticmethod
    def wait(process, started):
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                return process.returncode, usage
            if time.monotonic() - started > PATIENCE:
                process.kill()
                _, _, usage = os.wait4(process.pid, 0)
                process.returncode = -9
                return "hang", usage
            time.sleep(0.005)

    @staticmethod
    def loaded(path):
        try:
            return json.loads(path.read_bytes())
        except (OSError, ValueError):
            return None

    def problem_of(self, fixture, files, result):
        """What is wrong with a call, or None."""
        code, text, report, items, _, _ = result
        if code == "hang":
            return f"not done after {PATIENCE} s"
        if code not in DOCUMENTED:
            return f"exit {code}: {text[-300:]}"
        if "internal error" in text or "please report" in text:
            return next(line for line in text.splitlines() if "internal error" in line or "please report" in line)
        if code and not text.strip():
            return f"exit {code} without a message"
        if code in (0, 1) and report is None:
            return f"exit {code} without a report"
        if report is not None:
            totals = report["totals"]
            if totals["found"] != sum(totals[name] for name in ("added", "updated", "duplicates", "rejected")):
                return f"the report does not add up: {totals}"
            if totals["records"] != totals["found"] + sum(totals.get("skipped", {}).values()):
                return f"the report's records do not add up: {totals}"
            if len(report["sources"]) < len(files):
                return f"the report has {len(report['sources'])} sources of {len(files)}"
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]", text):
            return "a message has characters that steer the terminal"
        if fixture.is_authenticated:
            foreign = fixture.foreign(items)
            if foreign:
                return f"{len(foreign)} accounts that the original does not have"
        return None

    def run(self, fixture, start, count, siblings):
        copies = self.folder / "copies"
        shutil.rmtree(copies, ignore_errors=True)
        copies.mkdir()
        files = []
        for number in range(start, start + count):
            data = mutated(fixture.data, fixture.name, number, siblings)
            # The suffix, which nothing depends on, would betray that nothing does.
            files.append(copies / f"{number:06}{fixture.path.suffix}")
            files[-1].write_bytes(data)
        size = sum(file.stat().st_size for file in files)
        result = self.call(fixture, files)
        self.copies, self.bytes = self.copies + count, self.bytes + size
        self.worst.append((result[4], result[5], size, fixture, start, count))
        if self.problem_of(fixture, files, result):
            self.narrow(fixture, files, result)

    def narrow(self, fixture, files, result):
        """Finds the copies that are to blame, one by one, and keeps them."""
        found = False
        for file in files:
            single = self.call(fixture, [file])
            problem = self.problem_of(fixture, [file], single)
            if problem:
                found = True
                self.keep(fixture, file, problem)
        if not found:
            problem = self.problem_of(fixture, files, result)
            self.keep(fixture, files[0], f"only with {len(files)} files from this: {problem}")

    def keep(self, fixture, file, problem):
        self.output.mkdir(parents=True, exist_ok=True)
        kept = self.output / f"{fixture.name.replace('/', '_')}-{file.stem}{file.suffix}"
        shutil.copy(file, kept)
        self.problems.append(f"{kept.name}: {problem}")
        print(f"problem: {self.problems[-1]}", flush=True)

    def rank(self, siblings):
        """The worst files of the worst calls: (seconds, MiB, bytes, name)."""
        calls = {id(call): call for order in (0, 1)
                 for call in sorted(self.worst, key=lambda call: -call[order])[:WORST]}
        ranked = []
        for _, _, _, fixture, start, count in calls.values():
            for number in range(start, start + count):
                file = self.folder / f"one{fixture.path.suffix}"
                file.write_bytes(mutated(fixture.data, fixture.name, number, siblings(fixture)))
                result = self.call(fixture, [file])
                ranked.append((result[4], result[5], file.stat().st_size, f"{fixture.name} #{number}"))
        return ranked


def table(title, ranked, order):
    print(f"\n{title}\n  seconds    MiB     bytes  µs/byte  copy")
    for seconds, memory, size, name in sorted(ranked, key=lambda entry: -entry[order])[:WORST]:
        print(f"{seconds:9.3f} {memory:6.0f} {size:9} {seconds * 1e6 / max(size, 1):8.1f}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--copies", type=int, default=10000, help="of each fixture")
    parser.add_argument("--minutes", type=float,
                        help="stop after this time; all fixtures get their first batches first")
    parser.add_argument("--only", default="", help="only fixtures whose path contains this")
    parser.add_argument("--every", type=int, default=1, help="only every N-th fixture, for a trial")
    parser.add_argument("--batch", type=int, default=200, help="copies per call of the program")
    parser.add_argument("--output", default=str(ROOT / ".build-soak"), help="where copies that show a problem are kept")
    parser.add_argument("--no-ranking", action="store_true", help="do not look for the worst copies")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    chosen = fixtures(options.only)[::options.every]
    by_folder = {}
    for fixture in chosen:
        by_folder.setdefault(fixture.path.parent, []).append(fixture.data)

    def siblings(fixture):
        # A file that is not encrypted would bring its own accounts.
        return [] if fixture.is_authenticated else by_folder[fixture.path.parent]

    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="soak-", dir=memory) as folder:
        soak = Soak(options.program, folder, options.output)
        started = time.monotonic()
        batches = [(fixture, start) for start in range(0, options.copies, options.batch) for fixture in chosen]
        for position, (fixture, start) in enumerate(batches):
            if options.minutes and time.monotonic() - started > 60 * options.minutes:
                print(f"stopped after {options.minutes:g} minutes: {start} copies of every fixture, and "
                      f"{options.batch} more of some")
                break
            soak.run(fixture, start, min(options.batch, options.copies - start), siblings(fixture))
            if sys.stderr.isatty():
                print(f"\r{position + 1} of {len(batches)} batches", end="", file=sys.stderr)
        seconds = time.monotonic() - started
        if not options.no_ranking:
            ranked = soak.rank(siblings)
            table("The slowest copies", ranked, 0)
            table("The copies that take the most memory", ranked, 1)
    cpu = sum(call[0] for call in soak.worst)
    print(f"\n{soak.copies} copies of {len(chosen)} fixtures, {soak.bytes >> 20} MiB, in {seconds:.0f} s; "
          f"{cpu:.0f} s of the processor, {cpu * 1e6 / max(soak.bytes, 1):.2f} µs per byte; at most "
          f"{max((call[1] for call in soak.worst), default=0):.0f} MiB; {len(soak.problems)} problems")
    return 1 if soak.problems else 0


if __name__ == "__main__":
    sys.exit(main())
