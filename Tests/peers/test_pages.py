#!/usr/bin/env python3
"""QR codes in pictures and in HTML pages."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import plain_samples
import segno
from page import check_source
from rules import PeerError

HERE = Path(__file__).parent
NEEDS_CHROMIUM = unittest.skipUnless(
    all(map(shutil.which, ("chromium", "pdftoppm", "zbarimg"))),
    "chromium, pdftoppm or zbarimg is missing; scripts/bootstrap --tests installs them")
POLICY = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:{}">'


class Pages(unittest.TestCase):
    def test_a_page_that_could_load_something_is_refused(self):
        check_source(POLICY.format("; style-src 'unsafe-inline'") + "<style>p { color: red }</style>")
        for source in ("<p>no policy</p>", POLICY.format(" https:"), POLICY.format("; script-src 'unsafe-inline'"),
                       "<style></style>" + POLICY.format(""), POLICY.format("") + "<img src=https://example.com/x.png>",
                       POLICY.format("") + "<script></script>", POLICY.format("") + "<p onclick=x>",
                       POLICY.format("") + "<style>p { background: url(x.png) }</style>",
                       POLICY.replace("'none'", "'self'").format("")):
            with self.subTest(source=source), self.assertRaises(PeerError):
                check_source(source)

    @NEEDS_CHROMIUM
    def test_every_code_is_read_from_the_print_and_the_screen(self):
        links = [plain_samples.link(account) for account in plain_samples.COUNTED]
        images = "".join(f'<img src="{segno.make(link).png_data_uri(scale=5)}">' for link in links)
        found = self.examine("<style>:root { color-scheme: light dark } img { background: white; break-inside: avoid }"
                             "</style><p>Backup</p>" + images)
        self.assertEqual(found.returncode, 0, found.stderr)
        result = json.loads(found.stdout)
        for paper in "A4", "Letter":
            self.assertEqual(sorted(sum(result[paper], [])), sorted(links))
        self.assertEqual(sorted(result["dark"]["payloads"]), sorted(links))
        self.assertTrue(result["dark"]["isDark"])
        self.assertIn("Backup", result["text"])

    @NEEDS_CHROMIUM
    def test_text_that_is_not_readable_in_dark_mode_is_refused(self):
        found = self.examine("<style>:root { color-scheme: light dark } p { color: #222 }</style><p>Backup</p>")
        self.assertEqual(found.returncode, 1)
        self.assertIn("text in dark mode must have a contrast of 4.5", found.stderr)

    def examine(self, body):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text(POLICY.format("; style-src 'unsafe-inline'") + body, "utf-8")
            return subprocess.run([sys.executable, str(HERE / "page.py"), str(page)], capture_output=True,
                                  encoding="utf-8")

    @unittest.skipUnless(shutil.which("zbarimg"), "zbarimg is missing; scripts/bootstrap --tests installs it")
    def test_pictures_give_their_payloads(self):
        link = plain_samples.migration_link([plain_samples.TOTP])
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "code.png")
            segno.make(link).save(path, scale=4)
            found = subprocess.run([sys.executable, str(HERE / "pictures.py"), path], capture_output=True,
                                   encoding="utf-8")
        self.assertEqual((found.returncode, found.stdout), (0, link + "\n"), found.stderr)


if __name__ == "__main__":
    unittest.main()
