"""Clients that are not browsers: broken, slow, many, and without the token. The page still answers its person.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import contextlib
import io
import json
import random
import re
import selectors
import socket
import threading
import time
import unittest
from pathlib import Path

from pages import PageTest
from secure import PATH, Caller
from invented import accounts, code
from resources import RESOURCES

SEED = 7190423
REQUESTS = 10_000
# Connections at a time, fewer than the program allows, and seconds without an answer.
AT_ONCE, SILENCE = 24, 0.1
CONNECTIONS = 1_000
# Seconds of the program for the headers of a request.
HEADER_TIME = 10
# Seconds without a byte until an answer is cut off, and bytes of an answer that do not fit what the system keeps.
SILENCE_TIME, ANSWER = 30, 2_000_000
# Clients without the token: silent ones, and requests in a row whose answers are not read.
SILENT, PIPELINED = 200, 200_000
# Requests that no mutation may make by accident.
DANGEROUS = {"/api/quit", "/api/lock"}
# Headers that only the head of HTTP contains; everything else is encrypted.
OUTER = ("content-length", "transfer-encoding", "transfer-encoding ", "connection", "host")
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
        return socket.create_connection(self.served.place, 10)

    def request(self, method, path, token=None, body=b"", headers=()):
        """With a token: as the page asks for a resource."""
        proof = []
        if token:
            said = [header.split(": ", 1) for header in headers if header.split(":")[0].lower() not in OUTER]
            headers = [header for header in headers if header.split(":")[0].lower() in OUTER]
            caller = self.served.caller if token == self.served.token else Caller(token)
            counter, authorization, sealed = caller.seal(method, path, said, body)
            stated = [header.split(":", 1)[1].strip() for header in headers
                      if header.lower().startswith("content-length:")]
            if stated:
                # The test's bytes are sent, with a proof.
                authorization, sealed = caller.authorization(counter, stated[0]), body
            method, path, body, proof = "POST", PATH, sealed, [f"Authorization: {authorization}"]
            self.opens = lambda received: caller.open(counter, received.split(b"\r\n\r\n", 1)[1])
        words = [f"{method} {path} HTTP/1.1", f"Host: {self.served.host}:{self.served.port}",
                 f"Origin: {self.served.origin}", *proof, *headers]
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
        self.assertLess(time.monotonic() - start, 30)

    # Malformed

    @staticmethod
    def mutated(dice, data):
        data = bytearray(data)
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

    def from_a_stranger(self, dice):
        method, path = dice.choice([("POST", PATH), ("GET", PATH), ("GET", "/"), ("GET", "/main.js"),
                                    ("GET", "/api/state")])
        token = dice.choice([None, "0" * 64])
        return self.mutated(dice, self.request(method, path, token, dice.randbytes(dice.choice([0, 300]))))

    def from_the_page(self, dice):
        """A request that is wrong in what it says in secret, or in how it says it."""
        # Nothing that it could do to the accounts by being almost right.
        method, path = dice.choice([("GET", "/api/state"), ("GET", "/api/accounts"), ("POST", "/api/frames"),
                                    ("POST", "/api/inputs/several"), ("POST", "/api/checks"),
                                    ("POST", "/api/exports?preview=1"), ("POST", "/api/qr"),
                                    ("POST", "/api/passphrases/check"), ("POST", "/api/accounts/x"),
                                    *[one for one in RESOURCES if one[0] == "GET"]])
        path = path.replace("*", dice.choice(["i1", "-", "%00", "..", "0" * 300]))
        body = dice.choice([b"", b"{}", b"[]", b'{"format":"aegis"}', b'{"accounts":["x"]}', dice.randbytes(300)])
        headers = dice.choice([(), ("Frame-Width: 16", "Frame-Height: 16")])
        if dice.randrange(2):
            return self.mutated(dice, self.request(method, path, self.served.token, body, headers))
        if dice.randrange(2):
            path = self.mutated(dice, path.encode()).decode("latin-1")
        return self.request(method, path, self.served.token, self.mutated(dice, body or b"x"), headers)

    def send_all(self, requests):
        """Sends each on a connection of its own, some at a time: each with its answer, or what there is of it."""
        selector, found, waiting = selectors.DefaultSelector(), [], list(reversed(requests))
        opened = {}
        while waiting or opened:
            while waiting and len(opened) < AT_ONCE:
                connection = self.connect()
                connection.settimeout(2)
                request = waiting.pop()
                try:
                    connection.sendall(request)
                except OSError:
                    # Refused while it was sent.
                    connection.close()
                    found.append((request, b""))
                    continue
                selector.register(connection, selectors.EVENT_READ, request)
                opened[connection] = time.monotonic() + SILENCE
            for key, _ in selector.select(0.02):
                try:
                    found.append((key.data, key.fileobj.recv(1 << 16)))
                except OSError:
                    found.append((key.data, b""))
                opened[key.fileobj] = 0
            for connection in [one for one, end in opened.items() if end < time.monotonic()]:
                selector.unregister(connection)
                connection.close()
                del opened[connection]
        return found

    def test_malformed_requests(self):
        dice = random.Random(SEED)
        before = self.served.json("GET", "accounts")
        for make in self.from_a_stranger, self.from_the_page:
            statuses = {}
            for request, answer in self.send_all([make(dice) for _ in range(REQUESTS // 2)]):
                match = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
                self.assertTrue(match or not answer, answer[:200])
                status = int(match[1]) if match else 0
                if make == self.from_the_page and b"octet-stream" in answer:
                    # The name of the header may be in any case by now.
                    said = re.search(rb"(?i)authorization:[ \t]*page[ \t]+\d+[ \t]+\w+[ \t]+(\d+)", request)
                    self.assertTrue(said, request[:1000])
                    counter = int(said[1])
                    head, _, sealed = answer.partition(b"\r\n\r\n")
                    # Only the start of a long one was read.
                    if len(sealed) == int(re.search(rb"(?i)content-length: (\d+)", head)[1]):
                        status = self.served.caller.open(counter, sealed)[0]
                statuses[status] = statuses.get(status, 0) + 1
                self.assertNotEqual(status, 500, answer[:2000])
                if make == self.from_a_stranger:
                    self.assertNotIn(b"octet-stream", answer)
            # Most are refused with an answer, not with silence.
            refused = sum(count for status, count in statuses.items() if status >= 400)
            self.assertGreater(refused, REQUESTS // 8, statuses)
            self.assert_a_person_is_answered()
        self.assertEqual(self.served.json("GET", "accounts"), before)

    # Slow, and many

    def test_slow_clients(self):
        head = self.request("GET", "/api/state", self.served.token)
        body = self.request("POST", "/api/inputs", self.served.token, b"x" * 100,
                            ("Input-Name: a.txt", "Input-Kind: file"))
        # No more connections without a whole head than may stay.
        slow = {self.connect(): data for data in [b""] * 2 + [head] * 4 + [body] * 2}
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
            end = time.monotonic() + 10
            while (ended := sum(map(self.is_ended, many))) < CONNECTIONS - 40 and time.monotonic() < end:
                time.sleep(0.1)
            self.assertGreaterEqual(ended, CONNECTIONS - 40)
        finally:
            for connection in many:
                connection.close()
        self.assert_a_person_is_answered()

    @staticmethod
    def is_ended(connection):
        connection.setblocking(False)
        try:
            return not connection.recv(1)
        except BlockingIOError:
            return False
        except OSError:
            return True

    @property
    def memory(self):
        """MiB that the program has in memory."""
        status = Path(f"/proc/{self.served.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    @unittest.skipUnless(Path("/proc/self/status").exists(), "as on Linux")
    def test_requests_without_a_token_cost_nothing(self):
        self.assert_a_person_is_answered()
        idle, most, worst = self.memory, 0.0, 0.0
        silent, end = [self.connect() for _ in range(SILENT)], time.monotonic() + 5
        stop, sent = threading.Event(), [0]

        def pipeline():
            data = self.request("GET", "/main.js") * 1000
            while not stop.is_set() and (sent[0] < PIPELINED or time.monotonic() < end) and time.monotonic() < end + 60:
                with self.connect() as connection:
                    try:
                        # Many at once, and no answer is read.
                        for _ in range(PIPELINED // 1000):
                            connection.sendall(data)
                            sent[0] += 1000
                    except OSError:
                        sent[0] += 1000

        threads = [threading.Thread(target=pipeline, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                start = time.monotonic()
                self.assertEqual(self.served.json("GET", "state")["accounts"], 3)
                worst = max(worst, time.monotonic() - start)
                most = max(most, self.memory)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
            for connection in silent:
                connection.close()
        self.assertGreaterEqual(sent[0], PIPELINED)
        self.assertLess(worst, 2)
        self.assertLessEqual(most - idle, 64)

    def test_an_answer_that_is_read_slowly_comes_whole(self):
        links = b"".join(one.link.encode() + b"\n" for one in accounts(50)) * (ANSWER // 5000)
        check = self.served.json("POST", "checks", links)
        path = f"/api/checks/{check['id']}/corrected"
        status, headers, content = self.served.ask("GET", path)
        self.assertEqual(status, 200)
        with socket.socket() as slow, socket.socket() as deaf:
            for connection in deaf, slow:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 << 10)
                connection.connect(self.served.place)
                connection.sendall(self.request("GET", path, self.served.token))
            # That of the slow one.
            opens = self.opens
            slow.settimeout(60)
            start, received = time.monotonic(), b""
            # Slower than what is cut off, in all: more than the time for silence.
            pace = len(content) / (1.5 * SILENCE_TIME)
            whole = len(content)
            while len(received) < whole:
                chunk = slow.recv(16 << 10)
                self.assertTrue(chunk, f"cut off after {len(received)} of {len(content)} bytes")
                received += chunk
                time.sleep(max(0, len(received) / pace - (time.monotonic() - start)))
                if whole == len(content) and b"\r\n\r\n" in received:
                    whole = received.index(b"\r\n\r\n") + 4 + int(re.search(rb"(?i)content-length: (\d+)", received)[1])
            self.assertTrue(opens(received)[2] == content)
            self.assertGreater(time.monotonic() - start, SILENCE_TIME + 5)
            # Whoever reads nothing is cut off.
            deaf.settimeout(10)
            count = 0
            with contextlib.suppress(OSError):
                while chunk := deaf.recv(1 << 16):
                    count += len(chunk)
            self.assertLess(count, len(content))

    # Bodies

    def test_bodies_that_are_cut(self):
        image = io.BytesIO()
        code(accounts(9)[8].link, 3).save(image, "PNG")
        files = together(("a.txt", accounts(9)[7].link.encode()), ("b.txt", b""))
        def picture():
            return self.request("POST", "/api/inputs", self.served.token, image.getvalue(),
                                ("Input-Name: a.png", "Input-Kind: file", "Connection: close"))

        def several():
            return self.request("POST", "/api/inputs/several", self.served.token, files,
                                ("Input-Kind: folder", "Connection: close"))

        before = self.served.json("GET", "state")["revision"]
        # Their heads are alike.
        for make, start in (picture, 1), (several, len(several()) - len(files)):
            for place in range(start, len(make()) - 4):
                with self.connect() as connection:
                    connection.sendall(make()[:place])
        self.assert_a_person_is_answered()
        self.assertEqual(self.served.json("GET", "state")["revision"], before)
        # All of it is read.
        for status, make in (201, picture), (200, several):
            statuses, received = self.answers(make())
            self.assertEqual((statuses, self.opens(received)[0]), ([200], status))

    def test_lists_of_files_that_are_wrong(self):
        """Several files in one request, whose list does not say what follows."""
        link, before = accounts(9)[8].link.encode(), self.served.json("GET", "state")["revision"]
        good = together(("a.txt", link), ("b.txt", b""))
        sizes = (-1, 0, 1, len(link) - 1, len(link) + 1, 1 << 31, 1 << 63, 1 << 64, 1.5, "1", None)
        lying = [together(("a.txt", link), size=size) for size in sizes]
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
        large = self.request("POST", "/api/inputs/several", self.served.token,
                             headers=(f"Content-Length: {257 << 20}",))
        _, received = self.answers(large)
        self.assertEqual(self.opens(received)[0], 413)
        self.assertEqual(self.served.ask("POST", "/api/inputs/several", b"[" * ((4 << 20) + 1))[0], 413)
        for body in mixed:
            status, _, content = self.served.ask("POST", "/api/inputs/several", body)
            self.assertIn(status, (200, 400), content[:300])
        self.assertGreaterEqual(self.served.json("GET", "state")["accounts"], 3)

    def test_names_that_lead_elsewhere(self):
        names = ["../../../etc/passwd", "/etc/passwd", "..\\..\\x", "a\0b", "\u202egnp.exe", "", ".", "..",
                 "x" * 100_000, "a\nb"]
        files = together(*[(name, b"otpauth://x") for name in names])
        status, _, content = self.served.ask("POST", "/api/inputs/several", files)
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
        for lengths in (("Content-Length: 5", "Content-Length: 6"),
                        ("Content-Length: 0", f"Content-Length: {len(hidden)}"),
                        ("Content-Length: 5, 6",), ("Content-Length: +5",), ("Content-Length: 0x5",),
                        ("Content-Length: -1",), ("Content-Length: 5 5",),
                        ("Content-Length: 99999999999999999999999",), ("Content-Length:",),
                        ("Content-Length: 5", "Transfer-Encoding: chunked"),
                        ("Transfer-Encoding: chunked", "Content-Length: 5"),
                        ("Transfer-Encoding: chunked",), ("Transfer-Encoding: identity", "Content-Length: 5"),
                        ("Transfer-Encoding: xchunked", "Content-Length: 5"), ("Transfer-Encoding : chunked",),
                        ("Transfer-Encoding: chunked, identity",)):
            for body in b"0\r\n\r\n" + hidden, b"hello" + hidden, hidden:
                with self.subTest(lengths=lengths, body=body[:8]):
                    request = self.request("POST", "/api/awake", self.served.token, body, lengths)
                    statuses, received = self.answers(request, 1)
                    self.assertTrue(statuses, received[:300])
                    status = self.opens(received)[0] if statuses[0] == 200 else statuses[0]
                    self.assertTrue(400 <= status < 500, received[:300])
                    # The rest is not a separate request.
                    self.assertEqual(len(statuses), 1, received[:3000])
                    self.assertNotIn(b'"accounts"', received)
        self.assertEqual(self.served.json("GET", "state")["revision"], before)

    # Paths and tokens

    def test_paths_that_lead_elsewhere(self):
        for path in ("/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/main.js", "/./api/state", "//api/state",
                     "/api//state", "/API/state", "/api/../api/state", "/api/%73tate", "/main.js/../api/state",
                     "/\\api\\state", "/api/state/", "/main.js%00", "/main.js?../../x", "/index.html",
                     "/Page/main.js", "http://127.0.0.1/api/state", "*", "api/state",
                     f"{self.served.origin}/api/state", "/api/inputs/../state", "/api/inputs/%2e%2e/preview"):
            with self.subTest(path=path):
                statuses, received = self.answers(self.request("GET", path, headers=("Connection: close",)))
                self.assertNotIn(b'"revision"', received)
                self.assertNotIn(b"root:", received)
                # The query of a file of the page means nothing.
                self.assertEqual(statuses[0] == 200, path.startswith("/main.js?"), received[:300])
                # The same in secret.
                if path.isascii() and path not in ("/main.js?../../x",):
                    self.assertEqual(self.served.ask("GET", path)[0], 404)

    def test_every_resource_without_and_with_a_wrong_token(self):
        self.assertGreater(len(RESOURCES), 30)
        token, stranger = self.served.token, Caller("0" * 64)
        counter, good, sealed = self.served.caller.seal("GET", "/api/accounts")
        origin = {"Origin": self.served.origin}
        self.assertEqual(self.served.ask_plainly("POST", PATH, sealed, {"Authorization": good} | origin)[0], 200)
        ways = {"none": {}, "used": {"Authorization": good}, "the token": {"Authorization": f"Bearer {token}"},
                "empty": {"Authorization": ""},
                "short": {"Authorization": good[:-1]}, "long": {"Authorization": f"{good}0"},
                "scheme": {"Authorization": good.replace("Page", "Basic")}, "bare": {"Authorization": token},
                "another counter": {"Authorization": good.replace(f" {counter} ", f" {counter + 1} ")},
                "another load": {"Authorization": good.replace("Page 0", "Page 1")},
                "negative": {"Authorization": good.replace("Page 0", "Page -1")},
                "far": {"Authorization": good.replace("Page 0", "Page 99999999999")},
                "cookie": {"Cookie": f"token={token}"}}
        before = self.served.json("GET", "state")["revision"]
        for name, headers in ways.items():
            with self.subTest(token=name):
                status, _, content = self.served.ask_plainly("POST", PATH, sealed, headers | origin)
                self.assertEqual((status, json.loads(content)["code"]), (401, "token"))
        for method, path in RESOURCES:
            path = path.replace("*", "i1")
            with self.subTest(method=method, path=path):
                self.assertEqual(self.served.ask(method, path, caller=stranger)[0], 401)
                # No such path exists outside of encrypted requests.
                for target in path, f"{path}?token={token}":
                    status, _, _ = self.served.ask_plainly(method, target, b"", origin)
                    self.assertEqual(status, 404)
                for header in {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}:
                    status, _, content = self.served.ask(method, path, **header)
                    self.assertEqual((status, json.loads(content)["code"]), (403, "foreign"),
                                     f"{method} {path} {header}")
        self.assertEqual(self.served.json("GET", "state")["revision"], before)
        self.assert_a_person_is_answered()

    @unittest.skipUnless(Path("/proc/net/tcp").exists(), "as on Linux")
    def test_it_listens_on_this_computer_only(self):
        port = f":{self.served.port:04X}"
        lines = [line.split() for name in ("tcp", "tcp6") if Path("/proc/net", name).exists()
                 for line in Path("/proc/net", name).read_text().splitlines()]
        listening = {words[1] for words in lines if words[1].endswith(port) and words[3] == "0A"}
        own = "".join(f"{int(part):02X}" for part in reversed(self.served.host.split(".")))
        self.assertEqual(listening, {own + port})
        self.assertTrue(self.served.host.startswith("127."))


if __name__ == "__main__":
    unittest.main()
