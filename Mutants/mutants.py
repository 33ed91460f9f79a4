#!/usr/bin/env python3
"""Changes the code in one place at a time, and counts how many of these mutants the tests notice.

    Mutants/mutants.py [--count N] [--seed N] [--module NAME] [--again] [--jobs N] [OPTION…]    options of `swift build`
    Mutants/mutants.py --sites

1. The tree is copied to .build-mutants/tree, and every mutant of every module is written into the copy. The environment
   variable MUTANT chooses one when the tests start. What does not compile is dropped.
2. Each suite runs once without a mutant, to know how long it takes and which mutants it reaches. One that fails is
   named and not used.
3. Mutants are drawn, from each module as many as its share. Of each, the module's suites that reach it run until the
   first failure, the fast ones first.

A mutant is killed if a test fails, crashes, or takes much longer than without it. `--again` runs only the survivors of
the last run. Mutants that no test can tell from the code are listed in equivalent.json, with the reason.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OWN = Path(__file__).resolve().parent
BUILD = ROOT / ".build-mutants"
TREE = BUILD / "tree"
# Written only to know the sites: where the tree is written twice, more is compiled.
SITES = BUILD / "sites"
PROGRAM = BUILD / "tests/release/totp-importPackageTests.xctest"
MAKER = BUILD / "make-mutants"
SWIFT = os.environ.get("SWIFT", "swift")
EQUIVALENT = json.loads((OWN / "equivalent.json").read_text())

# Where the code of a module is changed, and which suites test it.
MODULES = {
    "Links": ("Sources/Links",
              r"LinksTests\..*"
              r"|ImportersTests\.(LinkList|AppleLink|SecretsBesideLinks|MigrationLink|GoogleMigration|Case)Tests"),
    "Importers": ("Sources/Importers/Anything", r"ImportersTests\..*"),
    "TOTPDomain": ("Sources/TOTPDomain/Merge", r"(TOTPDomain|ImportPipeline)Tests\..*"),
    "ImportPipeline": ("Sources/ImportPipeline/Ledger", r"ImportPipelineTests\..*"),
    "Vault": ("Sources/Vault", r"VaultTests\..*"),
    "WebPage": ("Sources/WebPage/Server", r"WebPageTests\..*"),
}
# Added to Package.swift of the copy. Tests that no mutant needs are not compiled.
MANIFEST = """
package.targets.append(.target(name: "CMutants", cSettings: [.define("MUTANTS_COUNT", to: "%d")]))
for target in package.targets where %s.contains(target.name) {
    target.dependencies.append("CMutants")
}
"""
# A mutant may ask for memory without end.
LIMITED = 'ulimit -v 4194304; exec "$0" "$@"'
# How much memory is kept changes no result.
CAPACITY = re.compile(r"\bkeepingCapacity\b|\breserveCapacity\b")
# Suites that take at most this many seconds run before the others.
FAST = 1.5


class Site(NamedTuple):
    number: int
    file: str
    line: int
    first: int
    last: int
    change: str

    @property
    def module(self) -> str:
        return self.file.split("/")[1]

    @property
    def text(self) -> str:
        return (ROOT / self.file).read_text().splitlines()[self.line - 1].strip()


class Suite(NamedTuple):
    seconds: float
    reached: frozenset[int]


# The copy.

def write(path: Path, content: bytes) -> None:
    """Writes only what differs, so that a build compiles no more than it must."""
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_tree(mutated: set[str]) -> None:
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout.split("\0")
    files = {name for name in listed if name and (ROOT / name).is_file()} - {"Package.swift"}
    for name in files - mutated:
        write(TREE / name, (ROOT / name).read_bytes())
        shutil.copymode(ROOT / name, TREE / name)
    made = {f"Sources/{module}/Mutants.swift" for module in MODULES} \
        | {f"Sources/CMutants/{name}" for name in ("mutants.c", "include/mutants.h")}
    for top in ("Sources", "Tests"):
        for path in (TREE / top).rglob("*"):
            if path.is_file() and str(path.relative_to(TREE)) not in files | made:
                path.unlink()
    # Tests in Swift run readers in Python.
    if (ROOT / ".build-python").exists() and not (TREE / ".build-python").exists():
        (TREE / ".build-python").symlink_to(ROOT / ".build-python")


def build_maker() -> None:
    """Compiles make-mutants with the parser that is part of Swift's toolchain."""
    compiler = SWIFT + "c"
    target = json.loads(subprocess.run([compiler, "-print-target-info"], check=True, capture_output=True).stdout)
    libraries = target["paths"]["runtimeResourcePath"] + "/host"
    subprocess.run(
        [compiler, "-swift-version", "6", "-parse-as-library", *sorted((OWN / "make-mutants").glob("*.swift")), "-I",
         libraries, "-L", libraries, "-Xlinker", "-rpath", "-Xlinker", libraries, "-lSwiftSyntax", "-lSwiftParser",
         "-lSwiftOperators", "-o", MAKER], check=True)


