"""What is copied on the page does not stay in the clipboard: through the program, or as well as a browser can.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import sys
import unittest

from pages import ROOT, PageTest
from browsers import in_chromium
from invented import accounts


@in_chromium
class Copy(PageTest):
    def opened(self, **environment):
        (self.folder / "links.txt").write_text(accounts(1)[0].link + "\n")
        person = self.chromium(self.serve("links.txt", **environment), words=[])
        permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
        person.driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
        person.open("accounts")
        person.wait("its account", lambda: len(person.rows()) == 1)
        person.driver.execute_script("navigator.clipboard.writeText('before')")
        return person

    def copy_the_code(self, person):
        person.wait("the end of the last message", lambda: not person.text("#toasts"))
        person.click("#rows .account [data-part=copy]")
        return person.wait_for("#toasts", "copied")

    @staticmethod
    def browser(person):
        return person.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))")

    @unittest.skipUnless(sys.platform == "linux", "as on Linux")
    def test_through_the_program(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for name in "wl-copy", "wl-paste":
            (tools / name).symlink_to(ROOT / "Tests/clipboard/tool")
        person = self.opened(PATH=f"{tools}:/usr/bin:/bin", WAYLAND_DISPLAY="wayland-0")
        self.assertIn("It is cleared in 45 seconds.", self.copy_the_code(person))
        self.assertRegex((tools / "clipboard").read_text(), r"^\d{6}$")
        self.assertEqual(self.browser(person), "before")
        # If the tool fails, the browser copies.
        (tools / "wl-copy-fails").touch()
        self.assertIn("until you come back here after 45 seconds", self.copy_the_code(person))
        self.assertRegex(self.browser(person), r"^\d{6}$")
        self.assertEqual(person.errors(), [])

    def test_by_the_browser(self):
        person = self.opened()
        self.assertIn("until you come back here after 45 seconds", self.copy_the_code(person))
        self.assertRegex(self.browser(person), r"^\d{6}$")
        person.driver.execute_script("const real = Date.now; Date.now = () => real() + 46_000")
        person.wait("an empty clipboard", lambda: self.browser(person) == " ")
        # Text copied on the page by hand since then is not its own.
        self.copy_the_code(person)
        person.driver.execute_script(
            "navigator.clipboard.writeText('by hand'); dispatchEvent(new ClipboardEvent('copy'));"
            "const real = Date.now; Date.now = () => real() + 46_000")
        person.driver.execute_async_script("setTimeout(arguments[0], 2500)")
        self.assertEqual(self.browser(person), "by hand")
        self.assertEqual(person.errors(), [])


if __name__ == "__main__":
    unittest.main()
