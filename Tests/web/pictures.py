#!/usr/bin/env python3
"""Draws the pictures of Docs/web.md and of the README: the page in Chromium, with invented accounts.

`make web-pictures` runs it.
"""

import io
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from PIL import Image  # noqa: E402

from browsers import chromium, dress  # noqa: E402
from invented import accounts, converted, migration_links, write_film, write_screenshots  # noqa: E402
from person import Person  # noqa: E402
from program import ROOT, Served  # noqa: E402

INTO = ROOT / "Docs/web"
SIZE = (1120, 720)
# The accounts of `totp-import web --demo`.
DEMO = 14
PASSPHRASE = "an invented passphrase, 4711"


def taken(person):
    """One picture, with few colors so that it is small."""
    person.driver.execute_script("document.getElementById('toasts').replaceChildren(); document.activeElement.blur()")
    picture = Image.open(io.BytesIO(person.driver.get_screenshot_as_png())).convert("RGB")
    return picture.quantize(96, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def draw(person, name):
    taken(person).save(INTO / f"{name}.png", optimize=True)


def demonstrate(folder):
    """The README's animation: the demonstration, from the camera to the codes and the new phone."""
    frames = []

    def show(seconds):
        frames.append((taken(person), int(seconds * 1000)))

    folder.mkdir()
    film = write_film(folder / "film.y4m", migration_links(accounts(9, "demo"), 3, folder), 1.2)
    with Served(folder, "--demo") as served:
        person = Person(chromium(folder, film=film, size=SIZE), served)
        dress(person.driver, False)
        person.open()
        person.wait("the accounts", lambda: person.accounts() == DEMO)
        person.click("#use-camera")
        person.wait("an outline", lambda: person.all("#live-view .outlines polygon"))
        show(1)
        person.wait("two parts", lambda: "2 of 3" in person.text("#live-batches"))
        show(1)
        person.wait("the end", lambda: person.shown("#live-done"))
        show(2)
        person.click("#live-accounts")
        person.click("#show-codes")
        person.wait("codes", lambda: person.rows()[0][2].replace(" ", "").isdigit())
        show(2.5)
        person.go("add")
        person.driver.execute_script("scrollTo(0, 170)")
        show(2.5)
        person.driver.execute_script("scrollTo(0, 0)")
        person.go("move")
        person.choose_target("aegis")
        show(2.5)
        person.show_codes("google-migration")
        show(2.5)
        person.driver.quit()
    (first, _), *others = frames
    first.save(INTO / "page.gif", save_all=True, append_images=[frame for frame, _ in others], optimize=True, loop=0,
               duration=[milliseconds for _, milliseconds in frames])


def main():
    INTO.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="totp-import-web-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        found = accounts(15)
        write_screenshots(folder / "Screenshots", found[:9])
        parts = migration_links(found[9:], 2, folder)
        converted(found[:3], "aegis", folder / "aegis-backup.json", PASSPHRASE)
        film = write_film(folder / "film.y4m", parts[:2], 1.0)
        with Served(folder) as served:
            person = Person(chromium(folder, film=film, size=SIZE), served)
            dress(person.driver, False)
            person.open()
            draw(person, "empty")
            person.drop(folder / "Screenshots", folder / "aegis-backup.json")
            person.read(12)
            person.driver.execute_script("scrollTo(0, 170)")
            person.wait("the small pictures", lambda: len(person.all(".card .thumb img")) > 3)
            draw(person, "add")
            person.driver.execute_script("scrollTo(0, 0)")
            person.click("#use-camera")
            person.wait("two parts", lambda: "2 of 3" in person.text("#live-batches"))
            person.wait("an outline", lambda: person.all("#live-view .outlines polygon"))
            draw(person, "camera")
            person.click("#live-stop")
            person.go("accounts")
            person.click("#show-codes")
            person.wait("codes", lambda: person.rows()[0][2].replace(" ", "").isdigit())
            dress(person.driver, True)
            draw(person, "accounts")
            dress(person.driver, False)
            person.go("move")
            person.choose_target("aegis")
            person.click("#export-suggest")
            person.wait("a passphrase", lambda: person.text("#export-words"))
            # The same in each picture.
            person.driver.execute_script(
                "document.querySelector('#export-words').textContent = arguments[0]; scrollTo(0, 0)",
                "lantern orbit velvet canyon mellow thistle")
            draw(person, "move")
            person.show_codes("google-migration")
            draw(person, "phone")
            person.click("#phone-close")
            person.go("check")
            person.type("#check-text", "otpauth://totp/Acme:alice?secret=NB2W 45DF OIZA GEZD GNBV GY3T QOJQ 2345\n"
                        "otpauth://totp/Brightwater:bob?secret=10189&issuer=Brightwater\n")
            person.click("#check-run")
            person.wait_for("#check-sum")
            draw(person, "check")
            person.driver.quit()
        demonstrate(folder / "demo")


if __name__ == "__main__":
    main()
