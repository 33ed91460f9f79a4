"""One run of a command: how long it took, and how much memory it held at most.

Import nothing large here or beside it: a child starts with the peak memory of its parent, so what this process holds
is the least that can be measured.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
"""What `ru_maxrss` counts in."""


@dataclass(frozen=True)
class Run:
    """A command that has ended.

    - wall: seconds from start to end.
    - peak: bytes of resident memory at most, shared libraries included.
    """

    output: str
    errors: str
    status: int
    wall: float
    peak: int


def run(command: list[str], folder: Path) -> Run:
    """Runs a command in a folder. Its output goes into files, so that it never waits for a reader."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read().decode(errors="surrogateescape"))
    return Run(*texts, child.returncode, wall, usage.ru_maxrss * BYTES_PER_UNIT)


def own_peak() -> int:
    """Bytes that this process has held at most: the floor of every figure for memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_PER_UNIT
