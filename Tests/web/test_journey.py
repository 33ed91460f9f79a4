"""From a folder of screenshots to a file for another app, in real browsers.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import shutil
import time
import unittest

from pages import PASSPHRASE, PageTest, in_every_browser, new_folder
from browsers import in_chromium, in_firefox, in_webkit, resize
from invented import accounts, converted, write_screenshots
from program import PATIENCE, ROOT, run

COUNT = 42


class Journey(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.accounts = accounts(COUNT)
        cls.drawn = new_folder(cls.addClassCleanup) / "Screenshots"
        write_screenshots(cls.drawn, cls.accounts)

    def setUp(self):
        super().setUp()
        self.pictures = shutil.copytree(self.drawn, self.folder / "Screenshots")

    def check_cards(self, person):
        said = person.read(COUNT + 2)
        self.assertIn(f"{COUNT} accounts found", said)
        person.wait("the number of accounts", lambda: person.accounts() == COUNT)
        # Below it, rows that add up; each shows its files alone, and those that failed have advice.
        self.assertEqual([person.text(f"[data-filter={row}]") for row in ("again", "good", "none")],
                         ["1 needs another try", f"{COUNT} have accounts", "1 has no account"])
        person.click("[data-filter=again]")
        [(name, _, text)] = person.cards()
        self.assertEqual(name.rpartition("/")[2], "Screenshot damaged.png")
        self.assertIn("The image is damaged", text)
        self.assertFalse(person.all("#blank li"))
        person.click("[data-filter=none]")
        person.wait("the picture without a code", lambda: [
            one.get_attribute("title").rpartition("/")[2] for one in person.all("#blank li p")] == ["meme.png"])
        self.assertEqual(person.cards(), [])
        person.click("[data-filter=none]")
        person.wait("all of them", lambda: len(person.cards()) == COUNT + 1)

    def check_move(self, person, app_cannot=()):
        """Chooses Aegis, and returns the file that was downloaded."""
        person.go("move")
        person.type("#target-search", "aegis")
        person.choose_target("aegis")
        preview = person.text("#target-side")
        self.assertIn(f"All {COUNT} accounts fit, with every detail", preview)
        person.choose_passphrase("export", PASSPHRASE)
        path = person.download()
        self.assertIn(f"{COUNT} accounts are in", person.text("#target-side"))
        self.assertIn("read back", person.text("#target-side"))
        person.wait("that nothing is unsaved", lambda: "not moved" not in person.text("#top"))
        return path

    def check_file(self, path):
        # A file without an account would be an error of this command.
        (self.pictures / "Screenshot damaged.png").unlink()
        (self.pictures / "meme.png").unlink()
        said = run("verify", self.pictures, path, folder=self.folder, TOTP_IMPORT_SOURCE_PASSPHRASE=PASSPHRASE)
        self.assertIn(f"{COUNT} accounts with the same codes", said)
        self.assertEqual(self.read_by_peer("aegis", path, PASSPHRASE),
                         sorted((one.issuer, one.name, one.secret) for one in self.accounts))

    @in_chromium
    def test_in_chromium_from_a_folder_that_is_dropped(self):
        person = self.chromium(self.serve())
        person.open()
        self.assertNotIn(person.served.token, person.driver.current_url)
        self.assertEqual(person.driver.execute_script("return typeof RTCPeerConnection"), "undefined")
        person.drop(self.pictures)
        self.check_cards(person)
        # A small picture with the outline of its QR code.
        person.wait("a picture with an outline",
                    lambda: person.all(".card .thumb img") and person.all(".card .thumb polygon"))
        self.check_file(self.check_move(person))
        self.assertEqual(person.errors(), [])

    @in_webkit
    def test_in_webkit_from_files_that_are_chosen(self):
        self.check_from_files(self.webkit(self.serve()))

    @in_firefox
    def test_in_firefox_from_files_that_are_chosen(self):
        self.check_from_files(self.firefox(self.serve()))

    def check_from_files(self, person):
        person.open()
        self.assertNotIn(person.served.token, person.driver.current_url)
        person.choose_files(*sorted(self.pictures.iterdir()))
        self.check_cards(person)
        person.wait("a picture with an outline",
                    lambda: person.all(".card .thumb img") and person.all(".card .thumb polygon"))
        person.click("#use-camera")
        person.wait_for("#live-view", "camera")
        person.click("#live-stop")
        person.go("accounts")
        person.click("#show-codes")
        person.wait("codes", lambda: person.rows() and person.rows()[0][2].replace(" ", "").isdigit())
        self.check_file(self.check_move(person))
        person.served.interrupt()
        person.wait_for("#cover", "The program has ended")

    @in_every_browser
    def test_an_encrypted_export_whose_passphrase_is_remembered_later(self):
        export = converted(self.accounts[:5], "aegis", self.folder / "aegis.json", PASSPHRASE)
        other = converted(self.accounts[5:8], "2fas", self.folder / "other.2fas", PASSPHRASE)
        person = self.browser(self.serve())
        person.open()
        person.choose_files(export, other)
        person.read(2)
        # Wrong, then forgotten.
        person.open_files("not this one")
        person.wait_for("#locked-files .problem", "rong passphrase")
        person.click("[aria-label='Skip other.2fas']")
        person.wait_for("#cards .again", "Give the passphrase")
        self.assertEqual(person.accounts(), 0)
        # The other one still waits, and opens.
        person.open_files(PASSPHRASE)
        person.wait("the accounts of one", lambda: person.accounts() == 5)
        # A reload forgets the person's files. Now it is remembered: the program knows it from the other file.
        person.driver.refresh()
        person.wait_for("#cards .again", "Give the passphrase")
        person.click("#cards .again")
        person.wait("all accounts", lambda: person.accounts() == 8)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_typed_passphrase_stays_when_another_file_comes_in(self):
        export = converted(self.accounts[:5], "aegis", self.folder / "aegis.json", PASSPHRASE)
        other = converted(self.accounts[5:8], "2fas", self.folder / "other.2fas", PASSPHRASE)
        person = self.browser(self.serve())
        person.open()
        person.choose_files(export)
        person.read(1)
        person.type("#files-passphrase", PASSPHRASE)
        person.choose_files(other)
        person.read(2)
        # The box is drawn again, since there are two to try the passphrase on now.
        person.wait_for("#locked-files form", "It is tried on all of them.")
        person.press("\ue007")
        person.wait("all accounts", lambda: person.accounts() == 8)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_one_box_ticks_off_what_it_opens(self):
        other = "another invented passphrase, 0815"
        files = [converted(self.accounts[:5], "aegis", self.folder / "aegis.json", PASSPHRASE),
                 converted(self.accounts[5:8], "2fas", self.folder / "other.2fas", PASSPHRASE),
                 converted(self.accounts[8:9], "aegis", self.folder / "third.json", other)]
        person = self.browser(self.serve())
        person.open()
        person.choose_files(*files)
        person.read(3)
        person.wait_for("#locked-files h2", "3 files need a passphrase")
        self.assertEqual(len(person.all("#locked-files input[type=password]")), 1)
        self.assertEqual(person.cards(), [], "nothing is asked twice")
        person.open_files(PASSPHRASE)
        person.wait_for("#locked-files h2", "1 file needs a passphrase")
        person.wait_for("#locked-files form", "That opened 2 files. The other needs another passphrase.")
        for name, said in (("aegis.json", "5 accounts imported"), ("other.2fas", "3 accounts imported"),
                           ("third.json", "It is encrypted (Aegis).")):
            person.wait_for(f"#locked-files [data-file='{name}']", said)
        person.wait("the focus in the field", lambda: (
            person.driver.switch_to.active_element.get_attribute("id") == "files-passphrase"))
        person.press(other, "\ue007")
        person.wait("all accounts", lambda: person.accounts() == 9)
        person.wait("no box", lambda: not person.text("#locked-files"))
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_a_file_of_the_command_line_whose_passphrase_comes_later(self):
        converted(self.accounts[:5], "aegis", self.folder / "aegis.json", PASSPHRASE)
        person = self.chromium(self.serve("aegis.json"))
        person.open()
        person.click("[aria-label='Skip aegis.json']")
        person.click("#cards .again")
        person.wait("the field", lambda: person.driver.switch_to.active_element.get_attribute("type") == "password")
        person.press(PASSPHRASE, "\ue007")
        person.wait("its accounts", lambda: person.accounts() == 5)
        person.wait_for("#next-step", "See them")
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_an_enlarged_picture_has_its_outline_on_the_code(self):
        person = self.chromium(self.serve())
        person.open()
        person.choose_files(self.pictures / "Screenshot 000.png")
        for width, height in (1280, 800), (360, 740):
            resize(person.driver, width, height)
            person.click("button.thumb")
            person.wait("the picture", lambda: person.all("dialog .frame svg") and person.shown("dialog .frame img"))
            picture, outline = (person.driver.execute_script(
                "const {left, top, width, height} = document.querySelector(arguments[0]).getBoundingClientRect();"
                "return [left, top, width, height].map(Math.round)", f"dialog .frame {name}")
                for name in ("img", "svg"))
            self.assertEqual(picture, outline)
            self.assertGreater(picture[3], height / 2, "as large as the window allows")
            person.press("\ue00c")

    @in_every_browser
    def test_leaving_asks_about_what_is_nowhere_else(self):
        person = self.browser(self.serve())
        person.open()
        self.assertFalse(self.asks(person))
        person.refuse("clipboard.read")
        person.click("#paste-in")
        person.type("#add-place textarea", self.accounts[0].link)
        person.click("#add-place .primary")
        person.wait("the account", lambda: person.accounts() == 1)
        self.assertTrue(self.asks(person), "pasted, and saved nowhere")
        person.click("#cards .card > .ghost")
        person.wait("its end", lambda: person.accounts() == 0 and not person.served.json("GET", "state")["inputs"])
        person.wait("no question", lambda: not self.asks(person))
        # Files that the program does not have yet.
        person.driver.execute_script(
            "const real = window.fetch; window.fetch = (path, options) =>"
            "(options.body.size ?? options.body.length) > 2000 ? new Promise(() => {}) : real(path, options)")
        person.choose_folder(self.pictures)
        person.wait_for("#inputs-sum", "Reading")
        self.assertTrue(self.asks(person), "while files are sent")

    @in_every_browser
    def test_a_setup_key_that_is_pasted_gets_a_name(self):
        person = self.browser(self.serve())
        person.open()
        person.refuse("clipboard.read")
        person.click("#paste-in")
        person.type("#add-place textarea", "gezd gnbv gy3t qojq")
        person.click("#add-place .primary")
        person.wait_for(".type-form", "This is a setup key")
        self.assertEqual(person.find("#new-secret").get_attribute("value"), "gezd gnbv gy3t qojq")
        person.wait("no card", lambda: not person.cards())
        person.click(".type-form .primary")
        person.wait_for("#add-place .problem", "ype an issuer or a name")
        person.type("#new-issuer", "Acme")
        person.click(".type-form .primary")
        person.wait("the account", lambda: person.accounts() == 1)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_card_goes_and_comes_back_with_its_accounts(self):
        for name, some in ("few.txt", self.accounts[:2]), ("many.txt", self.accounts[2:10]):
            (self.folder / name).write_text("".join(one.link + "\n" for one in some))
        person = self.browser(self.serve("few.txt", "many.txt"))
        person.open()
        person.wait("all accounts", lambda: person.accounts() == 10)
        for name, count in ("few.txt", 2), ("many.txt", 8):
            person.click(f"button[aria-label='Remove {name}']")
            if count > 5:
                self.assertIn("8 accounts came in with it", person.wait_for("dialog[open]", "Remove many.txt?"))
                person.click("dialog[open] .danger")
            person.wait_for("#toasts", f"{name} and its {count} accounts removed")
            person.wait("its end", lambda: person.accounts() == 10 - count)
            person.click("#add-undo")
            person.wait("all accounts", lambda: person.accounts() == 10)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_the_end_of_the_phone_view_says_what_is_missing(self):
        person = self.chromium(self.serve(ROOT / "Fixtures/images/google-parts/complete-1.png"))
        person.open("move")
        person.wait_for("#unread", "1 thing is not done.")
        person.show_codes("google-migration")
        person.press("\ue010")  # The last of them, and what comes after it.
        person.wait_for("#phone-code", "Accounts may be missing: 1 thing is not done yet.")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_the_options_of_a_file(self):
        (self.folder / "links.txt").write_text("".join(
            f"otpauth://totp/Acme:{name}?secret=GEZDGNBVGY3TQOJQ&issuer=Acme\n" for name in ("ann", "bob")))
        person = self.browser(self.serve("links.txt"))
        person.open("move")
        person.choose_target("aegis")
        self.assertFalse(person.shown("#export-options"))
        person.choose_target("privacyidea")
        person.wait_for("#target-side", "give them others with “Start of serial numbers”")
        person.click("#export-options summary")
        self.assertEqual(person.text("label[for=option-serial-prefix]"), "Start of serial numbers")
        person.type("#option-serial-prefix", "site 2")
        person.click("#export")
        person.wait_for("#option-serial-prefix-problem",
                        "Start of serial numbers must be 1 to 32 letters, digits and -._~.")
        person.wait("the focus", lambda: (
            person.driver.switch_to.active_element.get_attribute("id") == "option-serial-prefix"))
        person.type("#option-serial-prefix", "site-2.")
        written = person.download().read_text().splitlines()
        self.assertEqual([line.split(",")[0] for line in written], ["site-2.000001", "site-2.000002"])
        # What was chosen is still there.
        person.driver.execute_script("document.querySelector('#export-done ~ .actions .plain').click()")
        person.wait("the value", lambda: (
            person.find("#option-serial-prefix").get_attribute("value") == "site-2."))
        person.choose_target("keepass")
        person.click("#export-options summary")
        person.click("#option-cipher option[value=aes]")
        person.choose_passphrase("export", PASSPHRASE)
        self.assertIn(bytes.fromhex("31C1F2E6BF714350BE5805216AFC5AFF"), person.download().read_bytes())
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_counter_goes_on(self):
        (self.folder / "links.txt").write_text(
            "otpauth://hotp/Acme:carol?secret=GEZDGNBVGY3TQOJQ&issuer=Acme&counter=7\n")
        run("import", "links.txt", "--vault", "v.json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=PASSPHRASE)
        person = self.browser(self.serve("--vault", "v.json", TOTP_IMPORT_PASSPHRASE=PASSPHRASE))
        person.open("accounts")
        # The code of counter 7 may be shown before: the click goes to the line, which shows its code.
        for code in "262 751", "198 159":  # of the counters 8 and 9
            person.click("#rows [data-part=next]")
            person.wait(f"the code {code}", lambda: person.rows()[0][2] == code)
        found = json.loads(run("list", "v.json", "--json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=PASSPHRASE))
        self.assertEqual([one["counter"] for one in found["items"]], [9])
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_PIN_that_the_export_did_not_contain(self):
        person = self.browser(self.serve())
        person.open()
        person.click("#type-in")
        person.type("#new-issuer", "Acme")
        person.type("#new-secret", "0123456789abcdef")
        person.click(".type-form summary")
        person.click("#new-type option[value=motp]")
        person.click(".type-form .primary")
        person.wait("the account", lambda: person.accounts() == 1)
        person.go("accounts")
        person.click("#show-codes")
        person.wait("no code", lambda: person.rows()[0][2] == "no code")
        person.click("#rows .code")
        person.wait_for("#edit-pin-problem", "Needs its PIN")
        self.assertEqual(person.driver.switch_to.active_element.get_attribute("id"), "edit-pin")
        self.assertEqual(person.find("#edit-pin").get_attribute("type"), "password")
        person.press("7391", "\ue007")
        person.wait_for("#toasts", "Changed: a PIN")
        person.wait("a code", lambda: (
            len(person.rows()[0][2].replace(" ", "")) == 6 and person.rows()[0][2] != "no code"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_back_and_escape_lose_nothing(self):
        (self.folder / "links.txt").write_text(self.accounts[0].link + "\n")
        person = self.browser(self.serve("links.txt"))
        person.open("accounts")
        person.click("#rows .account .who")
        person.wait("details with the code", lambda: person.text("dialog[open] .code").replace(" ", "").isdigit())
        # Back closes the dialog, and the page behind it stays.
        person.driver.back()
        person.wait("no dialog", lambda: not person.all("dialog[open]"))
        self.assertTrue(person.shown("#accounts"))
        person.click("#rows .account .who")
        person.click("#account-edit")
        person.type("#edit-issuer", "Another")
        for leave in lambda: person.press("\ue00c"), person.driver.back:
            leave()
            person.wait_for("dialog[role=alertdialog]", "Forget the changes?")
            person.press("\ue00c")
            person.wait("the edit", lambda: not person.all("dialog[role=alertdialog]"))
            self.assertEqual(person.find("#edit-issuer").get_attribute("value"), "Another")
        person.press("\ue00c")
        person.click("dialog[role=alertdialog] .primary")
        person.wait("no dialog", lambda: not person.all("dialog[open]"))
        self.assertEqual(person.rows()[0][0], self.accounts[0].issuer)
        self.assertEqual(person.errors(), [])

    def asks(self, person):
        return person.driver.execute_script(
            "const leaving = new Event('beforeunload', {cancelable: true}); return !dispatchEvent(leaving)")

    @in_chromium
    def test_the_last_minute_is_seen_from_everywhere(self):
        person = self.chromium(self.serve(self.pictures), size=(360, 740))
        person.open()
        person.wait("all accounts", lambda: person.accounts() == COUNT)
        person.driver.execute_script("scrollTo(0, 5000)")
        person.click("#quit")
        person.pretend_that_time_is_up()
        said = person.wait_for("dialog[role=alertdialog]:has(#stay)", "Still there?")
        self.assertIn("The program ends in 42 seconds", said)
        self.assertIn(f"{COUNT} accounts that are not saved are lost", said)
        top, bottom = person.driver.execute_script(
            "const {top, bottom} = document.getElementById('stay').getBoundingClientRect(); return [top, bottom]")
        self.assertTrue(0 <= top < bottom <= 740, (top, bottom))
        role = person.driver.execute_script(
            "return document.elementFromPoint(180, arguments[0]).closest('dialog')?.role", top - 5)
        self.assertEqual(role, "alertdialog")
        # Any key keeps the page.
        person.wait("its end", lambda: person.press("\ue008") or not person.all("#idle"))
        self.assertTrue(person.shown("dialog[open]"), "the question that was open")
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_without_a_browser_to_open(self):
        (self.folder / "bin").mkdir()
        served = self.serve(opens=True, PATH=str(self.folder / "bin"), DISPLAY=":99")
        end = time.monotonic() + PATIENCE
        while "No browser was opened" not in served.said and time.monotonic() < end:
            time.sleep(0.05)
        self.assertIn("No browser was opened: open the address above in one.", served.said)
        person = self.chromium(served)
        person.open()
        person.wait("the ways to add", lambda: person.shown("#choose-files"))

    @in_every_browser
    def test_databases_with_key_files(self):
        folder = ROOT / "Fixtures/exports/keepass"
        expected = json.loads((folder / "expected.json").read_text("utf-8"))
        person = self.browser(self.serve())
        person.open()
        count = 0
        for name in "key-file-xml-1.kdbx", "key-file-xml-2.kdbx":
            person.choose_files(folder / name)
            row = f"#locked-files [data-file='{name}']"
            person.wait_for(row, "Choose a key file")
            person.find(f"{row} input[type=file]").send_keys(str(folder / expected[name]["keyFile"]))
            if passphrase := expected[name].get("password"):
                person.wait_for(row, "Choose another key file")
                person.open_files(passphrase)
            count += len(expected[name]["items"])
            person.wait("the accounts", lambda: person.accounts() == count)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_a_file_that_is_gone_when_it_is_sent(self):
        """Small files share a request: one that the browser cannot read takes no other with it."""
        person = self.chromium(self.serve())
        person.open()
        # It is deleted after it was chosen, before its bytes are asked for.
        person.driver.execute_script("""
            const real = Blob.prototype.arrayBuffer;
            window.held = [];
            Blob.prototype.arrayBuffer = async function () {
                if (window.held) await new Promise((go) => window.held.push(go));
                return real.call(this);
            };""")
        person.choose_files(*sorted(self.pictures.glob("Screenshot 0*")))
        person.wait("that they are sent", lambda: person.driver.execute_script("return window.held.length"))
        (self.pictures / "Screenshot 000.png").unlink()
        person.driver.execute_script("for (const go of held) go(); window.held = null")
        person.wait("all others", lambda: person.accounts() == COUNT - 1)
        person.click("[data-filter=again]")
        [(name, _, text)] = person.cards()
        self.assertEqual(name, "Screenshot 000.png")
        self.assertIn("Try again", text)

    @in_chromium
    def test_a_reload_and_a_second_tab(self):
        person = self.chromium(self.serve())
        person.open()
        person.choose_folder(self.pictures)
        # In the middle of it.
        person.wait("the first accounts", lambda: person.accounts() > 3)
        person.driver.refresh()
        person.wait("the page", lambda: person.shown("#app"))
        had = person.wait("the accounts", person.accounts)
        self.assertGreater(had, 3)
        # Files that were not sent before can be given again; none is in the list twice.
        person.choose_folder(self.pictures)
        person.wait("all accounts", lambda: person.accounts() == COUNT)
        # A tab without the token is told nothing, and the first one does not help it: another page may have opened it.
        person.driver.switch_to.new_window("tab")
        person.driver.get(f"{person.served.origin}/#/accounts")
        person.wait_for("#cover", "This address is not complete")
        # With it, it sees the same.
        person.open("accounts")
        person.wait("the accounts", lambda: person.accounts() == COUNT)
        person.type("#search", self.accounts[0].issuer)
        person.click("#rows .account .who")
        person.click("#account-edit")
        person.type("#edit-issuer", "Changed In Another Tab")
        person.click("dialog .primary")
        person.wait_for("#toasts", "Changed")
        person.driver.switch_to.window(person.driver.window_handles[0])
        person.go("accounts")
        person.type("#search", "another tab")
        person.wait("the change", lambda: [row for row in person.rows() if row[0] == "Changed In Another Tab"])
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_quit_asks_about_what_is_not_saved(self):
        person = self.browser(self.serve(self.pictures))
        person.open()
        person.wait("all accounts", lambda: person.accounts() == COUNT)
        person.click("#quit")
        self.assertIn(f"{COUNT} accounts", person.text("dialog[open]"))
        person.click("dialog[open] .danger")
        person.wait_for("#cover", "You can close this page")
        self.assertEqual(person.served.wait_for_end(), 0)


if __name__ == "__main__":
    unittest.main()
