"""After a journey, its secrets are in no file that the person did not ask for, and after a lock not in memory.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import base64
import os
import shutil
import stat
import subprocess
import sys
import time
import unittest
from pathlib import Path

from pages import PASSPHRASE, ROOT, PageTest
from browsers import in_chromium
from invented import accounts, converted, screenshot, write_film
from program import PATIENCE

sys.path.append(str(ROOT / "Tests/process"))
from test_memory import HERE as PROCESS, Readable  # noqa: E402

EXPORT_PASSPHRASE = "another invented passphrase, 1174"
PIN = "invented PIN 5824"
LINUX = sys.platform == "linux" and Path("/proc/self/smaps").exists()


class Memory(Readable):
    def __init__(self, process):
        self.process = process


def spellings(texts):
    """Each text as UTF-8 and as UTF-16, by a name that is no secret; of secrets in base32 also their bytes."""
    found = {}
    for name, text in texts.items():
        found |= {f"{name}, UTF-8": text.encode(), f"{name}, UTF-16": text.encode("utf-16-le")}
        if name.startswith("secret"):
            found[f"{name}, bytes"] = base64.b32decode(text + "=" * (-len(text) % 8))
    return found


def in_files(folder, texts):
    """(file, name of the text) of all that is in the files below a folder."""
    found = []
    for path in Path(folder).rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            found += [(str(path.relative_to(folder)), name) for name, text in texts.items() if text in content]
    return found


@unittest.skipUnless(LINUX, "as on Linux")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
@in_chromium
class Leftovers(PageTest):
    def test_after_a_whole_journey(self):
        found = accounts(6, "leftovers")
        typed, shown, filmed, pasted, *rest = found
        (self.folder / "temporary").mkdir()
        (self.folder / "links.txt").write_text("".join(one.link + "\n" for one in rest))
        screenshot(shown.link, "Shown").save(self.folder / "a.png")
        export = converted([pasted], "aegis", self.folder / "encrypted.json", EXPORT_PASSPHRASE)
        film = write_film(self.folder / "film.y4m", [filmed.link])
        library = self.folder / "readable.so"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", library, PROCESS / "readable.c"],
                       check=True)
        served = self.serve("--vault", "v.json", LD_PRELOAD=str(library), TMPDIR=str(self.folder / "temporary"))
        person = self.chromium(served, film=film)
        person.open()
        self.add(person, typed, export)
        person.click("#use-camera")
        person.wait("all accounts", lambda: person.accounts() == len(found) + 1)
        person.click("#live-stop")
        self.look_at_all(person)
        person.click("#save")
        person.choose_passphrase("new", PASSPHRASE)
        person.click("dialog[open] .primary")
        person.wait_for("#kept", "Saved in v.json")
        code = self.recovery_code(person)
        texts = spellings({f"secret {at}": one.secret for at, one in enumerate(found)}
                          | {"passphrase": PASSPHRASE, "passphrase of the export": EXPORT_PASSPHRASE, "PIN": PIN,
                             "recovery code": code, "its first half": code[:34], "its second half": code[35:]})
        self.assertIn("secret 0, bytes", Memory(person.served.pid).find(texts), "the search finds what must be there")
        person.click("#lock")
        person.wait_for("#cover", "Unlock v.json")
        self.assert_memory_is_clean(person.served.pid, texts)
        # Unlocked, used and locked again.
        person.unlock(PASSPHRASE)
        person.wait("the accounts", lambda: person.accounts() == len(found) + 1)
        person.go("accounts")
        person.click("#show-codes")
        person.wait("codes", lambda: person.rows()[0][2].replace(" ", "").isdigit())
        person.click("#lock")
        person.wait_for("#cover", "Unlock v.json")
        self.assert_memory_is_clean(person.served.pid, texts)
        self.assertNotIn(typed.issuer, person.driver.page_source)
        person.click("#cover .plain")
        person.click("dialog[open]:not(#cover) .primary")
        self.assertEqual(person.served.wait_for_end(), 0)
        said = person.served.said.encode()
        self.assertEqual([name for name, text in texts.items() if text in said], [])
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])
        # The browser writes its profile when it ends.
        person.driver.quit()
        self.assertTrue(any((person.driver.profile / "profile").rglob("*")))
        self.assertEqual(in_files(person.driver.profile / "profile", texts), [])

    def add(self, person, typed, export):
        person.choose_files(self.folder / "links.txt", self.folder / "a.png", export)
        person.read(3)
        person.open_files(EXPORT_PASSPHRASE)
        person.wait("what was encrypted", lambda: person.accounts() == 4)
        person.click("#type-in")
        person.type("#new-issuer", typed.issuer)
        person.type("#new-name", typed.name)
        person.type("#new-secret", typed.secret)
        person.click(".type-form .primary")
        person.wait("what was typed", lambda: person.accounts() == 5)
        person.type("#new-issuer", "Zenith")
        person.type("#new-secret", "0123456789abcdef")
        person.click(".type-form summary")
        person.click("#new-type option[value=motp]")
        person.type("#new-pin", PIN)
        person.click(".type-form .primary")
        person.wait("what has a PIN", lambda: person.accounts() == 6)

    def look_at_all(self, person):
        """Reveals, exports and checks what is there."""
        person.go("accounts")
        person.click("#rows .account .who")
        person.click("#account-secret")
        person.wait("the secret", lambda: person.all("dialog[open] dd.mono"))
        person.click("#account-qr")
        person.wait("its code", lambda: person.all(".sheet-qr svg"))
        person.press("\ue00c")
        person.press("\ue00c")
        person.go("move")
        person.choose_target("aegis")
        person.choose_passphrase("export", EXPORT_PASSPHRASE)
        person.download()
        person.show_codes("authy")
        person.click("#phone-close")
        person.go("check")
        person.type("#check-text", (self.folder / "links.txt").read_text())
        person.click("#check-run")
        person.wait_for("#check-sum")

    def recovery_code(self, person):
        person.go("move")
        person.click("#recovery")
        person.type("#recovery-passphrase", PASSPHRASE)
        person.click("dialog[open] .primary")
        code = "".join(person.wait("the code", lambda: person.text("#recovery-code")).split())
        person.click("#recovery-done")
        return code

    def assert_memory_is_clean(self, process, texts):
        """A copy that the program keeps is there each time; what a function left on a stack goes within seconds."""
        end = time.monotonic() + 10
        while (found := sorted(Memory(process).find(texts))) and time.monotonic() < end:
            time.sleep(0.5)
        self.assertEqual(found, [], "in the memory of the locked program")

    def test_the_browser_is_opened_through_a_private_file(self):
        (self.folder / "bin").mkdir()
        (self.folder / "run").mkdir(mode=0o700)
        # Stands for the person's browser: writes down what it was called with, and what is in the file.
        opener = self.folder / "bin/xdg-open"
        opener.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$SEEN/arguments"\ncat "$1" > "$SEEN/content"\n'
                          'stat -c "%a" "$1" "$(dirname "$1")" > "$SEEN/modes"\nmv "$SEEN/modes" "$SEEN/done"\n')
        opener.chmod(0o755)
        served = self.serve(opens=True, PATH=f"{self.folder}/bin:/usr/bin:/bin", DISPLAY=":99", SEEN=str(self.folder),
                            XDG_RUNTIME_DIR=str(self.folder / "run"))
        end = time.monotonic() + PATIENCE
        while not (self.folder / "done").exists() and time.monotonic() < end:
            time.sleep(0.05)
        path = Path((self.folder / "arguments").read_text().strip())
        self.assertNotIn(served.token, str(path))
        self.assertEqual((self.folder / "done").read_text().split(), ["600", "700"])
        self.assertIn(served.address, (self.folder / "content").read_text())
        self.assertNotIn(served.token, Path(f"/proc/{served.pid}/cmdline").read_text())
        self.assertTrue(stat.S_ISREG(os.lstat(path).st_mode))
        # The first use of it is its last.
        served.json("GET", "state")
        self.assertEqual(list((self.folder / "run").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
