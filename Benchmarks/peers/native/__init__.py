"""The peers that are written in C, compiled where they are used."""

import shutil
import subprocess
from pathlib import Path

from places import PEERS, say

from ..program import Unavailable

SOURCES = Path(__file__).resolve().parent


def compiled(name: str, libraries: tuple[str, ...]) -> Path:
    """The program made of `name.c`, compiled again if its sources are newer."""
    program = PEERS / name
    sources = [SOURCES / f"{name}.c", SOURCES / "picture.h"]
    if program.is_file() and all(program.stat().st_mtime >= source.stat().st_mtime for source in sources):
        return program
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise Unavailable("there is no C compiler")
    say(f"compiling {name}")
    program.parent.mkdir(parents=True, exist_ok=True)
    command = [compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-o", str(program), str(sources[0])]
    done = subprocess.run([*command, *flags(libraries)], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unavailable(f"{name} does not compile; install {' and '.join(libraries)} with their headers")
    return program


def flags(libraries: tuple[str, ...]) -> list[str]:
    """What pkg-config says of the libraries."""
    if not shutil.which("pkg-config"):
        return [f"-l{library.removeprefix('lib')}" for library in libraries]
    done = subprocess.run(["pkg-config", "--cflags", "--libs", *libraries], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unavailable(f"pkg-config does not know {' and '.join(libraries)}; install them with their headers")
    return done.stdout.split()
