"""Programs of others that show the codes of the present, at other instants; on Linux, with a C compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

INSTANTS = (59, 1111111109, 1795253400)
IS_SETTABLE = sys.platform == "linux" and shutil.which("cc") is not None


class Clock:
    def __init__(self, folder):
        self.library = Path(folder) / "clock.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def environment(self, instant):
        return os.environ | {"LD_PRELOAD": str(self.library), "CLOCK_AT": str(instant)}
