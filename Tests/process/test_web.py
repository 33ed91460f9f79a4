"""`totp-import web` as a whole: who is answered, what is left of it, and what is in its memory after it was locked.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import http.client
import json
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import test_memory
from test_memory import FIXTURES, HERE, PASSPHRASE, PROGRAM, Readable

sys.path.append(str(HERE.parent / "web"))
from secure import PATH as RESOURCES, Caller  # noqa: E402

ADDRESS = re.compile(r"http://([a-z0-9.]+):(\d+)/#([0-9a-f]{64})")
PATIENCE = 60
LINK = b"otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme"
EXPORT = FIXTURES / "aegis/encrypted.json"
EXPORT_PASSPHRASE = json.loads(
    (FIXTURES / "aegis/expected.json").read_text("utf-8"))["encrypted.json"]["password"].encode()


class Page(Readable):
    """The program, once it has printed its address."""

    def __init__(self, folder, *arguments, **environment):
        self.popen = subprocess.Popen(
            [PROGRAM, "web", *map(str, arguments)], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(folder), **environment})
        self.process = self.popen.pid
        # A line that never comes must not stop the suite.
        self.deadline = threading.Timer(5 * PATIENCE, self.popen.kill)
        self.deadline.start()
        self.address = self.popen.stdout.readline().decode().strip()
        found = ADDRESS.fullmatch(self.address)
        if not found:
            self.close()
            raise AssertionError(self.popen.stderr.read().decode())
        self.host, self.port, self.token = found[1], int(found[2]), found[3]
        self.origin = f"http://{self.host}:{self.port}"
        self.place = "127.0.0.1" if self.host.endswith("localhost") else self.host
        self.caller = Caller(self.token)

    def ask(self, method, target, body=None, outer=(), **headers):
        """(status, headers, body), as the page asks for a resource; `outer` are other headers than the page's."""
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        counter, authorization, sealed = self.caller.seal(method, target, said, body or b"")
        status, answer, content = self.ask_plainly(
            "POST", RESOURCES, sealed, {"Authorization": authorization, "Origin": self.origin} | dict(outer))
        return (status, answer, content) if status != 200 else self.caller.open(counter, content)

    def ask_plainly(self, method, target, body=None, headers=()):
        connection = http.client.HTTPConnection(self.place, self.port, timeout=PATIENCE)
        usual = {"Host": f"{self.host}:{self.port}"} | dict(headers)
        try:
            given = {name: value for name, value in usual.items() if value is not None}
            connection.request(method, target, body, given)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def json(self, method, target, body=None, **headers):
        status, _, content = self.ask(method, target, body, **headers)
        if not 200 <= status < 300:
            raise AssertionError(content.decode())
        return json.loads(content or "null")

    def end(self, number=signal.SIGINT):
        """Its exit status, and what it printed after the address."""
        if self.popen.poll() is None:
            self.popen.send_signal(number)
        output, errors = self.popen.communicate(timeout=PATIENCE)
        return self.popen.returncode, output.decode(), errors.decode()

    def close(self):
        self.deadline.cancel()
        if self.popen.poll() is None:
            self.popen.kill()
        self.popen.wait()
        for stream in self.popen.stdout, self.popen.stderr:
            stream.close()


