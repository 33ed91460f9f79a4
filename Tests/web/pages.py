"""What the tests of the page share: a folder, a program and a browser, each closed at the end of the test."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

from browsers import WebKit, chromium  # noqa: E402
from firefox import Firefox  # noqa: E402
from person import Person  # noqa: E402
from program import HERE, ROOT, Served, has_page  # noqa: E402

sys.path.append(str(ROOT / "Tests/peers"))
PASSPHRASE = "an invented passphrase, 4711"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not has_page():
            raise unittest.SkipTest("this program was built without the page")

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="totp-import-web-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def serve(self, *arguments, **environment):
        served = Served(self.folder, *arguments, **environment)
        self.addCleanup(served.close)
        return served

    def chromium(self, served, **options):
        place = Path(tempfile.mkdtemp(dir=self.folder, prefix="chromium-"))
        driver = chromium(place, **options)
        driver.profile = place
        self.addCleanup(driver.quit)
        return Person(driver, served)

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