def make_mutants(files: list[str], dropped: set[int], tree: Path = TREE) -> list[Site]:
    for name in files:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
    output = subprocess.run(
        [MAKER, ROOT, tree, *files], input="\n".join(map(str, sorted(dropped))), check=True,
        capture_output=True, text=True).stdout
    sites = []
    for line in output.splitlines():
        number, file, start, first, last, change = line.split("\t")
        sites.append(Site(int(number), file, int(start), int(first), int(last), change))
    return sites


def add_switch(count: int) -> None:
    switch = OWN / "switch"
    write(TREE / "Sources/CMutants/mutants.c", (switch / "mutants.c").read_bytes())
    write(TREE / "Sources/CMutants/include/mutants.h", (switch / "mutants.h").read_bytes())
    for module in MODULES:
        write(TREE / "Sources" / module / "Mutants.swift", (switch / "Mutants.swift").read_bytes())
    manifest = (ROOT / "Package.swift").read_text() + MANIFEST % (count, json.dumps(list(MODULES)))
    write(TREE / "Package.swift", manifest.encode())


def refused(output: str, sites: list[Site]) -> set[int]:
    """The sites that a compiler's errors are about."""
    bad: set[int] = set()
    errors = set(re.findall(r"^(/\S+\.swift):(\d+):(\d+): error:", output, re.M))
    for file, line, column in ((os.path.relpath(name, TREE), int(line), int(column)) for name, line, column in errors):
        # The error is at the call, or somewhere in the line, or elsewhere in the statement, or it is said too early.
        text = (TREE / file).read_bytes().splitlines()[line - 1][column - 1:].decode(errors="replace")
        call = re.match(r"mutant\w+\((\d+)", text)
        bad |= ({int(call[1])} if call else set()) \
            or {site.number for site in sites if (site.file, site.line) == (file, line)} \
            or {site.number for site in sites
                if site.file == file and site.first <= line <= site.last < site.first + 30} \
            or {site.number for site in sites if site.file == file and abs(site.line - line) <= 2}
    return bad


def build(sites: list[Site], options: list[str]) -> set[int]:
    """Compiles the tests of the copy; the sites to drop, none if it compiled."""
    command = [SWIFT, "build", *options, "-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path",
               BUILD / "tests", "--product", "totp-importPackageTests"]
    wanted = ",".join(f"{module}Tests" for module in MODULES)
    built = subprocess.run(command, cwd=TREE, capture_output=True, text=True,
                           env={**os.environ, "TOTP_IMPORT_TESTS": wanted})
    if built.returncode == 0:
        return set()
    output = built.stdout + built.stderr
    bad = refused(output, sites)
    if not bad:
        sys.exit("\n".join(output.splitlines()[-40:]))
    return bad


def find_files() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for sources, _ in MODULES.values()
                  for path in (ROOT / sources).rglob("*.swift"))


