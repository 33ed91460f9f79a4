"""One run of a command: how long it took, and how much memory it held at most."""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parent / "launcher.py"
BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
"""What the system counts peak memory in."""


@dataclass(frozen=True)
class Run:
    """A command that has ended.

    - wall: seconds from start to end.
    - peak: bytes of resident memory at most, shared libraries included.
    - cpu: seconds that the processor worked for it, all cores together.
    """

    output: str
    errors: str
    status: int
    wall: float
    peak: int
    cpu: float


def run(command: list[str], folder: Path) -> Run:
    """Runs a command in a folder. Its output goes into files, so that it never waits for a reader."""
    with tempfile.TemporaryDirectory() as scratch:
        output, errors, report = (Path(scratch) / name for name in ("output", "errors", "report"))
        with output.open("wb") as to_output, errors.open("wb") as to_errors:
            subprocess.run(
                [sys.executable, "-I", "-S", str(LAUNCHER), str(report), *command],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=to_output, stderr=to_errors, check=True,
            )  # fmt: skip
        status, wall, peak, cpu = map(int, report.read_text().split())
        texts = [path.read_bytes().decode(errors="surrogateescape") for path in (output, errors)]
    return Run(*texts, status, wall / 1e9, peak * BYTES_PER_UNIT, cpu / 1e9)


def floor() -> int:
    """The least memory that can be measured: what a program that does nothing seems to hold."""
    return run(["true"], Path.cwd()).peak
