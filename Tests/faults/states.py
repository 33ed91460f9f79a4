#!/usr/bin/env python3
"""Every state that a save of a vault can leave behind, built by hand, and every command in each.

The states are the rows of a table in `Docs/vault-format/README.md`. Each is built from real vaults; then one command
runs, and what it reads and what it leaves must be what the table says.

Usage: states.py PROGRAM [--verbose]
"""

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from unittest import mock

from scene import COMMANDS, OLD_PASSPHRASE, Broken, Scene, cheap_scrypt, compile_library, read_vault

PAGE = Path(__file__).resolve().parents[2] / "Docs/vault-format/README.md"
NAME = "v.json"
TEMPORARY = [f".{NAME}.new", f".{NAME}.bak.copy", f".{NAME}.bak.new", f".{NAME}.bak.old"]
NOTHING, EMPTY = "–", "empty"
# How many versions commands keep without --keep.
KEPT = 5


class State:
    """A row of the table: what a save has done, the files that are there, and what they mean."""

    def __init__(self, cells):
        self.after, vault, new, copy, kept, versions, leaving, self.current, listed = cells
        self.files = dict(zip([NAME, *TEMPORARY], [vault, new, copy, kept, leaving]))
        self.files |= {f"{NAME}.bak.{index + 1}": label for index, label in enumerate(versions.split())}
        self.files = {name: label for name, label in self.files.items() if label != NOTHING}
        self.versions = [label for label in listed.split() if label != NOTHING]


def states():
    text = PAGE.read_text("utf-8")
    table = text[text.index("<!-- states: begin"):text.index("<!-- states: end")]
    rows = [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
            for line in table.splitlines() if line.startswith("|")]
    return [State(cells) for cells in rows[2:]]


