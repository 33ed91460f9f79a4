"""A folder in which a command of totp-import runs with one failing file-system call, and what is in it afterwards."""

import contextlib
import fcntl
import functools
import http.client
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
import threading
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Docs" / "vault-format"))
sys.path.append(str(HERE.parent / "web"))

import read_vault  # noqa: E402
from secure import PATH as RESOURCES, Caller  # noqa: E402
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: E402

OLD_PASSPHRASE, NEW_PASSPHRASE = "old correct horse", "new battery staple"
# Base32 of each account. No file but a plain export may contain one.
SECRETS = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LK"]
FIRST = f"otpauth://totp/Acme:alice?secret={SECRETS[0]}&issuer=Acme\n"
OTHERS = (f"otpauth://totp/Birch:bob?secret={SECRETS[1]}&issuer=Birch&digits=8\n"
          f"otpauth://totp/Cedar:carol?secret={SECRETS[2]}&issuer=Cedar\n")
# Files that a killed program may leave behind; the next run removes them.
LEFT_BY_A_KILL = (".new", ".bak.old", ".bak.copy")
# A Bitwarden export with the login of an account in OTHERS.
LOGINS = {"encrypted": False, "folders": [], "items": [{
    "id": "a0b1c2d3-0000-4000-8000-000000000001", "folderId": None, "type": 1, "reprompt": 0, "name": "Birch",
    "notes": None, "favorite": False,
    "login": {"uris": [{"uri": "https://birch.example"}], "username": "bob", "password": "x", "totp": None}}]}
# An empty file with the name of an output, which it gets where nothing else keeps others from taking it.
RESERVED = ("reserved",)
# Outputs that contain readable secrets on purpose.
PLAIN = {"links", "folder", "export"}
PATIENCE = 120


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


@functools.cache
def held(data):
    """The accounts of a vault and the keys that open it: a version that was restored has them in other bytes."""
    with mock.patch.object(read_vault, "Scrypt", cheap_scrypt):
        for passphrase in OLD_PASSPHRASE, NEW_PASSPHRASE:
            with contextlib.suppress(read_vault.VaultError):
                items = [{name: value for name, value in item.items() if name != "changes"}
                         for item in read_vault.open_vault(data, passphrase)["items"]]
                return json.dumps([items, [slot["id"] for slot in json.loads(data)["header"]["slots"]]], sort_keys=True)
    return data


