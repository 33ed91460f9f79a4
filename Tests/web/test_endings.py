"""What ends the view of the page leaves nothing behind, and nothing else ends it.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from selenium.webdriver.common.keys import Keys

from browsers import in_chromium, in_firefox
from invented import accounts
from pages import PASSPHRASE, ROOT, PageTest, at_night, new_folder
from program import HERE, PATIENCE, run

SECRETS = {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE}
# Bytes of the largest input.
LARGEST = 256 << 20
CAN_SLEEP = sys.platform == "linux" and shutil.which("cc")
# All that the document has, also in fields.
CONTENT = """return [document.documentElement.outerHTML, document.title,
    ...[...document.querySelectorAll("input, textarea, select")].map((one) => one.value)].join("\\n")"""


class Endings(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = new_folder(cls.addClassCleanup)
        if CAN_SLEEP:
            cls.library = folder / "asleep.so"
            subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", cls.library,
                            ROOT / "Tests/process/asleep.c"], check=True)

    def setUp(self):
        super().setUp()
        self.found = accounts(3, "endings")
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in self.found))

    def start(self, *arguments, **environment):
        """A program whose computer can fall asleep, in a browser."""
        if CAN_SLEEP:
            environment |= {"LD_PRELOAD": str(self.library), "ASLEEP": str(self.folder / "seconds")}
        (self.folder / "seconds").unlink(missing_ok=True)
        person = self.browser(self.serve("--idle", "2", *arguments, **environment))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 3)
        return person

    def fall_asleep(self, seconds):
        (self.folder / "new").write_text(str(seconds))
        (self.folder / "new").rename(self.folder / "seconds")

    def show_everything(self, person):
        """All parts of the page show accounts."""
        person.go("check")
        person.type("#check-text", self.found[0].link.replace("&issuer", "&digits=5&issuer"))
        person.click("#check-run")
        person.wait_for("#findings")
        person.go("move")
        person.choose_target("google-migration")

    def show_secrets(self, person):
        """The list shows codes, and dialogs show a secret and a QR code. Returns the codes."""
        person.go("accounts")
        person.click("#show-codes")
        person.wait("the codes", lambda: person.rows() and all(row[2][:1].isdigit() for row in person.rows()))
        codes = [row[2] for row in person.rows()]
        person.click("#rows .account .who")
        person.click("#account-secret")
        secret = person.wait("the secret", lambda: person.text("dialog[open] .pairs.box dd span"))
        self.assertIn(secret, [one.secret for one in self.found])
        person.click("#account-qr")
        person.wait("the QR code", lambda: person.shown(".sheet-qr svg"))
        return [*codes, *(code.replace(" ", "") for code in codes)]

    def assert_nothing_is_shown(self, person, said, codes):
        """Neither in the moment in which the cover appears, nor after five Escapes, wherever the focus is."""
        known = [text for one in self.found for text in (one.issuer, one.name, one.secret)] + codes
        time, content = person.noted()
        self.assertEqual([text for text in known if text in content], [], "with the cover")
        person.wait_for("#cover", said)
        for at in range(6):
            content = person.driver.execute_script(CONTENT)
            self.assertEqual([text for text in known if text in content], [], f"after {at} Escapes")
            self.assertFalse(person.all(".sheet-qr, figure svg, #phone, dialog[open]:not(#cover)"))
            self.assertTrue(person.shown("#cover") and not person.shown("#app"), f"after {at} Escapes")
            if at == 2:
                person.click("#cover-title")
            if at < 5:
                person.press(Keys.ESCAPE)
        self.assertEqual(person.text("body"), person.text("#cover"))
        return time

    # What ends the program, or the trust in it

    def quit(self, person):
        person.driver.execute_script("document.querySelectorAll('dialog').forEach((one) => one.close())")
        person.click("#quit")
        person.click("dialog[open] .danger")

    def take_its_address(self, person):
        place, port = person.served.place
        thief = subprocess.Popen([sys.executable, HERE / "impostor.py", place, str(port), "state"],
                                 stdout=subprocess.PIPE)
        self.addCleanup(thief.wait)
        self.addCleanup(thief.kill)
        self.addCleanup(thief.stdout.close)
        person.served.close()
        self.assertEqual(thief.stdout.readline(), b"ready\n")

    def check_ends(self):
        lost = "3 accounts were not saved"
        ends = {"quit": (self.quit, "You can close this page"), "a crash": (lambda person: person.served.close(), lost),
                "Ctrl-C": (lambda person: person.served.interrupt(), lost),
                "another program": (self.take_its_address, "This page is from an earlier run")}
        if CAN_SLEEP:
            ends["nobody there"] = lambda person: self.fall_asleep(200), lost
        for name, (end, said) in ends.items():
            with self.subTest(name):
                person = self.start("links.txt")
                codes = self.show_secrets(person)
                person.note_when("#cover")
                start = time.time()
                end(person)
                # A page that only misses answers waits.
                self.assertLess(self.assert_nothing_is_shown(person, said, codes) - start, 15)
                self.assertIn(person.served.wait_for_end(), (0, -signal.SIGKILL))

    # What locks the vault

    def check_locks(self):
        run("import", "links.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        person = self.start("--vault", "v.json", **SECRETS)
        locks = {"elsewhere": lambda: person.served.json("POST", "lock"),
                 "the button": lambda: person.driver.execute_script("document.getElementById('lock').click()")}
        if CAN_SLEEP:
            locks["nobody there"] = lambda: self.fall_asleep(200)
        for name, lock in locks.items():
            with self.subTest(name):
                self.show_everything(person)
                codes = self.show_secrets(person)
                person.note_when("#cover")
                lock()
                self.assert_nothing_is_shown(person, "Unlock v.json", codes)
                person.unlock(PASSPHRASE)
                person.wait("the accounts", lambda: len(person.rows()) == 3)


    # What ends neither

    def fill_the_program(self, served):
        """Connections on which bodies arrive for ever, until there is no space for another one."""
        body, held = bytes(LARGEST - (64 << 10)), []
        for _ in range(2):
            served.caller.counter += 1
            proof = served.caller.authorization(served.caller.counter, LARGEST)
            connection = socket.create_connection(served.place)
            self.addCleanup(connection.close)
            connection.sendall(f"POST /api HTTP/1.1\r\nHost: {served.host}:{served.port}\r\nOrigin: {served.origin}\r\n"
                               f"Authorization: {proof}\r\nContent-Length: {LARGEST}\r\n\r\n".encode() + body)
            held.append(connection)
        # What was sent may still be on its way; a resource that is not there keeps nothing of a body that fits.
        end = time.monotonic() + PATIENCE
        while (status := served.ask("POST", "/api/nothing", bytes(1_000_000))[0]) != 503:
            self.assertEqual(status, 404)
            self.assertLess(time.monotonic(), end, "the bodies do not arrive")
            time.sleep(0.05)
        return held

    def check_what_breaks_connections(self):
        """Files that are too large or too many at once, and a lock while a file is made."""
        run("import", "links.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        person = self.start("--vault", "v.json", **SECRETS)
        (self.folder / "large.zip").touch()
        os.truncate(self.folder / "large.zip", LARGEST + 1)
        (self.folder / "more.txt").write_text("A line without a link.\n" * 60_000 + accounts(4, "endings")[3].link)
        person.driver.execute_script("""
            const real = window.fetch;
            window.most = 0;
            window.fetch = (path, options) => {
                window.most = Math.max(window.most, options.body.size ?? options.body.length);
                return real(path, options);
            };""")
        person.choose_files(self.folder / "large.zip")
        person.wait_for("#cards", "Larger than 256 MiB, the most that is read.")
        self.assertLess(person.driver.execute_script("return window.most"), 1_000_000)
        held = self.fill_the_program(person.served)
        person.choose_files(self.folder / "more.txt")
        # It asks again each second.
        time.sleep(1.5)
        self.assertEqual(person.accounts(), 3)
        for connection in held:
            connection.close()
        person.wait("its account", lambda: person.accounts() == 4)
        person.go("move")
        person.choose_target("keepass")
        person.choose_passphrase("export", PASSPHRASE)
        before = set(person.driver.downloads.iterdir())
        person.click("#export")
        person.wait_for("#export-wait", "Writing and checking")
        person.served.json("POST", "lock?discard=1")
        person.wait_for("#cover", "Unlock v.json")
        self.assertFalse(person.shown("#export-done"))
        # Who has asked for the file gets it.
        path = person.downloaded(before)
        self.assertEqual(len(self.read_by_peer("keepass", path, PASSPHRASE)), 4)
        self.assertIn("Unlock v.json", person.text("#cover"))
        self.assertEqual(person.errors(), [])


@in_chromium
class InChromium(Endings):
    def test_ends(self):
        self.check_ends()

    def test_locks(self):
        self.check_locks()

    def test_what_breaks_connections(self):
        self.check_what_breaks_connections()

    def test_a_request_that_the_browser_repeats(self):
        """The program takes each only once: the answer to the second is not for the page."""
        person = self.start("links.txt")
        person.driver.execute_script("""
            const real = window.fetch;
            window.fetch = async (...all) => {
                window.fetch = real;
                await real(...all);
                return real(...all);
            };""")
        (self.folder / "more.txt").write_text(accounts(4, "endings")[3].link)
        person.choose_files(self.folder / "more.txt")
        person.wait("the account", lambda: person.accounts() == 4)
        person.wait_for("#cards", "The connection broke")
        time.sleep(1)
        self.assertFalse(person.shown("#cover"))

    def test_answers_that_are_late(self):
        """Only a refused connection means that the program has ended; uploads leave some of the browser's six."""
        person = self.start("links.txt")
        for at in range(8):
            (self.folder / f"{at}.txt").write_text("A line without a link.\n" * 60_000)
        person.driver.execute_script("""
            const json = Response.prototype.json, fetch = window.fetch, timeout = window.setTimeout;
            Response.prototype.json = async function () {
                const answer = await json.call(this);
                window.isTold ||= Boolean(answer.workers);
                return answer.workers ? {...answer, workers: 8} : answer;
            };
            window.uploads = [];
            window.late = 0;
            window.fetch = async (path, options) => {
                if (options.body.length > 1e6) await new Promise((go) => window.uploads.push(go));
                return fetch(path, options);
            };
            window.makeLate = () => {
                window.setTimeout = (run, wait) => timeout(run, wait / 50);
                window.fetch = async (path, options) => {
                    if (!options.signal) return fetch(path, options);
                    window.late += 1;
                    throw new DOMException("", "AbortError");
                };
            };
            window.goOn = () => {
                Object.assign(window, {fetch, setTimeout: timeout});
                for (const go of window.uploads) go();
            };""")
        person.wait("the number of workers", lambda: person.driver.execute_script("return window.isTold"))
        person.choose_files(*(self.folder / f"{at}.txt" for at in range(8)))
        person.wait("the uploads", lambda: person.driver.execute_script("return window.uploads.length") >= 4)
        time.sleep(1)
        self.assertEqual(person.driver.execute_script("return window.uploads.length"), 4)
        person.driver.execute_script("window.makeLate()")
        person.wait("late answers", lambda: person.driver.execute_script("return window.late") > 60)
        self.assertFalse(person.shown("#cover"))
        person.driver.execute_script("window.goOn()")
        person.read(9)
        self.assertEqual(person.accounts(), 3)
        self.assertEqual(person.errors(), [])


@at_night
@in_firefox
class InFirefox(Endings):
    engine = "firefox"

    def test_ends(self):
        self.check_ends()

    def test_locks(self):
        self.check_locks()

    def test_what_breaks_connections(self):
        self.check_what_breaks_connections()


if __name__ == "__main__":
    unittest.main()
