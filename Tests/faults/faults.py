#!/usr/bin/env python3
"""Fails each file-system call of every writing command in turn, and interrupts and kills the program before each.

Afterwards the old or the new file is there, whole; each backup is a good one, and none is lost; no file has a readable
secret; nothing is left over, also after Ctrl-C; and the exit code and the message tell the truth. After a kill, the
same command works, and removes what was left; and taking the change back loses no version.

Usage: faults.py PROGRAM [--quick] [--command TEXT] [--verbose]

--quick takes the calls that write, each with one error, Ctrl-C and a kill, and not again where another command writes
the same.
"""

import argparse
import errno
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from file_systems import tmpfs, vfat
from scene import COMMANDS, LEFT_BY_A_KILL, OLD_PASSPHRASE, RESERVED, Broken, Scene, compile_library

KILL, PART, INTERRUPT = 0, -1, -2
# Errors by kind of call. EXDEV is what a rename gives where a folder is another file system.
ERRORS = {
    "open": ["EIO", "EPERM", "EINTR"], "create": ["EIO", "ENOSPC", "EPERM", "EINTR"], "read": ["EIO", "EINTR", PART],
    "write": ["EIO", "ENOSPC", "EINTR", "EPERM", PART], "fsync": ["EIO", "ENOSPC", "EINTR"],
    "rename": ["EIO", "ENOSPC", "EPERM", "EXDEV", "EINTR"], "renameat2": ["EIO", "ENOSPC", "EPERM", "EXDEV", "EINTR"],
    "linkat": ["EIO", "ENOSPC", "EPERM", "EXDEV", "EINTR"], "mkdir": ["EIO", "ENOSPC", "EPERM", "EINTR"],
    "flock": ["EIO", "EINTR"], "readdir": ["EIO", "EINTR"],
}
# Some of these calls are only interrupted on file systems of a network.
OTHER_ERRORS = ["EIO", "EPERM", "EINTR"]
# Between two of these nothing changes, so Ctrl-C and a kill are only tried before each, and before the last call.
CHANGING = {"create", "write", "rename", "renameat2", "linkat", "unlink", "rmdir", "mkdir", "chmod", "ftruncate"}
# After it a new file or folder is the program's own, so Ctrl-C before it must remove one, too.
CLAIMING = {"flock"}
QUICK = {"create": "ENOSPC", "write": "ENOSPC", "fsync": "EIO", "rename": "EIO", "renameat2": "EIO", "linkat": "EIO",
         "mkdir": "ENOSPC", "unlink": "EPERM"}
# Calls that fail from one on: a disk that stays full, a disk that broke.
LASTING = {"write": ["ENOSPC", "EIO"], "create": ["ENOSPC"], "fsync": ["EIO"], "unlink": ["EPERM"]}
# File systems: FAT and many shares have no hard links, and some no rename that does not replace.
MODES = {"": "", "without hard links": f"linkat={errno.EPERM}",
         "without exclusive renames": f"linkat={errno.EOPNOTSUPP} renameat2={errno.EINVAL}",
         "as on FAT": f"linkat={errno.EPERM} renameat2={errno.EINVAL} chmod={errno.EPERM}"}
DOCUMENTED = {0, 1, 2, 3}
# They tell what happened, also that nothing could be done.
TELLING = {"report", "page", "state", "names"}


