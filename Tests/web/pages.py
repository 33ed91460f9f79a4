"""What the tests of the page share: a folder and a program, each closed at the end of the test, and browsers."""

import functools
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

from browsers import WebKit, chromium, in_chromium, in_firefox, in_webkit, resize  # noqa: E402
from firefox import Firefox  # noqa: E402
from person import Person  # noqa: E402
from program import ROOT, Served, has_page  # noqa: E402

sys.path.append(str(ROOT / "Tests/peers"))
PASSPHRASE = "an invented passphrase, 4711"


def new_folder(at_end):
    """A folder until the end of a test, a class or a file."""
    folder = tempfile.TemporaryDirectory(prefix="totp-import-web-", ignore_cleanup_errors=True)
    at_end(folder.cleanup)
    return Path(folder.name)


ENGINES = {"chromium": in_chromium, "firefox": in_firefox, "webkit": in_webkit}
# Whether all cases are tried, as each night. `make test` tries a part of those that are alike.
IS_WHOLE = "TOTP_IMPORT_TESTS_WHOLE" in os.environ
at_night = unittest.skipUnless(IS_WHOLE, "other browsers are tried each night")


def in_every_browser(test):
    """A test for each engine, or for Chromium alone where not all is tried. `self.browser` opens a window of it."""
    test.is_for_each = True
    return test


def for_engine(engine, test):
    @functools.wraps(test)
    def run(self):
        self.engine = engine
        test(self)
    return ENGINES[engine](run)


class PageTest(unittest.TestCase):
    engine = "chromium"
    # The browsers that the tests of a file share, by their engines.
    shared = {}

    def __init_subclass__(cls):
        for name, test in list(vars(cls).items()):
            if getattr(test, "is_for_each", False):
                delattr(cls, name)
                for engine in ENGINES if IS_WHOLE else ["chromium"]:
                    setattr(cls, f"{name}_in_{engine}", for_engine(engine, test))

    @classmethod
    def setUpClass(cls):
        if not has_page():
            raise unittest.SkipTest("this program was built without the page")

    def setUp(self):
        self.folder = new_folder(self.addCleanup)

    def serve(self, *arguments, **environment):
        served = Served(self.folder, *arguments, **environment)
        self.addCleanup(served.close)
        return served

    def browser(self, served, size=(1280, 800)):
        """A new window of a browser that the tests of a file share."""
        return Person(self.new_window(self.engine, size), served)

    def chromium(self, served, size=(1280, 800), **options):
        """A new window of the shared Chromium; of one of its own if it has other options."""
        if not options:
            return Person(self.new_window("chromium", size), served)
        options["size"] = size
        place = Path(tempfile.mkdtemp(dir=self.folder, prefix="chromium-"))
        driver = chromium(place, **options)
        driver.profile = place
        self.addCleanup(driver.quit)
        return Person(driver, served)

    @staticmethod
    def new_window(engine, size):
        if engine not in PageTest.shared:
            folder = new_folder(unittest.addModuleCleanup)
            if engine == "chromium":
                driver = chromium(folder)
                close = driver.quit
            else:
                browser = (Firefox if engine == "firefox" else WebKit)(folder)
                driver, close = browser.driver, browser.close
            PageTest.shared[engine] = driver
            unittest.addModuleCleanup(lambda: (PageTest.shared.pop(engine), close()))
        driver = PageTest.shared[engine]
        before = driver.window_handles
        driver.switch_to.new_window("tab")
        new = driver.current_window_handle
        for handle in before:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(new)
        resize(driver, *size)
        if engine == "chromium":
            driver.get_log("browser")
        return driver

    def webkit(self, served):
        browser = WebKit(tempfile.mkdtemp(dir=self.folder, prefix="webkit-"))
        self.addCleanup(browser.close)
        return Person(browser.driver, served)

    def firefox(self, served):
        browser = Firefox(tempfile.mkdtemp(dir=self.folder, prefix="firefox-"))
        self.addCleanup(browser.close)
        return Person(browser.driver, served)

    def read_by_peer(self, format_id, path, passphrase):
        """(issuer, name, secret) of a file, by a reader that shares no code with the program."""
        from read import read
        return sorted((account.issuer, account.name, account.members()["secret"])
                      for account in read(format_id, path.read_bytes(), passphrase))
