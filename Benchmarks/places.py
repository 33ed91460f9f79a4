"""Where things are: the project, what is built for the benchmarks, and the corpora, which are made when asked for."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from corpus.fingerprint import fingerprint

BENCHMARKS = Path(__file__).resolve().parent
PROJECT = BENCHMARKS.parent
CORPORA = PROJECT / ".build-corpus"
PEERS = PROJECT / ".build-bench-peers"
CONTACT_SHEET = PROJECT / ".build-accuracy" / "contact-sheet.html"
PROGRAM = PROJECT / ".build" / "release" / "totp-import"
STAGES = PROJECT / ".build-bench-stages" / "release" / "stage-times"

DEFAULT_SEED = 7_190_423
"""A seed that nothing was tuned on."""


def prepare_corpus(kind: str, seed: int, **options: int) -> Path:
    """The folder of a corpus, made if it is not there as the generator now makes it.

    `options` are those of `make_corpus.py`.
    """
    folder = CORPORA / "-".join([kind, str(seed), *(str(value) for value in options.values())])
    if not is_current(folder):
        say(f"making {folder.relative_to(PROJECT)}")
        words = [kind, "--seed", seed, "--out", folder, "--jobs", os.cpu_count() or 1]
        for name, value in options.items():
            words += [f"--{name.replace('_', '-')}", value]
        run_script("make_corpus.py", *words)
    return folder


def prepare_photographs(samples: Path) -> Path:
    """The folder of grey copies of zxing-cpp's photographs."""
    folder = CORPORA / "photographs"
    run_script("make_photographs.py", samples.resolve(), "--out", folder)
    return folder


def run_script(name: str, *words: object) -> None:
    """Runs a script of this folder, which needs the packages of `requirements.txt`."""
    if not all(find_spec(package) for package in ("segno", "PIL", "numpy")):
        sys.exit("benchmarks: run scripts/bootstrap --bench, and then this with .build-bench/bin/python3")
    command = [sys.executable, str(BENCHMARKS / name), *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def is_current(folder: Path) -> bool:
    try:
        return json.loads((folder / "expected.json").read_text())["generator"] == fingerprint()
    except (OSError, ValueError, KeyError):
        return False


def say(text: str) -> None:
    print(f"benchmarks: {text}", file=sys.stderr, flush=True)
