"""Browsers without a person: Chromium and WebKit, Safari's engine, driven by selenium; Firefox is in `firefox.py`."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.file_detector import UselessFileDetector

from firefox import FIREFOX

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMEDRIVER = shutil.which("chromedriver")
WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
MINI_BROWSER = next(iter(glob.glob("/usr/lib*/webkit2gtk-4.1/MiniBrowser")
                         + glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")), None)
HAS_CHROMIUM = bool(CHROMIUM and CHROMEDRIVER)
HAS_WEBKIT = bool(sys.platform == "linux" and WEBKIT_DRIVER and MINI_BROWSER and shutil.which("xvfb-run")
                  and shutil.which("dbus-run-session"))
in_chromium = unittest.skipUnless(HAS_CHROMIUM, "chromium or chromedriver is missing")
in_firefox = unittest.skipUnless(FIREFOX, "firefox-esr is missing")
in_webkit = unittest.skipUnless(HAS_WEBKIT, "WebKitWebDriver, MiniBrowser, xvfb-run or dbus-run-session is missing")


def chromium(folder, film=None, size=(1280, 800), camera=True, font=None, words=()):
    """A window with a profile and a download folder in `folder`.

    `camera` is whether the page may use one: True, False, or None for a computer without one.
    """
    profile, downloads = Path(folder) / "profile", Path(folder) / "downloads"
    downloads.mkdir(exist_ok=True)
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                 "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}",
                 f"--window-size={max(500, size[0])},{size[1]}", *words):
        options.add_argument(word)
    if os.getuid() == 0:
        options.add_argument("--no-sandbox")
    if camera is not None:
        options.add_argument("--use-fake-device-for-media-stream")
        options.add_argument(f"--use-fake-ui-for-media-stream{'' if camera else '=deny'}")
    if film:
        options.add_argument(f"--use-file-for-fake-video-capture={film}")
    preferences = {"download.default_directory": str(downloads), "download.prompt_for_download": False}
    if font:
        preferences["webkit.webprefs.default_font_size"] = font
    options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.downloads, driver.engine = downloads, "chromium"
    resize(driver, *size)
    return driver


def resize(driver, width, height):
    """Windows of 320 pixels, which no desktop lets people make."""
    if driver.engine == "chromium":
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    elif driver.engine == "firefox":
        driver.marionette.resize(width, height)
    else:
        # The window has a frame and a bar.
        inner, outer = driver.execute_script("return [innerWidth, innerHeight]"), driver.get_window_size()
        driver.set_window_size(outer["width"] - inner[0] + width, outer["height"] - inner[1] + height)
    wait_until_drawn(driver)


def wait_until_drawn(driver):
    driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))")


def dress(driver, is_dark):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
                     {"name": "prefers-reduced-motion", "value": "reduce"}]})
    wait_until_drawn(driver)


class WebKit:
    """WebKit's driver with a screen and a message bus of its own. `driver` drives one window."""

    def __init__(self, folder):
        self.folder = Path(folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        home = self.folder / "home"
        self.downloads = home / "Downloads"
        self.downloads.mkdir(parents=True)
        (home / ".config").mkdir()
        (home / ".config/user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME/Downloads"\n')
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1",
                       "XDG_RUNTIME_DIR": str(home),
                       "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        if os.getuid() == 0:
            environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1400x1000x24",
             WEBKIT_DRIVER, f"--port={port}"],
            env=environment, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        options = webdriver.WebKitGTKOptions()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        try:
            self._wait(port)
            # Files are on this computer: nothing to send to the driver.
            self.driver = webdriver.Remote(
                f"http://127.0.0.1:{port}", options=options, file_detector=UselessFileDetector())
            self.driver.downloads, self.driver.engine = self.downloads, "webkit"
            self.driver.set_window_size(1280, 900)
        except BaseException:
            self.close()
            raise

    def _wait(self, port):
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise AssertionError("WebKitWebDriver does not start") from None
                time.sleep(0.1)

    def close(self):
        if hasattr(self, "driver"):
            self.driver.quit()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
