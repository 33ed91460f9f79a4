"""The checks of `make lint` that keep ICU out of the program and folders apart find what they look for."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
GUARD = "#if canImport(FoundationEssentials)\n    import FoundationEssentials\n#else\n    {}\n#endif\n"


class Checks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_check(self, name, argument):
        done = subprocess.run([SCRIPTS / name, argument], capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_imports(self):
        for text, status in ((GUARD.format("import Foundation"), 0), ("import FoundationEssentials\n", 0),
                             ("#if canImport(Darwin)\n    import Foundation\n#endif\n", 0),
                             ("// import Foundation\n", 0),
                             ("import Foundation\n", 1), ("internal import Foundation\n", 1),
                             ("@preconcurrency import struct Foundation.URL\n", 1),
                             (GUARD.format("import Glibc") + "import Foundation\n", 1),
                             ("#if canImport(FoundationEssentials)\n    import Foundation\n#endif\n", 1)):
            with self.subTest(text=text):
                (self.folder / "A.swift").write_text(text)
                self.assertEqual(self.run_check("check-imports", self.folder)[0], status)

    def test_folders(self):
        module = self.folder / "Module"
        for folder in ("One", "Two/Inner"):
            (module / folder).mkdir(parents=True)
        (module / "Two/Inner/B.swift").write_text('struct B {\n    let text = "\\(a(1))"\n}\n')
        both = "// A comment.\nfunc a(_ b: B) {}\n"
        for text, place, status in ((both, "One/A.swift", 1), (both, "A.swift", 1), (both, "Two/A.swift", 0),
                                    ("#if Web\n    func a(_ b: B) {}\n#endif\n", "One/A.swift", 1),
                                    ("struct A {\n    let b: B\n}\n", "One/A.swift", 0),
                                    ('// B\nfunc a(_ n: Int) {}\nlet text = "B", kind = Kind.B\n', "One/A.swift", 0)):
            with self.subTest(text=text, place=place):
                (module / place).write_text(text)
                found, errors = self.run_check("check-folders", self.folder)
                (module / place).unlink()
                self.assertEqual(found, status, errors)
                for part in (f"uses B of Two ({module / place}:2)", "uses a of ", "Two/Inner/B.swift:2"):
                    self.assertEqual(part in errors, status == 1, errors)

    def test_groups(self):
        for group, status in (("Importers/Group", 1), ("Other/Group", 0)):
            for name, text in (("One/A", "func a(_ b: B) {}\n"), ("Two/B", "struct B {\n    let c = a(1)\n}\n")):
                path = self.folder / group / f"{name}.swift"
                path.parent.mkdir(parents=True)
                path.write_text(text)
            found, errors = self.run_check("check-folders", self.folder)
            self.assertEqual(found, status, errors)
            self.assertEqual("Importers/Group: One uses B of Two" in errors, status == 1, errors)
            shutil.rmtree(self.folder / group)

    def test_ids(self):
        (self.folder / "Module").mkdir()
        (self.folder / "Module/A.swift").write_text(
            'let a = FormatDescription(\n    id: "an-app", file: "list"), b: FormatID = "list"\n')
        for text, status in (('let own = ["an-app"]\n', 1), ('let own: [FormatID] = [\n    "list"\n]\n', 1),
                             ('let own = id == "list"\n', 1), ('let own = format("list")\n', 1),
                             ('let own = "list" // "an-app"\n', 0), ('let own = id, other = "list"\n', 0),
                             ('let own = "an-app-like"\n', 0)):
            with self.subTest(text=text):
                (self.folder / "Module/B.swift").write_text(text)
                found, errors = self.run_check("check-folders", self.folder)
                self.assertEqual(found, status, errors)
                self.assertEqual("Module/A.swift" in errors, status == 1, errors)

    @unittest.skipUnless(sys.platform == "linux" and shutil.which("cc"), "there is no C compiler, or another system")
    def test_program(self):
        for size, data, problem in (
                (1, "a name", None), (1, "icudt74_dat", "contains ICU"), (34_000_000, "", "34.0 MB")):
            with self.subTest(size=size, data=data):
                program = self.folder / "program"
                source = (f'#include <stdio.h>\nconst char content[{size}] = {{1}};\n'
                          f'int main(void) {{ return puts("{data}") < 0; }}\n')
                subprocess.run(["cc", "-x", "c", "-o", program, "-"], input=source, text=True, check=True)
                status, errors = self.run_check("check-program", program)
                self.assertEqual(status, 0 if problem is None else 1, errors)
                self.assertIn(problem or "", errors)


if __name__ == "__main__":
    unittest.main()
