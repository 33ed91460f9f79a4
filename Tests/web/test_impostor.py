"""Another user of this computer takes the address of the page before, while and after it is used: he gets no secret.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

from pages import PASSPHRASE, PageTest, at_night
from browsers import HAS_CHROMIUM, HAS_WEBKIT, in_chromium, in_firefox, in_webkit
from firefox import FIREFOX
from invented import accounts
from program import ENVIRONMENT, HERE, PATIENCE, PROGRAM, has_page, run
from secure import Caller

NOBODY = 65534
# Another user may not read that of the tests.
PYTHON = shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin")
# Ports that another program has prepared, and seconds in which a lost page reports it.
PORTS, SOON = 40, 20
IN_NAMESPACE = os.environ.get("TOTP_IMPORT_NAMESPACE") == "1"
HAS_NAMESPACES = all(map(shutil.which, ("unshare", "ip")))
as_root = unittest.skipUnless(sys.platform == "linux" and os.getuid() == 0, "only root can be two users")


class Thief:
    """`impostor.py` as another user. `seen` is what has come to him."""

    def __init__(self, folder, served, kind):
        self.record = Path(folder, f"seen-{time.monotonic_ns()}")
        with self.record.open("wb") as file:
            self.process = subprocess.Popen(
                [PYTHON, "-I", "-", served.place[0], str(served.port), kind], stdout=file,
                stdin=subprocess.PIPE, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/")
        # Nor this folder.
        self.process.stdin.write((HERE / "impostor.py").read_bytes())
        self.process.stdin.close()

    @property
    def seen(self):
        return self.record.read_bytes()

    def wait(self):
        end = time.monotonic() + PATIENCE
        while not self.seen.startswith(b"ready"):
            if time.monotonic() > end:
                raise AssertionError("he does not get the address")
            time.sleep(0.01)

    def close(self):
        self.process.kill()
        self.process.wait()


class Impostor(PageTest):
    def setUp(self):
        super().setUp()
        self.found = accounts(3, "impostor")
        self.folder.chmod(0o700)
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in self.found))

    def thief(self, served, kind):
        thief = Thief(self.folder, served, kind)
        self.addCleanup(thief.close)
        return thief

    def with_vault(self):
        run("import", "links.txt", "--vault", "v.json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=PASSPHRASE)
        return self.serve("--vault", "v.json")

    def assert_nothing_is_known(self, served, thief):
        """No secret is in what he has, and with all that looks like a key he can open nothing of it."""
        seen = thief.seen
        for text in served.token, PASSPHRASE, *(one.secret for one in self.found), *(one.issuer for one in self.found):
            self.assertNotIn(text.encode(), seen)
        keys = {key.decode() for key in re.findall(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", seen)}
        opened = []
        for load, channel, counter, sealed in self.requests(seen):
            for key in keys:
                for start in range(load + 1):
                    try:
                        opened.append(Caller(key, start, channel).open_request(counter, sealed))
                    except Exception:
                        continue
        self.assertEqual(opened, [])

    @staticmethod
    def requests(seen):
        """(load, channel, number, body) of the encrypted requests that he has."""
        for found in re.finditer(rb"POST /api HTTP/1\.1\r\n(.*?)\r\n\r\n", seen, re.DOTALL):
            head = found[1].decode("latin-1")
            proof = re.search(r"(?im)^authorization: Page (\d+) ([0-9a-f]{32}) (\d+) ", head)
            length = int(re.search(r"(?im)^content-length: (\d+)", head)[1])
            yield int(proof[1]), proof[2], int(proof[3]), seen[found.end():found.end() + length]

    # Checks in each browser

    def check_after_the_end(self, browser, means):
        """The tab of a program that has ended asks nobody for the passphrase, whoever answers."""
        served = self.with_vault()
        person = browser(served)
        person.open()
        person.unlock(PASSPHRASE)
        person.wait("the accounts", lambda: person.accounts() == 3)
        thief = self.thief(served, "state")
        getattr(served, means)()
        thief.wait()
        person.wait_for("#cover", "earlier run", SOON)
        self.assertFalse(person.all("#unlock-passphrase"))
        self.assertNotIn(self.found[0].issuer, person.driver.execute_script("return document.body.textContent"))
        # For good: nothing more is sent.
        time.sleep(1)
        count = len(thief.seen)
        time.sleep(3)
        self.assertEqual(len(thief.seen), count)
        self.assert_nothing_is_known(served, thief)

    def check_between_two_requests(self, browser):
        """The passphrase is on its way while the program is killed; then the person reloads the page."""
        served = self.with_vault()
        person = browser(served)
        person.open()
        person.type("#unlock-passphrase", PASSPHRASE)
        person.driver.execute_script("""
            window.real = window.fetch;
            window.held = [];
            window.fetch = async (...all) => { await new Promise((go) => held.push(go)); return real(...all); };""")
        person.click("#unlock")
        person.wait("the request", lambda: person.driver.execute_script("return held.length"))
        time.sleep(1)
        thief = self.thief(served, "state")
        os.kill(served.pid, signal.SIGKILL)
        thief.wait()
        person.driver.execute_script("window.fetch = real; for (const go of held) go();")
        person.wait_for("#cover", "earlier run", SOON)
        thief.close()
        # He has the passphrase, but encrypted.
        sent = [Caller(served.token, load, channel).open_request(counter, sealed)
                for load, channel, counter, sealed in self.requests(thief.seen)]
        self.assertIn(PASSPHRASE.encode(), [body for _, _, body in sent])
        self.assert_nothing_is_known(served, thief)
        later = self.thief(served, "page")
        later.wait()
        person.driver.execute_script("location.reload()")
        person.wait("his page", lambda: b"/stolen" in later.seen)
        thief.record.write_bytes(thief.seen + later.seen)
        self.assert_nothing_is_known(served, thief)

    def check_a_reload_without_a_program(self, browser):
        """The tab does not know yet that the program has ended; what it has for a reload opens nothing from before."""
        served = self.with_vault()
        person = browser(served)
        person.open()
        person.type("#unlock-passphrase", PASSPHRASE)
        first = self.thief(served, "state")
        person.driver.execute_script("""
            const real = window.fetch;
            window.fetch = async (path, options) => {
                const answer = await real(path, options);
                // It hears nothing, and goes on.
                return new Promise(() => {});
            };""")
        time.sleep(1)
        os.kill(served.pid, signal.SIGKILL)
        first.wait()
        person.driver.execute_script("document.getElementById('unlock').click()")
        person.wait("the request", lambda: len(list(self.requests(first.seen))))
        first.close()
        later = self.thief(served, "page")
        later.wait()
        person.driver.execute_script("location.reload()")
        person.wait("his page", lambda: b"/stolen" in later.seen)
        first.record.write_bytes(first.seen + later.seen)
        self.assert_nothing_is_known(served, first)

    def check_the_start(self, browser):
        """The file that opens the browser goes to the program alone."""
        (self.folder / "bin").mkdir()
        opener = self.folder / "bin/xdg-open"
        opener.write_text('#!/bin/sh\ncp "$1" "$SEEN/open.html"\nmv "$SEEN/open.html" "$SEEN/opened.html"\n')
        opener.chmod(0o755)
        served = self.serve(opens=True, PATH=f"{self.folder}/bin:/usr/bin:/bin", DISPLAY=":99", SEEN=str(self.folder),
                            XDG_RUNTIME_DIR=str(self.folder))
        person, file = browser(served), self.folder / "opened.html"
        person.wait("the file", file.exists)
        person.driver.get(f"file://{file}")
        person.wait("the page", lambda: person.shown("#app"))
        self.assertNotIn(served.token, person.driver.current_url)
        person.wait("that it is used", lambda: not list(self.folder.glob("totp-import.*")))
        person.driver.get("about:blank")
        thief = self.thief(served, "page")
        os.kill(served.pid, signal.SIGKILL)
        thief.wait()
        person.driver.get(f"file://{file}")
        person.wait_for("#said", "The program does not answer")
        self.assertIn(b"/opening/", thief.seen)
        self.assert_nothing_is_known(served, thief)

    def check_planted_workers(self, browser):
        """Service workers, and cookies that no server takes, on every port that the program could get."""
        person = browser(None)
        planted = self.plant(person)
        self.assertGreaterEqual(len(planted), PORTS - 12)
        for number in range(4):
            port = planted[number * 5]
            with self.subTest(port=port):
                served = self.serve("links.txt", *(() if IN_NAMESPACE else ("--port", port)))
                self.assertIn(served.port, range(*RANGE) if IN_NAMESPACE else [port])
                person.served = served
                person.open()
                person.wait("the accounts", lambda: person.accounts() == 3)
                self.assertEqual(person.driver.execute_script("return document.title"), "Add – totp-import")
                served.close()

    def plant(self, person):
        ports, planted = range(*RANGE) if IN_NAMESPACE else [0] * PORTS, []

        class Place:
            place, port = ("127.0.0.1", 0), 0
        for port in ports:
            with socket.socket() as free:
                free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    free.bind(("127.0.0.1", port))
                except OSError:
                    # The browser or its driver has it.
                    continue
                Place.port = free.getsockname()[1]
            thief = Thief(self.folder, Place, "worker")
            try:
                thief.wait()
                person.driver.get(f"http://127.0.0.1:{Place.port}/")
                person.wait("its worker", lambda: "Plant" not in person.driver.execute_script("return document.title")
                            or "Planted" in person.driver.execute_script("return document.title"))
                title = person.driver.execute_script("return document.title")
                if title.startswith("Refused") or title == "":
                    raise unittest.SkipTest(f"this browser has no service workers: {title}")
            finally:
                thief.close()
            planted.append(Place.port)
        # It works: without his server, his page is there.
        person.driver.get(f"http://127.0.0.1:{planted[0]}/#secret")
        person.wait("his page", lambda: person.all("#thief"))
        return planted


RANGE = (50_000, 50_000 + PORTS)


@as_root
@in_chromium
class InChromium(Impostor):
    def test_after_ctrl_c(self):
        self.check_after_the_end(self.chromium, "interrupt")

    def test_after_a_crash(self):
        self.check_after_the_end(self.chromium, "close")

    def test_between_two_requests(self):
        self.check_between_two_requests(self.chromium)

    def test_a_reload_without_a_program(self):
        self.check_a_reload_without_a_program(self.chromium)

    def test_the_start(self):
        self.check_the_start(self.chromium)

    def test_planted_workers(self):
        self.check_planted_workers(self.chromium)

    def test_with_all_ports_taken(self):
        in_a_namespace(self, "InChromium.test_planted_workers")


@at_night
@as_root
@in_firefox
class InFirefox(Impostor):
    def test_after_ctrl_c(self):
        self.check_after_the_end(self.firefox, "interrupt")

    def test_between_two_requests(self):
        self.check_between_two_requests(self.firefox)

    def test_a_reload_without_a_program(self):
        self.check_a_reload_without_a_program(self.firefox)

    def test_the_start(self):
        self.check_the_start(self.firefox)

    def test_planted_workers(self):
        self.check_planted_workers(self.firefox)

    def test_with_all_ports_taken(self):
        in_a_namespace(self, "InFirefox.test_planted_workers")


@at_night
@as_root
@in_webkit
class InWebKit(Impostor):
    def test_after_ctrl_c(self):
        self.check_after_the_end(self.webkit, "interrupt")

    def test_between_two_requests(self):
        self.check_between_two_requests(self.webkit)

    def test_a_reload_without_a_program(self):
        self.check_a_reload_without_a_program(self.webkit)

    def test_the_start(self):
        self.check_the_start(self.webkit)

    def test_planted_workers(self):
        self.check_planted_workers(self.webkit)

    def test_with_all_ports_taken(self):
        in_a_namespace(self, "InWebKit.test_planted_workers")


def in_a_namespace(test, name, **environment):
    """Runs a test again where this computer has no more than a few ports to choose from."""
    if not HAS_NAMESPACES:
        raise unittest.SkipTest("unshare or ip is missing")
    first, end = RANGE
    setting = f"ip link set lo up && echo {first} {end - 1} > /proc/sys/net/ipv4/ip_local_port_range && exec \"$@\""
    done = subprocess.run(["unshare", "--net", "sh", "-c", setting, "-",
                           sys.executable, "-m", "unittest", "-q", f"test_impostor.{name}"],
                          cwd=HERE, env=os.environ | {"TOTP_IMPORT_NAMESPACE": "1"} | environment,
                          capture_output=True, text=True, timeout=600)
    test.assertEqual(done.returncode, 0, done.stderr[-5000:])
    test.assertNotIn("skipped", done.stderr)


@unittest.skipUnless(os.environ.get("TOTP_IMPORT_SKIPS") == "fail" and not IN_NAMESPACE, "where a test may be skipped")
class Complete(unittest.TestCase):
    def test_that_nothing_is_skipped(self):
        self.assertTrue(has_page())
        self.assertEqual((sys.platform, os.getuid()), ("linux", 0))
        self.assertTrue(HAS_CHROMIUM and FIREFOX and HAS_WEBKIT and HAS_NAMESPACES and PYTHON)


@as_root
class Ports(PageTest):
    def test_when_others_hold_them(self):
        in_a_namespace(self, "InNamespace")


@unittest.skipUnless(IN_NAMESPACE, "runs in a network of its own")
class InNamespace(PageTest):
    """Another user holds ports on all addresses of this computer."""

    def hold(self, first, end):
        """Processes of another user that hold these ports, each as many as it may have open files."""
        script = ("import resource, socket, sys\n"
                  "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
                  "resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))\n"
                  "held = [socket.create_server(('', port)) for port in range(int(sys.argv[1]), int(sys.argv[2]))]\n"
                  "print('ready', flush=True)\nsys.stdin.read()\n")
        each = min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100)
        holders = []
        for start in range(first, end, each):
            holder = subprocess.Popen([PYTHON, "-c", script, str(start), str(min(start + each, end))],
                                      user=NOBODY, group=NOBODY, extra_groups=[], cwd="/",
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for clean in holder.stdout.close, holder.stdin.close, holder.wait, holder.kill:
                self.addCleanup(clean)
            holders.append(holder)
        self.assertEqual([holder.stdout.readline() for holder in holders], [b"ready\n"] * len(holders))
        return holders

    def test_the_usual_ones(self):
        holders = self.hold(*RANGE)
        served = self.serve()
        # Clients need one, too.
        for holder in holders:
            holder.kill()
            holder.wait()
        self.assertNotIn(served.port, range(*RANGE))
        self.assertEqual(served.json("GET", "state")["accounts"], 0)

    def test_all(self):
        self.hold(1024, 65_536)
        done = subprocess.run([PROGRAM, "web", "--no-open"], capture_output=True, text=True, env=ENVIRONMENT,
                              timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "error: no port is free: other programs have taken them all; end some of them "
                                      "(ss -ltp lists them), or name a free port with --port\n")

    def test_without_ipv4(self):
        subprocess.run(["ip", "-4", "address", "flush", "dev", "lo"], check=True)
        self.addCleanup(subprocess.run, ["ip", "address", "add", "127.0.0.1/8", "dev", "lo"], check=True)
        served = self.serve()
        self.assertRegex(served.host, r"^[a-z2-7]{26}\.localhost$")
        served.listens = "::1"
        self.assertEqual(served.json("GET", "state")["accounts"], 0)


if __name__ == "__main__":
    unittest.main()
