"""Clients that come back at once, again and again, do not keep a browser from loading the page.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import contextlib
import socket
import threading
import unittest

from pages import PageTest
from browsers import in_chromium
from invented import accounts

# As many as may stay, and milliseconds for the page to load.
STRANGERS, LOADED = 8, 10_000
KINDS = (b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"\0" * 100)


@in_chromium
class Strangers(PageTest):
    def setUp(self):
        super().setUp()
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in accounts(3)))
        self.served = self.serve("links.txt")
        self.served.wait("reading", accounts=3)
        self.stop, self.came = threading.Event(), [0]
        threads = [threading.Thread(target=self.come, args=(KINDS[at % len(KINDS)],), daemon=True)
                   for at in range(STRANGERS)]
        for thread in threads:
            thread.start()
        self.addCleanup(lambda: [thread.join() for thread in threads])
        self.addCleanup(self.stop.set)

    def come(self, data):
        """Connects as soon as the last connection has ended, and reads no answer before the end."""
        while not self.stop.is_set():
            with contextlib.suppress(OSError), socket.create_connection(self.served.place, 1) as connection:
                self.came[0] += 1
                connection.sendall(data)
                while connection.recv(1 << 16):
                    pass

    def assert_loaded(self, person):
        person.wait("the accounts", lambda: person.accounts() == 3)
        time = person.wait("the end of loading", lambda: person.driver.execute_script(
            "return performance.getEntriesByType('navigation')[0].loadEventEnd"))
        self.assertLess(time, LOADED)

    def test_the_page_loads(self):
        person = self.chromium(self.served)
        person.open()
        self.assert_loaded(person)
        for _ in range(3):
            person.driver.refresh()
            self.assert_loaded(person)
        person.driver.switch_to.new_window("tab")
        person.open()
        self.assert_loaded(person)
        self.assertGreater(self.came[0], STRANGERS)
        self.assertEqual(person.errors(), [])


if __name__ == "__main__":
    unittest.main()
