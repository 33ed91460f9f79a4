"""Where things are: the project, what is built for the benchmarks, and the Python that makes the corpora."""

import os
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent
PROJECT = BENCHMARKS.parent
BUILD = PROJECT / ".build-bench"
CORPORA = BUILD / "corpora"
PYTHON = PROJECT / ".build-python" / "bin" / "python3"
REQUIREMENTS = BENCHMARKS / "requirements.txt"


def prepare_python() -> Path:
    """The Python with the packages of `requirements.txt`, made if it is not there."""
    environment = PYTHON.parents[1]
    installed = environment / "benchmark-requirements.txt"
    wanted = REQUIREMENTS.read_text()
    if not installed.is_file() or installed.read_text() != wanted:
        say(f"installing {', '.join(wanted.split())} into {environment.name}")
        if not PYTHON.exists():
            subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS], check=True)
        installed.write_text(wanted)
    return PYTHON


def prepare_corpus(kind: str, seed: int, **options: int) -> Path:
    """The folder of a corpus, made if it is not there; `options` are those of `make_corpus.py`."""
    folder = CORPORA / "-".join([kind, str(seed), *(str(value) for value in options.values())])
    if not (folder / "expected.json").is_file():
        say(f"making {folder.relative_to(PROJECT)}")
        command = [prepare_python(), BENCHMARKS / "make_corpus.py", kind, "--seed", seed, "--out", folder]
        command += ["--jobs", os.cpu_count() or 1]
        for name, value in options.items():
            command += [f"--{name.replace('_', '-')}", value]
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return folder


def say(text: str) -> None:
    print(f"benchmarks: {text}", file=sys.stderr, flush=True)
