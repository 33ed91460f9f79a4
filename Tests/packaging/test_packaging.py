"""The scripts of a release: the version, the notes, and the list of what is linked."""

import functools
import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
from unittest import mock

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import parts  # noqa: E402

HOMEPAGE = "https://totp.invalid/totp-import"
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- Later.

## [1.2.3] - 2026-01-31

### Added

- A thing ([page](Docs/page.md#part)).
- An [address](https://example.org/a).

## [1.2.30] - 2025-12-31

- Earlier.
"""


class Release(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "packaging", self.root / "packaging")
        (self.root / "Sources/Any").mkdir(parents=True)
        (self.root / "Sources/Any/ProgramVersion.swift").write_text(
            'package enum ProgramVersion {\n    package static let current = "1.2.3"\n}\n')
        (self.root / "CHANGELOG.md").write_text(CHANGELOG)

    def run_script(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.root / "packaging" / arguments[0], *arguments[1:]], capture_output=True, text=True, check=False,
            env=os.environ | variables)

    def test_the_version_is_that_of_the_source(self) -> None:
        self.assertEqual(self.run_script("version").stdout, "1.2.3\n")
        self.assertEqual(self.run_script("version", "--check", "1.2.3").returncode, 0)

    def test_another_version_is_refused(self) -> None:
        for version in ["1.2.4", "1.2", "1.2.30", "v1.2.3", "", "1x2x3"]:
            outcome = self.run_script("version", "--check", version)
            self.assertEqual(outcome.returncode, 1, version)
            self.assertIn("1.2.3", outcome.stderr)

    def test_a_version_without_a_dated_heading_is_refused(self) -> None:
        for heading in ["## [1.2.3]", "## [1.2.3] - soon", "## [1.2.33] - 2026-01-31", "## 1.2.3 - 2026-01-31"]:
            (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace("## [1.2.3] - 2026-01-31", heading))
            outcome = self.run_script("version", "--check", "1.2.3")
            self.assertEqual(outcome.returncode, 1, heading)
            self.assertIn("CHANGELOG.md", outcome.stderr)

    def test_notes_are_the_part_about_the_version(self) -> None:
        notes = self.run_script("notes", "1.2.3")
        self.assertEqual(notes.returncode, 0)
        self.assertEqual(notes.stdout, """# totp-import 1.2.3

To build totp-import 1.2.3, run this in its source:

```sh
make demo          # builds it, and shows it with invented screenshots
sudo make install  # or: make install PREFIX=~/.local
```

### Added

- A thing (page (`Docs/page.md#part`)).
- An [address](https://example.org/a).
""")

    def test_the_address_of_the_project_is_in_the_notes(self) -> None:
        notes = self.run_script("notes", "1.2.3", HOMEPAGE=HOMEPAGE).stdout
        addresses = re.findall(r'"(https[^"]*)/([^/"]*)"', notes)
        self.assertEqual({folder for folder, _ in addresses}, {f"{HOMEPAGE}/releases/download/v1.2.3"})
        names = [re.sub(r"_[0-9]+_", "_", file) for _, file in addresses]
        self.assertRegex(" ".join(names), r"^totp_import-1\.2\.3-\S*\.whl totp-import-1\.2\.3-linux-\S*\.tar\.xz")
        self.assertNotIn("make demo", notes)

    def test_no_notes_are_an_error(self) -> None:
        self.assertEqual(self.run_script("notes", "9.9.9").returncode, 1)

    def test_a_release_is_not_made_of_another_version(self) -> None:
        outcome = self.run_script("release", "1.2.4", HOMEPAGE, "--traits", "ZXing,HEIF,TIFF,GIF")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("1.2.4", outcome.stderr)
        self.assertFalse((self.root / "dist").exists())

    def test_a_release_needs_the_address_of_the_project(self) -> None:
        placeholders = ["https://example.org/totp-import", "https://www.example.com", "https://example.net/"]
        wrong = ["", "--traits", "http://totp.invalid/a", "https://", "https://a b", "https://a|b"]
        for address in wrong + placeholders:
            outcome = self.run_script("release", "1.2.3", address, "--traits", "ZXing,HEIF,TIFF,GIF")
            self.assertEqual(outcome.returncode, 1, address)
            self.assertIn("HOMEPAGE=", outcome.stderr, address)
            self.assertFalse((self.root / "dist").exists())
        self.assertIn("HOMEPAGE=", self.run_script("release", "1.2.3").stderr)

    def test_a_release_is_not_made_by_nobody(self) -> None:
        for address in ["a@example.org", "a@mail.example.com"]:
            outcome = self.run_script("release", "1.2.3", HOMEPAGE, MAINTAINER=f"Ada <{address}>")
            self.assertEqual(outcome.returncode, 1)
            self.assertIn("MAINTAINER=", outcome.stderr)
        self.assertNotIn("MAINTAINER=", self.run_script("release", "1.2.3", HOMEPAGE, MAINTAINER="Ada <a@b.c>").stderr)

    def test_a_release_takes_the_address_of_the_project(self) -> None:
        for address in [HOMEPAGE, HOMEPAGE + "/", "https://example.org.totp.invalid"]:
            # The next step needs a repository, which the folder is not.
            outcome = self.run_script("release", "1.2.3", address, "--traits", "ZXing,HEIF,TIFF,GIF")
            self.assertNotEqual(outcome.returncode, 0)
            self.assertNotIn("HOMEPAGE=", outcome.stderr, address)


class Newest(unittest.TestCase):
    """A library that is older than its archive's is not linked; in a root of its own, with an archive in a folder."""

    def asked(self, installed: str, candidate: str) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            root, archive = pathlib.Path(folder, "root"), pathlib.Path(folder, "archive")
            for place in [root / "var/lib/dpkg", root / "etc/apt/preferences.d", archive]:
                place.mkdir(parents=True)
            package = "Package: libinvented-dev\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: a\n"
            (root / "var/lib/dpkg/status").write_text(
                f"{package}Version: {installed}\nStatus: install ok installed\n\n")
            (root / "etc/apt/sources.list").write_text(f"deb [trusted=yes] file:{archive} ./\n")
            (archive / "Packages").write_text(
                f"{package}Version: {candidate}\nFilename: ./a.deb\nSize: 1\nSHA256: {'0' * 64}\n\n")
            return subprocess.run(
                [ROOT / "packaging/portable/newest", "libinvented-dev"], capture_output=True, text=True, check=False,
                env=os.environ | {"ROOT": str(root)})

    def test_an_older_library_is_named_with_the_line_that_mends_it(self) -> None:
        outcome = self.asked("3.0.19-1", "3.0.20-1")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("libinvented-dev is 3.0.19-1, and its archive has 3.0.20-1", outcome.stderr)
        self.assertIn("apt-get update && apt-get install libinvented-dev", outcome.stderr)

    def test_the_newest_library_is_linked(self) -> None:
        outcome = self.asked("3.0.20-1", "3.0.20-1")
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))


class Workflows(unittest.TestCase):
    """What others may change is not run, and every job that needs git trusts its checkout."""

    def test_actions_are_named_by_commit_and_keep_no_credentials(self) -> None:
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            text = path.read_text()
            for line in text.splitlines():
                if "uses:" in line:
                    self.assertRegex(line, r"uses: [a-z/-]+@[0-9a-f]{40} # v[0-9.]+$", path)
            self.assertEqual(text.count("actions/checkout@"), text.count("persist-credentials: false"), path)

    def test_a_job_that_runs_tests_trusts_its_checkout(self) -> None:
        jobs = re.split(r"\n  (?=[a-z]+:\n)", (ROOT / ".github/workflows/ci.yml").read_text())
        tested = [job for job in jobs if "run: make test\n" in job]
        self.assertEqual(len(tested), 1)
        self.assertLess(tested[0].index("safe.directory"), tested[0].index("run: make test\n"))


class SourceArchive(unittest.TestCase):
    def test_it_has_the_versions_of_the_swift_packages(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "packaging").mkdir()
            shutil.copy(ROOT / "packaging/source", root / "packaging")
            (root / ".gitignore").write_text("Package.resolved\n")
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
            for command in [["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "a"]]:
                subprocess.run([*git, *command], check=True)
            command = [root / "packaging/source", "1.2.3"]
            self.assertEqual(subprocess.run(command, capture_output=True, check=False).returncode, 1)
            (root / "Package.resolved").write_text("{}")
            archive = subprocess.run(command, capture_output=True, check=True).stdout
            with tarfile.open(fileobj=io.BytesIO(archive)) as files:
                self.assertIn("totp-import-1.2.3/Package.resolved", files.getnames())
                self.assertIn("totp-import-1.2.3/packaging/source", files.getnames())


class Pages(unittest.TestCase):
    """The pages that are copied into packages."""

    def copied(self, *left_out: str, **variables: str) -> pathlib.Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        subprocess.run([ROOT / "packaging/docs", folder.name, *left_out], check=True, env=os.environ | variables)
        return pathlib.Path(folder.name)

    def checked(self, folder: pathlib.Path) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / "packaging/docs", "--check", folder], capture_output=True, text=True, check=False)

    def test_no_link_leads_nowhere(self) -> None:
        folder = self.copied("Docs/security.md")
        self.assertEqual(self.checked(folder).stderr, "")
        self.assertFalse((folder / "Docs/security.md").exists())
        # Its text stays.
        self.assertIn("argument. Only `--reveal`", (folder / "README.md").read_text())
        self.assertNotIn("security.md", (folder / "README.md").read_text())
        (folder / "LICENSE").unlink()
        (folder / "Docs/rules.md").unlink()
        self.assertIn("README.md: Docs/rules.md", self.checked(folder).stderr)

    def test_with_an_address_links_lead_to_the_project(self) -> None:
        folder = self.copied(HOMEPAGE=HOMEPAGE)
        self.assertEqual(self.checked(folder).stderr, "")
        self.assertRegex((folder / "README.md").read_text(), re.escape(HOMEPAGE) + r"/blob/v[0-9.]+/CONTRIBUTING\.md\)")

    def test_pages_begin_with_how_to_get_the_program(self) -> None:
        folder = self.copied(HOMEPAGE=HOMEPAGE)
        for page, link in [("README.md", "(Docs/install.md)"), ("Docs/install.md", "(install.md)")]:
            text = (folder / page).read_text()
            self.assertIn(f"pipx install \"{HOMEPAGE}", text)
            self.assertIn(f"[other ways]{link}", text)


class Licenses(unittest.TestCase):
    """One list of licenses, which the files of a release take theirs from."""

    def test_it_has_what_is_linked_and_nothing_else(self) -> None:
        linked = {package for package in parts.linked() if parts.ROWS[package].place != "every"}
        self.assertEqual({package for package, row in parts.ROWS.items() if row.place != "every"}, linked)
        script = (ROOT / "packaging/portable/link").read_text()
        libraries = set(re.findall(r" -?\(?-l([\w+-]+)", script.replace("(-l", " -l")))
        debian = re.findall(r"([\w-]+):lib", (ROOT / "packaging/portable/libraries").read_text().partition("place=")[0])
        compiled = {"archive", "zip", "xml2", "tiff", "qrencode", "ZXing", "heif", "de265", "dav1d"}
        self.assertEqual(libraries - {"stdc++", "rt", "dl", "pthread", "m"}, {*debian, "z"} | compiled)

    def test_nothing_is_under_the_gpl_without_an_exception(self) -> None:
        for row in parts.ROWS.values():
            self.assertNotRegex(row.license, r"\bGPL-[\d.]+-(only|or-later)(?! WITH )", row)

    def test_a_linked_package_without_a_license_stops_a_release(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "packaging", f"{folder}/packaging")
            table = pathlib.Path(folder, "packaging/licenses.tsv")
            table.write_text(re.sub(r"(?m)^portable\tlibpng-dev.*\n", "", table.read_text()))
            for arguments in [["--license", "portable"], ["--license", "usual"]]:
                outcome = subprocess.run([f"{folder}/packaging/parts.py", *arguments], capture_output=True, text=True,
                                         check=False)
                self.assertEqual(outcome.returncode, int("portable" in arguments), outcome.stderr)
                self.assertEqual("libpng-dev has no license" in outcome.stderr, "portable" in arguments)

    def test_a_license_file_must_say_what_the_list_says(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(parts, "parts") as found:
            file = pathlib.Path(folder, "copyright")
            file.write_text("License: GPL-2+\n")
            found.return_value = [parts.Part(parts.ROWS["libpng-dev"], "1.6", "pkg:a", [file])]
            with self.assertRaisesRegex(SystemExit, "libpng-dev does not say"):
                parts.copy(pathlib.Path(folder, "licenses"))
            file.write_text("License: libpng\n")
            parts.copy(pathlib.Path(folder, "licenses"))
            self.assertEqual(pathlib.Path(folder, "licenses/libpng-dev").read_text(), "License: libpng\n")

    def test_the_formula_names_those_of_the_usual_program(self) -> None:
        line = re.search("license all_of: (.*)", (ROOT / "packaging/homebrew/totp-import.rb").read_text())[1]
        said = re.sub(r'\{ "([^"]*)" => \{ with: "([^"]*)" \} \}', r'"\1 WITH \2"', line)
        self.assertEqual(set(json.loads(said)), set(parts.expression(False).split(" AND ")))


class Sources(unittest.TestCase):
    """The list of what the portable program is linked with."""

    rows = [line.split("\t") for line in (ROOT / "packaging/portable/sources.tsv").read_text().splitlines()
            if line and not line.startswith("#")]

    def test_every_row_has_a_kind_a_version_and_a_checksum(self) -> None:
        for row in self.rows:
            self.assertEqual(len(row), 5, row)
            self.assertIn(row[0], ("source", "tar", "python", "glibc-amd64", "glibc-arm64"))
            self.assertRegex(row[2], r"^[0-9][0-9A-Za-z.:+~-]*$")
            self.assertRegex(row[3], r"^[0-9a-f]{64}$")
            self.assertRegex(row[4], r"^[0-9a-f]{64}$" if row[0] == "python" else r"^[0-9a-f]{40}$")

    def test_the_glibc_of_every_processor_is_the_same(self) -> None:
        first, second = ([row[1:3] for row in self.rows if row[0] == kind] for kind in ("glibc-amd64", "glibc-arm64"))
        self.assertEqual(first, second)
        self.assertEqual(len(first), 5)

    def test_an_old_file_is_had_by_its_checksum(self) -> None:
        archive = b"an archive"
        sums = [hashlib.sha1(content).hexdigest() for content in (archive, b"another one")]
        description = "Format: 3.0\nChecksums-Sha1:\n {} 10 a.orig.tar.gz\nFiles:\n {} 10 a.orig.tar.gz\n"
        for named, works in zip(sums, (True, False)):
            with self.subTest(works), tempfile.TemporaryDirectory() as folder:
                kept, downloads = pathlib.Path(folder, "file"), pathlib.Path(folder, "downloads")
                kept.mkdir()
                downloads.mkdir()
                (kept / "abc").write_text(description.format(named, named))
                (kept / named).write_bytes(archive)
                handler = functools.partial(QuietHandler, directory=folder)
                with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
                    threading.Thread(target=server.serve_forever, daemon=True).start()
                    command = [ROOT / "packaging/portable/by-checksum", downloads / "a.dsc"]
                    address = f"http://127.0.0.1:{server.server_port}/file/abc"
                    outcome = subprocess.run([*command, address], capture_output=True, check=False,
                                             env=os.environ | {"no_proxy": "127.0.0.1"})
                    server.shutdown()
                self.assertEqual(outcome.returncode == 0, works, outcome.stderr)
                self.assertEqual((downloads / "a.orig.tar.gz").exists(), works)
                self.assertNotEqual(subprocess.run([*command, ""], check=False).returncode, 0)

    def test_every_library_is_compiled_and_named_on_the_page(self) -> None:
        script = (ROOT / "packaging/portable/libraries").read_text()
        page = (ROOT / "Docs/development/releasing.md").read_text()
        for kind, package, *_ in self.rows:
            if not kind.startswith("glibc"):
                self.assertIn(f"\n{package.replace('-', '_')}() {{", script)
                self.assertIn(package.replace("qrencode", "libqrencode"), page)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


class Hashes(unittest.TestCase):
    """Swift's hashes of options, which differ from folder to folder."""

    def test_only_the_hashes_become_zeros(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = []
            for content in "folder/one", "folder/two":
                object_file = pathlib.Path(folder, "object.o")
                subprocess.run(
                    ["gcc", "-c", "-x", "assembler", "-", "-o", object_file], check=True, text=True,
                    input=f'.data\n.ascii "kept"\n.section .swift_modhash,"aR"\n.ascii "{content}"\n')
                found.append(object_file.read_bytes())
                self.assertIn(content.encode(), found[-1])
                subprocess.run([ROOT / "packaging/zero-hashes", object_file, ROOT / "LICENSE"], check=True)
                self.assertEqual(object_file.read_bytes(), found[-1].replace(content.encode(), bytes(len(content))))
            self.assertNotEqual(*found)


class Testkit(unittest.TestCase):
    """What other projects get: exports, what is in them, and a runner."""

    def test_every_expectation_follows_the_schema(self) -> None:
        schema = jsonschema.Draft202012Validator(
            json.loads((ROOT / "packaging/testkit/expected.schema.json").read_text()))
        pages = list((ROOT / "Fixtures/exports").rglob("expected.json"))
        self.assertGreater(len(pages), 60)
        for page in pages:
            self.assertEqual([error.message for error in schema.iter_errors(json.loads(page.read_text()))], [], page)

    def try_importer(self, code: str, *command: str, damaged: str = "sys.exit(1)") -> subprocess.CompletedProcess:
        """Tries an importer on two files of an app; it prints `items`, which `code` may change; `damaged` is for the
        other file."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(ROOT / "packaging/testkit/run.py", folder)
            exports = pathlib.Path(folder, "exports/app")
            exports.mkdir(parents=True)
            core = {"issuer": "Inkwell Docs", "name": "heidi", "algorithm": "SHA1", "digits": 6}
            items = [dict(core, type="totp", secret="JBSWY3DPEHPK3PXP", period=30),
                     dict(core, type="hotp", secret="KRSXG5CTMVRXEZLU", counter=4)]
            (exports / "good.json").write_text(json.dumps({"items": items}))
            (exports / "damaged.json").write_text("{")
            (exports / "expected.json").write_text(json.dumps({
                "good.json": {"status": "ok", "items": items, "password": "an invented passphrase"},
                "damaged.json": {"status": "failed", "error": "corrupt"}}))
            importer = "\n".join([
                "import json, sys", "items = []", f"if 'damaged' in sys.argv[1]: {damaged}",
                "else:", "    items = json.load(open(sys.argv[1]))['items']",
                f"    {code}", "print(json.dumps(items))"])
            return subprocess.run(
                [sys.executable, pathlib.Path(folder, "run.py"), "app", "--", sys.executable, "-c", importer, "{file}",
                 *command], capture_output=True, text=True, check=False)

    def test_the_runner_says_what_an_importer_lost(self) -> None:
        for code, verdict, status in [
            ("items = items[1:]", "lost", 1),
            ("items[0]['secret'] = items[0]['secret'][::-1]", "lost", 1),
            ("items[1]['counter'] = 3", "lost", 1),
            ("items.append(dict(items[0], secret='AAAAAAAAAAAAAAAA'))", "invented", 1),
            ("items[1]['counter'] = 5", "invented", 1),
            ("for item in items: item['name'] += '!'", "names", 0),
            ("sys.exit(1)", "refused", 1),
        ]:
            outcome = self.try_importer(code)
            self.assertIn(f"{verdict:9} app/good.json", outcome.stdout, code)
            self.assertIn("1 good", outcome.stdout, code)
            self.assertEqual(outcome.returncode, status, code)

    def test_the_runner_is_content_with_a_good_importer(self) -> None:
        # It fails on the damaged file, as it should.
        outcome = self.try_importer("pass")
        self.assertEqual((outcome.stdout, outcome.returncode), ("2 good\n", 0))

    def test_success_on_a_damaged_file_is_no_success(self) -> None:
        outcome = self.try_importer("pass", damaged="pass")
        line = outcome.stdout.splitlines()[0]
        self.assertEqual((line.split(":")[0], outcome.returncode), ("taken     app/damaged.json", 1))

    def test_words_for_a_key_file_are_left_out_without_one(self) -> None:
        code = "assert sys.argv[2:] == ['--with=an invented passphrase']"
        self.assertEqual(self.try_importer(code, "--key={key-file}", "--with={passphrase}").stdout, "2 good\n")


class SiteCheck(unittest.TestCase):
    """What test-site says of a site with one fault."""

    page = """<!doctype html>
<html lang="en"><title>{0}</title><meta name="description" content="About {0}."><link rel="stylesheet" href="style.css">
<main id="content"><h1 id="part">{0}</h1><a href="index.html#part">One</a> <a href="two.html">Two</a></main>
"""

    def test_each_fault_is_named(self) -> None:
        for name, old, new, message in [
            ("two.html", "index.html#part", "index.html#gone", "index.html#gone has no such anchor"),
            ("two.html", "index.html#part", "gone.html", "gone.html leads nowhere"),
            ("index.html", "two.html", "index.html", "two.html: no link leads to it"),
            ("two.html", "style.css", "https://totp.invalid/style.css", "it loads https://totp.invalid/style.css"),
            ("two.html", "<h1", "<p>An <img src='style.css'></p><h1", "a picture has no text"),
            ("two.html", "<h1", "<h1>Two</h1><h1", "one h1"),
            ("two.html", "<h1", "<p id='part'></p><h1", "an anchor is there twice"),
            ("two.html", "<h1", "<p onclick='x()'></p><h1", "a style or a script is in the page"),
            ("two.html", "About two.", "", "its description is missing"),
            ("two.html", "<title>two", "<title>index", "it has the title of index.html"),
            ("two.html", ' lang="en"', "", "it needs lang"),
            ("style.css", "p", "@import 'x'; p", "it names another place"),
            ("search-index.js", "two.html", "three.html", "three.html is not there"),
            ("style.css", "p {}", " " * 6_500_000, "6500000 or more"),
        ]:
            with self.subTest(message), tempfile.TemporaryDirectory() as folder:
                site = pathlib.Path(folder, "site")
                site.mkdir()
                texts = {"index.html": self.page.format("index"), "two.html": self.page.format("two"),
                         "style.css": "p {}", "search.js": "",
                         "search-index.js": '["Two","two.html","words"]'}
                self.assertIn(old, texts[name])
                texts[name] = texts[name].replace(old, new, 1)
                for file, text in texts.items():
                    (site / file).write_text(text)
                archive = shutil.make_archive(f"{folder}/archive", "gztar", folder, "site")
                outcome = subprocess.run(
                    [ROOT / "packaging/test-site", archive], capture_output=True, text=True, check=False)
                self.assertEqual((outcome.returncode, len(outcome.stderr.splitlines())), (1, 1), outcome.stderr)
                self.assertIn(message, outcome.stderr)


if __name__ == "__main__":
    unittest.main()
