"""What is in the memory of `codes --watch` while it waits for keys, perhaps for days.

The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import base64
import contextlib
import fcntl
import json
import os
import platform
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIXTURES = ROOT / "Fixtures/exports"
PROGRAM = os.environ.get("TOTP_IMPORT_BINARY", str(ROOT / ".build/release/totp-import"))
WIPING = ROOT / "Sources/CShims/Wiping"
PASSPHRASE = "an invented passphrase, 4711"
LINK = "otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
# For a program that shows no screen.
PATIENCE = 120

sys.path.insert(0, str(ROOT / "Docs/vault-format"))
import read_vault  # noqa: E402


class Readable:
    """A process, by its number, whose memory can be read."""

    def regions(self):
        """(start, end, flags) of everything that can be read, and was or can be written: not the code of programs."""
        for line in Path(f"/proc/{self.process}/smaps").read_text().splitlines():
            if found := re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+) .*?(\S*)$", line):
                is_data = found[3].startswith("rw") or found[3].startswith("r") and not found[4].startswith(("/", "[v"))
                region = int(found[1], 16), int(found[2], 16), is_data
            elif line.startswith("VmFlags:") and region[2]:
                yield region[0], region[1], set(line.split()[1:])

    def find(self, texts):
        """The names of the texts that are in memory, each with whether all of its places are locked."""
        found = {}
        with open(f"/proc/{self.process}/mem", "rb", 0) as memory:
            for start, end, flags in self.regions():
                memory.seek(start)
                try:
                    content = memory.read(end - start)
                except OSError:
                    continue
                for name, text in texts.items():
                    if text in content:
                        found[name] = found.get(name, True) and {"lo", "dd"} <= flags
        return found


class Watching(Readable):
    """`codes --watch` on a terminal of its own, once the screen is drawn."""

    def __init__(self, folder, library, arguments, environment, typed=None):
        self.process, self.terminal = os.forkpty()
        if self.process == 0:
            os.chdir(folder)
            os.execve(PROGRAM, [PROGRAM, "codes", *arguments, "--watch"],
                      {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LD_PRELOAD": str(library), **environment})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        shown, end = b"", time.monotonic() + PATIENCE
        while b"q quit" not in shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                try:
                    shown += os.read(self.terminal, 1 << 16)
                except OSError:
                    break
            if typed and b"assphrase" in shown and shown.endswith(b": "):
                os.write(self.terminal, typed.encode() + b"\n")
                typed = None
        self.shown = shown

    def others(self):
        """The numbers of other processes in the same session, once those that are ending have ended."""
        def running():
            for path in Path("/proc").glob("[0-9]*/stat"):
                with contextlib.suppress(OSError):
                    state, _, _, session, *_ = path.read_text().rpartition(")")[2].split()
                    if state != "Z" and int(session) == self.process != int(path.parent.name):
                        yield int(path.parent.name)
        end = time.monotonic() + 5
        while (found := list(running())) and time.monotonic() < end:
            time.sleep(0.01)
        return found

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


@unittest.skipUnless(sys.platform == "linux" and Path("/proc/self/smaps").exists(), "as on Linux")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class WatchMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.library = self.folder / "readable.so"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-o", self.library, HERE / "readable.c"], check=True)

    def vault(self):
        done = subprocess.run([PROGRAM, "import", FIXTURES / "aegis/plain.json", "--vault", "v.json"], cwd=self.folder,
                              env={"PATH": "/usr/bin:/bin", "TOTP_IMPORT_PASSPHRASE": PASSPHRASE}, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return self.folder / "v.json"

    def secrets(self, fixture="aegis/plain.json"):
        """The secrets of a fixture: (as texts, as bytes)."""
        path = FIXTURES / fixture
        expected = json.loads((path.parent / "expected.json").read_text("utf-8"))
        texts = {item["secret"] for item in expected[path.name]["items"]}
        # Shorter ones also occur by chance.
        texts = {text for text in texts if len(text) >= 16}
        return WatchMemory.spellings(texts)

    @staticmethod
    def spellings(texts):
        raw = {f"bytes {index}": base64.b32decode(text + "=" * (-len(text) % 8))
               for index, text in enumerate(sorted(texts))}
        return ({**{f"text {index}": text.encode() for index, text in enumerate(sorted(texts))},
                 **{f"hex {name}": secret.hex().encode() for name, secret in raw.items()}}, raw)

    def keys(self, vault):
        """Every key of a vault, as somebody with the passphrase derives them."""
        envelope = json.loads(vault.read_bytes())
        header = envelope["header"]
        slot = header["slots"][0]
        master = read_vault.master_key(header["slots"], PASSPHRASE, None)
        payload = read_vault.hkdf(master, base64.b64decode(header["payload"]["salt"]), b"totply-vault/1/payload")
        return {"passphrase": PASSPHRASE.encode(), "end of the passphrase": PASSPHRASE.encode()[8:],
                "master key": master, "slot key": read_vault.slot_key(slot["kdf"], PASSPHRASE.encode()),
                "payload key": payload}

    def check(self, arguments, environment, absent, secrets, typed=None):
        self.check_all([(arguments, environment, absent, secrets, typed)])

    def check_all(self, cases):
        """As `check_one` says. They are on the screen at the same time, as each has to wait for a second to start."""
        watching = []
        try:
            for arguments, environment, _, _, typed in cases:
                watching.append(Watching(self.folder, self.library, arguments, environment, typed))
            # All on the screen have calculated codes at the start of this second.
            time.sleep((1.1 - time.time()) % 1)
            for each, (arguments, _, absent, secrets, _) in zip(watching, cases):
                # No memory is looked at while the next codes are calculated.
                if not 0.1 <= time.time() % 1 <= 0.6:
                    time.sleep((1.1 - time.time()) % 1)
                with self.subTest(arguments=arguments):
                    self.check_one(each, absent, secrets)
        finally:
            for each in watching:
                each.close()

    def check_one(self, watching, absent, secrets):
        """No text of a secret and nothing of `absent` is in memory; the bytes are, and only in locked memory."""
        self.assertIn(b"q quit", watching.shown, watching.shown[-2000:])
        found = watching.find({**absent, **secrets[0], **secrets[1]})
        inherited = Path(f"/proc/{watching.process}/environ").read_bytes()
        name = Path(f"/proc/{watching.process}/comm").read_text()
        others = watching.others()
        self.assertEqual([name for name in found if name not in secrets[1]], [],
                         "a passphrase, a key or the text of a secret is in memory")
        # The codes need the bytes.
        self.assertEqual(set(found), set(secrets[1]), "the search finds what must be there")
        if self.may_lock():
            unlocked = [name for name in secrets[1] if not found[name]]
            self.assertEqual(unlocked, [], "a secret is in memory that is not locked")
        self.assertNotIn(b"TOTP_IMPORT_", inherited)
        self.assertEqual(name, "totp-import\n")
        self.assertEqual(others, [], "the process that read the inputs has not ended")

    @staticmethod
    def may_lock():
        return resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] != 0

    def test_of_a_vault_with_a_passphrase_from_everywhere(self):
        vault, secrets = self.vault(), self.secrets()
        absent = self.keys(vault)
        (self.folder / "passphrase").write_text(PASSPHRASE + "\n")
        for name, arguments, environment, typed in (
                ("environment", [],
                 {"TOTP_IMPORT_PASSPHRASE": PASSPHRASE, "TOTP_IMPORT_NEW_PASSPHRASE": PASSPHRASE}, None),
                ("file", ["--passphrase-file", "passphrase"], {}, None), ("typed", [], {}, PASSPHRASE)):
            with self.subTest(passphrase=name):
                self.check([str(vault), *arguments], environment, absent, secrets, typed)

    def test_of_exports(self):
        cases = []
        for folder in sorted(path.parent for path in FIXTURES.glob("*/expected.json")):
            expectations = json.loads((folder / "expected.json").read_text("utf-8"))
            # The first file of each app that is not encrypted, and the first that is.
            for is_encrypted in False, True:
                name = next((name for name, expected in sorted(expectations.items()) if expected.get("items")
                             and ("password" in expected) == is_encrypted and "keyFile" not in expected), None)
                if name is None:
                    continue
                passphrase = expectations[name].get("password", "")
                cases.append(([str(folder / name)], {"TOTP_IMPORT_SOURCE_PASSPHRASE": passphrase},
                              {"passphrase": passphrase.encode()} if len(passphrase) >= 8 else {},
                              self.secrets(f"{folder.name}/{name}"), None))
        for start in range(0, len(cases), 8):
            self.check_all(cases[start:start + 8])

    def test_of_pins(self):
        """Codes of motp are calculated from the PIN and the secret as hexadecimal text, those of yandex from both."""
        export = json.loads((FIXTURES / "aegis/plain.json").read_text("utf-8"))
        # Longer than people choose them, so that none is in memory by chance.
        pins = {"motp": "an invented PIN 81", "yandex": "another invented PIN 92"}
        entries = [entry for entry in export["db"]["entries"] if entry["type"] in pins]
        self.assertEqual({entry["type"] for entry in entries}, set(pins))
        for entry in entries:
            entry["info"]["pin"] = pins[entry["type"]]
        export["db"]["entries"] = entries
        (self.folder / "pins.json").write_text(json.dumps(export))
        texts, raw = self.spellings({entry["info"]["secret"].rstrip("=") for entry in entries})
        raw.update({f"PIN of {kind}": pin.encode() for kind, pin in pins.items()})
        self.check(["pins.json"], {}, {}, (texts, raw))

    def test_of_an_image(self):
        """The pixels show the secret as the text does: no row of the QR code is left in a buffer for the next image."""
        (self.folder / "links.txt").write_text(LINK + "\n")
        subprocess.run([PROGRAM, "convert", "links.txt", "--to", "qr", "--output", "codes"], cwd=self.folder,
                       check=True, capture_output=True)
        image = next((self.folder / "codes").glob("*.png"))
        with Image.open(image) as picture:
            gray = picture.convert("L")
            rgb = picture.convert("RGB")
            rows = {gray.crop((0, row, gray.width, row + 1)).tobytes() for row in range(gray.height)}
        # Rows with many changes do not match by chance.
        rows = {row for row in rows if sum(a != b for a, b in zip(row, row[1:])) > 20}
        self.assertTrue(rows)
        # As the program writes it, and in colors, which are read in another way.
        rgb.save(self.folder / "colors.png")
        for name in image, self.folder / "colors.png":
            with self.subTest(image=name.name):
                texts = {f"row {index}": row for index, row in enumerate(sorted(rows))}
                watching = Watching(self.folder, self.library, [str(name)], {})
                try:
                    self.assertIn(b"q quit", watching.shown, watching.shown[-2000:])
                    self.assertEqual(sorted(watching.find(texts)), [], "pixels of the image are in memory")
                finally:
                    watching.close()


@unittest.skipUnless(sys.platform == "linux" and platform.libc_ver()[0] == "glibc", "only with glibc")
@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class Wiping(unittest.TestCase):
    def test_leaves_nothing_of_blocks_that_are_freed_or_moved(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "wiping")
            subprocess.run(["cc", "-std=gnu11", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror",
                            "-I", WIPING / "include", WIPING / "CWiping.c", HERE / "wiping.c",
                            "-o", program, "-ldl"], check=True)
            self.assertEqual(subprocess.run([program]).returncode, 0, "the number of the check that found something")


if __name__ == "__main__":
    unittest.main()
