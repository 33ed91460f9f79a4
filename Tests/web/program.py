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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build-program/release/totp-import"))
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
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
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{64})\n", first)
        if not found:
            self.close()
            raise AssertionError(f"the program does not print its address: {first!r}")
        self.address, self.port, self.token = first.strip(), int(found[1]), found[2]
        self.origin = f"http://127.0.0.1:{self.port}"
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

    def headers(self, method="GET"):
        own = {"Authorization": f"Bearer {self.token}"}
        return own if method == "GET" else own | {"Origin": self.origin}

    def ask(self, method, path, body=None, headers=None, host=None):
        """One request: (status, headers, bytes). With the token, unless `headers` are given."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = self.headers(method) if headers is None else dict(headers)
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
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
