"""Another page in the same browser, on another port and under another name, reads nothing and changes nothing.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import http.server
import json
import threading
import unittest

from pages import PageTest
from browsers import in_chromium
from invented import accounts
from program import HERE
from secure import PATH
from resources import RESOURCES

def names(address):
    """Every name ends here, as with a name server that somebody else owns."""
    return f"--host-resolver-rules=MAP rebound.example {address}, MAP *.example 127.0.0.1"




class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments, directory=HERE)

    def log_message(self, *_):
        pass


@in_chromium
class Hostile(PageTest):
    def setUp(self):
        super().setUp()
        self.found = accounts(3)
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in self.found))
        self.served = self.serve("links.txt")
        self.served.wait("reading", accounts=3)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.port = server.server_address[1]

    def test_a_page_on_another_port_and_under_another_name(self):
        # The person has the page open in the next tab.
        person = self.chromium(self.served, words=[names(self.served.host)])
        person.open("accounts")
        before = self.known()
        resources = [(method, path.replace("*", "i1")) for method, path in RESOURCES]
        for host in f"127.0.0.1:{self.port}", f"evil.example:{self.port}":
            for target in self.served.origin, f"http://rebound.example:{self.served.port}":
                with self.subTest(host=host, target=target):
                    person.driver.switch_to.new_window("tab")
                    person.driver.get(f"http://{host}/hostile.html")
                    person.driver.set_script_timeout(300)
                    results = person.driver.execute_async_script(
                        "attack(...[...arguments].slice(0, 3)).then(arguments[3])",
                        target, self.served.token, resources)
                    self.assertGreater(len(results), 3 * len(RESOURCES))
                    harmless = {"refused", "opaque", "unreadable", "sent", "nothing"}
                    self.assertEqual([one for one in results if one[1] not in harmless], [])
                    self.assertEqual(self.known(), before)
        # A window that it opens is not its own.
        person.driver.execute_script("window.other = open(arguments[0])", f"{self.served.origin}/")
        self.assertNotEqual(person.driver.execute_script(
            "try { return other.document.body.textContent } catch { return 'refused' }"), self.found[0].issuer)
        # The terminal is not filled either, and the user continues.
        self.assertIn("refused", self.served.said)
        self.assertLess(len(self.served.lines), 30)
        self.assertNotIn(self.served.token, "".join(self.served.lines[1:]))
        person.driver.switch_to.window(person.driver.window_handles[0])
        person.wait("the accounts", lambda: len(person.rows()) == 3)

    def test_a_name_that_is_bound_again(self):
        """The page's own port under a foreign name: for the browser, all of it is one origin."""
        person = self.chromium(self.served, words=[names(self.served.host)])
        before = self.known()
        person.driver.get(f"http://rebound.example:{self.served.port}/")
        self.assertIn("foreign", person.text("body"))
        for method, path in [*RESOURCES, ("POST", PATH)]:
            status, content = person.driver.execute_async_script(
                """fetch(arguments[0], {method: arguments[1], body: arguments[1] === "GET" ? undefined : "{}",
                    headers: {Authorization: arguments[2]}})
                    .then(async (answer) => [answer.status, await answer.text()]).then(arguments[3])""",
                path.replace("*", "i1"), method, self.served.caller.authorization(10 ** 6, 2))
            self.assertEqual((status, json.loads(content)["code"]), (403, "foreign"), f"{method} {path}")
        self.assertEqual(self.known(), before)

    def known(self):
        state = self.served.json("GET", "state")
        return state["revision"], self.served.json("GET", "accounts")["accounts"], state["inputs"]


if __name__ == "__main__":
    unittest.main()