class Command:
    """A command line, the files that it finds, and the files that it may write.

    `outputs` are names with their kind: vault, links, folder, pictures, export, report, page, names or state. All of
    them may be there before. `folders` are made on the way to them. `typed` is what a person types, `requests` is what
    the page asks: (method, target, body, kind of the body).
    """

    def __init__(self, name, arguments, outputs, before=(), folders=(), environment=None, typed="", requests=()):
        self.name, self.arguments, self.outputs, self.before, self.folders = name, arguments, outputs, before, folders
        self.environment, self.typed, self.requests = environment or {}, typed, requests


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
    Command("import, fewer versions",
            ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--keep", "2"],
            {"v.json": "vault"}, before=["vault"] + ["version"] * 5),
    Command("import, no backup",
            ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--no-backup"],
            {"v.json": "vault"}, before=["vault"]),
    Command("import, with report", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--report",
                                    "report.json"], {"v.json": "vault", "report.json": "report"}, before=["vault"]),
    Command("vault passwd", ["vault", "passwd", "v.json", "--passphrase-file", "old", "--new-passphrase-file", "new"],
            {"v.json": "vault"}, before=["vault"]),
    Command("vault recovery add", ["vault", "recovery", "add", "v.json", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault"]),
    Command("vault recovery remove",
            ["vault", "recovery", "remove", "v.json", "--all", "--yes", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault", "version"]),
    Command("vault add", ["vault", "add", "v.json", "--secret-file", "secret", "--issuer", "Birch", "--name", "bob",
                          "--passphrase-file", "old", "--yes"], {"v.json": "vault"}, before=["vault"]),
    Command("vault edit", ["vault", "edit", "v.json", "--search", "alice", "--set-name", "alicia", "--yes",
                           "--passphrase-file", "old"], {"v.json": "vault"}, before=["vault"]),
    Command("vault remove", ["vault", "remove", "v.json", "--search", "alice", "--yes", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault"]),
    Command("vault undo", ["vault", "undo", "v.json", "--yes", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault", "version"]),
    Command("vault restore", ["vault", "restore", "v.json", "2", "--yes", "--passphrase-file", "old"],
            {"v.json": "vault"}, before=["vault"] + ["version"] * 5),
    Command("convert to a file", ["convert", "first.txt", "others.txt", "--to", "otpauth", "--output", "out.txt"],
            {"out.txt": "links"}),
    Command("convert over a file", ["convert", "first.txt", "others.txt", "--to", "otpauth", "--output", "out.txt",
                                    "--force"], {"out.txt": "links"}, before=["links"]),
    Command("convert to a vault", ["convert", "others.txt", "--to", "totply-vault", "--target-passphrase-file", "old",
                                   "--output", "v.json"], {"v.json": "vault"}),
    Command("convert to a folder", ["convert", "first.txt", "others.txt", "--to", "qr", "--output", "codes"],
            {"codes": "folder"}),
    Command("validate --fix", ["validate", "others.txt", "--fix", "--output", "out.txt"], {"out.txt": "links"}),
    Command("import, with progress", ["import", "first.txt", "images", "--vault", "v.json", "--resume", "progress",
                                      "--jobs", "1", "--passphrase-file", "old"],
            {"v.json": "vault", "progress": "state"}, before=["vault", "images"]),
    Command("scan, with progress", ["scan", "images", "--resume", "progress", "--jobs", "1"], {"progress": "state"},
            before=["images"]),
    Command("scan, with copies", ["scan", "images", "--annotate", "copies", "--jobs", "1"], {"copies": "pictures"},
            before=["images"]),
    Command("import, with a page", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old", "--report",
                                    "report.html"], {"v.json": "vault", "report.html": "page"}, before=["vault"]),
    Command("convert, with report", ["convert", "first.txt", "others.txt", "--to", "otpauth", "--output", "out.txt",
                                     "--report", "report.json"], {"out.txt": "links", "report.json": "report"}),
    Command("import, with a list to delete", ["import", "others.txt", "--vault", "v.json", "--passphrase-file", "old",
                                              "--delete-list", "done.txt"], {"v.json": "vault", "done.txt": "names"},
            before=["vault"]),
    Command("convert into logins", ["convert", "others.txt", "--into", "logins.json", "--to", "bitwarden", "--plain",
                                    "--output", "with-codes.json"], {"with-codes.json": "export"}),
    Command("convert for Google Authenticator", ["convert", "first.txt", "others.txt", "--to", "google-migration",
                                                 "--output", "codes"], {"codes": "folder"}),
    Command("vault duplicates", ["vault", "duplicates", "v.json", "--passphrase-file", "old"], {"v.json": "vault"},
            before=["vault", "duplicate"], typed="1\ny\n"),
    Command("import, default vault", ["import", "first.txt", "--passphrase-file", "old"],
            {"data/totp-import/vault.json": "vault"}, folders=["data"], environment={"XDG_DATA_HOME": "{folder}/data"}),
    Command("web", ["web", "--no-open", "--vault", "v.json"], {"v.json": "vault"}, before=["vault"], requests=[
        ("POST", "/api/unlock", OLD_PASSPHRASE, None), ("POST", "/api/inputs", OTHERS, "paste"),
        ("POST", "/api/save", "", None)]),
]


class Scene:
    """The folder of one run. It is made again for each."""

    def __init__(self, program, library, folder, deny=""):
        self.program, self.library, self.deny = str(program), str(library), deny
        self.reserves = "linkat" in deny and "renameat2" in deny
        self.folder = Path(os.path.realpath(folder)) / "scene"
        self.log = self.folder.parent / "calls.log"
        self.templates = {}

    # Running

    def run(self, arguments, at=None, error=None, lasting=False, faults=True):
        """Runs a command line, or a Command with all that belongs to it."""
        command = arguments if isinstance(arguments, Command) else Command("", arguments, {})
        environment = {"PATH": "/usr/bin:/bin", "LD_PRELOAD": self.library, "NO_COLOR": "1", "TERM": "dumb"}
        environment |= {name: value.format(folder=self.folder) for name, value in command.environment.items()}
        self.log.unlink(missing_ok=True)
        if faults:
            environment.update({"FAULT_FOLDER": str(self.folder), "FAULT_LOG": str(self.log), "FAULT_DENY": self.deny})
        if at:
            environment.update({"FAULT_AT": str(at), "FAULT_ERROR": str(error)})
        if lasting:
            environment["FAULT_LASTING"] = "1"
        start = self.ask if command.requests else self.type if command.typed else self.wait
        return start(command, {"args": [self.program, *command.arguments], "cwd": self.folder, "env": environment})

    def wait(self, command, options):
        return subprocess.run(**options, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE,
                              start_new_session=True)

    def type(self, command, options):
        """Runs the command in a terminal, and types a line at each question: what is typed before is thrown away."""
        outside, inside = pty.openpty()
        with os.fdopen(outside, "r+b", buffering=0) as keyboard:
            process = subprocess.Popen(
                **options, stdin=inside, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
            os.close(inside)

            def answer():
                lines, shown = command.typed.encode().splitlines(keepends=True), b""
                with contextlib.suppress(OSError):
                    while read := keyboard.read(1 << 16):
                        shown = (shown + read)[-8:]
                        if lines and shown.endswith((b": ", b"] ")):
                            keyboard.write(lines.pop(0))
                            shown = b""

            screen = threading.Thread(target=answer, daemon=True)
            screen.start()
            try:
                output, errors = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            screen.join(PATIENCE)
        return subprocess.CompletedProcess(options["args"], process.returncode, output, errors)

    def ask(self, command, options):
        """Starts the page, and asks what the command asks, until something is refused: that is exit 2."""
        process = subprocess.Popen(**options, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        status, problem = None, b""
        try:
            found = re.search(r"http://([a-z0-9.]+):(\d+)/#([0-9a-f]{64})", process.stdout.readline().decode())
            if found:
                status, problem = self.answers(command, found[1], int(found[2]), found[3])
                process.send_signal(signal.SIGINT)
            output, errors = process.communicate()
        finally:
            patience.cancel()
        code = process.returncode if process.returncode or status is None else status
        return subprocess.CompletedProcess(options["args"], code, output, errors + problem)

    @staticmethod
    def answers(command, host, port, token):
        caller = Caller(token)
        for method, target, body, kind in command.requests:
            address = "127.0.0.1" if host.endswith("localhost") else host
            connection = http.client.HTTPConnection(address, port, timeout=PATIENCE)
            headers = {"Input-Name": "pasted", "Input-Kind": kind} if kind else {}
            counter, authorization, sealed = caller.seal(method, target, headers, body.encode())
            try:
                connection.request("POST", RESOURCES, sealed, {
                    "Host": f"{host}:{port}", "Origin": f"http://{host}:{port}", "Authorization": authorization})
                status, _, content = caller.open(counter, connection.getresponse().read())
            except (OSError, http.client.HTTPException) as error:
                return 2, str(error).encode()
            finally:
                connection.close()
            if status >= 300:
                return 1 if b"is written, but" in content else 2, content
        return 0, b""

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
        (self.folder / "logins.json").write_text(json.dumps(LOGINS))
        if "images" in command.before:
            self.put_images()
        self.inputs = {path.name for path in self.folder.iterdir()}
        self.vault = next((name for name, kind in command.outputs.items() if kind == "vault"), "v.json")
        if "vault" in command.before:
            self.put(self.vault, command.before.count("version"), "duplicate" in command.before)
        if "links" in command.before:
            (self.folder / "out.txt").write_text("# Our own notes\n")
            (self.folder / "out.txt").chmod(0o600)

    def make(self, *arguments):
        options = ["--vault", "v.json"] if arguments[0] == "import" else ["v.json"]
        done = self.run([*arguments, *options, "--passphrase-file", "old"], faults=False)
        if done.returncode:
            raise Broken(f"cannot prepare: {done.stderr.decode()}")

    def put(self, name, versions, has_duplicate):
        """Makes a vault with its earlier versions once, and copies it from then on."""
        key = (versions, has_duplicate)
        if key not in self.templates:
            self.make("import", "first.txt")
            if has_duplicate:
                (self.folder / "second.txt").write_text(FIRST.replace(SECRETS[0], SECRETS[2]))
                self.make("import", "second.txt")
                (self.folder / "second.txt").unlink()
            for _ in range(versions):
                self.make("vault", "recovery", "add")
            self.templates[key] = {path.name: path.read_bytes() for path in self.folder.glob(f"{name}*")}
        for file, data in self.templates[key].items():
            (self.folder / file).write_bytes(data)
            (self.folder / file).chmod(0o600)

    def put_images(self):
        """Images of QR codes, which the program draws once."""
        if "images" not in self.templates:
            self.run(["convert", "others.txt", "--to", "qr", "--output", "images"], faults=False)
            self.templates["images"] = {path.name: path.read_bytes() for path in (self.folder / "images").iterdir()}
            shutil.rmtree(self.folder / "images")
        (self.folder / "images").mkdir(mode=0o700)
        for file, data in self.templates["images"].items():
            (self.folder / "images" / file).write_bytes(data)

    def earlier(self, command):
        """What the versions hold that were there before."""
        key = (command.before.count("version"), "duplicate" in command.before)
        files = self.templates.get(key, {}) if "vault" in command.before else {}
        return [self.describe_vault(name, data) for name, data in files.items() if ".bak" in name]

    # The content of files

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
        if mode != (0o700 if path.is_dir() else 0o600) and not self.ignores_modes:
            raise Broken(f"{name} has mode {mode:o}")
        if self.reserves and path.is_file() and not path.stat().st_size:
            return RESERVED
        if kind == "vault":
            return self.describe_vault(name, path.read_bytes())
        if kind == "report":
            try:
                return ("report", json.dumps(json.loads(path.read_bytes())["totals"], sort_keys=True))
            except (ValueError, KeyError):
                raise Broken(f"{name} is not a whole report") from None
        if kind in ("folder", "pictures"):
            for file in path.iterdir():
                if not file.read_bytes().endswith(b"IEND\xaeB`\x82" if file.suffix == ".png" else b"\n"):
                    raise Broken(f"{name}/{file.name} is not whole")
            return (kind, tuple(sorted(file.name for file in path.iterdir())))
        if kind == "page":
            if not path.read_bytes().endswith(b"</html>\n"):
                raise Broken(f"{name} is not a whole page")
            return (kind,)
        if kind == "export":
            try:
                items = json.loads(path.read_bytes())["items"]
                return (kind, sorted((item["name"], item["login"]["totp"]) for item in items))
            except (ValueError, KeyError):
                raise Broken(f"{name} is not a whole export") from None
        if kind == "state":
            return (kind,)
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
        """What each earlier version holds."""
        return {held(path.read_bytes()) for path in self.folder.glob(f"{self.vault}.bak*")}

    def contents(self):
        """What the vault and each version hold, also those that a kill left without a number."""
        vault = self.folder / self.vault
        paths = [vault, *(vault.with_name(f".{vault.name}.bak.{ending}") for ending in ("new", "old"))]
        return {held(path.read_bytes()) for path in paths if path.is_file()} | self.versions()

    def strays(self, command):
        """Files that are neither inputs nor outputs, nor a lock or a backup of a vault."""
        def belongs(name):
            for output, kind in command.outputs.items():
                rest = name.removeprefix(output) if name.startswith(output) else None
                if rest == "" or (kind == "vault" and rest is not None and (
                        rest == ".lock" or (rest.startswith(".bak.") and rest[5:].isdigit()))):
                    return True
            return name in self.inputs

        names = [path.name for path in self.folder.iterdir() if path.name not in command.folders]
        for folder in command.folders:
            inside = (self.folder / folder).rglob("*")
            names += [str(path.relative_to(self.folder)) for path in inside if path.is_file()]
        return sorted(name for name in names if not belongs(name))

    def snapshot(self):
        """The bytes of every file, without locks and what only keeps the progress of a run."""
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*")
                if path.is_file() and not path.name.endswith((".lock", "progress"))}

    def kinds(self, command):
        """What is there, apart from what differs between two runs: salts, ids, times."""
        found = {name: repr(value) for name, value in self.state(command).items()}
        for name, data in self.snapshot().items():
            if name.split("/")[0] in {*self.inputs, *command.outputs} or name in command.outputs:
                continue
            try:
                found[name] = repr(self.describe_vault(name, data))
            except (Broken, ValueError):
                found[name] = "a part" if data else "empty"
        return tuple(sorted(found.items()))

    def check_secrets(self, command, killed):
        """No file but a plain export has a readable secret."""
        for path in self.folder.rglob("*"):
            top = path.relative_to(self.folder).parts[0]
            plain = {name for name, kind in command.outputs.items() if kind in PLAIN}
            allowed = plain | ({f".{name}.new" for name in plain} if killed else set())
            if path.is_file() and top not in self.inputs and top not in allowed:
                data = path.read_bytes()
                if any(secret.encode() in data or secret.lower().encode() in data for secret in SECRETS):
                    raise Broken(f"{path.name} has a readable secret")
                if path.stat().st_mode & 0o077 and not self.ignores_modes:
                    raise Broken(f"{path.name} has mode {path.stat().st_mode & 0o777:o}")