class States:
    def __init__(self, program, folder, verbose=False):
        self.scene = Scene(program, compile_library(folder), folder)
        self.verbose, self.runs, self.problems = verbose, 0, []
        self.scene.prepare(COMMANDS[0])
        self.scene.make("import", "first.txt")
        # One vault after each change: 3 is the oldest, then 2, 1, A and B.
        self.vaults = {}
        for label in "321AB":
            self.scene.make("vault", "edit", "--search", "alice", "--set-note", f"as in {label}", "--yes")
            self.vaults[label] = (self.scene.folder / NAME).read_bytes()
        self.labels = {data: label for label, data in self.vaults.items()}

    def run(self):
        for state in states():
            for name, check in self.commands(state).items():
                self.runs += 1
                try:
                    self.build(state)
                    check(state)
                    if self.verbose:
                        print(f"{state.after}: {name}: as expected")
                except Broken as problem:
                    self.problems.append(f"{state.after}: {name}: {problem}")
                    print(self.problems[-1], flush=True)
        return self.problems

    def build(self, state):
        folder = self.scene.folder
        for path in folder.glob(f"*{NAME}*"):
            path.unlink()
        for name, cell in state.files.items():
            self.write(folder / name, cell, state)
            (folder / name).chmod(0o600)

    def write(self, path, cell, state):
        """`A`: the whole vault; `part of A`: its first half; `= FILE`: a second name of that file; `empty`."""
        if cell.startswith("= "):
            os.link(self.scene.folder / NAME, path)
        elif cell == EMPTY:
            path.write_bytes(b"")
        elif cell.startswith("part of "):
            data = self.vaults[cell.removeprefix("part of ")]
            path.write_bytes(data[:len(data) // 2])
        else:
            path.write_bytes(self.vaults[cell])

    # The files and their content

    def call(self, *arguments, status=0):
        done = self.scene.run([*arguments, "--passphrase-file", "old"], faults=False)
        if done.returncode != status:
            raise Broken(f"exit {done.returncode}, not {status}: {done.stderr.decode(errors='replace')[-200:]}")
        if status and not done.stderr.strip():
            raise Broken(f"exit {status} without a message")
        return done.stdout.decode(), done.stderr.decode()

    def content(self):
        return {path.name: path.read_bytes() for path in self.scene.folder.glob(f"*{NAME}*")
                if not path.name.endswith(".lock")}

    def listed(self):
        """The versions that `vault restore` lists: (number, file)."""
        return [(one["version"], one["file"])
                for one in json.loads(self.call("vault", "restore", NAME, "--json")[0])["versions"]]

    def label(self, name):
        data = (self.scene.folder / name).read_bytes()
        if data in self.labels:
            return self.labels[data]
        notes = [one.get("note") for one in self.items(data)]
        # One that was restored has other bytes: what other copies of the vault learn from it.
        return {f"as in {label}": label for label in self.vaults}.get(*notes[:1], f"changed: {notes}")

    def items(self, data):
        with mock.patch.object(read_vault, "Scrypt", cheap_scrypt):
            return read_vault.open_vault(data, OLD_PASSPHRASE)["items"]

    def expect(self, what, found, expected):
        if found != expected:
            raise Broken(f"{what} must be {expected}, not {found}")

    def expect_unchanged(self, before):
        if self.content() != before:
            raise Broken("a command that only reads changed a file")

    def expect_saved(self, versions):
        """After a save: versions with the lowest numbers that they can have, and nothing else."""
        found = self.listed()
        self.expect("the versions", [self.label(name) for _, name in found], versions[:KEPT])
        self.expect("what is left over", [name for name in TEMPORARY if (self.scene.folder / name).exists()], [])
        numbered = {name for name in self.content() if re.fullmatch(rf"{re.escape(NAME)}\.bak\.\d+", name)}
        self.expect("the files of versions", numbered, {name for _, name in found})

    # The commands

    def commands(self, state):
        exists = state.current in self.vaults
        found = {"list": self.read("list"), "codes": self.read("codes"), "vault check": self.read("vault", "check"),
                 "vault restore, the list": self.list_versions}
        if exists:
            found |= {"vault edit": self.edit, "import": self.add, "vault create": self.create_over}
        elif state.current == EMPTY:
            found |= {"vault edit": self.refuse("vault", "edit", NAME, "--search", "alice", "--set-note", "x", "--yes"),
                      "import": self.refuse("import", "others.txt", "--vault", NAME),
                      "vault create": self.refuse("vault", "create", NAME)}
        else:
            found |= {"import": self.make_new("import", "first.txt", "--vault", NAME),
                      "vault create": self.make_new("vault", "create", NAME)}
        # Only a version with the number 1 is undone: without one, newer ones were removed.
        if state.versions and f"{NAME}.bak.1" in state.files or f".{NAME}.bak.new" in state.files:
            found["vault undo"] = self.go_back(0, "undo")
        else:
            found["vault undo"] = self.refuse("vault", "undo", NAME, "--yes")
        for index in range(min(2, len(state.versions))):
            found[f"vault restore {index + 1}"] = self.go_back(index, "restore")
        return found

    def read(self, *command):
        def check(state):
            before = self.content()
            self.call(*command, NAME, status=0 if state.current in self.vaults else 2)
            self.expect_unchanged(before)
            if state.current in self.vaults:
                self.expect("the vault", self.label(NAME), state.current)
        return check

    def list_versions(self, state):
        before = self.content()
        found = self.listed()
        self.expect("the versions", [self.label(name) for _, name in found], state.versions)
        self.expect_unchanged(before)

    def edit(self, state):
        self.call("vault", "edit", NAME, "--search", "alice", "--set-note", "edited", "--yes")
        self.expect("the vault", self.label(NAME), "changed: ['edited']")
        self.expect_saved([state.current, *state.versions])

    def add(self, state):
        self.call("import", "others.txt", "--vault", NAME)
        self.expect("the accounts", len(self.items((self.scene.folder / NAME).read_bytes())), 3)
        self.expect_saved([state.current, *state.versions])

    def create_over(self, state):
        before = self.content()
        self.call("vault", "create", NAME, status=2)
        self.expect_unchanged(before)

    def refuse(self, *arguments):
        def check(state):
            before = self.content()
            self.call(*arguments, status=2)
            self.expect_unchanged(before)
        return check

    def make_new(self, *arguments):
        def check(state):
            self.call(*arguments)
            self.items((self.scene.folder / NAME).read_bytes())
            self.expect_saved([])
        return check

    def go_back(self, index, command):
        def check(state):
            number, _ = self.listed()[index]
            arguments = ["vault", "undo", NAME] if command == "undo" else ["vault", "restore", NAME, str(number)]
            self.call(*arguments, "--yes")
            self.expect("the vault", self.label(NAME), state.versions[index])
            others = [label for place, label in enumerate(state.versions) if place != index]
            self.expect_saved([state.current, *others] if state.current in self.vaults else others)
        return check


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="states-") as folder:
        run = States(options.program, folder, options.verbose)
        run.run()
    print(f"{len(states())} states, {run.runs} runs, {len(run.problems)} problems")
    return 1 if run.problems else 0


if __name__ == "__main__":
    sys.exit(main())