class Web(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def page(self, *arguments, **environment):
        page = Page(self.folder, *arguments, **environment)
        self.addCleanup(page.close)
        return page

    def test_of_ctrl_c(self):
        page = self.page("--no-open")
        self.assertEqual(page.ask_plainly("GET", "/")[0], 200)
        self.assertEqual(page.end(), (0, "", "Keep this window open: Ctrl-C, or Quit in the page, ends the program.\n"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_of_quitting(self):
        page = self.page("--no-open")
        self.assertEqual(page.ask("POST", "/api/quit", b"")[0], 202)
        self.assertEqual(page.popen.wait(PATIENCE), 0)

    @unittest.skipUnless(sys.platform == "linux", "as on Linux")
    def test_of_the_file_that_opens_the_browser(self):
        """Nobody else can read it, it is no argument, and it is gone once the page has asked for something."""
        tools = self.folder / "tools"
        tools.mkdir()
        record = self.folder / "opened"
        tool = tools / "xdg-open"
        tool.write_text(f'#!/bin/sh\nstat -c %a "$1" > {record}.new\nstat -c %a "$(dirname "$1")" >> {record}.new\n'
                        f'echo "$1" >> {record}.new\ncat "$1" >> {record}.new\nmv {record}.new {record}\n')
        tool.chmod(0o700)
        for ending in ["use", "interruption"]:
            with self.subTest(ending=ending):
                record.unlink(missing_ok=True)
                page = self.page(PATH=f"{tools}:/usr/bin:/bin", DISPLAY=":0")
                end = time.monotonic() + PATIENCE
                while not record.exists() and time.monotonic() < end:
                    time.sleep(0.02)
                mode, parent, path, content = record.read_text().split("\n", 3)
                self.assertEqual((mode, parent), ("600", "700"))
                self.assertIn(page.address, content)
                self.assertNotIn(page.token, path)
                self.assertNotIn(page.token.encode(), Path(f"/proc/{page.process}/cmdline").read_bytes())
                if ending == "use":
                    self.assertTrue(Path(path).exists())
                    self.assertEqual(page.ask_plainly("GET", "/")[0], 200)
                    # The file's request, and the answer that it expects.
                    asked = re.search(r'fetch\("http://[^/]+(/opening/[0-9a-f]{32})"', content)[1]
                    wanted = re.search(r'text !== "([0-9a-f]{32})"', content)[1]
                    self.assertEqual(page.ask_plainly("GET", asked, headers={"Origin": "null"})[2].decode(), wanted)
                    self.assertEqual(page.ask_plainly("GET", f"/opening/{wanted}")[0], 404)
                    self.assertTrue(Path(path).exists(), "a file of the page is no use of the token")
                    page.json("GET", "/api/state")
                    self.assertFalse(Path(path).parent.exists())
                page.end()
                self.assertFalse(Path(path).parent.exists())

    def test_of_a_port_that_is_in_use(self):
        # On all addresses, as each run has another one.
        with socket.create_server(("", 0)) as taken:
            port = taken.getsockname()[1]
            done = subprocess.run([PROGRAM, "web", "--no-open", "--port", str(port)], capture_output=True,
                                  timeout=PATIENCE, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.decode(),
                         f"error: port {port} is in use; name another one with --port, or omit it\n")

    @unittest.skipUnless(sys.platform == "linux", "as on Linux")
    def test_of_the_addresses_of_runs(self):
        """No two runs share an address, so nothing that a page left at one is found by another."""
        pages = [self.page("--no-open") for _ in range(3)]
        self.assertEqual(len({page.host for page in pages}), 3)
        for page in pages:
            self.assertRegex(page.host, r"^127\.\d+\.\d+\.\d+$")
            self.assertEqual(page.json("GET", "/api/state")["accounts"], 0)

    def test_of_a_browser_on_another_system(self):
        page = self.page("--no-open", WSL_DISTRO_NAME="Debian")
        self.assertRegex(page.host, r"^[a-z2-7]{26}\.localhost$")

    @unittest.skipUnless(sys.platform == "linux", "as on Linux")
    def test_of_an_address_that_is_taken(self):
        """Somebody else has one of the two addresses that a name leads to."""
        with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
            port = taken.getsockname()[1]
            done = subprocess.run([PROGRAM, "web", "--no-open", "--port", str(port)], capture_output=True,
                                  timeout=PATIENCE, stdin=subprocess.DEVNULL,
                                  env={"PATH": "/usr/bin:/bin", "SSH_CONNECTION": "a b c d"})
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.decode(),
                         f"error: port {port} is in use; name another one with --port, or omit it\n")

    def test_over_ssh(self):
        page = self.page(SSH_CONNECTION="192.0.2.1 50000 192.0.2.7 22", USER="eve", DISPLAY=":0")
        # The command is printed after the address: an end before that would come too early for it.
        lines = [page.popen.stderr.readline().decode() for _ in range(2)]
        self.assertEqual(lines[1], f"ssh -L {page.port}:localhost:{page.port} eve@192.0.2.7\n", lines)
        self.assertRegex(page.host, r"^[a-z2-7]{26}\.localhost$")
        # The port in front of the person may be another one.
        outer = {"Host": f"{page.host}:1", "Origin": f"http://{page.host}:1"}
        self.assertEqual(page.ask("GET", "/api/state", outer=outer)[0], 200)
        for host in f"localhost:{page.port}", f"127.0.0.1:{page.port}", f"x{page.host}:{page.port}":
            self.assertEqual(page.ask("GET", "/api/state", outer={"Host": host, "Origin": f"http://{host}"})[0], 403)

    def test_of_foreign_requests(self):
        page = self.page("--no-open")
        before = page.json("GET", "/api/state")
        for status, headers in (
                (403, {"Host": f"evil.example:{page.port}"}), (403, {"Host": f"localhost:{page.port}"}),
                (403, {"Host": f"127.0.0.1:{page.port}"}), (403, {"Origin": "http://evil.example"}),
                (403, {"Origin": None}), (403, {"Origin": "null"}),
                (403, {"Sec-Fetch-Site": "cross-site"}), (403, {"Sec-Fetch-Site": "same-site"}),
                (401, {"Authorization": None}), (401, {"Authorization": "Bearer " + page.token}),
                (401, {"Authorization": page.caller.authorization(10 ** 6, 3)})):
            for target in "/api/inputs", "/api/accounts", "/api/quit", "/api/undo", "/api/passphrases":
                with self.subTest(headers=headers, target=target):
                    got, answer, content = page.ask("POST", target, LINK, outer=headers)
                    self.assertEqual(got, status, content)
                    self.assertEqual(answer["Cross-Origin-Resource-Policy"], "same-origin")
                    self.assertIsNone(answer["Access-Control-Allow-Origin"])
        # A question of a browser before a request from another page.
        status, answer, _ = page.ask_plainly("OPTIONS", RESOURCES, headers={"Origin": "http://evil.example"})
        self.assertEqual(status, 403)
        self.assertIsNone(answer["Access-Control-Allow-Origin"])
        self.assertEqual(page.json("GET", "/api/state")["revision"], before["revision"])
        _, _, errors = page.end()
        self.assertIn("http://evil.example", errors)
        self.assertLess(errors.count("\n"), 25)

    @unittest.skipUnless(Path("/proc/net/tcp").exists(), "as on Linux")
    def test_of_the_addresses_that_it_listens_on(self):
        page = self.page("--no-open")
        port = f"{page.port:04X}"
        listening = set()
        for name in "tcp", "tcp6":
            for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
                place, state = line.split()[1], line.split()[3]
                if place.endswith(f":{port}") and state == "0A":
                    listening.add(place.split(":")[0])
        self.assertEqual(listening, {"".join(f"{int(part):02X}" for part in reversed(page.host.split(".")))})
        self.assertTrue(page.host.startswith("127."))

    def test_of_a_whole_journey(self):
        """From a file to a vault; nothing is left but the vault, and no secret is in what is printed."""
        vault = self.folder / "v.json"
        page = self.page("--no-open", "--vault", vault)
        card = page.json("POST", "/api/inputs", EXPORT.read_bytes(), Input_Name="export.json")
        self.assertEqual(card["status"], "encrypted")
        opened = page.json("POST", "/api/inputs/passphrase", EXPORT_PASSPHRASE)
        self.assertEqual(opened["opened"], [card["id"]])
        page.json("POST", "/api/inputs", LINK, Input_Name="pasted", Input_Kind="paste")
        saved = page.json("POST", "/api/save", PASSPHRASE.encode())
        self.assertEqual(saved["added"], page.json("GET", "/api/state")["accounts"])
        self.assertEqual(stat.S_IMODE(vault.stat().st_mode), 0o600)
        status, output, errors = page.end()
        self.assertEqual((status, output), (0, ""))
        for secret in PASSPHRASE, EXPORT_PASSPHRASE.decode(), "GEZDGNBVGY3TQOJQ":
            self.assertNotIn(secret, errors)
        self.assertLessEqual({path.name for path in self.folder.iterdir()}, {"v.json", "v.json.lock"})
        listed = subprocess.run([PROGRAM, "list", "v.json", "--json"], cwd=self.folder, capture_output=True, check=True,
                                env={"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": PASSPHRASE})
        self.assertEqual(len(json.loads(listed.stdout)["items"]), saved["added"])


@unittest.skipUnless(sys.platform == "linux", "as on Linux")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class Sleep(unittest.TestCase):
    """A computer that slept for the idle time: the page is closed before it answers anything."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.library = self.folder / "asleep.so"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-o", self.library, HERE / "asleep.c"], check=True)

    def page(self, *arguments, **environment):
        page = Page(self.folder, "--no-open", "--idle", "2", *arguments, LD_PRELOAD=str(self.library),
                    ASLEEP=str(self.folder / "seconds"), **environment)
        self.addCleanup(page.close)
        return page

    def sleep(self, seconds):
        new = self.folder / "new"
        new.write_text(str(seconds))
        new.rename(self.folder / "seconds")

    def test_a_vault_is_locked(self):
        (self.folder / "a.txt").write_bytes(LINK)
        subprocess.run([PROGRAM, "import", "a.txt", "--vault", "v.json"], cwd=self.folder, check=True,
                       capture_output=True, env={"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": PASSPHRASE})
        page = self.page("--vault", "v.json", TOTP_IMPORT_PASSPHRASE=PASSPHRASE)
        self.assertEqual(page.ask("GET", "/api/accounts")[0], 200)
        self.sleep(60)
        self.assertEqual(page.ask("GET", "/api/accounts")[0], 200, "not for half of it")
        self.sleep(60 + 121)
        self.assertEqual(page.ask("GET", "/api/accounts")[0], 423)
        end = time.monotonic() + PATIENCE
        while not page.json("GET", "/api/state")["vault"]["locked"]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        page.ask("POST", "/api/unlock", PASSPHRASE.encode())
        self.assertEqual(page.ask("GET", "/api/accounts")[0], 200)

    def test_without_a_vault_it_ends(self):
        page = self.page()
        page.json("GET", "/api/state")
        self.sleep(121)
        self.assertEqual(page.popen.wait(PATIENCE), 0)


@unittest.skipUnless(sys.platform == "linux", "as on Linux")
class Clipboard(unittest.TestCase):
    """What is copied goes through a tool of the desktop, and does not stay."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        for name in "wl-copy", "wl-paste":
            (self.tools / name).symlink_to(HERE.parent / "clipboard/tool")

    def page(self, *arguments, **environment):
        page = Page(self.folder, "--no-open", *arguments, PATH=f"{self.tools}:/usr/bin:/bin",
                    WAYLAND_DISPLAY="wayland-0", **environment)
        self.addCleanup(page.close)
        return page

    @property
    def content(self):
        return (self.tools / "clipboard").read_text()

    def waiting(self, page):
        """The copies of the program that wait to clear it, with what they got as arguments."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
                if (b"clear-clipboard" in words
                        and f"PATH={self.tools}:".encode() in (path.parent / "environ").read_bytes()):
                    found.append(words)
            except OSError:
                continue
        return found

    def test_until_the_end(self):
        page = self.page()
        self.assertTrue(page.json("GET", "/api/state")["clipboard"])
        for text in "123456", "otpauth://totp/x?secret=" + "A" * 4000:
            self.assertEqual(page.json("POST", "/api/copy", text.encode()), {"seconds": 45})
            self.assertEqual(self.content, text)
        # A process that has just started has no arguments yet.
        end = time.monotonic() + PATIENCE
        while not self.waiting(page) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual([words[1:4] for words in self.waiting(page)], [[b"clear-clipboard", b"wl-copy", b"45"]])
        self.assertNotIn("123456", (self.tools / "calls").read_text())
        page.ask("POST", "/api/quit", b"")
        self.assertEqual(page.popen.wait(PATIENCE), 0)
        self.assertEqual(self.content, "")
        self.assertEqual(self.waiting(page), [])

    def test_until_a_lock(self):
        page = self.page("--vault", "v.json")
        page.json("POST", "/api/inputs", LINK, Input_Name="pasted", Input_Kind="paste")
        page.json("POST", "/api/save", PASSPHRASE.encode())
        for copied, left in ("123456", ""), ("654321", "something else"):
            page.json("POST", "/api/copy", copied.encode())
            if left:
                (self.tools / "clipboard").write_text(left)
            page.ask("POST", "/api/lock", b"")
            end = time.monotonic() + PATIENCE
            while (self.content != left or self.waiting(page)) and time.monotonic() < end:
                time.sleep(0.05)
            self.assertEqual((self.content, self.waiting(page)), (left, []))
            self.assertEqual(page.ask("POST", "/api/copy", b"1")[0], 423)
            page.ask("POST", "/api/unlock", PASSPHRASE.encode())

    def test_not_on_another_computer(self):
        page = self.page(SSH_CONNECTION="192.0.2.1 50000 192.0.2.7 22")
        self.assertNotIn("clipboard", page.json("GET", "/api/state"))
        self.assertEqual(page.ask("POST", "/api/copy", b"1")[0], 409)
        (self.tools / "wl-copy-fails").touch()
        self.assertEqual(self.page().ask("POST", "/api/copy", b"1")[0], 409)


@unittest.skipUnless(sys.platform == "linux" and Path("/proc/self/smaps").exists(), "as on Linux")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class LockedMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.library = self.folder / "readable.so"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-o", self.library, HERE / "readable.c"], check=True)

    def test_after_locking(self):
        self.check(self.in_a_file)

    def test_after_locking_a_vault_that_was_dropped(self):
        self.check(self.dropped)

    def check(self, journey):
        """Of a copy that the program keeps, each of three runs has one; what a function left on a stack, seldom."""
        texts, raw = test_memory.WatchMemory.secrets(self, "aegis/encrypted.json")
        wanted = {"passphrase": PASSPHRASE.encode(), "passphrase of the export": EXPORT_PASSPHRASE, **texts, **raw}
        kept = set(wanted)
        for run in range(3):
            kept &= self.after_locking(journey(run), wanted)
            if not kept:
                break
        self.assertEqual(sorted(kept), [], "in memory after the page was locked")

    def page(self, *arguments, **environment):
        page = Page(self.folder, "--no-open", *arguments, **environment)
        self.addCleanup(page.close)
        return page

    def in_a_file(self, run, **environment):
        page = self.page("--vault", self.folder / f"v{run}.json", **environment or {"LD_PRELOAD": str(self.library)})
        page.json("POST", "/api/inputs", EXPORT.read_bytes(), Input_Name="export.json")
        page.json("POST", "/api/inputs/passphrase", EXPORT_PASSPHRASE)
        page.json("POST", "/api/save", PASSPHRASE.encode())
        return page

    def dropped(self, run):
        self.in_a_file(run, LANG="C.UTF-8").close()
        vault = self.folder / f"v{run}.json"
        before = vault.read_bytes(), sorted(self.folder.iterdir())
        page = self.page(LD_PRELOAD=str(self.library))
        card = page.json("POST", "/api/inputs", vault.read_bytes(), Input_Name="v.json")
        self.assertEqual(page.ask("POST", f"/api/inputs/{card['id']}/open", PASSPHRASE.encode())[0], 204)
        page.json("POST", "/api/inputs", LINK, Input_Name="pasted", Input_Kind="paste")
        status, headers, content = page.ask("POST", "/api/save", b"")
        self.assertEqual((status, json.loads(content)["format"]), (200, "totply-vault"))
        # The program writes no file.
        self.assertEqual((vault.read_bytes(), sorted(self.folder.iterdir())), before)
        return page

    def after_locking(self, page, wanted):
        account = page.json("GET", "/api/accounts")["accounts"][0]["id"]
        self.assertTrue(page.json("GET", f"/api/accounts/{account}?reveal=1")["secret"])
        self.assertTrue(page.find(wanted), "the search finds what must be there")
        page.ask("POST", "/api/lock", b"")
        self.assertEqual(page.json("GET", "/api/state")["vault"]["locked"], True)
        # Data left on stacks is overwritten after the answer.
        time.sleep(1)
        found = set(page.find(wanted))
        page.close()
        return found


if __name__ == "__main__":
    unittest.main()
