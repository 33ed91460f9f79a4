"""What people meet on their way: forgotten passphrases, accounts in notes, interruptions, accounts that are twice.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import os
import signal
import unittest

from PIL import ImageFilter
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import accessibility
from pages import PASSPHRASE, ROOT, PageTest, in_every_browser
from browsers import in_chromium, resize
from invented import Invented, accounts, code, converted, meme, screenshot, secret
from program import run

SECRETS = {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE}


class Everyday(PageTest):
    def links(self, name, some):
        (self.folder / name).write_text("".join(one.link + "\n" for one in some))
        return self.folder / name

    @in_every_browser
    def test_three_wrong_passphrases_lead_to_the_recovery_code(self):
        run("import", self.links("a.txt", accounts(2)), "--vault", "v.json", folder=self.folder, **SECRETS)
        code = run("vault", "recovery", "add", "v.json", folder=self.folder, **SECRETS)
        code = next(word for word in code.split() if word.count("-") == 13)
        person = self.browser(self.serve("--vault", "v.json"))
        person.open()
        for tried in range(3):
            self.assertFalse(person.shown("#use-code"))
            person.type("#unlock-passphrase", f"not this one {tried}")
            person.click("#unlock")
            # The click empties it.
            person.wait_for("#cover .problem", "rong passphrase")
        said = person.wait_for("#cover .problem", "Caps Lock")
        self.assertNotIn("damaged", said)
        person.click("#use-code")
        person.type("#unlock-passphrase", code)
        person.click("#unlock")
        person.wait("the unlocked page", lambda: not person.shown("#cover"))
        person.wait("its accounts", lambda: person.accounts() == 2)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_the_demonstration_says_what_it_is(self):
        served = self.serve("--demo")
        person = self.chromium(served)
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 14)
        self.assertIn("all accounts are invented, and nothing is written", person.text("#demo"))
        self.assertFalse(person.text("#kept"))
        person.go("accounts")
        person.click("#show-codes")
        person.wait("a code", lambda: any(row[2].replace(" ", "").isdigit() for row in person.rows()))
        person.click("#quit")
        person.click("dialog[open] footer .primary")
        self.assertEqual(served.wait_for_end(), 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    @in_every_browser
    def test_an_account_in_a_note_waits_for_a_decision(self):
        noted, other, third = accounts(3)
        for name, one in ("a.json", noted), ("b.json", third):
            (self.folder / name).write_text(json.dumps({"encrypted": False, "items": [
                {"type": 1, "name": "Acme", "notes": f"backup {one.link}",
                 "login": {"username": "eve", "totp": other.secret}}]}))
        person = self.browser(self.serve("a.json", "b.json"))
        person.open()
        person.wait_for("[data-filter=noted]", "2 files have an account in a note")
        person.wait("both cards", lambda: len(person.cards()) == 2)
        person.go("move")
        person.wait_for("#unread", "2 things are not done.")
        self.assertIn("2 files have an account in a note.", person.text("#unread"))
        person.go("add")
        person.click_in_card("a.json", ".take")
        person.wait("its account", lambda: person.accounts() == 2)
        person.click_in_card("b.json", ".leave")
        person.wait("no decision", lambda: not person.all(".take") and not person.all("[data-filter=noted]"))
        self.assertEqual(person.accounts(), 2)
        person.go("move")
        person.wait("nothing that is missing", lambda: not person.text("#unread"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_table_with_unknown_columns_asks_what_they_have(self):
        rows = [f"{one.issuer},{one.name},{one.secret},8,60" for one in accounts(2)]
        for name in "a.csv", "b.csv":
            (self.folder / name).write_text("\n".join(["issuer,name,secret,len,turn", *rows, ""]))
        person = self.browser(self.serve("a.csv", "b.csv"))
        person.open()
        accessibility.listen(person.driver)
        person.wait_for("[data-filter=asks]", "2 files ask a question")
        for size in (1280, 800), (320, 700):
            resize(person.driver, *size)
            person.wait("both questions", lambda: len(person.all(".roles")) == 2)
            self.assertEqual(accessibility.findings(person.driver), [])
        card = person.card("a.csv")
        self.assertIn("What does each column have?", card.text)
        chosen = [Select(one) for one in card.find_elements("css selector", ".roles select")]
        self.assertEqual([one.first_selected_option.text for one in chosen], ["digits", "period"])
        chosen[1].select_by_visible_text("digits")
        person.click_on(card.find_element("css selector", "form .primary"))
        person.wait("the reason", lambda: "Digits is given twice" in card.text)
        # Without a pointer.
        chosen[1].select_by_visible_text("period")
        card.find_element("css selector", ".roles select").send_keys(Keys.TAB)
        person.press(Keys.TAB)
        self.assertEqual(person.driver.switch_to.active_element.text, "Read it")
        person.press(Keys.ENTER)
        person.wait("its accounts", lambda: person.accounts() == 2)
        person.wait("no question", lambda: not person.all(".roles"))
        person.wait("what was said", lambda: "2 files read." in accessibility.heard(person.driver))
        self.assertEqual({one["period"] for one in person.served.json("GET", "accounts")["accounts"]}, {60})
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_the_phone_view_goes_on_where_it_was(self):
        person = self.browser(self.serve(self.links("a.txt", accounts(17))))
        person.open("move")
        person.show_codes("authy")
        person.wait_for("#phone-place", "1 of 17")
        for at in range(2, 10):
            person.click("#phone-next")
            person.wait_for("#phone-place", f"{at} of 17")
        person.press("\ue00c")
        person.wait("its end", lambda: not person.all("#phone"))
        person.click("#show-qr")
        person.wait_for("#phone-place", "9 of 17")
        person.press("\ue010")
        person.wait_for("#phone-code", "Does it work?")
        for width, height in (1280, 800), (360, 740), (320, 700):
            resize(person.driver, width, height)
            self.assertTrue(person.driver.execute_script(
                "return [...document.querySelectorAll('#phone .box, #phone .box button')].every((one) => {"
                " const {top, bottom, left, right} = one.getBoundingClientRect();"
                " return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth; })"), (width, height))
        person.click("#phone-not-yet")
        person.wait("its end", lambda: not person.all("#phone"))
        self.assertEqual(person.served.json("GET", "state")["unsaved"], 17)
        person.click("#show-qr")
        person.wait_for("#phone-code", "Does it work?")
        person.click("#phone-again")
        person.wait_for("#phone-place", "1 of 17")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_95_accounts_go_to_the_phone(self):
        person = self.browser(self.serve(self.links("a.txt", accounts(95))))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 95)
        clicks = ["#nav-move", "[data-target=google-migration]", "#show-qr", *["#phone-next"] * 19]
        for at, one in enumerate(clicks):
            person.click(one)
            if 1 < at < len(clicks) - 1:
                person.wait_for("#phone-place", f"{at - 1} of 19")
        self.assertFalse(person.shown("#phone-next"))
        person.type("#phone-typed", "000 000")
        person.press(Keys.ENTER)
        person.wait_for("#phone .problem", "No account has this code now.")
        account = person.served.json("GET", "accounts")["accounts"][0]
        code = person.served.json("GET", f"codes?ids={account['id']}")["codes"][account["id"]]["code"]
        person.type("#phone-typed", f"{code[:3]} {code[3:]}")
        person.click("#phone-verify")
        said = person.wait_for("dialog[open]", "95 accounts moved")
        self.assertIn(f"Right: {account['issuer']} works.", said)
        self.assertIn("Nothing is left here", said)
        person.click("#finish-done")
        self.assertLessEqual(len(clicks) + 3, 26)
        self.assertEqual(person.served.json("GET", "state")["unsaved"], 0)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_what_is_skipped_comes_again(self):
        steam = "otpauth://steam/Steam:eve?secret=JBSWY3DPEHPK3PXP\n"
        path = self.links("a.txt", accounts(6))
        path.write_text(path.read_text() + steam)
        person = self.browser(self.serve(path))
        person.open("move")
        person.show_codes("aegis")
        # Two of Google's codes, then the account that they cannot have.
        person.wait_for("#phone-place", "1 of 3")
        person.click("#phone-skip")
        person.wait_for("#phone-place", "2 of 3")
        person.click("#phone-next")
        person.wait_for("#phone-title", "Steam")
        person.click("#phone-next")
        person.click("#phone-skipped")
        person.wait_for("#phone-place", "1 of 1")
        person.click("#phone-close")
        person.click("#show-qr")
        person.wait_for("#phone-place", "1 of 3")
        person.press(Keys.END)
        person.click("#phone-done")
        said = person.wait_for("dialog[open]", "2 accounts shown, not checked")
        self.assertIn("5 accounts are neither in an app nor in a file yet.", said)
        person.click("#move-rest")
        person.wait_for("#picked", "5 chosen accounts")
        person.show_codes("aegis")
        person.wait_for("#phone-place", "1 of 1")
        person.click("#phone-close")
        person.click("#move-all")
        person.wait("all", lambda: not person.text("#picked"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_where_accounts_go(self):
        person = self.browser(self.serve(self.links("a.txt", [one for one in accounts(12) if one.type == "totp"])))
        for width, height in (1280, 720), (360, 740):
            resize(person.driver, width, height)
            person.open("move")
            person.wait("the apps", lambda: person.all(".target"))
            self.assertTrue(person.driver.execute_script(
                "return document.querySelector('.target').getBoundingClientRect().bottom <= innerHeight"), width)
            # Whatever there is above it, the button is in sight.
            person.choose_target("keepass")
            person.click("#export-suggest")
            person.wait("words", lambda: person.text("#export-words"))
            self.assertTrue(person.driver.execute_script(
                "const {top, bottom} = document.getElementById('export').getBoundingClientRect();"
                " return top >= 0 && bottom <= innerHeight"), width)
        tiles = [one.get_attribute("data-target") for one in person.all(".target")]
        self.assertEqual(tiles[:3], ["google-migration", "microsoft-authenticator", "authy"])
        self.assertGreater(len(tiles), 60)
        self.assertFalse({"bitwarden-csv", "keepassxc", "keepassxc-xml"} & set(tiles))
        person.click("#target-kind option[value=keepassxc]")
        person.wait_for("#target-side", "For an encrypted database")
        self.assertTrue(person.find("[data-target=keepass] input").is_selected())
        person.type("#target-search", "backup")
        person.wait_for("[data-target=totply-vault]", "Just keep them here")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_every_name_finds_the_app_and_the_right_codes(self):
        found = [one for one in accounts(12) if one.type == "totp"][:6]
        person = self.browser(self.serve(self.links("a.txt", found)))
        person.open("move")
        for typed, target in (("authy", "authy"), ("duo", "duo"), ("okta", "okta-verify"),
                              ("microsoft", "microsoft-authenticator"),
                              ("ms authenticator", "microsoft-authenticator"), ("google", "google-migration"),
                              ("goggle", "google-migration"), ("print", "html"), ("excel", "csv"),
                              ("iphone passwords", "apple-passwords"), ("nothing, just keep them", "totply-vault")):
            with self.subTest(typed=typed):
                person.type("#target-search", typed)
                person.wait("its tile, first", lambda: person.find(".target").get_attribute("data-target") == target)
                if typed in ("authy", "duo", "okta", "microsoft", "ms authenticator"):
                    person.show_codes(target)
                    person.wait_for("#phone-place", f"1 of {len(found)}")
                    person.click("#phone-close")
        person.type("#target-search", "google")
        person.show_codes("google-migration")
        person.wait_for("#phone-place", "1 of 2")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_what_an_app_cannot_hold_is_known_before_a_code_is_shown(self):
        path = self.folder / "a.txt"
        path.write_text("otpauth://totp/Acorn:al?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Acorn\n"
                        "otpauth://totp/Birch:bo?secret=JBSWY3DPEHPK3PXPJBSWY3DQ&issuer=Birch&digits=8\n"
                        "otpauth://totp/Cedar:cy?secret=JBSWY3DPEHPK3PXPJBSWY3DR&issuer=Cedar&algorithm=SHA256\n")
        person = self.browser(self.serve(path))
        person.open("move")
        person.choose_target("microsoft-authenticator")
        said = person.wait_for("#target-side", "2 accounts stay behind. Which?")
        self.assertIn("1 account fits", said)
        person.click("#losses summary")
        said = person.wait_for("#losses", "does not support the algorithm SHA256")
        self.assertIn("supports only codes of 6 digits", said)
        person.click("#show-qr")
        person.wait_for("#phone-place", "1 of 1")
        person.wait_for("#phone-title", "Acorn")
        person.click("#phone-close")
        # Of an app whose limits are not known, that is said.
        person.choose_target("authy")
        person.wait_for("#target-side", "Compare them afterwards: Birch: bo, Cedar: cy.")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_keys_find_and_copy_a_code(self):
        found = accounts(6)
        person = self.browser(self.serve(self.links("a.txt", found)))
        person.open("accounts")
        person.wait("the accounts", lambda: len(person.rows()) == 6)
        self.driver_focus(person, "#main")
        person.press("/")
        person.press(found[0].issuer)
        person.wait("its code", lambda: len(person.rows()) == 1 and person.rows()[0][2].replace(" ", "").isdigit())
        person.press(Keys.ENTER)
        person.wait_for("#toasts", f"Code of {found[0].issuer}")
        person.press(Keys.ESCAPE)
        person.wait("all", lambda: len(person.rows()) == 6)
        person.press(Keys.ARROW_DOWN)
        person.wait("a chosen code", lambda: person.driver.execute_script(
            "return document.activeElement.dataset.part") == "code")
        name = person.driver.execute_script(
            "return document.activeElement.closest('.account').querySelector('.issuer').textContent")
        person.press(Keys.ENTER)
        person.wait_for("#toasts", f"Code of {name}")
        # The switch is kept.
        self.driver_focus(person, "#main")
        person.press("?")
        person.click("dialog[open] [role=switch]")
        person.click("dialog[open] .primary")
        person.driver.refresh()
        person.wait("the page", lambda: person.shown("#rows"))
        self.driver_focus(person, "#main")
        person.press("?")
        person.press("/")
        self.assertFalse(person.all("dialog[open]"))
        self.assertFalse(person.driver.execute_script("return document.activeElement.id === 'search'"))
        self.assertEqual(person.errors(), [])

    def driver_focus(self, person, css):
        person.driver.execute_script("document.querySelector(arguments[0]).focus()", css)

    @in_every_browser
    def test_paper_is_printed(self):
        found = accounts(3)
        person = self.browser(self.serve(self.links("a.txt", found)))
        person.open("move")
        person.choose_target("html")
        person.driver.execute_script(
            "window.print = () => { window.printed = document.getElementById('paper').textContent;"
            " dispatchEvent(new Event('afterprint')); }")
        person.click("#print-paper")
        person.wait_for("dialog[open]", "Is it on paper?")
        printed = person.driver.execute_script("return window.printed.replaceAll(' ', '')")
        for one in found:
            self.assertIn(one.secret, printed)
        self.assertFalse(person.all("#paper"))
        person.click("dialog[open] .primary")
        said = person.wait_for("dialog[open]:has(#finish-done)", "3 accounts on paper")
        self.assertIn("Keep the paper in a safe place.", said)
        self.assertEqual(person.served.json("GET", "state")["unsaved"], 0)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_several_accounts_are_selected(self):
        person = self.browser(self.serve(self.links("a.txt", accounts(5))))
        person.open("accounts")
        accessibility.listen(person.driver)
        person.click("#select")
        who = [f"#rows .account:nth-child({at}) .who" for at in (1, 2)]
        for one in who:
            person.click(one)
        person.wait_for("#accounts-picked", "2 selected")
        pressed = [one.get_attribute("aria-pressed") for one in person.all("#rows .who")]
        self.assertEqual(pressed, ["true"] * 2 + ["false"] * 3)
        for size in (1280, 800), (320, 700):
            resize(person.driver, *size)
            self.assertEqual(accessibility.findings(person.driver), [])
        person.click("#picked-tag")
        person.type("#tag-name", "travel")
        person.press(Keys.ENTER)
        person.wait("the tags", lambda: [one.text for one in person.all("#rows .chip")] == ["travel"] * 2)
        person.click("#picked-star")
        person.wait("the stars", lambda: len(person.all("#rows .star")) == 2)
        person.click("#picked-delete")
        person.click("dialog[open] .danger")
        person.wait("their end", lambda: len(person.rows()) == 3)
        person.click("#undo")
        person.wait("all", lambda: len(person.rows()) == 5)
        person.click("#picked-done")
        person.click("[data-filter=travel]")
        person.wait("the tag alone", lambda: len(person.rows()) == 2)
        person.click("#select")
        person.click("#picked-all")
        person.click("#picked-move")
        person.wait_for("#picked", "2 chosen accounts")
        person.choose_target("aegis")
        person.wait_for("#target-side", "All 2 accounts fit")
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_a_code_that_changes_fades_unless_motion_is_reduced(self):
        one, = accounts(1)
        for motion in "no-preference", "reduce":
            person = self.chromium(self.serve(self.links("a.txt", [one])))
            person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-reduced-motion", "value": motion}]})
            person.open("accounts")
            person.click("#show-codes")
            person.wait("a code", lambda: person.rows()[0][2].replace(" ", "").isdigit())
            person.driver.execute_script("""
                window.faded = [];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (frames, time) {
                    window.faded.push(time);
                    return animate.call(this, frames, time);
                };""")
            # The next code can be read in the last seconds.
            upcoming = person.wait("the next code", lambda: person.text("#rows .upcoming"))
            person.wait("the next code in its place", lambda: person.rows()[0][2] == upcoming)
            faded = person.driver.execute_script("return window.faded")
            self.assertEqual(faded, [150] if motion == "no-preference" else [])
            self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_accounts_are_kept_in_a_file_that_the_page_opens(self):
        person = self.browser(self.serve(self.links("a.txt", accounts(4))))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 4)
        before = set(person.driver.downloads.iterdir())
        # Two clicks: the words are suggested.
        person.click("#keep-them")
        words = person.wait("the words", lambda: person.text("#keep-words"))
        self.assertEqual(len(words.split()), 6)
        for size in (1280, 800), (320, 700):
            resize(person.driver, *size)
            self.assertEqual(accessibility.findings(person.driver), [])
        person.click("#keep-download")
        said = person.wait_for("dialog[open]:has(#finish-done)", "4 accounts kept")
        self.assertIn("This file is your database. Keep it, and a copy elsewhere.", said)
        path = person.downloaded(before)
        self.assertEqual(person.served.json("GET", "state")["unsaved"], 0)
        # On another day: one file, and its passphrase.
        other = self.browser(self.serve())
        other.open()
        other.wait_for("#add-hero .lead:not(#intro)", "Keep them here")
        other.give(path)
        other.wait_for("#cards", "Open it")
        other.wait("the focus in the field", lambda: other.driver.execute_script(
            "return document.activeElement.type") == "password")
        for size in (1280, 800), (320, 700):
            resize(other.driver, *size)
            self.assertEqual(accessibility.findings(other.driver), [])
        other.press("not this one", Keys.ENTER)
        other.wait_for("#cards .problem", "rong passphrase")
        other.press(words, Keys.ENTER)
        other.wait("the accounts", lambda: other.shown("#accounts") and other.accounts() == 4)
        self.assertEqual(other.text("#kept"), f"Saved in {path.name}")
        other.click("#show-codes")
        other.wait("codes", lambda: other.rows()[0][2].replace(" ", "").isdigit())
        # A change is not saved before its version is downloaded.
        other.type("#search", accounts(4)[0].issuer)
        other.wait("one account", lambda: len(other.rows()) == 1)
        other.click("#rows .account .who")
        other.click("#account-edit")
        other.type("#edit-issuer", "Edited")
        other.click("dialog[open] .primary")
        other.wait_for("#save", "Save 1 change")
        self.assertTrue(other.driver.execute_script(
            "const event = new Event('beforeunload', {cancelable: true}); dispatchEvent(event);"
            " return event.defaultPrevented"))
        other.go("move")
        self.assertFalse(other.text("#vault-part"))
        other.go("add")
        other.choose_files(self.links("b.txt", accounts(5)[4:]))
        other.wait_for("#save", "Save 2 changes")
        before = set(other.driver.downloads.iterdir())
        other.click("#save")
        said = other.wait_for("dialog[open]:has(#finish-done)", "5 accounts kept")
        self.assertIn(f"The new {path.name} is in your downloads. Keep this one: it has all accounts.", said)
        self.assertIn("Delete the older file", said)
        newer = other.downloaded(before)
        other.click("#finish-done")
        other.wait_for("#kept", f"Saved in {path.name}")
        # Which file to keep is said before it is locked.
        other.go("accounts")
        other.type("#search", "Edited")
        other.wait("one account", lambda: [row[0] for row in other.rows()] == ["Edited"])
        other.click("#rows .account .who")
        other.click("#account-edit")
        other.type("#edit-issuer", "Edited again")
        other.click("dialog[open] .primary")
        other.wait_for("#save", "Save 1 change")
        before = set(other.driver.downloads.iterdir())
        other.click("#lock")
        other.wait_for("dialog[open]", "Lock without saving?")
        other.click("dialog[open] .primary")
        other.wait_for("dialog[open]:has(#finish-done)", "5 accounts kept")
        newest = other.downloaded(before)
        other.click("#finish-done")
        other.wait_for("#cover", f"Unlock {path.name}")
        # It opens with the same passphrase.
        other.unlock(words)
        other.wait("the accounts", lambda: other.accounts() == 5)
        # Nothing of an older version is added to the newer one.
        other.go("add")
        other.choose_files(path)
        other.wait_for("#cards", f"another copy of {path.name}")
        other.click("#cards .merge-copy")
        other.wait_for("#add-said", f"{path.name} has nothing new.")
        # Another vault adds its accounts: only one is open.
        run("import", self.links("b.txt", accounts(6)[5:]), "--vault", "another.json",
            folder=self.folder, TOTP_IMPORT_PASSPHRASE=words)
        other.choose_files(self.folder / "another.json")
        other.wait_for("#locked-files", f"Its accounts are added to those of {path.name}.")
        other.open_files(words)
        other.wait_for("#save", "Save 1 account")
        self.assertEqual(other.errors(), [])
        for file, edited in (newer, "Edited"), (newest, "Edited again"):
            found = json.loads(run("list", file, "--json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=words))
            issuers = [edited] + [one.issuer for one in accounts(5)[1:]]
            self.assertEqual(sorted(one["issuer"] for one in found["items"]), sorted(issuers))

    @in_every_browser
    def test_missing_parts_are_a_row_of_the_result(self):
        person = self.browser(self.serve())
        person.open()
        parts = ROOT / "Fixtures/images/google-parts"
        person.choose_files(parts / "complete-1.png", parts / "complete-3.png", self.links("a.txt", accounts(2)))
        person.read(3)
        rows = lambda: [one.text for one in person.all("#inputs-filter button")]
        person.wait("the rows", lambda: rows() == ["1 export is missing parts (2 files)", "1 has accounts"])
        # It leads to the parts, and to what brings them.
        person.click("#inputs-filter [data-filter=parts]")
        focused = person.driver.execute_script("return document.activeElement.textContent")
        self.assertEqual(focused, "Show it to the camera")
        self.assertEqual(sorted(name for name, _, _ in person.cards()), ["complete-1.png", "complete-3.png"])
        self.assertEqual(accessibility.findings(person.driver), [])
        person.go("move")
        person.wait_for("#unread", "1 export is missing parts (2 files).")
        person.go("add")
        person.choose_files(parts / "complete-2.png")
        person.wait("the whole export", lambda: rows() == [] and "3 of 3" in person.text("#batches"))
        self.assertEqual(len(person.cards()), 4)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_what_takes_long_says_so(self):
        person = self.chromium(self.serve(self.links("a.txt", accounts(1))))
        person.open("move")
        person.choose_target("ente")
        person.choose_passphrase("export", PASSPHRASE)
        person.click("#export")
        person.wait_for("#export-wait", "Writing and checking, about 10 seconds")
        person.wait_for("#export-done", patience=180)
        # The old app is named above it, and must not be what is deleted.
        self.assertIn("After the import, delete ente_auth.json.", person.text("#target-side"))
        person.choose_target("keepass")
        person.choose_passphrase("export", PASSPHRASE)
        person.click("#export")
        person.wait_for("#target-side", "This file is your database. Keep it, and a copy elsewhere.")
        self.assertNotIn("Delete", person.text("#target-side"))

    @in_every_browser
    def test_accounts_that_resemble_each_other_are_settled(self):
        old, new = Invented("Acme", "eve", secret("old")), Invented("Acme", "eve", secret("new"))
        person = self.browser(self.serve(self.links("old.txt", [old]), self.links("new.txt", [new])))
        person.open("accounts")
        for way in "#keep-both", ".keep-one":
            person.click("#compare")
            person.wait("both codes", lambda: [
                one.text.replace(" ", "").isdigit() for one in person.all(".twins .code")] == [True] * 2)
            said = person.text(".twins")
            self.assertIn("old.txt", said)
            self.assertIn("new.txt", said)
            person.click(way)
            person.wait("the decision", lambda: not person.all("dialog[open]") and not person.all("#compare"))
            self.assertEqual(len(person.served.json("GET", "accounts")["accounts"]), 2 if way == "#keep-both" else 1)
            person.click("#undo")
            person.wait("both again", lambda: person.shown("#compare"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_favorites_are_first_and_have_a_star(self):
        found = accounts(4)
        person = self.browser(self.serve(self.links("a.txt", found)))
        person.open("accounts")
        last = sorted(found, key=lambda one: one.issuer)[-1]
        person.wait("the accounts", lambda: len(person.rows()) == 4 and person.rows()[0][0] != last.issuer)
        account, = (one for one in person.served.json("GET", "accounts")["accounts"] if one["issuer"] == last.issuer)
        person.served.json("PATCH", f"accounts/{account['id']}", {"favorite": True})
        person.wait("the favorite first", lambda: person.rows()[0][0] == last.issuer)
        self.assertEqual(len(person.all("#rows .account:first-child .star")), 1)
        self.assertEqual(len(person.all("#rows .star")), 1)
        self.assertEqual(person.driver.execute_script(
            "return [...document.querySelectorAll('#rows .issuer')]"
            ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"), [])
        # On a small phone, the time that is left can be read beside the code.
        person.click("#show-codes")
        for width in 1280, 360, 320:
            resize(person.driver, width, 740)
            person.wait("the seconds", lambda: person.text("#rows .left").isdigit())
            self.assertTrue(person.driver.execute_script(
                "return [...document.querySelectorAll('#rows .account')].every((row) => {"
                " const [ring, left] = ['.ring', '.left'].map((one) => row.querySelector(one).getBoundingClientRect());"
                " return left.width > 0 && (ring.width === 0 || ring.right <= left.left); })"), width)

    @in_every_browser
    def test_the_first_question_has_steps_with_the_right_buttons(self):
        person = self.browser(self.serve(), size=(1280, 720))
        person.open()
        self.assertEqual(person.text("#add-title"), "Which app has your accounts now?")
        self.assertEqual([one.text for one in person.all("#add .primary") if one.is_displayed()], ["Choose files"])
        for app, ways in (("Google Authenticator", ["use-camera", "choose-files"]),
                          ("Authy", ["use-screen", "type-in"]),
                          ("Microsoft Authenticator", ["use-screen", "type-in"]), ("Aegis", ["choose-files"])):
            person.click(f"[data-app='{app}']")
            said = person.wait_for("#from-guide h3", app)
            offered = [one.get_attribute("data-way") for one in person.all("#from-guide [data-way]")]
            self.assertEqual(offered, ways, said)
            self.assertEqual(len([one for one in person.all("#from-apps [aria-pressed=true]")]), 1)
        # Google's two ways have steps of their own, one at a time.
        person.click("[data-app='Google Authenticator']")
        person.wait_for("#from-guide h3", "Google")
        for name, shown, hidden in (("With the camera", "use-camera", "choose-files"),
                                    ("With screenshots", "choose-files", "use-camera")):
            tab, = (one for one in person.all("#from-guide .chips button") if one.text == name)
            person.click_on(tab)
            self.assertTrue(person.shown(f"#from-guide [data-way={shown}]"))
            self.assertFalse(person.shown(f"#from-guide [data-way={hidden}]"))
            steps = [one.text for one in person.all("#from-guide li") if one.is_displayed()]
            self.assertTrue(3 <= len(steps) <= 5 and "Export accounts" in steps[0], steps)
            self.assertNotRegex(" ".join(steps), r"\bOr\b")
        # The button does what the way does.
        person.click("[data-app='Authy']")
        person.wait_for("#from-guide h3", "Authy")
        person.click("#from-guide [data-way=type-in]")
        person.wait_for("#add-place h2", "Enter a setup key")
        # No option, package or command is in what people read here.
        for app in "keepass", "linux login", "otpclient", "ente":
            person.find_app(app)
            said = person.wait(f"the steps of {app}", lambda: (
                app in person.text("#from-guide h3").lower() and person.text("#from-guide .guide")))
            self.assertNotRegex(said, "--[a-z]|totp-import [a-z]")
        # Later, the result is first, and the steps are folded.
        person.choose_files(self.links("a.txt", accounts(2)))
        person.read(1)
        self.assertEqual(person.text("#add-title"), "Add accounts")
        self.assertFalse(person.shown("#from-apps"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_one_result_has_rows_that_add_up(self):
        found = accounts(5)
        for at, one in enumerate(found[:2]):
            screenshot(one.link, one.issuer).save(self.folder / f"good {at}.png")
        screenshot(found[2].link, "Blurred").filter(ImageFilter.GaussianBlur(3.5)).save(self.folder / "blurred.png")
        meme().save(self.folder / "meme.png")
        code("https://example.com/menu").save(self.folder / "menu.png")
        converted(found[:2], "aegis", self.folder / "backup.json", PASSPHRASE)
        links = self.links("links.txt", found[:2] + found[3:])
        person = self.browser(self.serve())
        person.open()
        person.choose_files(*sorted(self.folder.glob("*.png")), self.folder / "backup.json", links)
        person.read(7)
        person.wait_for("#inputs-title", "4 accounts found")
        rows = [one.text for one in person.all("#inputs-filter button")]
        self.assertEqual(rows, ["1 file needs a passphrase", "1 needs another try",
                                "3 have accounts", "2 have no account"])
        self.assertEqual(sum(int(row.split()[0]) for row in rows), 7)
        # Problems first; good ones are one line each.
        self.assertEqual(person.cards()[0][0], "blurred.png")
        lines = person.all("#cards > .line")
        self.assertEqual(len(lines), 3)
        self.assertLess(max(one.rect["height"] for one in lines), 60)
        hints = [person.text_of(one) for one in person.all("#blank .hint")]
        self.assertEqual(hints, ["1 QR code found, but no account: a web address or other text."])
        person.driver.execute_script("scrollTo(0, 9999)")
        person.wait("their pictures", lambda: len(person.all("#blank img")) == 2)
        # A line that was opened stays open when another file comes in.
        person.click_in_card("links.txt", "summary")
        person.wait_for("#cards details[open]", found[4].name)
        person.choose_files(links)
        person.read(8)
        self.assertIn(found[4].name, [one.text for one in person.all("#cards details[open]")][0])
        person.go("move")
        person.wait_for("#unread", "1 file needs a passphrase, 1 needs another try.")
        self.assertEqual(person.errors(), [])

    FILLED = """
        const color = (one) => getComputedStyle(one).backgroundColor;
        const filled = color(document.getElementById("move-them"));
        return [...document.querySelectorAll("#add button, #add a")]
            .filter((one) => one.checkVisibility() && color(one) === filled).map((one) => one.textContent)"""

    @in_every_browser
    def test_the_result_has_one_filled_button_and_rows_that_lead_on(self):
        found = accounts(3)
        converted(found, "aegis", self.folder / "backup.json", PASSPHRASE)
        (self.folder / "noise.enc").write_bytes(bytes(range(7, 250)) * 20)
        person = self.browser(self.serve())
        person.open()
        person.choose_files(self.folder / "backup.json")
        person.read(1)
        # Without an account, the passphrase leads on.
        self.assertEqual(person.driver.execute_script(self.FILLED), ["Open"])
        person.choose_files(self.links("a.txt", found[:2]), self.folder / "noise.enc")
        person.read(3)
        person.wait("the next step", lambda: person.shown("#move-them"))
        self.assertEqual(person.driver.execute_script(self.FILLED), ["Move 2 accounts"])
        rows = {one.get_attribute("data-filter"): (one.text, one.get_attribute("data-act"))
                for one in person.all("#inputs-filter button")}
        self.assertEqual(rows, {"waiting": ("1 file needs a passphrase", "Open"), "good": ("1 has accounts", None),
                                "unknown": ("1 file is not known", None)})
        person.click("#inputs-filter [data-filter=waiting]")
        self.assertEqual(person.driver.execute_script("return document.activeElement.id"), "files-passphrase")
        # What may be noise asks for nothing, until somebody says that it is encrypted.
        self.assertNotIn("noise.enc", person.text("#locked-files"))
        person.click("#inputs-filter [data-filter=unknown]")
        self.assertIn("Not known", person.card("noise.enc").text)
        person.click("#cards .claim")
        person.wait_for("#locked-files", "noise.enc")
        self.assertEqual(person.driver.execute_script("return document.activeElement.id"), "files-passphrase")
        for size in (1280, 800), (320, 700):
            resize(person.driver, *size)
            self.assertEqual(accessibility.findings(person.driver), [])
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_names_that_begin_alike_have_different_colors(self):
        words = "Bank Cloud Docs Games Hosting Mail Market Post Press Shop Travel Works"
        names = [f"Acme {word}" for word in words.split()]
        person = self.browser(self.serve(self.links("a.txt", [
            Invented(name, "eve", secret(name)) for name in names])), size=(1280, 1000))
        person.open("accounts")
        colors = "return [...document.querySelectorAll(arguments[0])].map((one) => one.style.getPropertyValue('--hue'))"
        person.wait("the accounts", lambda: len(person.rows()) == 12)
        self.assertEqual(len(set(person.driver.execute_script(colors, "#rows .mark"))), 12)
        person.go("move")
        person.wait("the apps", lambda: person.all(".target"))
        marks = person.driver.execute_script(
            "return [...document.querySelectorAll('#targets > .tiles .mark')].map((one) =>"
            " one.textContent + one.style.getPropertyValue('--hue'))")
        letters = [one for one in marks if one[:1].isalnum()]
        self.assertGreater(len(letters), 10)
        self.assertEqual(len(set(letters)), len(letters))

    @in_every_browser
    def test_the_code_for_the_phone_is_large_in_a_low_window(self):
        person = self.browser(self.serve(self.links("a.txt", accounts(6))), size=(640, 400))
        person.open("move")
        person.show_codes("microsoft-authenticator")
        box = person.driver.execute_script(
            "const {width, height} = document.querySelector('#phone-code svg').getBoundingClientRect();"
            " return Math.min(width, height)")
        self.assertGreater(box, 340)
        for css in "#phone-next", "#phone-skip", "#phone-close", "#phone-take":
            self.assertTrue(person.driver.execute_script(
                "const {top, bottom, left, right} = document.querySelector(arguments[0]).getBoundingClientRect();"
                " return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;", css), css)
        self.assertNotIn("repeat", person.text("#phone-take"))
        self.assertFalse(person.driver.execute_script(
            "return [...document.querySelectorAll('#phone .go button')]"
            ".filter((one) => one.scrollWidth > one.clientWidth)"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_on_a_small_screen_what_needs_something_comes_up(self):
        one, = accounts(1)
        screenshot(one.link, "Blurred").filter(ImageFilter.GaussianBlur(3.5)).save(self.folder / "blurred.png")
        person = self.browser(self.serve(), size=(320, 560))
        person.open()
        person.choose_files(self.folder / "blurred.png", self.links("a.txt", accounts(2)))
        person.read(2)
        seen = ("const {top} = document.querySelector('#cards .card').getBoundingClientRect();"
                " return top > 0 && top < innerHeight - 80")
        person.wait("the card", lambda: person.driver.execute_script(seen))
        self.assertEqual(person.cards()[0][0], "blurred.png")
        # Where nothing needs anything, the page stays as it is.
        other = self.browser(self.serve(), size=(320, 560))
        other.open()
        other.choose_files(self.folder / "a.txt")
        other.read(1)
        other.wait("the next step", lambda: other.all("#next-step:not([hidden])"))
        self.assertEqual(other.driver.execute_script("return scrollY"), 0)
        self.assertEqual(person.errors() + other.errors(), [])

    @in_chromium
    def test_cards_say_what_they_show(self):
        one, = accounts(1)
        screenshot(one.link, "Blurred").filter(ImageFilter.GaussianBlur(3.5)).save(self.folder / "blurred.png")
        converted(accounts(2), "aegis", self.folder / "backup.json", PASSPHRASE)
        person = self.chromium(self.serve())
        person.open()
        person.choose_files(self.folder / "blurred.png", self.folder / "backup.json",
                            ROOT / "Fixtures/images/google-parts/complete-1.png")
        person.read(3)
        text = person.card("blurred.png").text
        self.assertIn("QR code not read", text)
        self.assertNotIn("No QR code", text)
        self.assertEqual(text.count("blurred.png"), 1)
        text = person.text("#locked-files [data-file='backup.json']")
        self.assertIn("It is encrypted (Aegis).", text)
        self.assertEqual(text.count("backup.json"), 1)
        # Open is on the line of the field.
        middles = person.driver.execute_script(
            "return [...document.querySelectorAll('#files-passphrase, #files-open')].map((one) => {"
            " const {top, bottom} = one.getBoundingClientRect(); return (top + bottom) / 2; })")
        self.assertEqual(len(middles), 2)
        self.assertLess(max(middles) - min(middles), 2)
        # Parts that are there and parts that are not differ without colors, too.
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "forced-colors", "value": "active"}]})
        person.wait("the parts", lambda: len(person.all("#batches .parts li")) == 3)
        looks = person.driver.execute_script(
            "return [...document.querySelectorAll('#batches .parts li')].map((one) => [one.classList.contains('in'),"
            " one.querySelector('path').getAttribute('d'), getComputedStyle(one).borderStyle])")
        self.assertEqual(len(looks), 3)
        there = {(sign, border) for has, sign, border in looks if has}
        self.assertEqual(len(there), 1)
        self.assertFalse(there & {(sign, border) for has, sign, border in looks if not has})
        # A message has an edge.
        self.assertEqual(person.driver.execute_script(
            "const one = document.createElement('div'); one.className = 'toast';"
            " document.getElementById('toasts').append(one);"
            "return getComputedStyle(one).borderStyle"), "solid")
        # An app is offered for the start of its name, not for a letter in it.
        person.find_app("g")
        person.wait_for("#from-guide", "Google Authenticator")
        self.assertNotIn("Linux login", person.text("#from-guide"))
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_a_signal_says_nothing_wrong(self):
        served = self.serve(self.links("a.txt", accounts(1)), "--vault", "v.json", **SECRETS)
        served.wait("its account", accounts=1)
        served.json("POST", "save")
        os.kill(served.pid, signal.SIGTERM)
        self.assertEqual(served.wait_for_end(), 128 + signal.SIGTERM)
        self.assertIn("The page has ended; what was not saved is lost.", served.said)
        self.assertNotIn("no file was changed", served.said)


if __name__ == "__main__":
    unittest.main()