class Faults:
    def __init__(self, program, folder, quick=False, verbose=False, only="", modes=MODES):
        self.library = compile_library(folder)
        self.program, self.folder = Path(program).resolve(), folder
        self.quick, self.verbose, self.only, self.modes = quick, verbose, only, modes
        self.problems, self.runs, self.counts, self.templates = [], 0, {}, {}
        self.by_error = Counter()
        # How often Ctrl-C came too late.
        self.finished = 0
        # Left-over files that all readers have read, and the number of reads; edits on a small file system.
        self.seen, self.reads, self.small = set(), 0, Counter()
        # The faults of the quick run.
        self.tried = set()

    def run(self):
        for mode, deny in self.modes.items():
            for command in COMMANDS:
                if self.only in command.name:
                    self.run_command(command, mode, deny)
        return self.problems

    def run_file_systems(self):
        """Real file systems, where mounting is allowed: one that is full at some moment, and one without hard links."""
        folder = Path(self.folder) / "mounted"
        # One page more each time, so that the space ends in another call.
        for kibibytes in range(24, 25 if self.quick else 101, 4):
            with tmpfs(folder, kibibytes) as root:
                if root is None:
                    print("skipped: a small tmpfs cannot be mounted here")
                    break
                for command in COMMANDS:
                    self.run_on(root, command, f"tmpfs of {kibibytes} KiB", may_fail=True)
        for options in "umask=0022", "umask=0077", "fmask=0177,dmask=0077":
            with vfat(folder, Path(self.folder) / "fat.img", options) as root:
                if root is None:
                    print("skipped: an image of FAT cannot be mounted here")
                    break
                for command in COMMANDS:
                    self.run_on(root, command, f"FAT, {options}", may_fail=False)

    def run_on(self, root, command, mode, may_fail):
        if self.only not in command.name:
            return
        scene = Scene(self.program, self.library, root)
        scene.log = Path(self.folder) / "calls.log"
        scene.ignores_modes = mode.startswith("FAT")
        scene.templates = self.templates
        try:
            scene.prepare(command)
            before = scene.state(command)
        except OSError:
            self.small["not even the inputs fit"] += 1
            return
        self.runs += 1
        try:
            done = scene.run(command)
            found = scene.state(command)
            if may_fail:
                is_full = re.search(rb"disk is full|No space left", done.stderr)
                self.small["hit a full disk" if is_full else "another failure" if done.returncode else "fit"] += 1
            if done.returncode and not may_fail:
                raise Broken(f"exit {done.returncode}: {done.stderr.decode()[-200:]}")
            is_new = any(found[name] != before[name] for name, kind in command.outputs.items()
                         if done.returncode != 2 or kind not in TELLING)
            if done.returncode not in DOCUMENTED or (done.returncode == 2) == is_new:
                raise Broken(f"exit {done.returncode}, but {'something' if is_new else 'nothing'} is new")
            scene.check_backups(command, [*before.values(), *scene.earlier(command)])
            scene.check_secrets(command, False)
            if scene.strays(command):
                raise Broken(f"left over: {scene.strays(command)}, exit {done.returncode}")
        except Broken as problem:
            self.report(command, mode, "without a fault", problem)

    def report(self, command, mode, what, problem):
        place = f"{command.name}{mode and f' ({mode})'}"
        self.problems.append(f"{place}: {what}: {problem}")
        print(self.problems[-1], flush=True)

    def run_command(self, command, mode, deny):
        scene = Scene(self.program, self.library, self.folder, deny)
        scene.ignores_modes = "chmod" in deny
        scene.templates = self.templates
        scene.prepare(command)
        old = scene.state(command)
        done = scene.run(command)
        calls = scene.calls()
        try:
            new = scene.state(command)
            self.kept = scene.versions()
            scene.check_backups(command, [old.get(scene.vault), *scene.earlier(command)])
        except Broken as problem:
            return self.report(command, mode, "without a fault", problem)
        if done.returncode or old == new or scene.strays(command):
            return self.report(command, mode, "without a fault",
                               f"exit {done.returncode}, left over: {scene.strays(command)}: "
                               f"{done.stderr.decode()[:200]}")
        self.check_order(command, mode, calls)
        if mode and self.quick:
            return
        before, previous = self.runs, None
        for number, name, path in calls:
            place, previous = (previous, name, re.sub(r"\d+", "", path)), (name, re.sub(r"\d+", "", path))
            if name == "stat" and re.search(r"\.bak\.([7-9]|\d\d+)$", path):
                continue  # Like those of the first versions.
            for error, lasting in self.faults(name, bool(mode), number == len(calls)):
                if self.quick and not self.is_new(command, place, name, error):
                    continue
                self.run_fault(scene, command, mode, (number, name, path), error, lasting, old, new)
        self.counts[command.name] = self.counts.get(command.name, 0) + self.runs - before

    def faults(self, name, only_changes, is_last):
        """The faults of a call: (error, whether it lasts)."""
        if self.quick:
            faults = [(QUICK[name], False), (KILL, False)] if name in QUICK else []
            return faults + ([(INTERRUPT, False)] if name in QUICK or name in CLAIMING else [])
        kills = [(KILL, False)] if name in CHANGING or is_last else []
        kills += [(INTERRUPT, False)] if name in CHANGING | CLAIMING or is_last else []
        if only_changes and name not in CHANGING | {"fsync"}:
            return kills
        return (kills + [(error, False) for error in ERRORS.get(name, OTHER_ERRORS)]
                + [(error, True) for error in LASTING.get(name, [])])

    def is_new(self, command, place, name, error):
        """Whether no command before had this fault: most save a vault alike. Each gets an error per kind of call."""
        found = {(error, place, *(command.before if error in (KILL, INTERRUPT) else ()))}
        found |= {(command.name, name)} if error not in (KILL, INTERRUPT) else set()
        is_new = not found <= self.tried
        self.tried |= found
        return is_new

    def check_order(self, command, mode, calls):
        """A file is synced after its last write and before it gets its name, and the folder after that."""
        names = [name for _, name, _ in calls]
        places = [index for index, name in enumerate(names) if name in ("rename", "renameat2")]
        for place in places[:1]:
            writes = [index for index, (_, name, path) in enumerate(calls[:place]) if name == "write" and path != "#1"]
            if writes and "fsync" not in names[writes[-1]:place]:
                self.report(command, mode, "order of calls", "a file gets its name before it is synced")
        if places and "fsync" not in names[places[-1]:]:
            self.report(command, mode, "order of calls", "the folder is not synced after the last rename")

    def run_fault(self, scene, command, mode, call, error, lasting, old, new):
        number, name, path = call
        code = getattr(errno, error) if isinstance(error, str) else error
        fault = {KILL: "kill", PART: "a part", INTERRUPT: "Ctrl-C"}.get(code, error)
        fault += " from then on" if lasting else ""
        what = f"call {number} ({name} {path.removeprefix(str(scene.folder))}): {fault}"
        self.runs += 1
        self.by_error[fault] += 1
        scene.prepare(command)
        before, self.earlier = scene.state(command), scene.versions()
        try:
            done = scene.run(command, number, code, lasting)
            self.check(scene, command, done, code, before, new, path if name == "unlink" else None, lasting)
            if self.verbose:
                print(f"{command.name}: {what}: exit {done.returncode}")
        except Broken as problem:
            self.report(command, mode, what, problem)

    def check(self, scene, command, done, code, old, new, unlinked, lasting):
        killed, interrupted = code == KILL, code == INTERRUPT
        # The page ends as if it was asked to, which those who wait for its answer tell as 2. On a busy machine, another
        # command may be done before the thread that gets the signal.
        ended = {2 if command.requests else 130, 0}
        expected = {-9} if killed else ended if interrupted else DOCUMENTED
        self.finished += interrupted and done.returncode == 0
        if done.returncode not in expected:
            raise Broken(f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}")
        found = scene.state(command)
        for name, kind in command.outputs.items():
            # Files that can no longer be read are not deleted.
            if kind == "names" and done.returncode == 0 and self.is_part(found[name], old[name], new[name]):
                found[name] = new[name]
            if found[name] not in (old[name], new[name]) and not (
                    done.returncode == 1 and self.is_part(found[name], old[name], new[name])
                    or done.returncode == 2 and kind in TELLING
                    or killed and old[name] is None and found[name] == RESERVED):
                raise Broken(f"{name} is neither old nor new: {str(found[name])[:120]}")
        earlier = scene.earlier(command)
        scene.check_backups(command, [*old.values(), *earlier])
        scene.check_secrets(command, killed)
        strays = scene.strays(command)
        # After exit 1, a part of the work was done.
        expected = {0: self.kept, 2: self.earlier, 3: self.earlier}.get(done.returncode, set())
        if interrupted:
            expected = self.kept & self.earlier
            # The progress is not meant: the message says how to go on from it.
            changed = [name for name, kind in command.outputs.items() if found[name] != old[name] and kind != "state"]
            if b"no file was changed" in done.stderr and changed:
                raise Broken("the message says that no file was changed")
        if not killed and not expected <= scene.versions():
            raise Broken(f"exit {done.returncode}, and a version is lost")
        self.check_readers(scene, command, found)
        if killed:
            if any(not name.endswith(LEFT_BY_A_KILL) for name in strays):
                raise Broken(f"left over: {strays}")
            self.check_undo(scene, ["undo", scene.vault])
            if not self.quick:
                self.check_undo(scene, ["restore", scene.vault, "1"])
            self.check_recovery(scene, command, [*old.values(), *new.values(), *earlier])
            return
        # Files that cannot be removed stay; the next save removes them.
        if unlinked and (lasting or [Path(name).name for name in strays] == [Path(unlinked).name]):
            strays = []
        if strays:
            raise Broken(f"left over: {strays}, exit {done.returncode}")
        if done.returncode == 0 and found != new:
            raise Broken("exit 0, but not everything is new")
        old_or_told = {name: found[name] if kind in TELLING else old[name] for name, kind in command.outputs.items()}
        if done.returncode in (2, 3) and not interrupted and found != old_or_told:
            said = done.stderr.decode(errors="replace")[-160:]
            raise Broken(f"exit {done.returncode}, but the new file is there: {said}")
        if done.returncode and not done.stderr.strip():
            raise Broken(f"exit {done.returncode} without a message")

    def check_readers(self, scene, command, found):
        """Every command that could read what is left reads it, tells the truth about it, and changes nothing.

        Once for each kind of what is left: runs differ in salts and ids.
        """
        kinds = scene.kinds(command)
        if kinds in self.seen:
            return
        self.seen.add(kinds)
        before = scene.snapshot()
        for arguments, status, expected in self.readers(scene, command, found):
            if self.quick and arguments[0] in ("codes", "verify"):
                continue  # They read a vault as list does.
            self.reads += 1
            done = scene.run(arguments, faults=False)
            if done.returncode != status:
                raise Broken(f"then {' '.join(arguments[:2])} ends with {done.returncode}, not {status}: "
                             f"{done.stderr.decode(errors='replace')[-160:]}")
            missing = [text for text in expected if text.encode() not in done.stdout]
            if missing:
                raise Broken(f"then {' '.join(arguments[:2])} does not show {missing}")
            if scene.snapshot() != before:
                raise Broken(f"then {' '.join(arguments[:2])} changes a file")

    def readers(self, scene, command, found):
        """Command lines, with the exit code and what standard output must contain."""
        for name, kind in command.outputs.items():
            is_there = found[name] not in (None, RESERVED)
            if kind == "vault":
                names = list(found[name][1]) if is_there else []
                status = 0 if is_there else 2
                passphrase = "new" if is_there and OLD_PASSPHRASE not in found[name][2] else "old"
                for reader in (["list", name, "--json"], ["codes", name, "--json"], ["verify", name, name],
                               ["convert", name, "--to", "json"]):
                    # An account without a code, such as one of a vault that is empty, is in none of them.
                    yield [*reader, "--passphrase-file", passphrase], status, names if reader[0] != "verify" else []
                yield ["vault", "check", name, "--passphrase-file", passphrase], status, ["good"] if is_there else []
                yield ["vault", "recovery", "list", name, "--passphrase-file", passphrase], status, []
            elif (kind == "links" and is_there and b"otpauth:" in found[name][1]
                  or kind in ("folder", "export") and is_there):
                yield ["convert", name, "--to", "json"], 0, ["bob", "carol"] if kind == "export" else []
            elif kind == "state" and "images" in command.before:
                yield ["scan", "images", "--resume", name], 0, ["bob", "carol"]

    def check_undo(self, scene, arguments):
        """After a kill, going back to the version before loses no version. The folder is then as it was."""
        before = scene.contents()
        copy = scene.folder.with_name("scene-copy")
        shutil.copytree(scene.folder, copy, symlinks=True)
        done = scene.run(["vault", *arguments, "--yes", "--keep", "9", "--passphrase-file", "old"])
        if done.returncode not in (0, 2, 3) or not before <= scene.contents():
            raise Broken(f"vault {arguments[0]} ends with {done.returncode} and loses "
                         f"{len(before - scene.contents())} versions: {done.stderr.decode(errors='replace')[-200:]}")
        shutil.rmtree(scene.folder)
        copy.rename(scene.folder)

    def check_recovery(self, scene, command, olds):
        """After a kill, the next save of the same file works, and removes what was left."""
        for name, left in scene.state(command).items():
            if left == RESERVED:
                (scene.folder / name).unlink()  # As Docs/vault-format says.
        found = scene.state(command)
        if found.get(scene.vault):
            passphrase = "old" if OLD_PASSPHRASE in found[scene.vault][2] else "new"
            arguments = ["vault", "recovery", "add", scene.vault, "--passphrase-file", passphrase]
        elif any(found.values()) and not set(command.before) - {"images"}:
            return  # The output is there and is not replaced: there is no next save.
        else:
            arguments = command
        done = scene.run(arguments)
        if done.returncode:
            raise Broken(f"the next save ends with {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}")
        if not any(found.values()):
            scene.check_backups(command, olds)
        elif found.get(scene.vault):
            scene.check_backups(command, [*olds, found[scene.vault]])
        left = scene.strays(command)
        if arguments is not command:
            # Only another run of the command removes what was left of its other files.
            left = [name for name in left if Path(name).name.startswith(f".{Path(scene.vault).name}.")]
        if left:
            raise Broken(f"the next save leaves {left}")

    @staticmethod
    def is_part(found, old, new):
        """Whether an output is what a whole run gives if one input could not be read, which exit 1 means."""
        if found is None or new is None or found[0] != new[0]:
            return False
        if found[0] in ("links", "names"):
            return set(found[1].splitlines()) <= set(new[1].splitlines())
        if found[0] == "vault":
            return set(old[1] if old else ()) <= set(found[1]) <= set(new[1]) and found[2:] == new[2:]
        return found[0] == "report" or set(found[1]) <= set(new[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--command", default="", help="only commands whose name contains this")
    parser.add_argument("--mode", type=int, help="only this simulated file system: 0 to 3")
    options = parser.parse_args()
    modes = MODES if options.mode is None else dict([list(MODES.items())[options.mode]])
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        faults = Faults(options.program, folder, options.quick, options.verbose, options.command, modes)
        faults.run()
        if options.mode is None:
            faults.run_file_systems()
    for name, count in faults.counts.items():
        print(f"{count:6} faults  {name}")
    print(", ".join(f"{fault} {count}" for fault, count in faults.by_error.most_common()))
    print("on small file systems: " + (", ".join(f"{count} {what}" for what, count in faults.small.items()) or "none"))
    print(f"{faults.reads} reads of {len(faults.seen)} kinds of what was left")
    print(f"{faults.runs} faults, {len(faults.problems)} problems")
    return 1 if faults.problems else 0


if __name__ == "__main__":
    sys.exit(main())
