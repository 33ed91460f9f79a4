"""The page without a pointer, without eyes, in the dark, on a small screen and with large letters.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import time
import unittest

from selenium.webdriver.common.keys import Keys

import accessibility
from pages import IS_WHOLE, PASSPHRASE, PageTest
from browsers import dress, in_chromium
from person import PATIENCE
from invented import Invented, accounts, converted, migration_links, screenshot, secret, write_film, write_screenshots

# Names of the settings, with the size of the window and of the letters, and whether it is dark.
SETTINGS = {"wide": ((1280, 800), None, (False, True)), "320 pixels": ((320, 640), None, (False, True)),
            "text of 200%": ((1280, 800), 32, (False, True)), "phone, text of 200%": ((360, 740), 32, (False,))}
if not IS_WHOLE:
    SETTINGS = {name: SETTINGS[name] for name in ("wide", "phone, text of 200%")}


@in_chromium
class Rules(PageTest):
    def test_axe_finds_nothing_on_any_screen(self):
        found = accounts(6)
        write_screenshots(self.folder / "Screenshots", found)
        parts = migration_links(accounts(6, "parts"), 2, self.folder)
        for at in 0, 2:
            screenshot(parts[at], "Google").save(self.folder / f"part {at}.png")
        converted(found[:2], "aegis", self.folder / "encrypted.json", PASSPHRASE)
        (self.folder / "bad.txt").write_text("otpauth://totp/Bad:eve?secret=10189\notpauth://totp/Note:x?secret=AAAA\n")
        (self.folder / "steam.txt").write_text("otpauth://steam/Steam:eve?secret=JBSWY3DPEHPK3PXP\n")
        (self.folder / "twin.txt").write_text(Invented(found[0].issuer, found[0].name, secret("twin")).link)
        (self.folder / "notes.json").write_text(json.dumps({"encrypted": False, "items": [
            {"type": 2, "name": "Note", "notes": Invented("Noted", "eve", secret("noted")).link, "favorite": False},
            {"type": 1, "name": "Starred", "favorite": True,
             "login": {"username": "eve", "totp": secret("starred")}}]}))
        film = write_film(self.folder / "film.y4m", [Invented("Film Co", "ann", secret("film")).link, parts[0]], 1.0)
        inputs = ["Screenshots", "part 0.png", "part 2.png", "encrypted.json",
                  "bad.txt", "steam.txt", "twin.txt", "notes.json"]
        problems, screens = [], 0
        for name, (size, font, colors) in SETTINGS.items():
            person = self.chromium(self.serve(*inputs, "--vault", f"{name}.json"), size=size, font=font, film=film)
            dress(person.driver, colors[0])
            for screen in self.screens(person):
                nameless = accessibility.nameless(accessibility.tree(person.driver))
                if nameless:
                    problems.append(f"{name}, {screen}: controls without a name: {nameless}")
                for is_dark in colors:
                    dress(person.driver, is_dark)
                    screens += 1
                    found = accessibility.findings(person.driver)
                    if found:
                        # A part that the browser has not drawn again has the colors of before.
                        dress(person.driver, is_dark)
                        found = accessibility.findings(person.driver)
                    problems += [f"{name}, {'dark' if is_dark else 'light'}, {screen}: {one}" for one in found]
            self.assertEqual(person.errors(), [])
            person.driver.quit()
        self.assertFalse(problems, f"of {screens} screens:\n" + "\n".join(problems))
        self.assertEqual(screens, self.count * sum(len(colors) for _, _, colors in SETTINGS.values()))

    def screens(self, person):
        """Goes to each screen, and names it."""
        self.count = 0
        for screen in self.walk(person):
            self.count += 1
            yield screen

    def walk(self, person):
        person.open()
        person.wait("the accounts", lambda: person.accounts() > 6)
        yield "cards"
        person.click("#type-in")
        person.click(".type-form summary")
        person.click(".type-form .primary")
        yield "a setup key"
        person.find_app("goog")
        person.wait_for("#from-guide", "Google")
        yield "how to export"
        person.click("button.thumb")
        person.wait("the dialog", lambda: person.shown("dialog[open]"))
        yield "an image, enlarged"
        person.press(Keys.ESCAPE)
        person.click("#use-camera")
        person.wait("a part", lambda: "2 of 3" in person.text("#live-batches"))
        yield "camera, with parts of an export"
        person.click("#live-stop")
        person.refuse("mediaDevices.getUserMedia", "NotReadableError")
        person.click("#use-camera")
        person.wait_for("#live-view", "Another program uses the camera")
        yield "camera in use"
        person.click("#live-stop")
        person.refuse("clipboard.read")
        person.click("#paste-in")
        person.wait_for("#add-place", "Paste here")
        yield "paste"
        person.go("accounts")
        person.click("#show-codes")
        person.wait("codes", lambda: person.rows()[0][2].replace(" ", "").isdigit())
        yield "accounts with codes"
        person.click("#compare")
        person.wait("their codes", lambda: person.text("dialog[open] .code").replace(" ", "").isdigit())
        yield "accounts side by side"
        person.press(Keys.ESCAPE)
        person.click("#rows .account .who")
        person.click("#account-secret")
        person.wait("the secret", lambda: person.all("dialog[open] dd.mono"))
        self.assertNotIn("undefined", person.text("dialog[open]"))
        yield "details"
        person.click("#account-qr")
        person.wait("the code", lambda: person.all(".sheet-qr svg"))
        yield "the QR code of an account"
        person.press(Keys.ESCAPE)
        person.click("#account-edit")
        person.click("dialog[open] summary")
        yield "edit"
        person.type("#edit-issuer", "Another")
        person.press(Keys.ESCAPE)
        person.wait_for("dialog[role=alertdialog]", "Forget the changes?")
        yield "a question about what was typed"
        person.click("dialog[role=alertdialog] .primary")
        person.click("#rows .account .who")
        person.click("#account-delete")
        yield "a question"
        person.press(Keys.ESCAPE)
        person.press(Keys.ESCAPE)
        person.type("#search", "nothing has this name")
        yield "nothing found"
        person.go("move")
        person.wait("the apps", lambda: person.all(".target"))
        yield "apps"
        person.choose_target("html")
        person.wait("the button", lambda: person.shown("#print-paper"))
        yield "paper"
        person.choose_target("microsoft-authenticator")
        person.wait_for("#target-side", "Which?")
        yield "a preview with losses"
        person.type("#target-search", "zzzzzz")
        person.wait_for("#targets", "No app of that name is known.")
        yield "no app of that name"
        person.type("#target-search", " ")
        person.choose_target("pskc")
        person.click("#export-options summary")
        person.type("#option-serial-prefix", "a b")
        person.click("#option-pskc-compatible")
        person.wait_for("#option-serial-prefix-problem", "must be")
        yield "options of a file"
        person.choose_target("aegis")
        person.click("#export-suggest")
        person.wait("a passphrase", lambda: person.text("#export-words"))
        yield "a suggested passphrase"
        person.download()
        yield "the file is written"
        person.click("#move-done")
        person.wait_for("dialog[open]", "in aegis.json")
        yield "the end of a move"
        person.click("#finish-done")
        person.show_codes("aegis")
        yield "QR codes for the phone"
        person.press(Keys.END)
        person.wait_for("#phone-code", "Does it work?")
        yield "the end of the QR codes"
        person.click("#phone-close")
        person.show_codes("keeper")
        yield "secrets to type"
        person.click("#phone-close")
        person.go("check")
        person.type("#check-text", (self.folder / "bad.txt").read_text())
        person.click("#check-run")
        person.wait_for("#check-sum")
        yield "findings"
        person.pretend_that_time_is_up()
        person.wait("the warning", lambda: person.shown("#stay"))
        yield "still there?"
        person.click("#stay")
        person.wait("its end", lambda: not person.all("#idle"))
        person.click("#save")
        person.choose_passphrase("new", PASSPHRASE)
        yield "a new vault"
        person.click("dialog[open] .primary")
        person.wait_for("#kept", "Saved")
        person.hold_message()
        yield "saved, with an offer"
        person.click("#toasts .link")
        yield "the passphrase for a recovery code"
        person.type("#recovery-passphrase", PASSPHRASE)
        person.press(Keys.ENTER)
        person.wait("the code", lambda: person.text("#recovery-code"))
        yield "a recovery code"
        person.click("#recovery-done")
        person.go("move")
        person.wait_for("#vault-part", "A recovery code opens")
        yield "apps, with a vault"
        person.click("#lock")
        person.wait_for("#cover", "Unlock")
        yield "locked"
        person.unlock(PASSPHRASE)
        person.wait("the accounts", lambda: person.accounts() > 6)
        person.driver.get("about:blank")
        person.driver.get(f"{person.served.origin}/#{'0' * 64}")
        person.wait_for("#cover", "earlier run")
        yield "another run"
        person.open()
        person.click("#quit")
        yield "quit"
        person.press(Keys.ESCAPE)
        person.served.interrupt()
        person.wait_for("#cover", "has ended")
        yield "ended"

    def test_empty_screens(self):
        person = self.chromium(self.serve())
        person.open()
        for is_dark in False, True:
            dress(person.driver, is_dark)
            for part, css in (("add", "#add-title"), ("accounts", "#accounts-empty h2"),
                              ("move", "#move-empty h2"), ("check", "#check-text")):
                with self.subTest(part=part, is_dark=is_dark):
                    person.go(part)
                    person.wait(css, lambda: person.shown(css))
                    self.assertEqual(accessibility.findings(person.driver), [])


@in_chromium
class Keyboard(PageTest):
    def test_the_main_journey(self):
        found = accounts(6)
        write_screenshots(self.folder / "Screenshots", found)
        person = self.chromium(self.serve())
        person.open()
        accessibility.listen(person.driver)
        # Past the menu to what people come for.
        person.press(Keys.TAB)
        self.assertEqual(person.driver.switch_to.active_element.text, "Skip to the content")
        # The dialog of the system is not a part of the page: Enter opens it, and its answer is given here.
        person.tab_to("#choose-folder")
        person.choose_folder(self.folder / "Screenshots")
        person.read(8)
        person.wait("what was said", lambda: "Done. 6 accounts" in " ".join(accessibility.heard(person.driver)))
        person.tab_to("#nav-accounts", 200)
        person.press(Keys.ENTER)
        person.wait("rows", person.rows)
        person.tab_to("#search")
        person.press(Keys.ARROW_DOWN)
        # The code of the line with the focus is shown, and only that.
        person.wait("one code", lambda: sum(row[2].replace(" ", "").isdigit() for row in person.rows()) == 1)
        # Enter copies it; the details are beside it.
        person.press(Keys.ENTER)
        person.wait_for("#toasts", "Code of")
        person.press(Keys.SHIFT, Keys.TAB)
        person.press(Keys.ENTER)
        person.wait("details", lambda: person.shown("dialog[open] #account-edit"))
        person.press(Keys.ESCAPE)
        self.assertTrue(
            person.driver.execute_script("return document.activeElement.matches('.who')"), "the focus returns")
        person.tab_to("#nav-move", 200)
        person.press(Keys.ENTER)
        person.wait("the apps", lambda: person.all(".target"))
        person.press("/")
        person.press("aegis")
        person.press(Keys.ENTER)
        person.wait_for("#target-title", "Aegis")
        person.tab_to("#export-passphrase")
        person.press(PASSPHRASE)
        person.tab_to("#export-repeat")
        person.press(PASSPHRASE)
        before = set(person.driver.downloads.iterdir())
        person.press(Keys.ENTER)
        person.wait_for("#export-done")
        path = person.downloaded(before)
        self.assertEqual(len(self.read_by_peer("aegis", path, PASSPHRASE)), 6)
        self.assertEqual(person.driver.switch_to.active_element.get_attribute("id"), "export-done")
        # Each change was said, in this order; a wait only if it is long (test_waits).
        said = iter(accessibility.heard(person.driver))
        for text in ("Reading 8 files", "Done. 6 accounts found. 1 needs another try. 1 has no account.", "6 accounts",
                     "Aegis: All 6 accounts fit"):
            self.assertTrue(any(text in one for one in said), f"{text}: {accessibility.heard(person.driver)}")
        person.tab_to("#quit", 200)
        person.press(Keys.ENTER)
        person.wait("the question", lambda: person.shown("dialog[open] .primary"))
        person.tab_to("dialog[open] footer .primary")
        person.press(Keys.ENTER)
        person.wait_for("#cover", "You can close this page")
        self.assertEqual(person.served.wait_for_end(), 0)
        self.assertEqual(person.errors(), [])


    def test_the_focus_is_never_under_the_head(self):
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in accounts(30)))
        person = self.chromium(self.serve("links.txt"), size=(360, 740))
        person.open("move")
        person.choose_target("aegis")
        for keys in ((Keys.TAB,), (Keys.SHIFT, Keys.TAB)):
            for _ in range(12):
                person.press(*keys)
                hidden = person.driver.execute_script(
                    "const {top, height} = document.activeElement.getBoundingClientRect();"
                    "const isInHead = document.activeElement.matches('#top *, .skip, body');"
                    "return !isInHead && height > 0"
                    " && top < document.getElementById('top').getBoundingClientRect().bottom"
                    " ? document.activeElement.outerHTML : null")
                self.assertIsNone(hidden)


@in_chromium
class Tree(PageTest):
    """What a screen reader gets, as Chromium tells it."""

    def test_every_part(self):
        first, second = accounts(2)
        (self.folder / "links.txt").write_text(f"{first.link}\n{second.link}\n")
        person = self.chromium(self.serve("links.txt"))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 2)
        person.wait("the card", lambda: person.shown("#next-step"))
        menu = [("link", "Skip to the content"), ("link", "Add"), ("link", "Accounts 2"), ("link", "Move"),
                ("link", "Check"), ("link", "2 accounts not moved yet"), ("button", "Keep them"), ("button", "Quit")]
        ways = [("button", name) for name in (
            "Choose files", "Choose a folder", "Camera", "Scan screen", "Paste", "Enter a setup key")]
        self.expect(person, menu + [("DisclosureTriangle", "Steps for another app")] + ways + [
            ("link", "Move 2 accounts"), ("link", "See them"),
            ("DisclosureTriangle", "links.txt 2 accounts imported"), ("button", "Remove links.txt")])
        person.go("accounts")
        person.wait("the lines", lambda: len(person.rows()) == 2)
        lines = [(role, text.format(f"{one.issuer} ({one.name})")) for one in (first, second) for role, text in (
            ("button", "{}: details"), ("button", "Show the code of {}"), ("button", "Copy the code of {}"))]
        self.expect(person, menu + [("searchbox", "Search accounts"), ("combobox", "Sort by"),
                                    ("switch", "Show codes"), ("button", "Select")] + lines)
        person.click("#rows .account .who")
        person.wait("its code", lambda: person.text("dialog[open] .code").replace(" ", "").isdigit())
        close, code, star, *others = self.controls(person)
        self.assertEqual(star, ("button", "Favorite"))
        self.assertRegex(code[1], "[0-9]{3} [0-9]{3}, code of .*: copy")
        names = ("Close", "Delete", "Show secret", "QR code", "Edit")
        self.assertEqual([close, *others], [("button", name) for name in names])
        person.press(Keys.ESCAPE)
        person.go("move")
        person.wait("the apps", lambda: person.all(".target"))
        found = self.controls(person)
        self.assertEqual(found[:len(menu) + 5], menu + [
            ("searchbox", "Search apps"), ("radio", "Google Authenticator"), ("radio", "Microsoft Authenticator"),
            ("radio", "Authy"), ("radio", "2FAS")])
        self.assertIn(("radio", "Aegis"), found)
        names = [name for role, name in found if role == "radio"]
        self.assertEqual(len(set(names)), len(names), "no two apps have the same name")
        person.show_codes("google-migration")
        self.expect(person, [("button", "Smaller codes"), ("button", "Close"),
                             ("button", "Previous"), ("button", "Scanned, next"), ("button", "Skip")])
        person.click("#phone-close")
        person.go("check")
        self.expect(person, menu + [
            ("textbox", "Links, one per line"), ("button", "Check"), ("button", "Choose a file")])

    def controls(self, person):
        found = accessibility.tree(person.driver)
        self.assertEqual(accessibility.nameless(found), [], accessibility.printed(found))
        return accessibility.controls(found)

    def expect(self, person, controls):
        """Waits until the part has just these controls."""
        end = time.monotonic() + PATIENCE
        while (found := self.controls(person)) != controls and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(found, controls, accessibility.printed(accessibility.tree(person.driver)))


if __name__ == "__main__":
    unittest.main()
