#!/usr/bin/env python3
"""Measures the time and memory of the worst inputs that are allowed, for Docs/limits.md. Needs Pillow (.build-python).

    measure.py PROGRAM [--write] [WORD...]   those whose name contains a word, or all

With --write the figures are kept in figures.json; make_limits.py puts them into the page.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from worst import INPUTS, Input

FIGURES = pathlib.Path(__file__).with_name("figures.json")
SECONDS, MEBIBYTES = 10, 512


# A process of its own, which is small: the system counts the memory of the process that started one as well.
RUNNER = """
import json, os, resource, subprocess, sys
program, path, passphrases, errors = sys.argv[1:]
# An endless run ends with a signal.
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
with open(errors, "w") as file:
    process = subprocess.Popen(
        [program, "list", path, "--jobs", "1", "--source-passphrase-file", passphrases],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file)
    _, status, usage = os.wait4(process.pid, 0)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""


def measured(program: str, content: bytes | Input) -> dict:
    """Runs `list` on an input: seconds of the processor, MiB, exit code, and the last line of standard error."""
    with tempfile.TemporaryDirectory() as folder:
        path, passphrases, errors = (os.path.join(folder, name) for name in ("input", "passphrases", "errors"))
        if isinstance(content, bytes):
            pathlib.Path(path).write_bytes(content)
        else:
            content.make(path)
        pathlib.Path(passphrases).write_text("correct horse\n")
        said = subprocess.run([sys.executable, "-c", RUNNER, program, path, passphrases, errors], check=True,
                              capture_output=True).stdout
        seconds, memory, code = json.loads(said)
        lines = pathlib.Path(errors).read_text(errors="replace").replace(path, "INPUT").splitlines()
    kibibytes = memory >> 10 if sys.platform == "darwin" else memory
    return {"seconds": round(seconds, 1), "mebibytes": kibibytes >> 10, "code": code,
            "says": lines[-1][:150] if lines else ""}


def main() -> int:
    program, *words = sys.argv[1:]
    writes = "--write" in words
    words = [word for word in words if word != "--write"]
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    over = 0
    for name, make in INPUTS.items():
        if words and not any(word in name for word in words):
            continue
        content = make()
        size = len(content) if isinstance(content, bytes) else content.size
        figure = measured(os.path.abspath(program), content)
        figure["bytes"] = size
        del content
        figures[name] = figure
        is_over = figure["seconds"] > SECONDS or figure["mebibytes"] > MEBIBYTES or figure["code"] not in (0, 1, 2, 3)
        over += is_over
        print(f"{'!' if is_over else ' '} {figure['seconds']:5} s {figure['mebibytes']:5} MiB {figure['code']:3}  "
              f"{name} ({size >> 10} KiB): {figure['says']}", flush=True)
    if writes:
        FIGURES.write_text(json.dumps({name: figures[name] for name in INPUTS if name in figures}, indent=2) + "\n")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
