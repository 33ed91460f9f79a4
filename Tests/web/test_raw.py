"""Clients that are not browsers: broken, slow, many, and without the token. The page still answers its person.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import io
import json
import random
import re
import selectors
import socket
import time
import unittest
from pathlib import Path

from pages import PageTest
from invented import accounts, code
from resources import RESOURCES

SEED = 7190423
REQUESTS = 10_000
# Connections at a time, fewer than the program allows, and seconds without an answer.
AT_ONCE, SILENCE = 24, 0.1
CONNECTIONS = 1_000
# Seconds of the program for the headers of a request.
HEADER_TIME = 10
# What no mutation may do by accident.
DANGEROUS = {"/api/quit", "/api/lock"}
PIECES = (b"\r\n", b"\n", b"\0", b" ", b":", b"\xff", b"%00", b"%2e%2e/", b"../", b"HTTP/9.9", b"\r\n\r\n", b"\t",
          b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n",
          b"Transfer-Encoding: chunked\r\n", b"Host: evil.example\r\n", b"Expect: 100-continue\r\n", b"x" * 70_000,
          b"Upgrade: h2c\r\n", b"A: b\r\n" * 200, b"5\r\nhello\r\n0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
          b'{"secret":', b"[" * 5000, "\u0301".encode() * 500)


def together(*files, **lie):
    """Several files in one body, as the page sends small ones."""
    listed = [{"name": name, "size": len(content)} | lie for name, content in files]
    return json.dumps(listed).encode() + b"\n" + b"".join(content for _, content in files)


class Raw(PageTest):
    def setUp(self):
        super().setUp()
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in accounts(3)))
        self.served = self.serve("links.txt")
        self.served.wait("reading", accounts=3)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.served.port), 10)

    def request(self, method, path, token=None, body=b"", headers=()):
        words = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.served.port}", f"Origin: {self.served.origin}",
                 *([f"Authorization: Bearer {token}"] if token else []), *headers]
        if method != "GET" and not any(word.lower().startswith(("content-length", "transfer-")) for word in headers):
            words.append(f"Content-Length: {len(body)}")
        return "\r\n".join(words).encode() + b"\r\n\r\n" + body

    def answers(self, data, seconds=2.0):
        """The statuses of all answers to raw bytes, and everything that came back."""
        with self.connect() as connection:
            connection.settimeout(seconds)
            received = b""
            try:
                connection.sendall(data)
                while chunk := connection.recv(1 << 16):
                    received += chunk
            except OSError:
                pass
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", received)], received

    def assert_a_person_is_answered(self):
        start = time.monotonic()
        self.assertEqual(self.served.json("GET", "state")["accounts"], 3)
        self.assertLess(time.monotonic() - start, 5)

    # Malformed

    def mutated(self, dice, token):
        method, path = dice.choice([one for one in RESOURCES if one[1] not in DANGEROUS] + [("GET", "/"), ("GET", "/main.js")])
        path = path.replace("*", dice.choice(["i1", "-", "%00", "..", "0" * 300]))
        if token is not None:
            # Nothing that it could do to the accounts by being almost right.
            method, path = dice.choice([("GET", "/api/state"), ("GET", "/api/accounts"), ("POST", "/api/frames"),
                                        ("POST", "/api/inputs/several"), ("POST", "/api/checks"), ("POST", "/api/exports?preview=1"), ("POST", "/api/qr"),
                                        ("GET", path), ("POST", "/api/passphrases/check"), ("POST", "/api/accounts/x")])
        body = dice.choice([b"", b"{}", b"[]", b'{"format":"aegis"}', b'{"accounts":["x"]}', dice.randbytes(300)])
        data = bytearray(self.request(method, path, token, body, dice.choice([(), ("Frame-Width: 16", "Frame-Height: 16")])))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(data) + 1)
            kind = dice.randrange(5)
            if kind == 0:
                data[at:at] = dice.choice(PIECES)
            elif kind == 1:
                del data[at:at + dice.randint(1, 40)]
            elif kind == 2 and at < len(data):
                data[at] = dice.randrange(256)
            elif kind == 3:
                del data[at:]
            else:
                other = dice.randrange(len(data) + 1)
                data[at:at] = data[min(at, other):max(at, other)][:200]
        return bytes(data)

    def send_all(self, requests):
        """Sends each on a connection of its own, some at a time: the first line of each answer."""
        selector, found, waiting = selectors.DefaultSelector(), [], list(reversed(requests))
        opened = {}
        while waiting or opened:
            while waiting and len(opened) < AT_ONCE:
                connection = self.connect()
                connection.settimeout(2)
                try:
                    connection.sendall(waiting.pop())
                except OSError:
                    # Refused while it was sent.
                    connection.close()
                    found.append(b"")
                    continue
                selector.register(connection, selectors.EVENT_READ)
                opened[connection] = time.monotonic() + SILENCE
            for key, _ in selector.select(0.02):
                try:
                    found.append(key.fileobj.recv(1 << 16))
                except OSError:
                    found.append(b"")
                opened[key.fileobj] = 0
            for connection in [one for one, end in opened.items() if end < time.monotonic()]:
                selector.unregister(connection)
                connection.close()
                del opened[connection]
        return found

    def test_malformed_requests(self):
        dice = random.Random(SEED)
        before = self.served.json("GET", "accounts")
        for token in "0" * 64, self.served.token:
            requests = [self.mutated(dice, token) if token == self.served.token else self.mutated(dice, None)
                        for _ in range(REQUESTS // 2)]
            found = self.send_all(requests)
            statuses = {}
            for answer in found:
                match = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
                self.assertTrue(match or not answer, answer[:200])
                status = int(match[1]) if match else 0
                statuses[status] = statuses.get(status, 0) + 1
                self.assertNotEqual(status, 500, answer[:2000])
                if token != self.served.token and status == 200:
                    self.assertNotIn(b"application/json", answer)
            # Most are refused with an answer, not with silence.
            self.assertGreater(sum(count for status, count in statuses.items() if status >= 400), REQUESTS // 8, statuses)
            self.assert_a_person_is_answered()
        self.assertEqual(self.served.json("GET", "accounts"), before)

    # Slow, and many

    def test_slow_clients(self):
        head = self.request("GET", "/api/state", self.served.token)
        body = self.request("POST", "/api/inputs", self.served.token, b"x" * 100, ("Input-Name: a.txt", "Input-Kind: file"))
        slow = {self.connect(): data for data in [b""] * 8 + [head] * 8 + [body] * 4}
        sent = {connection: 0 for connection in slow}
        start, ended, worst = time.monotonic(), {}, 0.0
        while time.monotonic() < start + HEADER_TIME + 4:
            for connection, data in slow.items():
                if connection in ended:
                    continue
                try:
                    if sent[connection] < len(data):
                        # One byte at a time, half a second apart.
                        connection.sendall(data[sent[connection]:sent[connection] + 1])
                        sent[connection] += 1
                    connection.setblocking(False)
                    if not connection.recv(1 << 16):
                        ended[connection] = time.monotonic() - start
                except BlockingIOError:
                    connection.setblocking(True)
                except OSError:
                    ended[connection] = time.monotonic() - start
            asked = time.monotonic()
            self.assert_a_person_is_answered()
            worst = max(worst, time.monotonic() - asked)
            time.sleep(0.4)
        for connection in slow:
            connection.close()
        self.assertEqual(len(ended), len(slow), "each one ends when its headers take too long")
        self.assertGreater(min(ended.values()), HEADER_TIME - 2)
        self.assertLess(worst, 2)

    def test_a_thousand_connections(self):
        many = [self.connect() for _ in range(CONNECTIONS)]
        try:
            self.assert_a_person_is_answered()
            ended = 0
            for connection in many:
                connection.setblocking(False)
                try:
                    ended += not connection.recv(1)
                except BlockingIOError:
                    pass
                except OSError:
                    ended += 1
            self.assertGreaterEqual(ended, CONNECTIONS - 40)
        finally:
            for connection in many:
                connection.close()
        self.assert_a_person_is_answered()

    # Bodies

    def test_bodies_that_are_cut(self):
        image = io.BytesIO()
        code(accounts(9)[8].link, 3).save(image, "PNG")
        files = together(("a.txt", accounts(9)[7].link.encode()), ("b.txt", b""))
        requests = {
            201: self.request("POST", "/api/inputs", self.served.token, image.getvalue(), ("Input-Name: a.png", "Input-Kind: file")),
            200: self.request("POST", "/api/inputs/several", self.served.token, files, ("Input-Kind: folder",))}
        before = self.served.json("GET", "state")["revision"]
        # Their heads are alike.
        for whole, start in (requests[201], 1), (requests[200], len(requests[200]) - len(files)):
            for place in range(start, len(whole)):
                with self.connect() as connection:
                    connection.sendall(whole[:place])
        self.assert_a_person_is_answered()
        self.assertEqual(self.served.json("GET", "state")["revision"], before)
        # All of it is read.
        for status, whole in requests.items():
            self.assertEqual(self.answers(whole.replace(b"Host:", b"Connection: close\r\nHost:", 1))[0], [status])

    def test_lists_of_files_that_are_wrong(self):
        """Several files in one request, whose list does not say what follows."""
        link, before = accounts(9)[8].link.encode(), self.served.json("GET", "state")["revision"]
        good = together(("a.txt", link), ("b.txt", b""))
        lying = [together(("a.txt", link), size=size) for size in (-1, 0, 1, len(link) - 1, len(link) + 1, 1 << 31, 1 << 63, 1 << 64, 1.5, "1", None)]
        dice = random.Random(SEED)
        mixed = []
        for _ in range(300):
            data = bytearray(good)
            for _ in range(dice.randint(1, 3)):
                data[dice.randrange(good.index(b"\n") + 1)] = dice.randrange(256)
            mixed.append(bytes(data))
        many = together(*[("a.txt", b"")] * 101)
        cut = [good[:place] for place in range(len(good))]
        for body in [*lying, *cut, many, good + b"x", b"\n" + good, b"[" * 4_000_000]:
            status, _, content = self.served.ask("POST", "/api/inputs/several", body)
            self.assertIn((status, json.loads(content)["code"]), ((400, "malformed"), (413, "too-large")), body[:200])
        self.assertEqual(self.served.json("GET", "state")["revision"], before)
        large = self.request("POST", "/api/inputs/several", self.served.token, headers=(f"Content-Length: {(4 << 20) + 1}",))
        self.assertEqual(self.answers(large)[0], [413])
        for body in mixed:
            status, _, content = self.served.ask("POST", "/api/inputs/several", body)
            self.assertIn(status, (200, 400), content[:300])
        self.assertGreaterEqual(self.served.json("GET", "state")["accounts"], 3)

    def test_names_that_lead_elsewhere(self):
        names = ["../../../etc/passwd", "/etc/passwd", "..\\..\\x", "a\0b", "\u202egnp.exe", "", ".", "..", "x" * 100_000, "a\nb"]
        status, _, content = self.served.ask("POST", "/api/inputs/several", together(*[(name, b"otpauth://x") for name in names]))
        self.assertEqual(status, 200)
        for card in json.loads(content)["inputs"]:
            self.assertIn(card["status"], ("failed", "partial"))
            self.assertLess(len(card["name"]), 10_000)
            self.assertNotRegex(card["name"], r"[\x00-\x1f\u202e]")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["links.txt"])
        self.assert_a_person_is_answered()

    def test_lengths_that_disagree(self):
        hidden = self.request("GET", "/api/accounts", self.served.token)
        before = self.served.json("GET", "state")["revision"]
        for lengths in (("Content-Length: 5", "Content-Length: 6"), ("Content-Length: 0", f"Content-Length: {len(hidden)}"),
                        ("Content-Length: 5, 6",), ("Content-Length: +5",), ("Content-Length: 0x5",), ("Content-Length: -1",),
                        ("Content-Length: 5 5",), ("Content-Length: 99999999999999999999999",), ("Content-Length:",),
                        ("Content-Length: 5", "Transfer-Encoding: chunked"), ("Transfer-Encoding: chunked", "Content-Length: 5"),
                        ("Transfer-Encoding: chunked",), ("Transfer-Encoding: identity", "Content-Length: 5"),
                        ("Transfer-Encoding: xchunked", "Content-Length: 5"), ("Transfer-Encoding : chunked",),
                        ("Transfer-Encoding: chunked, identity",)):
            for body in b"0\r\n\r\n" + hidden, b"hello" + hidden, hidden:
                with self.subTest(lengths=lengths, body=body[:8]):
                    statuses, received = self.answers(self.request("POST", "/api/awake", self.served.token, body, lengths), 1)
                    self.assertTrue(statuses and 400 <= statuses[0] < 500, received[:300])
                    # What follows is not a request of its own.
                    self.assertEqual(len(statuses), 1, received[:3000])
                    self.assertNotIn(b'"accounts"', received)
        self.assertEqual(self.served.json("GET", "state")["revision"], before)

    # Paths and tokens

    def test_paths_that_lead_elsewhere(self):
        for path in ("/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/main.js", "/./api/state", "//api/state", "/api//state",
                     "/API/state", "/api/../api/state", "/api/%73tate", "/main.js/../api/state", "/\\api\\state", "/api/state/",
                     "/main.js%00", "/main.js?../../x", "/index.html", "/Page/main.js", "http://127.0.0.1/api/state", "*", "api/state",
                     f"http://127.0.0.1:{self.served.port}/api/state", "/api/inputs/../state", "/api/inputs/%2e%2e/preview"):
            for token in None, "0" * 64:
                with self.subTest(path=path, token=token):
                    statuses, received = self.answers(self.request("GET", path, token, headers=("Connection: close",)))
                    self.assertNotIn(b'"revision"', received)
                    self.assertNotIn(b"root:", received)
                    # The query of a file of the page means nothing.
                    self.assertEqual(statuses[0] == 200, path.startswith("/main.js?"), received[:300])

    def test_every_resource_without_and_with_a_wrong_token(self):
        self.assertGreater(len(RESOURCES), 30)
        token = self.served.token
        wrong = "0" if token[-1] != "0" else "1"
        ways = {"none": {}, "wrong": {"Authorization": f"Bearer {token[:-1]}{wrong}"}, "short": {"Authorization": f"Bearer {token[:-1]}"},
                "long": {"Authorization": f"Bearer {token}0"}, "empty": {"Authorization": "Bearer "},
                "capitals": {"Authorization": f"Bearer {token.upper()}"} if token.upper() != token else {},
                "scheme": {"Authorization": f"Basic {token}"}, "bare": {"Authorization": token},
                "cookie": {"Cookie": f"token={token}"}}
        before = self.served.json("GET", "state")["revision"]
        for method, path in RESOURCES:
            path = path.replace("*", "i1")
            for name, headers in ways.items():
                with self.subTest(method=method, path=path, token=name):
                    status, _, content = self.served.ask(method, path, b"" if method != "GET" else None,
                                                         headers | {"Origin": self.served.origin})
                    self.assertEqual((status, json.loads(content)["code"]), (401, "token"))
            status, _, content = self.served.ask(method, f"{path}?token={token}", None, {"Origin": self.served.origin})
            self.assertEqual(status, 401)
            for header in {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}:
                status, _, content = self.served.ask(method, path, b"" if method != "GET" else None,
                                                     self.served.headers(method) | header)
                self.assertEqual((status, json.loads(content)["code"]), (403, "foreign"), f"{method} {path} {header}")
        self.assertEqual(self.served.json("GET", "state")["revision"], before)
        self.assert_a_person_is_answered()

    @unittest.skipUnless(Path("/proc/net/tcp").exists(), "as on Linux")
    def test_it_listens_on_this_computer_only(self):
        port = f":{self.served.port:04X}"
        lines = [line.split() for name in ("tcp", "tcp6") if Path("/proc/net", name).exists()
                 for line in Path("/proc/net", name).read_text().splitlines()]
        listening = {words[1] for words in lines if words[1].endswith(port) and words[3] == "0A"}
        self.assertLessEqual(listening, {f"0100007F{port}", f"{'0' * 24}01000000{port}"})
        self.assertTrue(listening)


if __name__ == "__main__":
    unittest.main()
