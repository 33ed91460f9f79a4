#!/usr/bin/env python3
"""QR codes as text: what qrencode, Python's qrcode and segno print to a terminal is read.

Codes of versions 1 to 25 in four styles, each as four writers print it, alone and in a session: with a prompt before
and words behind. The program is that of the environment variable TOTP_IMPORT_BINARY.
"""

import io
import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import qrcode
import segno
from qrcode.util import BIT_LIMIT_TABLE

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("TOTP_IMPORT_BINARY", ROOT / ".build/release/totp-import"))
VERSIONS = range(1, 26)


def qrencode(kind):
    def write(text, version):
        return subprocess.run(["qrencode", "-t", kind, "-v", str(version), "-l", "L", "-o", "-"], input=text.encode(),
                              capture_output=True, check=True).stdout.decode()
    return write


class Terminal(io.StringIO):
    def isatty(self):
        return True


def of_qrcode(method, **options):
    def write(text, version):
        # Any mask will do, and choosing one takes long.
        code = qrcode.QRCode(version, qrcode.constants.ERROR_CORRECT_L, mask_pattern=version % 8)
        terminal = Terminal()
        code.add_data(text, optimize=0)
        getattr(code, method)(out=terminal, **options)
        return terminal.getvalue()
    return write


def of_segno(**options):
    def write(text, version):
        code = segno.make(text, version=version, error="l", mode="byte", mask=version % 8, boost_error=False)
        terminal = Terminal()
        code.terminal(terminal, **options)
        return terminal.getvalue()
    return write


def changed(write, change):
    return lambda text, version: "".join(change(line) for line in write(text, version).splitlines())


# Light on dark, but those with an i, print_ascii and colors: they are dark on light.
STYLES = {
    "half blocks": [qrencode("UTF8"), qrencode("UTF8i"), of_qrcode("print_ascii"), of_segno(compact=True)],
    "number signs": [qrencode("ASCII"), qrencode("ASCIIi"), changed(qrencode("ASCII"), lambda line: line + "\r\n"),
                     changed(qrencode("ASCII"), lambda line: line.rstrip() + "\n")],
    "colors": [qrencode("ANSI"), qrencode("ANSI256"), of_qrcode("print_tty"), of_segno()],
    "half blocks in colors": [qrencode("ANSIUTF8"), qrencode("ANSIUTF8i"), qrencode("ANSI256UTF8"),
                              of_qrcode("print_ascii", invert=True)],
}


def payload(version):
    """A text that fills a code of this version."""
    source = random.Random(version)
    size = (BIT_LIMIT_TABLE[qrcode.constants.ERROR_CORRECT_L][version] - (12 if version < 10 else 20)) // 8
    start = f"otpauth://totp/{version}?secret=GEZDGNBVGY3TQOJQ&issuer=" if version > 3 else ""
    return start + "".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=size - len(start)))


@unittest.skipUnless(PROGRAM.exists(), "there is no program; set TOTP_IMPORT_BINARY")
@unittest.skipUnless(shutil.which("qrencode"), "qrencode is not installed; scripts/bootstrap --tests brings it")
class Printed(unittest.TestCase):
    def test_every_code_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            expected = {}
            for version in VERSIONS:
                text = payload(version)
                for style, writers in STYLES.items():
                    for number, write in enumerate(writers, 1):
                        printed = write(text, version)
                        for place, content in (("alone", printed),
                                               ("session", f"user@host:~$ show the code\n{printed}\nscan it now\n")):
                            file = Path(folder, f"{style}, {number}, version {version}, {place}.txt")
                            file.write_text(content, "utf-8", newline="")
                            expected[str(file)] = text
            self.assertEqual(len(expected), 2 * 400)
            done = subprocess.run([PROGRAM, "scan", "--json", "--reveal", *expected], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True)
            read = {}
            for line in map(json.loads, done.stdout.splitlines()):
                read.setdefault(line["file"], []).append(line.get("payload"))
            wrong = [Path(file).stem for file, text in expected.items() if read.get(file) != [text]]
            self.assertEqual(wrong, [], f"{len(wrong)} of {len(expected)}\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    unittest.main()
