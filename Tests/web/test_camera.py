"""The camera of the page, which shows a film.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import time
import unittest

from pages import PageTest
from browsers import in_chromium
from invented import accounts, migration_links, write_film

COUNT = 12
PER_CODE = 4
# Seconds of film: each part is in it for one.
FILM = 3.0


@in_chromium
class Camera(PageTest):
    def test_three_parts_of_an_export_are_read_from_the_film(self):
        parts = migration_links(accounts(COUNT, "film"), PER_CODE, self.folder)
        self.assertEqual(len(parts), 3)
        film = write_film(self.folder / "film.y4m", parts)
        person = self.chromium(self.serve(), film=film)
        person.open()
        person.click("#use-camera")
        person.wait("the picture", lambda: person.driver.execute_script("return document.querySelector('#live-view video')?.videoWidth > 0"))
        start = time.monotonic()
        person.wait_for("#live-batches .what", "3 of 3", 30)
        took = time.monotonic() - start
        self.assertEqual(person.served.json("GET", "state")["accounts"], COUNT)
        self.assertLess(took, 5, "seconds of film")
        # An outline on the picture, a line per part, and nothing twice however long the film runs.
        person.wait("an outline", lambda: person.all("#live-view .outlines polygon"))
        lines = len(person.all("#live-news li"))
        self.assertEqual(lines, 3)
        time.sleep(FILM)
        self.assertEqual(len(person.all("#live-news li")), lines)
        # Nothing else has these accounts: leaving asks first.
        self.assertEqual(person.served.json("GET", "state")["sources"], {"camera": 1})
        self.assertTrue(person.driver.execute_script(
            "const leaving = new Event('beforeunload', {cancelable: true}); return !dispatchEvent(leaving)"))
        person.click("#live-stop")
        self.assertFalse(person.shown("#live-view"))
        self.assertEqual(person.errors(), [])

    def test_a_camera_that_is_missing_or_forbidden(self):
        for camera, text in (None, "No camera was found"), (False, "may not use the camera"):
            with self.subTest(camera=camera):
                person = self.chromium(self.serve(), camera=camera)
                person.open()
                person.click("#use-camera")
                person.wait_for("#live-view", text)
                # Nothing else is lost.
                person.click("#live-stop")
                self.assertTrue(person.shown("#choose-files"))
                self.assertEqual(person.errors(), [])
                person.driver.quit()


if __name__ == "__main__":
    unittest.main()
