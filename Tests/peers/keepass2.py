"""KeePass 2 itself, of Debian's packages keepass2 and mono-mcs: what it shows of a database's entries."""

import base64
import os
import shutil
import subprocess
from pathlib import Path

PROGRAM = Path("/usr/lib/keepass2/KeePass.exe")
IS_INSTALLED = PROGRAM.exists() and bool(shutil.which("mono") and shutil.which("mcs"))


class KeePass2:
    def __init__(self, folder):
        self.judge = Path(folder) / "keepass2.exe"
        source = Path(__file__).with_suffix(".cs")
        subprocess.run(["mcs", f"-r:{PROGRAM}", f"-out:{self.judge}", source], check=True, capture_output=True)

    def read(self, file, passphrase, environment=os.environ):
        """Title, user name, time-based and counter-based code of each entry; "" for no code."""
        more = {"MONO_PATH": str(PROGRAM.parent), "HOME": str(self.judge.parent)}
        done = subprocess.run(["mono", self.judge, file], input=f"{passphrase}\n", text=True, capture_output=True,
                              env=environment | more, check=True)
        lines = [base64.b64decode(line).decode() for line in done.stdout.split("\n")[:-1]]
        return list(zip(*[iter(lines)] * 4, strict=True))
