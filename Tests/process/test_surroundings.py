"""Every command where something is missing: /proc, a standard stream, or space for its output.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from test_process import FIXTURES, LINUX, PASSPHRASE, PLAIN, PROGRAM

LINK = "otpauth://totp/Acorn:alice?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK&issuer=Acorn\n"
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"
# Each command, and more of one where an output is all that its user gets. In the vault are Acorn, and a recovery code.
COMMANDS = [
    ["import", "links.txt", "--vault", "new.json"],
    ["import", "links.txt", "--vault", "new.json", "--generate"],
    ["import", "links.txt", "--vault", "new.json", "--json"],
    ["convert", "links.txt", "--to", "json"],
    ["convert", "links.txt", "--to", "aegis", "--output", "aegis.json"],
    ["scan", PLAIN / "code.png"],
    ["validate", "links.txt", "--json"],
    ["list", "v.json"],
    ["codes", "v.json"],
    ["qr", "v.json"],
    ["verify", "links.txt", "v.json"],
    ["vault", "create", "new.json"],
    ["vault", "create", "new.json", "--generate"],
    ["vault", "add", "v.json", "--issuer", "Birch", "--name", "bob", "--secret-file", "secret.txt", "--yes"],
    ["vault", "edit", "v.json", "Acorn", "--set-name", "carol", "--yes"],
    ["vault", "remove", "v.json", "Acorn", "--yes"],
    ["vault", "duplicates", "v.json"],
    ["vault", "merge", "copy.json", "--vault", "v.json"],
    ["vault", "undo", "v.json", "--yes"],
    ["vault", "restore", "v.json"],
    ["vault", "passwd", "v.json"],
    ["vault", "recovery", "add", "v.json"],
    ["vault", "recovery", "list", "v.json"],
    ["vault", "recovery", "remove", "v.json", "1", "--yes"],
    ["vault", "unlock", "v.json"],
    ["vault", "lock", "v.json"],
    ["vault", "check", "v.json"],
    ["formats"],
    ["guide", "google", "--to", "aegis"],
    # The page would stay open.
    ["web", "--idle", "0"],
    ["help", "import"],
]


def leaves(command, path=()):
    below = command.get("subcommands", [])
    return [leaf for each in below for leaf in leaves(each, (*path, each["commandName"]))] if below else [path]


def run(folder, arguments, shell='exec "$@"', before=()):
    """The program, by a shell: `shell` and `before` say what is missing."""
    return subprocess.run([*before, "/bin/sh", "-c", shell, "sh", PROGRAM, *map(str, arguments)], cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300, start_new_session=True,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
                               "TOTP_IMPORT_TARGET_PASSPHRASE": PASSPHRASE,
                               "TOTP_IMPORT_NEW_PASSPHRASE": "another invented passphrase",
                               **({} if "--generate" in arguments else {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE})})


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


class Scene(unittest.TestCase):
    # What each command does as usual, by its number in `COMMANDS`: found out once for all tests.
    usual = {}

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.scene = Path(folder.name) / "scene"
        cls.scene.mkdir()
        (cls.scene / "links.txt").write_text(LINK)
        (cls.scene / "secret.txt").write_text(SECRET)
        for arguments in COMMANDS[0][:-1] + ["v.json"], ["vault", "recovery", "add", "v.json"]:
            done = run(cls.scene, arguments)
            assert done.returncode == 0, done.stderr
        shutil.copy(cls.scene / "v.json", cls.scene / "copy.json")
        cls.before = files(cls.scene)
        cls.leaves = leaves(json.loads(run(cls.scene, ["--experimental-dump-help"]).stdout)["command"])

    def in_scene(self, arguments, *how):
        """What the program did, and the files that there are then."""
        with tempfile.TemporaryDirectory() as folder:
            scene = shutil.copytree(self.scene, Path(folder) / "scene")
            return run(scene, arguments, *how), files(scene)

    def each(self, *how):
        """Runs every command, as usual and in another way, and calls `check` with both outcomes."""
        def checked(check):
            for number, arguments in enumerate(COMMANDS):
                with self.subTest(arguments=arguments):
                    usual = self.usual.get(number) or self.usual.setdefault(number, self.in_scene(arguments))
                    # There may be no keyring.
                    statuses = {"qr": (2,), "web": (64,), "unlock": (0, 2)}
                    allowed = statuses.get(arguments[arguments[0] == "vault"], (0,))
                    self.assertIn(usual[0].returncode, allowed, usual[0].stderr.decode())
                    check(arguments, *usual, *self.in_scene(arguments, *how))
        return checked


class Streams(Scene):
    def test_has_every_command(self):
        self.assertEqual([leaf for leaf in self.leaves
                          if not any(tuple(arguments[:len(leaf)]) == leaf for arguments in COMMANDS)], [])

    def test_a_result_that_nobody_gets_is_an_error_and_changes_nothing(self):
        @self.each('exec "$@" >&-')
        def check(arguments, usual, _, done, left):
            if not usual.stdout:
                self.assertEqual(done.returncode, usual.returncode, done.stderr.decode())
                return
            # The report of what was done comes last.
            is_late = arguments[-1] == "--json" and arguments[0] == "import"
            self.assertEqual(done.returncode, 1 if is_late else 2)
            self.assertIn(b"error: standard output: cannot be written", done.stderr)
            self.assertEqual(left.keys() - self.before.keys(), {"new.json"} if is_late else set())
            self.assertEqual({name: left.get(name) for name in self.before}, self.before)

    def test_a_closed_standard_output_cannot_be_named_either(self):
        arguments = ["convert", "links.txt", "--to", "json", "--output", "/dev/stdout"]
        self.assertTrue(run(self.scene, arguments).stdout)
        self.assertEqual(run(self.scene, arguments, 'exec "$@" >&-').returncode, 2)

    def test_a_closed_standard_error_and_an_unused_standard_input_change_nothing(self):
        @self.each('exec "$@" 2>&- <&-')
        def check(arguments, usual, _, done, left):
            self.assertEqual(done.returncode, usual.returncode)

    def test_a_closed_standard_input_is_not_an_empty_one(self):
        for arguments in (["list", "-"], ["import", "-", "--vault", "new.json", "--allow-empty"],
                          ["validate", "-", "--allow-empty"], ["list", "--files-from", "-"]):
            with self.subTest(arguments=arguments):
                done, left = self.in_scene(arguments, 'exec "$@" <&-')
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, b"standard input: cannot be read")
                self.assertEqual(left, self.before)

    @unittest.skipUnless(Path("/dev/full").exists(), "the system has no /dev/full")
    def test_texts_that_a_full_disk_cuts_are_errors(self):
        texts = [["--version"], ["--version", "--verbose"], ["help"], ["--experimental-dump-help"]]
        texts += [["--generate-completion-script", shell] for shell in ("bash", "zsh", "fish")]
        for arguments in texts + [[*leaf, "--help"] for leaf in self.leaves]:
            with self.subTest(arguments=arguments):
                done = run(self.scene, arguments, 'exec "$@" >/dev/full')
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"error: standard output: the disk is full", done.stderr)


@LINUX
class WithoutProc(Scene):
    # A namespace of its own: the system keeps /proc.
    hidden = 'mount -t tmpfs none /proc && exec "$@"'

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.namespace = ["unshare", "--mount"] + ["--map-root-user"] * (os.geteuid() != 0)
        if not shutil.which("unshare") or subprocess.run(
                [*cls.namespace, "/bin/sh", "-c", f"set -- test ! -e /proc/self; {cls.hidden}"],
                capture_output=True).returncode != 0:
            raise unittest.SkipTest("no file system can be mounted over /proc here")

    def test_every_command_does_the_same(self):
        @self.each(self.hidden, self.namespace)
        def check(arguments, usual, usually_left, done, left):
            self.assertEqual(done.returncode, usual.returncode, done.stderr.decode())
            self.assertEqual((bool(done.stdout), left.keys()), (bool(usual.stdout), usually_left.keys()))

    def test_every_help_is_the_same(self):
        for arguments in [["--version"], *([*leaf, "--help"] for leaf in self.leaves)]:
            with self.subTest(arguments=arguments):
                done = run(self.scene, arguments, self.hidden, self.namespace)
                self.assertEqual((done.returncode, done.stdout),
                                 (0, run(self.scene, arguments).stdout))

    def test_work_on_many_threads_for_more_than_a_second_ends(self):
        images = [FIXTURES / "images"] * 4
        done = run(self.scene, ["scan", *images], self.hidden, self.namespace)
        self.assertEqual(done.returncode, 1, done.stderr.decode()[-2000:])


if __name__ == "__main__":
    unittest.main()
