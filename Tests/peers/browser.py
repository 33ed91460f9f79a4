"""Headless Chromium, driven through a pipe by the DevTools protocol."""

import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

from rules import PeerError, require

PATIENCE = 120  # Seconds for one answer.


class Browser:
    """One window. Without a network: no host name resolves, and every request is recorded in `requests`."""

    def __init__(self):
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        require(program, "chromium is missing; install the Debian package chromium")
        self.profile = tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True)
        (from_browser, to_us), (from_us, to_browser) = os.pipe(), os.pipe()
        command = [program, "--headless=new", "--remote-debugging-pipe", "--host-resolver-rules=MAP * ~NOTFOUND",
                   f"--user-data-dir={self.profile.name}", "--no-first-run", "--disable-gpu", "--disable-extensions",
                   "--disable-background-networking", "--disable-dev-shm-usage"]
        if os.getuid() == 0:
            command.append("--no-sandbox")
        # The browser reads descriptor 3 and writes descriptor 4, which may be those of our own pipes.
        theirs = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in (from_us, to_us)]
        shell = ["/bin/bash", "-c", 'exec "$@" 3<&{0} 4>&{1} {0}<&- {1}>&-'.format(*theirs), "bash", *command]
        self.process = subprocess.Popen(shell, pass_fds=theirs, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        for descriptor in (from_us, to_us, *theirs):
            os.close(descriptor)
        self.input, self.output, self.buffer = to_browser, from_browser, b""
        self.number, self.session, self.requests, self.events = 0, None, [], []
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in "Page", "Network", "Runtime":
                self.call(f"{domain}.enable")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.profile.cleanup()

    def open(self, url):
        self.requests.clear()
        self.events.clear()
        failure = self.call("Page.navigate", url=url).get("errorText")
        require(not failure, f"the page does not open: {failure}")
        deadline = time.monotonic() + PATIENCE
        while "Page.loadEventFired" not in self.events:
            self.receive(deadline)

    def evaluate(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                          awaitPromise=True)
        require("exceptionDetails" not in found, "a check of the page failed in the browser")
        return found["result"].get("value")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.input, data):]
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise PeerError(f"the browser refuses {method}")
                return answer["result"]

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready = select.select([self.output], [], [], max(0, deadline - time.monotonic()))[0]
            data = os.read(self.output, 1 << 20) if ready else b""
            require(data, "the browser does not answer")
            self.buffer += data
        text, _, self.buffer = self.buffer.partition(b"\0")
        message = json.loads(text)
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        if "method" in message:
            self.events.append(message["method"])
        return message
