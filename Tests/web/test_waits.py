"""What takes long says what and for how long, and results appear where the action was.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import unittest

from selenium.webdriver.common.keys import Keys

import accessibility
from browsers import in_chromium
from invented import accounts, converted
from pages import PASSPHRASE, PageTest, in_every_browser
from program import run

# From now on, each answer of the program takes so long, and so does the camera.
SLOW = """
    window.slow = arguments[0];
    if (window.isSlow) return;
    window.isSlow = true;
    // Until the test has seen it, and three times as long at most.
    const real = window.fetch, pause = async () => {
        const end = Date.now() + 3 * window.slow;
        while (window.slow && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
    };
    window.fetch = async (...all) => { await pause(); return real(...all); };
    const camera = navigator.mediaDevices?.getUserMedia;
    if (camera) MediaDevices.prototype.getUserMedia = async function (...all) {
        await pause();
        return camera.apply(this, all);
    };"""


class Waits(PageTest):
    def slow(self, person, milliseconds):
        person.driver.execute_script(SLOW, milliseconds)

    @in_every_browser
    def test_only_what_takes_long_is_said(self):
        person = self.browser(self.serve())
        person.open()
        seen = person.driver.execute_async_script("""
            const done = arguments[0], shown = () => document.querySelector("#toasts .waits")?.textContent.trim() ?? "";
            const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
            import("./ui.js").then(async ({during}) => {
                const seen = [];
                await during("Quick", async () => { await pause(100); seen.push(shown()); });
                await during("Slow", async () => { await pause(700); seen.push(shown()); });
                await during("Slow", async () => { await pause(700); seen.push(shown()); }, {seconds: 7});
                await during("Slow", async () => { await pause(2600); seen.push(shown()); });
                const fail = async () => { await pause(700); throw new Error("x"); };
                await during("Failing", fail).catch(() => seen.push(shown()));
                done(seen);
            });""")
        self.assertEqual(seen[:3] + seen[4:], ["", "Slow …", "Slow, about 7 seconds …", ""])
        self.assertRegex(seen[3], r"^Slow, ([2-9]|\d\d) seconds so far …$")

    @in_chromium
    def test_every_action_that_may_take_long(self):
        found = accounts(6)
        (self.folder / "a.txt").write_text("".join(one.link + "\n" for one in found))
        (self.folder / "b.txt").write_text("".join(one.link + "\n" for one in accounts(9)[6:]))
        converted(found[:2], "aegis", self.folder / "backup.json", PASSPHRASE)
        secrets = {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE}
        run("import", "a.txt", "--vault", "v.json", folder=self.folder, **secrets)
        person = self.chromium(self.serve("--vault", "v.json", "backup.json", **secrets))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 6)

        def delete():
            person.go("accounts")
            person.click("#rows .account .who")
            person.click("#account-delete")
            person.click("dialog[role=alertdialog] .danger")

        def unlock():
            self.slow(person, 0)
            person.type("#unlock-passphrase", PASSPHRASE)
            self.slow(person, 2600)
            person.click("#unlock")

        def verify():
            self.slow(person, 0)
            person.press(Keys.END)
            person.type("#phone-typed", "000 000")
            self.slow(person, 2600)
            person.click("#phone-verify")

        def check():
            person.click("#phone-close")
            person.go("check")
            person.type("#check-text", found[0].link)
            person.click("#check-run")

        def camera():
            person.go("add")
            person.click("#use-camera")

        def show():
            self.slow(person, 0)
            person.choose_target("google-migration")
            self.slow(person, 2600)
            person.click("#show-qr")

        def click_when_shown(css, first="body", text=""):
            self.slow(person, 0)
            person.wait_for(first, text)
            person.wait(css, lambda: person.shown(css))
            self.slow(person, 2600)
            person.click(css)

        actions = [
            ("#inputs-sum", "Reading 1 file", lambda: person.choose_files(self.folder / "b.txt")),
            ("#locked-files .waits", "Trying the passphrase", lambda: person.open_files(PASSPHRASE)),
            ("#live-content .waits", "Waiting", camera),
            ("#toasts .waits", "Deleting it", delete),
            ("#toasts .waits", "Undoing it", lambda: click_when_shown("#undo")),
            ("#toasts .waits", "Saving and reading back", lambda: click_when_shown("#save")),
            ("#target-side .waits", "Checking what fits", lambda: (
                person.go("move"), person.click("[data-target=aegis]"))),
            ("#export-wait .waits", "Writing and checking", lambda: (
                person.choose_passphrase("export", PASSPHRASE), person.click("#export"))),
            ("#phone-code .waits", "Making the QR codes", show),
            ("#phone .waits", "Comparing it", verify),
            ("#check-result .waits", "Checking Pasted text", check),
            ("#toasts .waits", "Locking", lambda: click_when_shown("#lock", "#kept", "Saved in")),
            ("#cover .waits", "Trying the passphrase", unlock),
        ]
        for css, text, act in actions:
            with self.subTest(text=text):
                self.slow(person, 2600)
                accessibility.listen(person.driver)
                act()
                said = person.wait_for(css, text)
                self.assertTrue(any(text in one for one in accessibility.heard(person.driver)))
                if "about" not in said:
                    person.wait_for(css, "seconds so far")
                self.slow(person, 0)
                person.wait("its end", lambda: not person.all(".waits") and "Reading" not in person.text("#inputs-sum"))
                if text == "Waiting":
                    person.click("#live-stop")
        self.assertEqual(person.errors(), [])

    @in_every_browser
    def test_a_problem_is_said_where_it_is_and_stays(self):
        (self.folder / "a.txt").write_text("".join(one.link + "\n" for one in accounts(3)))
        person = self.browser(self.serve("a.txt"))
        person.open()
        person.wait("the accounts", lambda: person.accounts() == 3)
        person.driver.execute_script(
            "navigator.clipboard.read = async () => [{types: [], getType: async () => null}]")
        person.click("#paste-in")
        person.wait_for("#add-said", "The clipboard contains no image and no text.")
        # What fails otherwise is a message of its own, once.
        person.go("accounts")
        account = person.served.json("GET", "accounts")["accounts"][0]
        person.click(f"[data-id='{account['id']}'] .who")
        person.click("#account-delete")
        person.served.json("DELETE", f"accounts/{account['id']}")
        person.click("dialog[role=alertdialog] .danger")
        person.wait_for("dialog[open]:last-of-type", "That did not work")
        self.assertFalse(person.all("#toasts .toast"))
        self.assertEqual(person.errors(), [])


if __name__ == "__main__":
    unittest.main()
