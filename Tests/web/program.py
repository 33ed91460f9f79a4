"""The program that serves the page, and a client of its resources that knows the token."""

import http.client
import json
import os
import re
import select
import signal
import subprocess
import threading
import time
from pathlib import Path

from secure import PATH, Caller

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
ADDRESS = re.compile(r"http://([a-z0-9.]+):(\d+)/#([0-9a-f]{64})\n?")
# Seconds for a program that starts or ends.
PATIENCE = 60


def run(*arguments, folder, status=0, **environment):
    """Runs another command of the program."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT | environment)
    if done.returncode != status:
        raise AssertionError(f"{arguments[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout or done.stderr


def has_page():
    """Whether the program was built with the page."""
    done = subprocess.run([PROGRAM, "web", "--help"], capture_output=True, env=ENVIRONMENT)
    return done.returncode == 0


class Served:
    """`totp-import web`, until it is closed. `said` is all that it prints on the terminal."""

    def __init__(self, folder, *arguments, opens=False, **environment):
        words = [PROGRAM, "web", *map(str, arguments), *([] if opens else ["--no-open"])]
        self.process = subprocess.Popen(words, cwd=folder, env=ENVIRONMENT | environment, start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines = []
        first = self._first_line()
        found = ADDRESS.fullmatch(first)
        if not found:
            self.close()
            raise AssertionError(f"the program does not print its address: {first!r}")
        self.address, self.host, self.port, self.token = first.strip(), found[1], int(found[2]), found[3]
        self.origin = f"http://{self.host}:{self.port}"
        self.listens, self.caller = None, Caller(self.token)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _first_line(self):
        ready = select.select([self.process.stdout], [], [], PATIENCE)[0]
        line = self.process.stdout.readline().decode(errors="replace") if ready else ""
        self.lines.append(line)
        return line

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.decode(errors="replace"))

    @property
    def said(self):
        return "".join(self.lines)

    @property
    def pid(self):
        return self.process.pid

    @property
    def place(self):
        """Where it listens."""
        return self.listens or ("127.0.0.1" if self.host.endswith("localhost") else self.host), self.port

    def ask(self, method, path, body=None, said=(), caller=None, **outer):
        """A request for a resource, as the page asks: (status, headers, bytes). `said` are headers said in secret."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        body = body.encode() if isinstance(body, str) else body or b""
        caller = caller or self.caller
        counter, authorization, sealed = caller.seal(method, path, said, body)
        status, headers, content = self.ask_plainly(
            "POST", PATH, sealed, {"Authorization": authorization, "Origin": self.origin} | outer)
        return (status, headers, content) if status != 200 else caller.open(counter, content)

    def ask_plainly(self, method, path, body=None, headers=(), host=None):
        """Any request: (status, headers, bytes)."""
        connection = http.client.HTTPConnection(*self.place, timeout=PATIENCE)
        try:
            sent = dict(headers)
            host = host or f"{self.host}:{self.port}"
            connection.putrequest(method, path, skip_host=host is not None, skip_accept_encoding=True)
            if host is not None:
                connection.putheader("Host", host)
            if body is not None:
                body = body.encode() if isinstance(body, str) else body
                connection.putheader("Content-Length", str(len(body)))
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def json(self, method, path, body=None):
        status, _, content = self.ask(method, f"/api/{path}", body)
        if status >= 300:
            raise AssertionError(f"{method} {path.partition('?')[0]}: {status} {content[:300]!r}")
        return json.loads(content) if content else None

    def wait(self, what, patience=PATIENCE, **expected):
        """Waits until the state has these members."""
        end = time.monotonic() + patience
        while True:
            state = self.json("GET", "state")
            if all(state.get(name) == value for name, value in expected.items()):
                return state
            if time.monotonic() > end:
                raise AssertionError(f"{what} does not happen: {state}")
            time.sleep(0.1)

    def interrupt(self):
        """Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)

    def wait_for_end(self):
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if hasattr(self, "_reader"):
            self._reader.join(PATIENCE)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
