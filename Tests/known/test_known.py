"""Each harmless name of the lists, planted in an export, changes nothing; with one more letter, it is named."""

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import names

ROOT = Path(__file__).resolve().parents[2]
EXPORTS = ROOT / "Fixtures/exports"
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import")).resolve()
sys.path.insert(0, str(ROOT / "Fixtures/generators"))
from exports import reopen, reopen_aegis256, reopen_containers  # noqa: E402
from exports.apps import cloudotp, otpclient, padloc, twofaguard  # noqa: E402

LABEL = "known/planted"


def zipped(text, _):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("export.data", text)
    return content.getvalue()


# How the texts of files are taken out, and put in again.
SEALED = {
    ".2fabackup": (reopen_aegis256.twofaguard, lambda text, key: twofaguard.sealed(LABEL, text, key)),
    ".1pux": (lambda content, _: zipfile.ZipFile(io.BytesIO(content)).read("export.data"), zipped),
    ".bin": (reopen.cloudotp, lambda text, key: cloudotp.sealed(LABEL, text, key)),
    ".enc": (lambda content, key: reopen_containers.otpclient(content, key.encode()),
             lambda text, key: otpclient.version_3(LABEL, text, key.encode())),
    ".pbes2": (reopen.padloc, lambda text, key: json.dumps(padloc.container(LABEL, text, key)).encode()),
}
# Values that say something, of names that do not take any text.
VALUES = {"opaque": {"other": "said"}, "flags": True}


def changed(tree, steps, change):
    """JSON with another object at a place, which may be in a text of JSON."""
    if isinstance(tree, str):
        return json.dumps(changed(json.loads(tree), steps, change))
    if steps in ([], [""]):
        return change(tree)
    key = int(steps[0]) if isinstance(tree, list) else next(iter(tree)) if steps[0] == "*" else steps[0]
    tree[key] = changed(tree[key], steps[1:], change)
    return tree


class Export:
    """A fixture, and the texts that are made from it."""

    def __init__(self, path):
        self.path = path
        expected = json.loads((path.parent / "expected.json").read_text("utf-8"))
        self.key = expected[path.name].get("password", "")
        opened, self.sealed = SEALED.get(path.suffix, (lambda content, key: content, lambda text, key: text))
        self.text = opened(path.read_bytes(), self.key).decode()
        # Names, each with the text that has it, and whether it must be named.
        self.planted, self.known = [], set()

    def has(self, place, name):
        if place.startswith("/"):
            found = []
            changed(self.text, place.split("/")[1:], found.append)
            return found[0].get(name) not in (None, "", [], {})
        start, end = place.split("|")[1].replace("NAME", name).split("VALUE")
        quote = re.search('(&quot;|%22|"|)$', start)[0]
        start, empty = start.removesuffix(quote), re.escape((quote + end).replace("\\n", "\n"))
        start = start.replace("\\n", "").lstrip()
        word = r"(?<![-\w])" if start[0].isalpha() else ""
        start = f"{re.escape(start[:-1])}[ >]" if start.endswith(">") else re.escape(start)
        return re.search(f"{word}{start}(?!null|{empty})", self.text) is not None

    def plant(self, place, name, value):
        self.known.add(name)
        if not self.has(place, name):
            self.planted.append((name, self.with_name(place, name, value), False))
        self.planted.append((f"{name}q", self.with_name(place, f"{name}q", value), True))

    def with_name(self, place, name, value):
        if place.startswith("/"):
            return changed(self.text, place.split("/")[1:], lambda found: found | {name: value})
        needle, template = place.replace("\\n", "\n").split("|")
        if needle not in self.text:
            raise LookupError
        new = template.replace("NAME", name).replace("VALUE", value if isinstance(value, str) else "said")
        return self.text.replace(needle, needle + new, 1)

    def read(self, folder, texts):
        """The accounts in all texts, and the warnings of each."""
        for number, text in enumerate(texts):
            path = folder / str(number) / self.path.name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(self.sealed(text.encode(), self.key))
        inputs = [f"{number}/{self.path.name}" for number in range(len(texts))]
        done = subprocess.run([PROGRAM, "list", "--json", *inputs], cwd=folder, capture_output=True,
                              env={"PATH": os.environ["PATH"], "TOTP_IMPORT_SOURCE_PASSPHRASE": self.key})
        try:
            found = json.loads(done.stdout)
        except ValueError:
            return [], [[done.stderr.decode(errors="replace")]] * len(texts)
        warnings = [[] for _ in texts]
        for warning in found.get("warnings", []):
            number, _, said = warning.partition(f"/{self.path.name}: ")
            warnings[int(number)].append(said)
        return [{key: value for key, value in item.items() if key != "row"} for item in found["items"]], warnings

    def problems(self):
        with tempfile.TemporaryDirectory() as folder:
            (accounts, [usual]) = self.read(Path(folder), [self.text])
            found = [f"{name}: in the fixture, and named" for name in self.names(usual) if name in self.known]
            found += [] if accounts else ["no accounts"]
            texts = [text for _, text, _ in self.planted]
            together, warnings = self.read(Path(folder), texts)
            # Which text has other accounts is seen if it is read alone.
            alone = together != accounts * len(texts)
            for (name, text, must), said in zip(self.planted, warnings, strict=True):
                now, [said] = self.read(Path(folder), [text]) if alone else (accounts, [said])
                new = [warning for warning in said if warning not in usual]
                # A name that could be a secret is not shown.
                if now != accounts or self.names(new) not in ([[name], ["…"]] if must else [[]]) or len(new) > must:
                    found.append(f"{name}: {'other accounts' if now != accounts else new or 'not named'}")
        return [f"{self.path.parent.name}/{self.path.name}: {problem}" for problem in found]

    @staticmethod
    def names(warnings):
        return [found[1] for found in map(re.compile('"(.*)" is not read').match, warnings) if found]


class KnownNames(unittest.TestCase):
    def test_lists(self):
        with ThreadPoolExecutor(2) as threads:
            found = sum(threads.map(problems, sorted(names.LISTS.glob("*.txt"))), [])
        self.assertFalse(found, "\n" + "\n".join(found))


def problems(path):
    exports, found = {}, []
    for line in names.listed(path):
        if not line.place:
            continue
        file, place = line.place.split(" ", 1)
        export = exports.setdefault(file, Export(EXPORTS / path.stem / file))
        try:
            for name in line.words:
                export.plant(place, name, VALUES.get(line.role, "said"))
        except (LookupError, TypeError):
            found.append(f"{path.name}: no such place: {line.place}")
    return sum((export.problems() for export in exports.values()), found)


if __name__ == "__main__":
    unittest.main()
