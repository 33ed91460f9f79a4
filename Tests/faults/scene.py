"""A folder in which a command of totp-import runs with one failing file-system call, and what is in it afterwards."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Docs" / "vault-format"))

import read_vault  # noqa: E402
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: E402

OLD_PASSPHRASE, NEW_PASSPHRASE = "old correct horse", "new battery staple"
# Base32 of each account. No file but a plain export may contain one.
SECRETS = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LK"]
FIRST = f"otpauth://totp/Acme:alice?secret={SECRETS[0]}&issuer=Acme\n"
OTHERS = (f"otpauth://totp/Birch:bob?secret={SECRETS[1]}&issuer=Birch&digits=8\n"
          f"otpauth://totp/Cedar:carol?secret={SECRETS[2]}&issuer=Cedar\n")
# What a program that was killed may leave behind; the next run removes it.
LEFT_BY_A_KILL = (".new", ".bak.old", ".bak.copy")


class Broken(Exception):
    """Something that must never be: the message says what."""


def compile_library(folder):
    library = Path(folder) / "faults.so"
    subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                    HERE / "faults.c", "-ldl"], check=True)
    return library


def cheap_scrypt(salt, length, n, r, p):
    """As faults.c makes it."""
    return Scrypt(salt=salt, length=length, n=min(n, 2), r=r, p=p)


class Command:
    """A command line, the files that it finds, and the files that it may write.

    `outputs` are names with their kind: vault, links, folder or report. All of them may be there before.
    """

    def __init__(self, name, arguments, outputs, before=(), reveals=False):
        self.name, self.arguments, self.outputs = name, arguments, outputs
        self.before, self.reveals = before, reveals


COMMANDS = [
    Command("vault create", ["vault", "create", "v.json", "--passphrase-file", "old"], {"v.json": "vault"}),
    Command("import, new vault", ["import", "first.txt", "--vault", "v.json", "--passphrase-file", "old"],
            {"v.json": "vault"}),
    Command("import", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault"]),
    Command("import, second version", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault", "version"]),
    Command("import, sixth version", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault"] + ["version"] * 5),
    Command("import, fewer versions", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--keep", "2"],
            {"v.json": "vault"}, before=["vault"] + ["version"] * 5),
    Command("import, no backup", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--no-backup"],
            {"v.json": "vault"}, before=["vault"]),
    Command("import, with report", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--report",
                                    "report.json"], {"v.json": "vault", "report.json": "report"}, before=["vault"]),
    Command("vault passwd", ["vault", "passwd", "v.json", "--passphrase-file", "old", "--new-passphrase-file", "new"],
            {"v.json": "vault"}, before=["vault"]),
    Command("vault recovery add", ["vault", "recovery", "add", "v.json", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault"]),
    Command("vault recovery remove", ["vault", "recovery", "remove", "v.json", "--all", "--yes", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault", "version"]),
    Command("vault add", ["vault", "add", "v.json", "--secret-file", "secret", "--issuer", "Birch", "--name", "bob",
                          "--passphrase-file", "old", "--yes"], {"v.json": "vault"}, before=["vault"]),
    Command("vault edit", ["vault", "edit", "v.json", "--search", "alice", "--set-name", "alicia", "--yes",
                           "--passphrase-file", "old"], {"v.json": "vault"}, before=["vault"]),
    Command("vault remove", ["vault", "remove", "v.json", "--search", "alice", "--yes", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault"]),
    Command("vault undo", ["vault", "undo", "v.json", "--yes", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault", "version"]),
    Command("vault restore", ["vault", "restore", "v.json", "2", "--yes", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault"] + ["version"] * 5),
    Command("convert to a file", ["convert", "first.txt", "others.txt", "--to", "otpauth", "--output", "out.txt"],
            {"out.txt": "links"}, reveals=True),
    Command("convert over a file", ["convert", "first.txt", "others.txt", "--to", "otpauth", "--output", "out.txt",
                                    "--force"], {"out.txt": "links"}, before=["links"], reveals=True),
    Command("convert to a vault", ["convert", "others.txt", "--to", "totply-vault", "--target-passphrase-file", "old",
                                   "--output", "v.json"], {"v.json": "vault"}),
    Command("convert to a folder", ["convert", "first.txt", "others.txt", "--to", "qr", "--output", "codes"],
            {"codes": "folder"}, reveals=True),
    Command("validate --fix", ["validate", "others.txt", "--fix", "--output", "out.txt"], {"out.txt": "links"},
            reveals=True),
]


class Scene:
    """The folder of one run. It is made again for each."""

    def __init__(self, program, library, folder, deny=""):
        self.program, self.library, self.deny = str(program), str(library), deny
        self.folder = Path(os.path.realpath(folder)) / "scene"
        self.log = self.folder.parent / "calls.log"
        self.templates = {}

    # Running

    def run(self, arguments, at=None, error=None, lasting=False, faults=True):
        environment = {"PATH": "/usr/bin:/bin", "LD_PRELOAD": self.library, "NO_COLOR": "1"}
        self.log.unlink(missing_ok=True)
        if faults:
            environment.update({"FAULT_FOLDER": str(self.folder), "FAULT_LOG": str(self.log), "FAULT_DENY": self.deny})
        if at:
            environment.update({"FAULT_AT": str(at), "FAULT_ERROR": str(error)})
        if lasting:
            environment["FAULT_LASTING"] = "1"
        return subprocess.run([self.program, *arguments], cwd=self.folder, env=environment, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=120, start_new_session=True)

    def calls(self):
        """The calls of the last run: (number, name, path)."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return [(int(line.split(" ", 2)[0]), line.split(" ", 2)[1], line.split(" ", 2)[2]) for line in lines]

    # Setting up

    def prepare(self, command):
        """The folder with the inputs, and with what the command finds."""
        for path in self.folder.parent.glob("scene*"):
            shutil.rmtree(path, ignore_errors=True)
        self.folder.mkdir(mode=0o700, parents=True)
        for name, text in {"first.txt": FIRST, "others.txt": OTHERS, "old": OLD_PASSPHRASE + "\n",
                           "new": NEW_PASSPHRASE + "\n", "secret": SECRETS[1] + "\n"}.items():
            (self.folder / name).write_text(text)
        self.inputs = {path.name for path in self.folder.iterdir()}
        if "vault" in command.before:
            self.put("v.json", command.before.count("version"))
        if "links" in command.before:
            (self.folder / "out.txt").write_text("# Our own notes\n")
            (self.folder / "out.txt").chmod(0o600)

    def make(self, *arguments):
        options = ["--vault", "v.json"] if arguments[0] == "import" else ["v.json"]
        done = self.run([*arguments, *options, "--passphrase-file", "old"], faults=False)
        if done.returncode:
            raise Broken(f"cannot prepare: {done.stderr.decode()}")

    def put(self, name, versions):
        """Makes a vault with its earlier versions once, and copies it from then on."""
        if versions not in self.templates:
            self.make("import", "first.txt")
            for _ in range(versions):
                self.make("vault", "recovery", "add")
            self.templates[versions] = {path.name: path.read_bytes() for path in self.folder.glob(f"{name}*")}
        for file, data in self.templates[versions].items():
            (self.folder / file).write_bytes(data)
            (self.folder / file).chmod(0o600)

    def earlier(self, command):
        """What the versions hold that were there before."""
        files = self.templates.get(command.before.count("version"), {}) if "vault" in command.before else {}
        return [self.describe_vault(name, data) for name, data in files.items() if ".bak" in name]

    # What is in it

    def describe_vault(self, name, data):
        """What a vault holds and what opens it."""
        opened = {}
        with mock.patch.object(read_vault, "Scrypt", cheap_scrypt):
            for passphrase in OLD_PASSPHRASE, NEW_PASSPHRASE:
                try:
                    opened[passphrase] = read_vault.open_vault(data, passphrase)
                except read_vault.WrongPassphrase:
                    continue
                except read_vault.VaultError as error:
                    raise Broken(f"{name} does not open: {error}") from None
        if not opened:
            raise Broken(f"{name} opens with neither passphrase")
        kinds = tuple(sorted(slot["type"] for slot in json.loads(data)["header"]["slots"]))
        names = tuple(sorted(entry["name"] for entry in next(iter(opened.values()))["items"]))
        return ("vault", names, tuple(opened), kinds)

    def describe(self, name, kind):
        path = self.folder / name
        if not path.exists() and not path.is_symlink():
            return None
        mode = path.stat().st_mode & 0o777
        if mode != (0o700 if kind == "folder" else 0o600) and not self.ignores_modes:
            raise Broken(f"{name} has mode {mode:o}")
        if kind == "vault":
            return self.describe_vault(name, path.read_bytes())
        if kind == "report":
            try:
                return ("report", json.dumps(json.loads(path.read_bytes())["totals"], sort_keys=True))
            except (ValueError, KeyError):
                raise Broken(f"{name} is not a whole report") from None
        if kind == "folder":
            for file in path.iterdir():
                if not file.read_bytes().endswith(b"IEND\xaeB`\x82"):
                    raise Broken(f"{name}/{file.name} is not whole")
            return ("folder", tuple(sorted(file.name for file in path.iterdir())))
        return (kind, path.read_bytes())

    ignores_modes = False

    def state(self, command):
        return {name: self.describe(name, kind) for name, kind in command.outputs.items()}

    def check_backups(self, command, olds):
        """Each backup is a whole vault, as it was at some time before."""
        for name, kind in command.outputs.items():
            if kind == "vault":
                for path in self.folder.glob(f"{name}.bak*"):
                    found = self.describe_vault(path.name, path.read_bytes())
                    if found not in olds:
                        raise Broken(f"{path.name} is not an earlier version: {found[1:]}")
                    if path.stat().st_mode & 0o077 and not self.ignores_modes:
                        raise Broken(f"{path.name} has mode {path.stat().st_mode & 0o777:o}")

    def versions(self):
        """The bytes of each earlier version."""
        return {path.read_bytes() for path in self.folder.glob("v.json.bak*")}

    def contents(self):
        """The bytes of the vault and of each version, also of those that a kill left without a number."""
        names = ["v.json", ".v.json.bak.new", ".v.json.bak.old"]
        return {(self.folder / name).read_bytes() for name in names if (self.folder / name).is_file()} | self.versions()

    def strays(self, command):
        """Files that are neither inputs nor outputs, nor a lock or a backup of a vault."""
        def belongs(name):
            for output, kind in command.outputs.items():
                rest = name.removeprefix(output) if name.startswith(output) else None
                if rest == "" or (kind == "vault" and rest is not None and (
                        rest == ".lock" or (rest.startswith(".bak.") and rest[5:].isdigit()))):
                    return True
            return name in self.inputs

        return sorted(path.name for path in self.folder.iterdir() if not belongs(path.name))

    def check_secrets(self, command, killed):
        """No file but a plain export has a readable secret."""
        for path in self.folder.rglob("*"):
            top = path.relative_to(self.folder).parts[0]
            plain = {name for name, kind in command.outputs.items() if kind in ("links", "folder")}
            allowed = plain | ({f".{name}.new" for name in plain} if killed else set())
            if path.is_file() and top not in self.inputs and top not in allowed:
                data = path.read_bytes()
                if any(secret.encode() in data or secret.lower().encode() in data for secret in SECRETS):
                    raise Broken(f"{path.name} has a readable secret")
                if path.stat().st_mode & 0o077 and not self.ignores_modes:
                    raise Broken(f"{path.name} has mode {path.stat().st_mode & 0o777:o}")
