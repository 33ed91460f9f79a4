"""Firefox without a person, over its own remote protocol: Debian has no geckodriver, and needs none.

The same methods as selenium's drivers, as far as `person.py` uses them.
"""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from selenium.common import exceptions

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
# The member that stands for an element in every answer, by the standard of WebDriver.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0, "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False, "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "browser.download.folderList": 2, "browser.download.useDownloadDir": True, "browser.download.alwaysOpenPanel": False,
    "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream", "dom.disable_beforeunload": True,
}
ERRORS = {"no such element": exceptions.NoSuchElementException, "stale element reference": exceptions.StaleElementReferenceException,
          "element click intercepted": exceptions.ElementClickInterceptedException,
          "element not interactable": exceptions.ElementNotInteractableException}


class Element:
    def __init__(self, driver, reference):
        self.driver, self.reference = driver, reference

    def _ask(self, command, **options):
        return self.driver.ask(command, id=self.reference, **options)

    @property
    def text(self):
        return self._ask("GetElementText")

    def find_element(self, by, css):
        return self.driver.find_element(by, css, self.reference)

    def find_elements(self, by, css):
        return self.driver.find_elements(by, css, self.reference)

    def is_displayed(self):
        return self._ask("IsElementDisplayed")

    def is_enabled(self):
        return self._ask("IsElementEnabled")

    def get_attribute(self, name):
        return self._ask("GetElementAttribute", name=name)

    def click(self):
        self._ask("ElementClick")

    def clear(self):
        self._ask("ElementClear")

    def send_keys(self, *texts):
        self._ask("ElementSendKeys", text="".join(texts))


class Driver:
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
        self.ask("NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "eager"}})
        self.switch_to = self

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

    def ask(self, command, **options):
        self.number += 1
        message = json.dumps([0, self.number, f"WebDriver:{command}", options]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, problem, answer = self._receive()
        if problem:
            raise ERRORS.get(problem["error"], exceptions.WebDriverException)(f"{problem['error']}: {problem['message']}")
        return answer["value"] if isinstance(answer, dict) and set(answer) == {"value"} else answer

    def find_element(self, by, css, inside=None):
        return self._value(self.ask("FindElement", using=by, value=css, **({"element": inside} if inside else {})))

    def find_elements(self, by, css, inside=None):
        return self._value(self.ask("FindElements", using=by, value=css, **({"element": inside} if inside else {})))

    def _value(self, found):
        if isinstance(found, list):
            return [self._value(one) for one in found]
        return Element(self, found[ELEMENT]) if isinstance(found, dict) and ELEMENT in found else found

    def execute_script(self, script, *arguments):
        sent = [{ELEMENT: one.reference} if isinstance(one, Element) else one for one in arguments]
        return self._value(self.ask("ExecuteScript", script=script, args=sent))

    def get(self, url):
        self.ask("Navigate", url=url)

    def get_screenshot_as_png(self):
        return base64.b64decode(self.ask("TakeScreenshot", full=False))

    @property
    def current_url(self):
        return self.ask("GetCurrentURL")

    @property
    def active_element(self):
        return self._value(self.ask("GetActiveElement"))


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
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in lines.items()))
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)], start_new_session=True,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "MOZ_HEADLESS_WIDTH": str(size[0]),
                 "MOZ_HEADLESS_HEIGHT": str(size[1])},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.driver = Driver(port)
        except BaseException:
            self.close()
            raise
        self.driver.downloads = downloads

    def close(self):
        if hasattr(self, "driver"):
            self.driver.socket.close()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