def compile_all(options: list[str]) -> list[Site]:
    files = find_files()
    copy_tree(set(files))
    memory = BUILD / "dropped.json"
    before = json.loads(memory.read_text()) if memory.exists() else {}
    sites = make_mutants(files, set(), SITES)
    place = lambda site: f"{site.file}:{site.line}: {site.change}: {site.text}"
    dropped = {site.number for site in sites if place(site) in before}
    add_switch(len(sites))
    while True:
        make_mutants(files, dropped)
        bad = build([site for site in sites if site.number not in dropped], options)
        dropped |= bad
        memory.write_text(json.dumps(sorted(place(site) for site in sites if site.number in dropped), indent=0))
        if not bad:
            break
        print(f"{len(bad)} mutants do not compile", flush=True)
    return [site for site in sites if site.number not in dropped and not CAPACITY.search(site.text)]


# The tests.

def run(suites: list[str], limit: float, **environment: str) -> str:
    """Runs suites until the first failure: "passed", "failure", "crash" or "time"."""
    pattern = "^(" + "|".join(map(re.escape, suites)) + ")/"
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            ["sh", "-c", LIMITED, PROGRAM, "--testing-library", "swift-testing", "--filter", pattern], cwd=TREE,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, **environment, "TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"})
        late = False

        def end() -> None:
            nonlocal late
            late = True
            kill(process)

        timer = threading.Timer(limit, end)
        timer.start()
        failed = False
        for line in process.stdout:
            if line.startswith("✘") and "known issue" not in line:
                failed = True
                if "MUTANT" in environment:
                    break
                print(line.rstrip(), flush=True)
        timer.cancel()
        if failed:
            kill(process)
        code = process.wait()
        kill(process)
    if failed:
        return "failure"
    if late:
        return "time"
    return "passed" if code == 0 else "crash"


def kill(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def names_of_suites() -> dict[str, list[str]]:
    """The suites of each module, such as VaultTests.VaultSlotTests."""
    listed = subprocess.run([PROGRAM, "--testing-library", "swift-testing", "--list-tests"], cwd=TREE, check=True,
                            capture_output=True, text=True).stdout
    known = sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})
    return {module: [name for name in known if re.fullmatch(tests, name)] for module, (_, tests) in MODULES.items()}


def measure(names: list[str], jobs: int) -> dict[str, Suite]:
    """Runs each suite once without a mutant."""
    def one(name: str) -> Suite:
        with tempfile.NamedTemporaryFile() as reached:
            start = time.monotonic()
            outcome = run([name], 600, MUTANTS_REACHED=reached.name)
            if outcome != "passed":
                print(f"{name} does not pass without a mutant: {outcome}", file=sys.stderr)
                return Suite(0, frozenset())
            seconds = time.monotonic() - start
            bits = Path(reached.name).read_bytes()
            return Suite(seconds, frozenset(number for number, bit in enumerate(bits) if bit))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(names, pool.map(one, names)))


def measured(names: list[str], jobs: int) -> dict[str, Suite]:
    """As `measure`, once per build."""
    memory = BUILD / "suites.json"
    stamp = PROGRAM.stat().st_mtime
    stored = json.loads(memory.read_text()) if memory.exists() else {}
    if stored.get("stamp") != stamp:
        stored = {"stamp": stamp, "suites": {}}
    missing = [name for name in names if name not in stored["suites"]]
    for name, suite in measure(missing, jobs).items():
        stored["suites"][name] = [suite.seconds, sorted(suite.reached)]
    memory.write_text(json.dumps(stored))
    return {name: Suite(stored["suites"][name][0], frozenset(stored["suites"][name][1])) for name in names}


def outcome(site: Site, suites: dict[str, Suite]) -> str:
    reaching = {name: suite for name, suite in suites.items() if site.number in suite.reached}
    if not reaching:
        return "not reached"
    fast = [name for name, suite in reaching.items() if suite.seconds <= FAST]
    slow = [name for name in reaching if name not in fast]
    for names in (fast, slow):
        if names:
            limit = 10 + 2 * sum(suites[name].seconds for name in names)
            result = run(names, limit, MUTANT=str(site.number))
            if result != "passed":
                return result
    return "survived"


