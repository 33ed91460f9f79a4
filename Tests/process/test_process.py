"""Promises about the whole process: no network, no other program (unless a code is copied or a PDF read), no core dump,
and no secret in what it prints.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIXTURES = ROOT / "Fixtures"
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))
PASSPHRASE = "correct horse battery staple"
PLAIN = FIXTURES / "images/plain"
LINUX = unittest.skipUnless(sys.platform == "linux", "as on Linux")


def some(folder):
    """The files of a folder of fixtures; of encrypted ones, which take the time that the app takes, the first two."""
    expectations = json.loads((folder / "expected.json").read_text("utf-8"))
    encrypted = [name for name in expectations if "password" in expectations[name]]
    return [folder / name for name in expectations if name not in encrypted[2:] and (folder / name).is_file()]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def install(self, **scripts):
        """Programs for PATH, which is returned."""
        folder = self.folder / "bin"
        folder.mkdir()
        for name, script in scripts.items():
            (folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / name).chmod(0o700)
        return f"{folder}:/usr/bin:/bin"

    def run_program(self, *arguments, **environment):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=300,
                              stdin=subprocess.DEVNULL, start_new_session=True,
                              env={"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": PASSPHRASE,
                                   "TOTP_IMPORT_TARGET_PASSPHRASE": PASSPHRASE,
                                   "TOTP_IMPORT_NEW_PASSPHRASE": "another", **environment})


@LINUX
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class Sandbox(Folder):
    def setUp(self):
        super().setUp()
        self.library = str(self.folder / "sandbox.so")
        subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-o", self.library, HERE / "sandbox.c"], check=True)
        allowed = subprocess.run(["/bin/true"], env={"LD_PRELOAD": self.library})
        if allowed.returncode == 99:
            self.skipTest("filters of system calls are not allowed here")

    def test_stops_sockets_and_programs(self):
        for code in ("import socket; socket.socket()", "import os; os.fork()",
                     "import os; os.execv('/bin/true', ['true'])"):
            done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "LD_PRELOAD": self.library},
                                  capture_output=True)
            self.assertEqual(done.returncode, -signal.SIGSYS, code)

    def test_every_command_works_without_sockets_and_other_programs(self):
        for arguments in (
                ["formats"], ["scan", PLAIN], ["import", PLAIN, "--vault", "v.json", "--report", "r.json"],
                ["list", "v.json"], ["codes", "v.json"], ["verify", PLAIN, "v.json"], ["vault", "check", "v.json"],
                ["convert", "v.json", "--to", "aegis", "--output", "aegis.json"],
                ["convert", "v.json", "--to", "html", "--output", "page.html"], ["vault", "recovery", "add", "v.json"],
                ["vault", "passwd", "v.json"]):
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments, LD_PRELOAD=self.library)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
        # Files of every format, read or refused.
        folders = [path.parent for path in sorted((FIXTURES / "exports").glob("*/expected.json"))]
        exports = [file for folder in folders for file in some(folder)]
        done = self.run_program("convert", *exports, "--to", "json", "--output", "all.json", LD_PRELOAD=self.library)
        self.assertIn(done.returncode, (0, 1), done.stderr.decode()[-2000:])

    def test_only_a_pdf_a_drawing_and_a_video_start_a_program(self):
        folders = sorted((FIXTURES / "images").iterdir())
        images = [folder for folder in folders if folder.is_dir() and folder.name != "pdf"]
        done = self.run_program("scan", *images, LD_PRELOAD=self.library)
        self.assertEqual(done.returncode, 1, done.stderr.decode()[-2000:])
        card = FIXTURES / "images/pdf/card.pdf"
        done = self.run_program("scan", card, LD_PRELOAD=self.library, PATH=str(self.folder))
        self.assertEqual(done.returncode, 2, done.stderr.decode())
        self.assertIn(b"pdftoppm, which is not installed", done.stderr)
        path = self.install(pdfinfo="exit 1", pdftoppm="exit 1", ffmpeg="exit 1", **{"rsvg-convert": "exit 1"})
        done = self.run_program("scan", card, LD_PRELOAD=self.library, PATH=path)
        self.assertEqual(done.returncode, -signal.SIGSYS)
        for name, content, program in (("code.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"rsvg-convert"),
                                       ("film.mp4", b"\0\0\0\x10ftypisom\0\0\0\0", b"ffmpeg")):
            (self.folder / name).write_bytes(content)
            done = self.run_program("scan", name, LD_PRELOAD=self.library, PATH=str(self.folder))
            self.assertEqual(done.returncode, 2, done.stderr.decode())
            self.assertIn(program + b", which is not installed", done.stderr)
            done = self.run_program("scan", name, LD_PRELOAD=self.library, PATH=path)
            self.assertEqual(done.returncode, -signal.SIGSYS, name)


class Drawing(Folder):
    def test_ends_with_this_program(self):
        self.ends(FIXTURES / "images/pdf/card.pdf", "pdftoppm",
                  pdfinfo="cat >/dev/null; echo 'Pages: 1'; echo 'Page    1 size:  72 x 72 pts'")

    def test_a_video_ends_with_this_program(self):
        film = self.folder / "film.mp4"
        film.write_bytes(b"\0\0\0\x10ftypisom\0\0\0\0")
        self.ends(film, "ffmpeg")

    def ends(self, file, program, **others):
        for end in signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT:
            with self.subTest(signal=end.name):
                shutil.rmtree(self.folder / "bin", ignore_errors=True)
                pid = self.folder / f"pid-{end.name}"
                hangs = f"cat >/dev/null; echo $$ >{pid}.new; mv {pid}.new {pid}; exec sleep 600"
                path = self.install(**{program: hangs}, **others)
                process = subprocess.Popen([PROGRAM, "scan", str(file)], cwd=self.folder,
                                           env={"PATH": path}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, start_new_session=True,
                                           # A shell lets its jobs in the background ignore it.
                                           preexec_fn=lambda: signal.signal(signal.SIGQUIT, signal.SIG_DFL))
                try:
                    self.wait_until(pid.exists)
                    process.send_signal(end)
                    self.assertEqual(process.wait(60), -end if end == signal.SIGQUIT else 128 + end)
                finally:
                    process.kill()
                    process.wait()
                self.wait_until(lambda: not self.runs(int(pid.read_text())))

    def wait_until(self, condition):
        deadline = time.monotonic() + 8
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def runs(self, pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        # Whoever adopted it may not have waited for it.
        state = Path(f"/proc/{pid}/stat")
        return not (state.exists() and ") Z " in state.read_text())


@LINUX
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class Ending(Folder):
    def test_cleans_up_no_library_that_a_thread_may_still_use(self):
        library = str(self.folder / "cleanup.so")
        subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                        HERE / "cleanup.c"], check=True)
        for arguments, status in (
                (["formats"], 0), (["--version"], 0), (["list", "missing"], 2), (["list", "--nothing"], 64)):
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments, LD_PRELOAD=library)
                self.assertEqual(done.returncode, status, done.stderr.decode())
                self.assertNotIn(b"cleaned up", done.stderr)


class Passphrases(Folder):
    def test_that_are_not_utf_8_differ_and_are_not_new(self):
        for step, passphrase, status in (("create", "\udce8", 3), ("create", "\ufffd", 0), ("check", "\udce8", 3),
                                         ("check", "\udce9", 3), ("check", "\ufffd", 0)):
            with self.subTest(step=step, passphrase=ascii(passphrase)):
                done = self.run_program("vault", step, "v.json", TOTP_IMPORT_PASSPHRASE=passphrase)
                self.assertEqual(done.returncode, status, done.stderr.decode())


@LINUX
class CoreDumps(Folder):
    def test_are_off_while_the_passphrase_is_read(self):
        self.run_program("vault", "create", "v.json")
        pipe = self.folder / "passphrase"
        os.mkfifo(pipe)
        process = subprocess.Popen([PROGRAM, "list", "v.json", "--passphrase-file", str(pipe)], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            # Opens once the program reads.
            with open(pipe, "wb") as writer:
                limits = Path(f"/proc/{process.pid}/limits").read_text()
                arguments = Path(f"/proc/{process.pid}/cmdline").read_bytes()
                writer.write(f"{PASSPHRASE}\n".encode())
            self.assertEqual(process.wait(60), 0)
        finally:
            process.kill()
            process.wait()
        self.assertRegex(limits, r"Max core file size +0 +0 ")
        self.assertNotIn(PASSPHRASE.encode(), arguments)


class Secrets(Folder):
    """No command but those that are asked to prints a secret or a passphrase of a fixture."""

    def spellings(self, folder):
        found = set()
        for expected in json.loads((folder / "expected.json").read_text("utf-8")).values():
            for entry in expected.get("items", []):
                # Shorter ones also occur by chance.
                if len(entry.get("secret", "")) >= 12:
                    found |= {entry["secret"], entry["secret"].lower()}
            if len(expected.get("password", "")) >= 8:
                found.add(expected["password"])
        return found

    def test_are_in_no_output(self):
        for folder in sorted(path.parent for path in FIXTURES.glob("*/*/expected.json")):
            expectations = json.loads((folder / "expected.json").read_text("utf-8"))
            files = some(folder)
            # Each is tried on each file.
            expected = [expectations[str(file.relative_to(folder))] for file in files]
            passphrases = sorted({one.get("password", "") for one in expected} - {""})
            (self.folder / "passphrases").write_text("\n".join(passphrases) + "\n")
            options = ["--source-passphrase-file", "passphrases"] if passphrases else []
            commands = [["convert", *files, "--to", "json", "--output", "out.json", "--force", "--verbose", "--report",
                         "report.json", *options]]
            if not passphrases:
                commands += [["validate", *files], ["scan", *files], ["list", *files]]
            secrets = self.spellings(folder)
            for arguments in commands:
                done = self.run_program(*arguments)
                report = self.folder / "report.json"
                written = report.read_bytes() if report.exists() else b""
                text = (done.stdout + done.stderr + written).decode(errors="replace")
                with self.subTest(folder=folder.name, command=arguments[0]):
                    self.assertEqual(sum(secret in text for secret in secrets), 0)


if __name__ == "__main__":
    unittest.main()
