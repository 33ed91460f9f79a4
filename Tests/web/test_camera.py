"""The camera of the page, which shows a film.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import time
import unittest

from PIL import Image, ImageFilter

from pages import PageTest, in_every_browser
from browsers import in_chromium, resize
from invented import HEIGHT, RATE, WIDTH, accounts, code, migration_links, write_film

COUNT = 12
PER_CODE = 4
# Seconds of film: each part is in it for one.
FILM = 3.0


class Camera(PageTest):
    @in_every_browser
    def test_the_parts_of_an_export_that_come_one_after_the_other(self):
        """What the camera gives is a canvas here: of these browsers, Chromium alone shows a film in its place."""
        parts = migration_links(accounts(COUNT, "film"), PER_CODE, self.folder)
        person = self.browser(self.serve(), size=(1280, 720))
        person.open()
        person.show("getUserMedia", parts)
        person.click("#use-camera")
        person.wait_for("#live-done", f"All 3 parts. {COUNT} accounts.")
        self.assertFalse(person.all("#live-view video"), "the camera is off")
        person.click("#live-accounts")
        person.wait("the accounts", lambda: len(person.rows()) == COUNT)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_three_parts_of_an_export_are_read_from_the_film(self):
        parts = migration_links(accounts(COUNT, "film"), PER_CODE, self.folder)
        self.assertEqual(len(parts), 3)
        film = write_film(self.folder / "film.y4m", parts)
        person = self.chromium(self.serve(), film=film)
        person.open()
        person.click("#use-camera")
        person.wait("the picture", lambda: person.driver.execute_script(
            "return document.querySelector('#live-view video')?.videoWidth > 0"))
        person.wait_for("#live-done", "All 3 parts. 12 accounts.")
        self.assertEqual(person.served.json("GET", "state")["accounts"], COUNT)
        self.assertFalse(person.all("#live-view video"), "the camera is off")
        # Nothing else has these accounts: leaving asks first.
        self.assertEqual(person.served.json("GET", "state")["sources"], {"camera": 1})
        self.assertTrue(person.driver.execute_script(
            "const leaving = new Event('beforeunload', {cancelable: true}); return !dispatchEvent(leaving)"))
        person.click("#live-move")
        person.wait("the next step", lambda: person.shown("#move"))
        self.assertFalse(person.shown("#live-view"))
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_two_of_three_parts_and_a_web_address(self):
        """Nothing twice however long the film runs, nothing below the fold, and no alarm about a stray code."""
        parts = migration_links(accounts(COUNT, "film"), PER_CODE, self.folder)
        film = write_film(self.folder / "film.y4m", [parts[0], "https://example.com/menu", parts[2]])
        person = self.chromium(self.serve(), film=film, size=(1280, 720))
        person.open()
        person.click("#use-camera")
        person.wait_for("#live-batches .what", "2 of 3")
        person.wait("an outline", lambda: person.all("#live-view .outlines polygon"))
        person.wait("a line for each", lambda: len(person.all("#live-news li")) == 3)
        time.sleep(FILM)
        kinds = sorted(one.get_attribute("data-kind") for one in person.all("#live-news li"))
        self.assertEqual(kinds, ["gray", "green", "green"])
        for width, height in (1280, 720), (360, 740), (320, 560):
            resize(person.driver, width, height)
            hidden = person.driver.execute_script(
                "return [...document.querySelectorAll('#live-view :is(button, .parts li, #live-said)')]"
                ".filter((one) => {"
                " const {top, bottom, left, right} = one.getBoundingClientRect();"
                " return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth; })"
                ".map((one) => one.outerHTML)")
            self.assertEqual(hidden, [], (width, height))
        person.press("\ue00c")
        person.wait("its end", lambda: not person.all("#live-view"))
        self.assertEqual(person.driver.switch_to.active_element.get_attribute("id"), "use-camera")
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_what_would_help_is_said_after_4_seconds(self):
        for name, blur, help in ("dark", 0, "More light."), ("blurred", 6, "Closer."):
            with self.subTest(name=name):
                film = self.folder / f"{name}.y4m"
                scene = Image.new("L", (WIDTH, HEIGHT), 6 if name == "dark" else 90)
                if blur:
                    scene.paste(code(accounts(1)[0].link, 3).filter(ImageFilter.GaussianBlur(blur)), (500, 250))
                film.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420mpeg2\n".encode()
                                 + (b"FRAME\n" + scene.tobytes() + b"\x80" * (WIDTH * HEIGHT // 2)) * 3)
                person = self.chromium(self.serve(), film=film)
                person.open()
                start = time.monotonic()
                person.click("#use-camera")
                person.wait_for("#live-said", help)
                self.assertGreater(time.monotonic() - start, 3.9)
                self.assertEqual(person.errors(), [])
                person.driver.quit()

    @in_chromium
    def test_a_camera_that_is_missing_or_forbidden(self):
        for camera, text in (None, "No camera was found"), (False, "may not use the camera"):
            with self.subTest(camera=camera):
                person = self.chromium(self.serve(), camera=camera)
                person.open()
                person.click("#use-camera")
                person.wait_for("#live-view", text)
                # Nothing else is lost.
                person.click("#live-stop")
                person.wait("its end", lambda: not person.shown("#live-view"))
                self.assertTrue(person.shown("#choose-files"))
                self.assertEqual(person.errors(), [])
                person.driver.quit()


    @in_chromium
    def test_a_camera_that_is_in_use_and_then_is_not(self):
        film = write_film(self.folder / "film.y4m", [accounts(1)[0].link])
        person = self.chromium(self.serve(), film=film)
        person.open()
        person.driver.execute_script("window.real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)")
        person.refuse("mediaDevices.getUserMedia", "NotReadableError")
        person.click("#use-camera")
        person.wait_for("#live-view", "Another program uses the camera")
        person.driver.execute_script("navigator.mediaDevices.getUserMedia = window.real")
        person.click("#live-again")
        person.wait("the account", lambda: person.accounts() == 1)
        self.assertEqual(person.errors(), [])

    @in_chromium
    def test_outlines_follow_each_picture(self):
        """How soon they follow is measured by `make bench-web`."""
        film = write_film(self.folder / "film.y4m", [one.link for one in accounts(3)])
        person = self.chromium(self.serve(), film=film)
        person.open()
        person.watch_outlines()
        person.click("#use-camera")
        person.outline_delays(30)
        self.assertEqual(person.errors(), [])


@in_chromium
class Screen(PageTest):
    """What the system's dialog gives is a canvas here: no test can press its buttons."""

    def test_a_site_that_shows_its_code(self):
        account = accounts(1)[0]
        person = self.chromium(self.serve())
        person.open()
        person.show("getDisplayMedia", [account.link])
        person.click("#use-screen")
        person.wait_for("#live-news", account.label)
        self.assertEqual(person.served.json("GET", "state")["sources"], {"screen": 1})
        person.wait("an outline", lambda: person.all("#live-view .outlines polygon"))
        # Ended in the browser's own bar.
        person.driver.execute_script(
            "const [track] = window.shared.getTracks(); track.stop(); track.dispatchEvent(new Event('ended'))")
        person.wait("its end", lambda: not person.shown("#live-view"))
        self.assertEqual(person.accounts(), 1)
        self.assertEqual(person.errors(), [])

    def test_a_person_who_shares_nothing_and_a_browser_that_cannot(self):
        person = self.chromium(self.serve())
        person.open()
        person.refuse("mediaDevices.getDisplayMedia")
        person.click("#use-screen")
        person.wait_for("#live-view", "The screen is not shared")
        person.click("#live-stop")
        person.driver.execute_script("navigator.mediaDevices.getDisplayMedia = undefined")
        person.click("#use-screen")
        said = person.wait_for("#live-view", "This browser cannot share the screen")
        self.assertIn("Take a screenshot and paste it here", said)
        self.assertNotIn("Try again", said)
        self.assertEqual(person.errors(), [])


if __name__ == "__main__":
    unittest.main()
