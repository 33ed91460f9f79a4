"""Links that are checked, and QR codes that a phone scans from the screen.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import shutil
import subprocess
import unittest


import accessibility
from pages import PageTest, in_every_browser
from browsers import in_chromium, resize
from invented import accounts
from program import run

# Spaces in a secret and a parameter in capitals can be corrected; a secret that is not base32 cannot.
LINKS = """otpauth://totp/Acme:alice?secret=JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP&issuer=Acme
otpauth://totp/Bob%20Co:bob?secret=NB2W45DFOIZAGEZDGNBVGY3TQOJQ2345&issuer=Bob%20Co
otpauth://totp/Wrong:eve?secret=10189&issuer=Wrong
"""


class Check(PageTest):
    @in_every_browser
    def test_a_list_and_its_corrected_copy(self):
        (self.folder / "links.txt").write_text(LINKS)
        person = self.browser(self.serve())
        person.open("check")
        person.find("#check-files").send_keys(str(self.folder / "links.txt"))
        self.assertIn("3 links", person.wait_for("#check-sum", "3 links"))
        person.click("#check-result [data-filter=error]")
        shown = [row.get_attribute("data-severity") for row in person.all("#findings [data-severity]")]
        self.assertTrue(shown)
        self.assertEqual(set(shown), {"error"})
        self.assertIn("line 3", person.text("#findings"))
        # The same as the command says.
        links = map(json.loads, run("validate", "links.txt", "--json", folder=self.folder, status=1).splitlines())
        rules = sorted(finding["rule"] for link in links for finding in link.get("findings", ()))
        person.click("#check-result [data-filter=all]")
        found = sorted(row.get_attribute("data-rule") for row in person.all("#findings [data-severity]"))
        self.assertEqual(found, rules)
        person.wait_for("#check-result .note", "1 link cannot be corrected: line 3.")
        before = set(person.driver.downloads.iterdir())
        person.click("#check-corrected")
        path = person.downloaded(before)
        run("validate", "links.txt", "--fix", "--output", "fixed.txt", folder=self.folder, status=1)
        self.assertEqual(path.read_text(), (self.folder / "fixed.txt").read_text())
        # On a small screen, no word of a name is broken.
        resize(person.driver, 360, 740)
        self.assertEqual(person.driver.execute_script("""
            return [...document.querySelectorAll("#findings tbody th")].flatMap((one) => {
                const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
                const range = document.createRange();
                return [...text.textContent.matchAll(/[^ ]+/g)].filter(({0: word, index}) => {
                    range.setStart(text, index);
                    range.setEnd(text, index + word.length);
                    return range.getClientRects().length > 1;
                }).map(([word]) => word);
            });"""), [])
        # Nothing was imported.
        self.assertEqual(person.accounts(), 0)
        # Nothing to check is said beside the field.
        person.click("#check-run")
        person.wait_for("#check-form .problem", "Paste links first")
        person.type("#check-text", "no link at all")
        person.click("#check-run")
        person.wait_for("#check-result", "There is no otpauth link in it")
        person.type("#check-text", LINKS.splitlines()[2])
        person.click("#check-run")
        person.wait_for("#check-result", "No link can be corrected")
        self.assertFalse(person.all("#check-corrected"))
        self.assertEqual(person.errors(), [])


@in_chromium
@unittest.skipUnless(shutil.which("zbarimg"), "zbarimg is missing")
class Phone(PageTest):
    def test_codes_that_a_phone_reads_from_the_screen(self):
        found = [one for one in accounts(8) if one.type == "totp"]
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in found))
        for size in (1280, 800), (360, 740):
            with self.subTest(size=size):
                person = self.chromium(self.serve("links.txt"), size=size)
                person.open("move")
                person.wait("the accounts", lambda: person.accounts() == len(found))
                person.show_codes("authy")
                person.wait_for("#phone-place", f"1 of {len(found)}")
                self.assertIn("In Authy: + › Scan QR code", person.text("#phone-take"))
                person.driver.execute_script("document.getElementById('phone-next').focus()")
                seen = []
                for at in range(len(found)):
                    person.wait_for("#phone-place", f"{at + 1} of {len(found)}")
                    person.wait("a new code", lambda: (
                        (read := self.scanned(person)) and read not in seen and (seen.append(read) or True)))
                    person.press("\ue014")  # The arrow key to the right.
                self.assertEqual(sorted(self.secrets("\n".join(seen))), sorted(one.secret for one in found))
                # After the last code comes what to do then.
                person.wait_for("#phone-place", f"All {len(found)} codes shown")
                # In the order of the list.
                in_order = sorted(found, key=lambda one: one.issuer)
                self.assertEqual(self.secrets("\n".join(seen)), [one.secret for one in in_order])
                self.assert_nothing_is_cut(person)
                # All of them as Google Authenticator's export, from where people look for it.
                person.click("#phone-close")
                person.show_codes("google-migration")
                person.wait_for("#phone-place", f"1 of {-(-len(found) // 5)}")
                self.assert_nothing_is_cut(person)
                person.click("#phone-size")
                person.wait_for("#phone-place", f"1 of {-(-len(found) // 2)}")
                person.click("#phone-size")
                person.wait_for("#phone-place", f"1 of {-(-len(found) // 5)}")
                exports = []
                for _ in range(-(-len(found) // 5)):
                    exports.append(person.wait("the export", lambda: (read := self.scanned(person)).startswith(
                        "otpauth-migration:") and read not in exports and read))
                    person.press("\ue014")
                self.assertEqual(sorted(self.secrets("\n".join(exports))), sorted(one.secret for one in found))
                self.assertIn("not moved yet", person.driver.find_element("id", "kept").get_attribute("textContent"))
                person.click("#phone-done")
                # Only what is proven is said, there and in the head.
                person.wait_for("dialog[open]", f"{len(found)} accounts shown, not checked")
                person.click("#finish-done")
                person.wait("that all are moved", lambda: not person.served.json("GET", "state")["unsaved"])
                person.wait_for("#kept", f"{len(found)} not checked")
                person.click("#check-one")
                one = person.served.json("GET", "accounts")["accounts"][0]
                codes = person.served.json("GET", f"codes?ids={one['id']}")["codes"]
                person.type("#phone-typed", codes[one["id"]]["code"])
                person.click("#phone-verify")
                person.wait_for("dialog[open]", f"{len(found)} accounts moved")
                person.click("#finish-done")
                person.wait("the same in the head", lambda: not person.text("#kept"))
                self.assertEqual(person.errors(), [])

    def assert_nothing_is_cut(self, person):
        self.assertEqual(accessibility.evaluate(person.driver, accessibility.WIDTHS), [])

    def scanned(self, person):
        """What the camera of a phone reads: a code on a picture of the screen."""
        done = subprocess.run(["zbarimg", "--quiet", "--raw", "-"], input=person.driver.get_screenshot_as_png(),
                              capture_output=True)
        return done.stdout.decode().strip()

    def secrets(self, links):
        (self.folder / "scanned.txt").write_text(links)
        found = json.loads(run("convert", "scanned.txt", "--to", "json", "--output", "-", folder=self.folder))
        return [one["secret"] for one in found["items"]]


if __name__ == "__main__":
    unittest.main()