def draw(sites: list[Site], count: int, seed: int) -> list[Site]:
    """From each module as many as its share, largest remainders first; in any order."""
    by_module = {module: [site for site in sites if site.module == module] for module in MODULES}
    shares = {module: count * len(own) / len(sites) for module, own in by_module.items()}
    drawn = {module: int(share) for module, share in shares.items()}
    for module in sorted(shares, key=lambda module: drawn[module] - shares[module])[:count - sum(drawn.values())]:
        drawn[module] += 1
    dice = random.Random(seed)
    sample = [site for module, own in by_module.items() for site in dice.sample(own, min(drawn[module], len(own)))]
    dice.shuffle(sample)
    return sample


def reason(site: Site) -> str | None:
    return next((entry["why"] for entry in EQUIVALENT if (entry["file"], entry["line"], entry["change"])
                 == (site.file, site.text, site.change)), None)


# The report.

# The share that the tests must kill.
LEAST = 0.85
KILLED = ("failure", "crash", "time")


def report(results: dict[Site, str]) -> float:
    """Prints the results; the share of mutants that were killed."""
    share = 0.0
    print(f"\n{'module':16}{'drawn':>8}{'failure':>9}{'crash':>7}{'time':>6}{'equivalent':>12}{'survived':>10}"
          f"{'not reached':>13}{'killed':>8}")
    rows = {module: [site for site in results if site.module == module] for module in MODULES}
    rows["all"] = list(results)
    for module, sites in rows.items():
        if sites:
            counts = Counter(results[site] for site in sites)
            share = sum(counts[kind] for kind in KILLED) / max(1, len(sites) - counts["equivalent"])
            print(f"{module:16}{len(sites):8}{counts['failure']:9}{counts['crash']:7}{counts['time']:6}"
                  f"{counts['equivalent']:12}{counts['survived']:10}{counts['not reached']:13}"
                  f"{100 * share:7.1f}%")
    for site, result in sorted(results.items()):
        if result in ("survived", "not reached"):
            print(f"\n{site.file}:{site.line}: {site.change} (mutant {site.number}, {result})\n    {site.text}")
    return share


def main() -> None:
    parser = argparse.ArgumentParser(usage="mutants.py [options] [options of swift build]")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", choices=MODULES)
    parser.add_argument("--again", action="store_true", help="only the survivors of the last run")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("--sites", action="store_true", help="only count the places, without a build")
    arguments, options = parser.parse_known_args()

    BUILD.mkdir(exist_ok=True)
    build_maker()
    sites = make_mutants(find_files(), set(), SITES) if arguments.sites else compile_all(options)
    print(", ".join(f"{module} {count}" for module, count in Counter(site.module for site in sites).items()), "sites",
          flush=True)
    if arguments.sites:
        return
    if arguments.module:
        sites = [site for site in sites if site.module == arguments.module]
    drawn = draw(sites, min(arguments.count, len(sites)), arguments.seed)

    suites = names_of_suites()
    wanted = {site.module for site in drawn}
    known = measured(sorted(name for module in wanted for name in suites[module]), arguments.jobs)

    memory = BUILD / "results.json"
    last = json.loads(memory.read_text()) if arguments.again else {}
    writing = threading.Lock()

    def one(site: Site) -> str:
        key = f"{site.file}:{site.line}: {site.change} {site.number}"
        if reason(site):
            return "equivalent"
        if last.get(key) in KILLED:
            return last[key]
        result = outcome(site, {name: known[name] for name in suites[site.module]})
        with writing:
            print(f"{result}: {site.file}:{site.line}: {site.change}", flush=True)
            last[key] = result
            memory.write_text(json.dumps(last, indent=0))
        return result

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = dict(zip(drawn, pool.map(one, drawn)))
    if report(results) < LEAST:
        sys.exit(f"\nfewer than {LEAST:.0%} were killed; add tests that fail with those that survived")


if __name__ == "__main__":
    main()
