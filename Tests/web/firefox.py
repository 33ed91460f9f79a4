"""Firefox without a person, driven by selenium over Firefox's own protocol: Debian has and needs no geckodriver."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.remote.file_detector import UselessFileDetector

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False, "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "browser.download.folderList": 2, "browser.download.useDownloadDir": True,
    "browser.download.alwaysOpenPanel": False,
    "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream", "dom.disable_beforeunload": True,
}
# Selenium's commands whose names are others in Firefox.
COMMANDS = {"get": "Navigate", "goBack": "Back", "getCurrentUrl": "GetCurrentURL",
            "clickElement": "ElementClick", "clearElement": "ElementClear", "sendKeysToElement": "ElementSendKeys",
            "findChildElement": "FindElement", "findChildElements": "FindElements",
            "close": "CloseWindow", "quit": "DeleteSession",
            "w3cExecuteScript": "ExecuteScript", "w3cExecuteScriptAsync": "ExecuteAsyncScript",
            "w3cGetCurrentWindowHandle": "GetWindowHandle", "screenshot": "TakeScreenshot",
            "getElementValueOfCssProperty": "GetElementCSSValue"}


class Marionette:
    """What sends selenium's commands to Firefox."""

    def __init__(self, port):
        self.number, self.buffer = 0, b""
        end = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), 120)
                break
            except OSError:
                if time.monotonic() > end:
                    raise AssertionError("Firefox does not start") from None
                time.sleep(0.1)
        self._receive()

    def _receive(self):
        """A message is its length in bytes, a colon, and JSON."""
        while b":" not in self.buffer:
            self._read()
        head, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(head):
            self._read()
        message, self.buffer = self.buffer[:int(head)], self.buffer[int(head):]
        return json.loads(message)

    def _read(self):
        chunk = self.socket.recv(1 << 16)
        if not chunk:
            raise AssertionError("Firefox has ended")
        self.buffer += chunk

    def ask(self, command, options):
        self.number += 1
        message = json.dumps([0, self.number, command, options]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        return self._receive()[2:]

    def execute(self, command, options):
        options = {name: value for name, value in options.items() if name != "sessionId"}
        if command.startswith("findChild"):
            options["element"] = options.pop("id")
        if command == "screenshot":
            options["full"] = False
        usual = re.sub("^w3c", "", command)
        problem, answer = self.ask(f"WebDriver:{COMMANDS.get(command, usual[0].upper() + usual[1:])}", options)
        if problem:
            return {"status": problem["error"], "value": problem}
        return answer if isinstance(answer, dict) and set(answer) == {"value"} else {"value": answer}

    def change(self, script, *arguments):
        """Runs a script that may change the browser itself."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        problem, _ = self.ask("WebDriver:ExecuteScript", {"script": script, "args": arguments})
        self.ask("Marionette:SetContext", {"value": "content"})
        if problem:
            raise AssertionError(f"Firefox does not change: {problem}")

    def resize(self, width, height):
        """Makes the page's part of the window so large; the window itself has at least 450 pixels."""
        self.change("""
            for (const [name, pixels] of [["width", arguments[0]], ["height", arguments[1]]])
              for (const limit of ["min-", "max-", ""])
                gBrowser.selectedBrowser.style.setProperty(limit + name, `${pixels}px`);""", width, height)

    def prefer(self, **numbers):
        """Changes settings; `_` is a dot in their names, `__` a hyphen."""
        for name, number in numbers.items():
            self.change("Services.prefs.setIntPref(...arguments)", name.replace("__", "-").replace("_", "."), number)


class Firefox:
    """A window of Firefox with a profile of its own. `driver` drives it."""

    def __init__(self, folder, size=(1280, 900)):
        folder = Path(folder)
        profile, downloads = folder / "profile", folder / "downloads"
        profile.mkdir()
        downloads.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        lines = PREFERENCES | {"marionette.port": port, "browser.download.dir": str(downloads)}
        written = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in lines.items())
        (profile / "user.js").write_text(written)
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", str(profile)], start_new_session=True,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "MOZ_HEADLESS_WIDTH": str(size[0]),
                 "MOZ_HEADLESS_HEIGHT": str(size[1])},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.marionette = Marionette(port)
            options = webdriver.FirefoxOptions()
            options.page_load_strategy = "eager"
            # Files are on this computer: nothing to send to the driver.
            self.driver = webdriver.Remote(self.marionette, options=options, file_detector=UselessFileDetector())
        except BaseException:
            self.close()
            raise
        self.driver.downloads, self.driver.engine, self.driver.marionette = downloads, "firefox", self.marionette

    def close(self):
        if hasattr(self, "marionette"):
            self.marionette.socket.close()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
