#!/usr/bin/env python3
"""Times commands on large vaults, apart from the key derivation.

    bench_vaults.py [--quick] [--markdown] [--into DOCUMENT] [--check] [--seed N]

`make bench-vaults` builds what this needs and runs it. README.md says how to read the tables.
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True

from places import DEFAULT_SEED, PROGRAM, say  # noqa: E402
from results.report import Report  # noqa: E402
from results.targets import Target, all_met, at_most, print_targets  # noqa: E402
from timing.measuring import Run, run  # noqa: E402

IMPORTER = Path(os.environ.get("TOTP_IMPORT_BINARY") or PROGRAM).resolve()
GENERATOR = Path(__file__).resolve().parent / "links" / "generate.py"
PASSPHRASE = "benchmarks-only"
MIB = 1 << 20
LIMITS = {10_000: 120, 100_000: 1200}
"""Milliseconds that a command may take apart from the key derivation, by the number of accounts."""
DERIVATION = 128 * MIB
"""The memory of the key derivation of a new vault: scrypt with N = 2^17 and r = 8."""
MEMORY_LIMIT = 200
"""MiB that a command may take apart from the memory of the key derivation."""


@dataclass
class Command:
    """A command, and its runs."""

    name: str
    arguments: list[str]
    runs: list[Run] = field(default_factory=list)

    def run(self, folder: Path) -> None:
        went = run([str(IMPORTER), *self.arguments], folder)
        if went.status != 0:
            sys.exit(f"benchmarks: {self.name} ended with {went.status}: {went.errors}")
        self.runs.append(went)

    @property
    def wall(self) -> float:
        """The least of several runs: what else the machine does only ever adds to it."""
        return min(went.wall for went in self.runs)

    @property
    def peak(self) -> int:
        return max(went.peak for went in self.runs)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times commands on large vaults.")
    parser.add_argument("--quick", action="store_true", help="few accounts, once: to see it run")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help=f"of the links (default {DEFAULT_SEED})")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--into", type=Path, metavar="DOCUMENT", help="put it into a Markdown document, too")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a target is missed")
    return parser.parse_args()


def write_links(path: Path, count: int, seed: int) -> None:
    """Links without errors, each with an account of its own."""
    command = [sys.executable, str(GENERATOR), str(count * 11 // 10), "--seed", str(seed)]
    went = run(command, Path.cwd())
    good = [line for line in went.output.splitlines() if line.endswith("&algorithm=SHA1&digits=6&period=30")]
    if went.status != 0 or len(good) < count:
        sys.exit("benchmarks: the links could not be written")
    path.write_text("\n".join(good[:count]) + "\n")


def measure(folder: Path, count: int, seed: int, rounds: int) -> list[Command]:
    """The commands on a vault of that many accounts. The first is the base: the key derivation, and nothing to read."""
    say(f"{count:,} accounts")
    write_links(folder / "links.txt", count, seed)
    Command("a new vault", ["import", "links.txt", "--vault", "vault.json"]).run(folder)
    first = Command("first import", ["import", "links.txt", "--vault", "new.json"])
    commands = [
        Command("vault check, empty vault", ["vault", "check", "empty.json"]),
        Command("list", ["list", "vault.json"]),
        Command("codes", ["codes", "vault.json"]),
        Command("import again", ["import", "links.txt", "--vault", "vault.json"]),
    ]
    for _ in range(rounds):
        for command in commands:
            command.run(folder)
        first.run(folder)
        for made in folder.glob("new.json*"):
            made.unlink()
    return [*commands, first]


def make_empty_vault(folder: Path) -> None:
    (folder / "none.txt").write_text("otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme\n")
    for arguments in (["import", "none.txt", "--vault", "empty.json"],
                      ["vault", "remove", "empty.json", "--issuer", "Acme", "--yes"]):  # fmt: skip
        Command("an empty vault", arguments).run(folder)


def targets_of(count: int, commands: list[Command]) -> list[Target]:
    base = commands[0]
    named = [command for command in commands if command.name in ("list", "codes", "import again")]
    times = [
        at_most(f"{command.name}, {count:,} accounts", (command.wall - base.wall) * 1000, LIMITS[count], unit=" ms")
        for command in named
    ]
    most = max((command.peak - DERIVATION) / MIB for command in commands)
    return [*times, at_most(f"memory, {count:,} accounts", most, MEMORY_LIMIT, unit=" MiB")]


def main() -> int:
    asked = arguments()
    os.environ["TOTP_IMPORT_PASSPHRASE"] = PASSPHRASE
    report = Report(markdown=asked.markdown or asked.into is not None)
    rounds = 1 if asked.quick else 5
    targets: list[Target] = []
    for count in [1_000] if asked.quick else LIMITS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            make_empty_vault(folder)
            commands = measure(folder, count, asked.seed, rounds)
        base = commands[0]
        report.heading(f"A vault of {count:,} accounts")
        rows = [
            [command.name, f"{command.wall * 1000:.0f}", f"{(command.wall - base.wall) * 1000:.0f}",
             f"{command.peak / MIB:.0f}", f"{(command.peak - DERIVATION) / MIB:.0f}"]
            for command in commands
        ]  # fmt: skip
        report.table(["command", "ms", "more than vault check", "MiB", "more than the key derivation"], rows)
        if count in LIMITS:
            targets += targets_of(count, commands)
    if targets:
        print_targets(report, targets)
    report.text(f"The least time and the most memory of {rounds} rounds, seed {asked.seed}.")
    if asked.into:
        report.put_into(asked.into, "vaults")
    return 1 if asked.check and not all_met(targets) else 0


if __name__ == "__main__":
    sys.exit(main())
