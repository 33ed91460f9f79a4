"""The page with a vault: everything that it saves is what the commands would have written.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import json
import shutil
import subprocess
import sys
import unittest

from pages import PASSPHRASE, ROOT, PageTest, in_every_browser
from browsers import in_chromium
from invented import accounts
from program import run

SECRETS = {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE}
OTHER = "another invented passphrase, 1174"


class Vault(PageTest):
    def in_vault(self):
        found = json.loads(run("list", "v.json", "--json", folder=self.folder, **SECRETS))
        return sorted((one["issuer"], one["name"]) for one in found["items"])

    @in_every_browser
    def test_create_lock_unlock_edit_undo_delete(self):
        found = accounts(4)
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in found))
        person = self.browser(self.serve("--vault", "v.json"))
        person.open()
        person.choose_files(self.folder / "links.txt")
        person.wait("the accounts", lambda: person.accounts() == 4)
        person.click("#save")
        person.choose_passphrase("new", "short")
        person.click("dialog[open] .primary")
        person.wait("a warning", lambda: "12 characters" in person.text("dialog[open]"))
        person.choose_passphrase("new", PASSPHRASE)
        person.click("dialog[open] .primary")
        person.wait_for("#kept", "Saved in v.json")
        person.hold_message()
        self.assertEqual(self.in_vault(), sorted((one.issuer, one.name) for one in found))
        code = self.recovery_code(person)
        # Locked, nothing is left on the page.
        person.click("#lock")
        person.wait_for("#cover", "Unlock v.json")
        for text in found[0].issuer, code[:4], code[-4:]:
            self.assertNotIn(text, person.driver.page_source)
        self.assertIn("Or a recovery code", person.text("#cover"))
        person.type("#unlock-passphrase", "not this one")
        person.click("#unlock")
        person.wait_for("#cover .problem", "rong passphrase")
        person.unlock(code)
        person.wait("the accounts", lambda: person.accounts() == 4)
        # Edit, and take it back.
        person.go("accounts")
        person.type("#search", found[0].issuer)
        self.edit(person, "Edited")
        person.click("#undo")
        person.wait_for("#toasts", "Undone")
        person.wait("no change", lambda: "Saved in v.json" in person.text("#kept"))
        self.edit(person, "Edited")
        # Delete another.
        person.type("#search", found[1].issuer)
        person.wait("the account", lambda: [row[0] for row in person.rows()] == [found[1].issuer])
        person.click("#rows .account .who")
        person.click("#account-delete")
        person.click("dialog[open] .danger")
        person.wait("its end", lambda: person.accounts() == 3)
        person.wait_for("#save", "Save 2 changes")
        person.click("#save")
        person.wait_for("#kept", "Saved in v.json")
        expected = [("Edited", found[0].name)] + [(one.issuer, one.name) for one in found[2:]]
        self.assertEqual(self.in_vault(), sorted(expected))
        # As after any command.
        run("vault", "check", "v.json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=code)
        run("vault", "undo", "v.json", "--yes", folder=self.folder, **SECRETS)
        self.assertEqual(self.in_vault(), sorted((one.issuer, one.name) for one in found))
        self.assertEqual(person.errors(), [])

    def recovery_code(self, person):
        """Makes one, as the page offers it for a new vault."""
        person.go("accounts")
        person.click("#toasts .link")
        person.type("#recovery-passphrase", "not this one")
        person.click("dialog[open] .primary")
        person.wait_for("dialog[open] .problem", "rong passphrase")
        person.type("#recovery-passphrase", PASSPHRASE)
        person.click("dialog[open] .primary")
        code = "".join(person.wait("the code", lambda: person.text("#recovery-code")).split())
        self.assertRegex(code, "^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$")
        self.assertIn("Unlock takes this code in its place", person.text("dialog[open]"))
        # It stays until the user confirms it.
        person.press("\ue00c")
        person.driver.back()
        person.click("#recovery-done")
        # A dialog closes first, and is removed by the event that follows.
        person.wait("its end", lambda: not person.all("#recovery-code"))
        self.assertNotIn(code[:4], person.driver.page_source)
        return code

    def edit(self, person, issuer):
        person.wait("one account", lambda: len(person.rows()) == 1)
        person.click("#rows .account .who")
        person.click("#account-edit")
        person.type("#edit-issuer", issuer)
        person.click("dialog[open] .primary")
        person.wait_for("#save", "Save 1 change")

    @in_every_browser
    def test_a_vault_that_a_command_changed_meanwhile(self):
        first, second, third = accounts(3)
        for name, one in ("a.txt", first), ("b.txt", second), ("c.txt", third):
            (self.folder / name).write_text(one.link + "\n")
        run("import", "a.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        person = self.browser(self.serve("--vault", "v.json", **SECRETS))
        person.open("accounts")
        person.wait("its account", lambda: person.accounts() == 1)
        person.go("add")
        person.choose_files(self.folder / "b.txt")
        person.wait("the new one", lambda: person.accounts() == 2)
        run("import", "c.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        person.click("#save")
        person.wait("all three", lambda: person.accounts() == 3)
        person.wait_for("#kept", "Saved in v.json")
        self.assertEqual(self.in_vault(), sorted((one.issuer, one.name) for one in (first, second, third)))
        # The same account, edited here and there.
        person.go("accounts")
        person.type("#search", first.issuer)
        self.edit(person, "Edited here")
        run("vault", "edit", "v.json", "-s", first.issuer, "--set-issuer", "Edited there", "--yes",
            folder=self.folder, **SECRETS)
        person.click("#save")
        said = person.wait_for("dialog[open]", "Another program changed the vault meanwhile")
        self.assertIn(f'here: issuer "{first.issuer}" → "Edited here"; by the other program: issuer', said)
        self.assertIn("Edited there", [issuer for issuer, _ in self.in_vault()], said)
        self.assertEqual(person.errors(), [])

    def one_account(self, *arguments, **environment):
        """A vault with one account, open in a browser."""
        first, = accounts(1)
        (self.folder / "a.txt").write_text(first.link + "\n")
        run("import", "a.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        person = self.browser(self.serve("--vault", "v.json", *arguments, **SECRETS, **environment))
        person.open("accounts")
        person.wait("its account", lambda: person.accounts() == 1)
        return person

    def hold_answers(self, person, which):
        """Answers that an expression is true of wait from now on, until `window.held` is called."""
        person.driver.execute_script("""
            const real = Response.prototype.json;
            Response.prototype.json = async function () {
                const answer = await real.call(this);
                if (%s) await new Promise((go) => { window.held = go; });
                return answer;
            };""" % which)

    @in_chromium
    def test_a_copy_that_was_changed_elsewhere_is_merged(self):
        first, second, third = accounts(3)
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in (first, second, third)))
        run("import", "links.txt", "--vault", "v.json", folder=self.folder, **SECRETS)
        (self.folder / "copy.json").write_bytes((self.folder / "v.json").read_bytes())
        run("vault", "edit", "copy.json", "-s", first.issuer, "--set-issuer", "Renamed", "--yes",
            folder=self.folder, **SECRETS)
        run("vault", "remove", "copy.json", "-s", second.issuer, "--yes", folder=self.folder, **SECRETS)
        person = self.chromium(self.serve("--vault", "v.json", **SECRETS))
        person.open("add")
        person.wait("its accounts", lambda: person.accounts() == 3)
        person.choose_files(self.folder / "copy.json")
        self.assertIn("another copy of v.json", person.wait_for("#cards", "another copy"))
        self.assertIn("1 file asks a question", person.text("#inputs-filter"))
        person.click("#cards .merge-copy")
        said = person.wait_for("dialog[open]", "Merged into v.json")
        self.assertIn(f"Remove: {second.issuer}", said)
        self.assertIn("→ \"Renamed\"", said)
        person.click("dialog[open] .primary")
        person.wait("the rest", lambda: person.accounts() == 2)
        expected = sorted([("Renamed", first.name), (third.issuer, third.name)])
        self.assertEqual(self.in_vault(), expected)
        # It has nothing new by now.
        person.choose_files(self.folder / "copy.json")
        person.wait_for("#cards", "another copy")
        person.click("#cards .merge-copy")
        person.wait_for("#add-said", "copy.json has nothing new.")
        self.assertEqual(self.in_vault(), expected)
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_an_unsaved_edit_survives_the_merge_of_a_copy(self):
        person = self.one_account()
        (self.folder / "copy.json").write_bytes((self.folder / "v.json").read_bytes())
        run("vault", "edit", "copy.json", "-s", accounts(1)[0].issuer, "--set-name", "Renamed there", "--yes",
            folder=self.folder, **SECRETS)
        self.edit(person, "Edited here")
        person.go("add")
        person.choose_files(self.folder / "copy.json")
        person.wait_for("#cards", "another copy")
        person.click("#cards .merge-copy")
        said = person.wait_for("dialog[open]", "Merged into v.json")
        self.assertIn("Saved before: 1 change.", said)
        person.click("dialog[open] .primary")
        person.wait_for("#kept", "Saved in v.json")
        self.assertEqual(self.in_vault(), [("Edited here", "Renamed there")])
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_vault_that_is_put_back_to_an_older_version(self):
        person = self.one_account()
        old = (self.folder / "v.json").read_bytes()
        first, second = accounts(2)
        (self.folder / "b.txt").write_text(second.link + "\n")
        person.go("add")
        person.choose_files(self.folder / "b.txt")
        person.wait("the new one", lambda: person.accounts() == 2)
        person.click("#save")
        person.wait_for("#kept", "Saved in v.json")
        (self.folder / "v.json").write_bytes(old)
        person.go("accounts")
        said = person.wait_for("dialog[open]", "v.json is an older version")
        self.assertIn(second.issuer, said)
        person.press("\ue00c")
        person.click("#save")
        said = person.wait_for("dialog[open]", "Missing, but never removed")
        self.assertIn(second.issuer, said)
        self.assertEqual((self.folder / "v.json").read_bytes(), old)
        person.click("dialog[open] footer button:last-child")
        person.wait("both", lambda: person.accounts() == 2)
        person.click("#save")
        person.wait_for("#kept", "Saved in v.json")
        self.assertEqual(self.in_vault(), sorted((one.issuer, one.name) for one in (first, second)))
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_an_answer_from_before_the_lock_is_not_drawn_behind_it(self):
        person = self.one_account()
        issuer = accounts(1)[0].issuer
        person.wait("its name", lambda: person.rows()[0][0] == issuer)
        person.go("add")
        self.hold_answers(person, "Array.isArray(answer.accounts)")
        person.click("#nav-accounts")
        person.wait("the answer", lambda: person.driver.execute_script("return Boolean(window.held)"))
        person.served.json("POST", "lock")
        person.wait_for("#cover", "Unlock v.json")
        # What it draws, it draws in this turn.
        person.driver.execute_async_script("window.held(); setTimeout(arguments[0], 500)")
        self.assertNotIn(issuer, person.driver.page_source)
        person.driver.refresh()
        person.wait_for("#cover", "Unlock v.json")
        person.unlock(PASSPHRASE)
        person.wait("its name", lambda: person.rows()[0][0] == issuer)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_a_passphrase_that_is_typed_while_another_one_is_tried_stays(self):
        person = self.one_account()
        person.click("#lock")
        person.wait_for("#cover", "Unlock v.json")
        self.hold_answers(person, "answer.code")
        person.type("#unlock-passphrase", "not this one")
        person.press("\ue007")
        person.wait("the answer", lambda: person.driver.execute_script("return Boolean(window.held)"))
        person.press(PASSPHRASE[:9])
        person.driver.execute_script("window.held()")
        person.wait_for("#cover .problem", "rong passphrase")
        person.press(PASSPHRASE[9:], "\ue007")
        person.wait("the unlocked page", lambda: not person.shown("#cover"))
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_passphrase_that_a_command_changed_meanwhile(self):
        person = self.one_account()
        self.edit(person, "Edited here")
        run("vault", "passwd", "v.json", folder=self.folder, TOTP_IMPORT_NEW_PASSPHRASE=OTHER, **SECRETS)
        person.click("#save")
        said = person.wait_for("dialog[open]", "type the new one")
        self.assertIn("Your changes are kept", said)
        person.type("#new-key", PASSPHRASE)
        person.click("#new-key-go")
        person.wait_for("dialog[open] .problem", "rong passphrase")
        person.type("#new-key", OTHER)
        person.click("#new-key-go")
        person.wait_for("#kept", "Saved in v.json")
        found = json.loads(run("list", "v.json", "--json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=OTHER))
        self.assertEqual([one["issuer"] for one in found["items"]], ["Edited here"])
        self.assertEqual(person.errors(), [])

    def fall_asleep(self, seconds):
        (self.folder / "new").write_text(str(seconds))
        (self.folder / "new").rename(self.folder / "seconds")

    @unittest.skipUnless(sys.platform == "linux", "as on Linux")
    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    @in_chromium
    def test_changes_that_could_not_be_saved_when_it_locked_itself(self):
        library = self.folder / "asleep.so"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", library, ROOT / "Tests/process/asleep.c"],
                       check=True)
        person = self.one_account("--idle", "2", LD_PRELOAD=str(library), ASLEEP=str(self.folder / "seconds"))
        vault, away = self.folder / "v.json", self.folder / "away"
        self.edit(person, "Edited here")
        vault.rename(away)
        self.fall_asleep(200)
        said = person.wait_for("#cover", "could not be saved")
        self.assertIn("they are here again once you unlock it", said)
        self.assertNotIn("Edited here", person.driver.page_source)
        away.rename(vault)
        person.unlock(PASSPHRASE)
        person.wait_for("#toasts", "1 change that could not be saved before is here again")
        person.click("#toasts .link")
        person.wait_for("#kept", "Saved in v.json")
        self.assertEqual([issuer for issuer, _ in self.in_vault()], ["Edited here"])
        # The passphrase is another one by now.
        self.edit(person, "Edited again")
        run("vault", "passwd", "v.json", folder=self.folder, TOTP_IMPORT_NEW_PASSPHRASE=OTHER, **SECRETS)
        self.fall_asleep(500)
        person.wait_for("#cover", "its passphrase was changed meanwhile")
        person.unlock(OTHER)
        person.wait_for("dialog[open]", "1 change could not be saved")
        person.type("#old-key", PASSPHRASE)
        person.click("#old-key-go")
        person.wait_for("#save", "Save 1 change")
        person.click("#save")
        person.wait_for("#kept", "Saved in v.json")
        found = json.loads(run("list", "v.json", "--json", folder=self.folder, TOTP_IMPORT_PASSPHRASE=OTHER))
        self.assertEqual([one["issuer"] for one in found["items"]], ["Edited again"])
        self.assertEqual(person.errors(), [])


if __name__ == "__main__":
    unittest.main()
