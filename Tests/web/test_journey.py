"""From a folder of screenshots to a file for another app, in real browsers.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import time
import unittest

from pages import PASSPHRASE, PageTest
from browsers import in_chromium, in_webkit
from invented import accounts, converted, write_screenshots
from program import ROOT, Served, run

COUNT = 42


class Journey(PageTest):
    def setUp(self):
        super().setUp()
        self.accounts = accounts(COUNT)
        self.pictures = self.folder / "Screenshots"
        write_screenshots(self.pictures, self.accounts)

    def check_cards(self, person):
        said = person.read(COUNT + 2)
        self.assertIn(f"{COUNT} accounts imported", said)
        person.wait("the number of accounts", lambda: person.accounts() == COUNT)
        # What did not work can be found by its filter, and each says what to do.
        person.click("[data-filter=attention]")
        found = {name.rpartition("/")[2]: text for name, _, text in person.cards()}
        self.assertEqual(set(found), {"Screenshot damaged.png", "meme.png"})
        self.assertIn("damaged", found["Screenshot damaged.png"].lower().replace("screenshot damaged.png", ""))
        self.assertIn("no QR code found", found["meme.png"].replace("No QR", "no QR"))
        person.click("[data-filter=all]")

    def check_move(self, person, app_cannot=()):
        """Chooses Aegis, and returns the file that was downloaded."""
        person.go("move")
        person.type("#target-search", "aegis")
        person.choose_target("aegis")
        preview = person.text("#target-side")
        self.assertIn(f"All {COUNT} accounts fit, with every detail", preview)
        person.choose_passphrase("export", PASSPHRASE)
        path = person.download()
        self.assertIn(f"contains {COUNT} accounts", person.text("#target-side"))
        self.assertIn("read back", person.text("#target-side"))
        person.wait("that nothing is unsaved", lambda: "not saved" not in person.text("#top"))
        return path

    def check_file(self, path):
        # What has no account would be an error of this command.
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
        person.drop(self.pictures)
        self.check_cards(person)
        # A small picture with the outline of its QR code.
        person.wait("a picture with an outline", lambda: person.all(".card .thumb img") and person.all(".card .thumb polygon"))
        self.check_file(self.check_move(person))
        self.assertEqual(person.errors(), [])

    @in_webkit
    def test_in_webkit_from_files_that_are_chosen(self):
        person = self.webkit(self.serve())
        person.open()
        self.assertNotIn(person.served.token, person.driver.current_url)
        person.choose_files(*sorted(self.pictures.iterdir()))
        self.check_cards(person)
        person.wait("a picture with an outline", lambda: person.all(".card .thumb img") and person.all(".card .thumb polygon"))
        person.click("#use-camera")
        person.wait_for("#live-view", "camera")
        person.go("accounts")
        person.click("#show-codes")
        person.wait("codes", lambda: person.rows() and person.rows()[0][2].replace(" ", "").isdigit())
        self.check_file(self.check_move(person))
        person.served.interrupt()
        person.wait_for("#cover", "The program has ended", 5)

    @in_chromium
    def test_an_encrypted_export_whose_passphrase_is_remembered_later(self):
        export = converted(self.accounts[:5], "aegis", self.folder / "aegis.json", PASSPHRASE)
        other = converted(self.accounts[5:8], "2fas", self.folder / "other.2fas", PASSPHRASE)
        person = self.chromium(self.serve())
        person.open()
        person.choose_files(export, other)
        person.read(2)
        form = "#cards .card:first-child form"
        # Wrong, then forgotten.
        person.type(f"{form} input", "not this one")
        person.click(f"{form} .primary")
        person.wait_for(f"{form} .problem", "rong passphrase")
        person.click(f"{form} .plain")
        person.wait_for("#cards .again", "Give the passphrase")
        self.assertEqual(person.accounts(), 0)
        # The other one still waits, and opens.
        person.type("#cards form input", PASSPHRASE)
        person.click("#cards form .primary")
        person.wait("the accounts of one", lambda: person.accounts() in (3, 5))
        # Now it is remembered: the program knows it from the other file.
        person.click("#cards .again")
        person.wait("all accounts", lambda: person.accounts() == 8)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_databases_with_key_files(self):
        folder = ROOT / "Fixtures/exports/keepass"
        expected = json.loads((folder / "expected.json").read_text("utf-8"))
        person = self.chromium(self.serve())
        person.open()
        count = 0
        for name in "key-file-xml-1.kdbx", "key-file-xml-2.kdbx":
            person.choose_files(folder / name)
            card = person.wait("the card", lambda: next(
                (card for card in person.all("#cards > .card") if card.find_elements("css selector", "form")), None))
            self.assertIn("Choose a key file", card.text)
            card.find_element("css selector", "input[type=file]").send_keys(str(folder / expected[name]["keyFile"]))
            if passphrase := expected[name].get("password"):
                person.wait_for("#cards form", "Choose another key file")
                person.type("#cards form input[type=password]", passphrase)
                person.click("#cards form .primary")
            count += len(expected[name]["items"])
            person.wait("the accounts", lambda: person.accounts() == count)
        self.assertEqual(person.errors(), [])

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
        # What was not sent before can be given again; nothing is twice in the list.
        person.choose_folder(self.pictures)
        person.wait("all accounts", lambda: person.accounts() == COUNT)
        # A tab without the token asks the first, and sees the same.
        person.driver.switch_to.new_window("tab")
        person.driver.get(f"{person.served.origin}/#/accounts")
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

    @in_chromium
    def test_a_program_that_ends(self):
        for means in "interrupt", "close":
            with self.subTest(means=means), Served(self.folder, self.pictures) as served:
                person = self.chromium(served)
                person.open("accounts")
                person.wait("all accounts", lambda: person.accounts() == COUNT)
                person.note_when("#cover")
                start = time.time()
                getattr(served, means)()
                said = person.wait_for("#cover", "The program has ended", 10)
                self.assertLess(person.noted() - start, 2)
                self.assertIn(f"{COUNT} changes were not saved", said)
                if means == "interrupt":
                    self.assertEqual(served.wait_for_end(), 0)
                person.driver.quit()

    @in_chromium
    def test_quit_asks_about_what_is_not_saved(self):
        person = self.chromium(self.serve(self.pictures))
        person.open()
        person.wait("all accounts", lambda: person.accounts() == COUNT)
        person.click("#quit")
        self.assertIn(f"{COUNT} changes", person.text("dialog[open]"))
        person.click("dialog[open] .danger")
        person.wait_for("#cover", "You can close this page")
        self.assertEqual(person.served.wait_for_end(), 0)


if __name__ == "__main__":
    unittest.main()
