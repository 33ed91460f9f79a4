#!/usr/bin/env python3
"""Doubles each of over 100 shapes of input three times, and counts what the program does: instructions, not time.

What a step from 2n to 4n adds may be what n log n adds to the step from n to 2n, and a tenth more. valgrind counts.

Usage: growth.py PROGRAM [--only TEXT] [--size N] [--steps N]
"""

import argparse
import math
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from shapes import SHAPES

TOLERANCE = 1.1
PATIENCE = 300
REPETITIONS = 3
# Instructions. Two runs of the same file can differ by as many.
LEAST = 1_000_000


def n_log_n(size):
    return size * math.log2(max(2, size))


class Growth:
    def __init__(self, program, folder, size, steps):
        self.folder, self.size, self.steps = Path(folder), size, steps
        # valgrind cannot read what the linker writes for debuggers.
        self.program = self.folder / "program"
        subprocess.run(["objcopy", "--strip-debug", Path(program).resolve(), self.program], check=True)

    def count(self, name, data):
        """The instructions of a run that lists a file."""
        path = self.folder / f"{re.sub('[^a-z0-9]', '-', name)}-{len(data)}"
        path.write_bytes(data)
        done = subprocess.run(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", self.program, "list",
             path, "--jobs", "1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        path.unlink()
        found = re.search(r"I +refs: +([\d,]+)", done.stderr)
        if not found:
            raise SystemExit(f"{name}: valgrind counted nothing: {done.stderr[-300:]}")
        return int(found[1].replace(",", ""))

    def check(self, name):
        """(the counts, what grows too fast)"""
        files = [SHAPES[name](self.size << step) for step in range(self.steps + 1)]
        counts = [self.count(name, data) for data in files]
        problem = self.problem(name, files, counts)
        for _ in range(REPETITIONS):
            if not problem:
                break
            # Threads that wait for each other add some instructions, differently in each run: the least number counts.
            counts = [min(count, self.count(name, data)) for count, data in zip(counts, files)]
            problem = self.problem(name, files, counts)
        return counts, problem

    @staticmethod
    def problem(name, files, counts):
        # The work of every run is in both, so it is not in the difference.
        for place in range(len(files) - 2):
            sizes = [n_log_n(len(data)) for data in files[place:place + 3]]
            before, after = (counts[place + 1 + step] - counts[place + step] for step in (0, 1))
            allowed = (sizes[2] - sizes[1]) / (sizes[1] - sizes[0]) * TOLERANCE
            if after > LEAST and after > max(before, LEAST / 2) * allowed:
                return (f"{name}: from {len(files[place + 1])} to {len(files[place + 2])} bytes, "
                        f"{after / max(1, before):.1f} times the instructions of the step before, not {allowed:.1f}")
        return None


def run(program, names, size, steps, jobs=1, show=lambda line: print(line, flush=True)):
    """The problems."""
    problems = []
    with tempfile.TemporaryDirectory(prefix="growth-") as folder, ThreadPoolExecutor(jobs) as threads:
        growth = Growth(program, folder, size, steps)
        for name, (counts, problem) in zip(names, threads.map(growth.check, names)):
            millions = ", ".join(f"{count / 1e6:.1f}" for count in counts)
            show(f"{'too fast' if problem else 'fine':8}  {name}: {millions} million")
            if problem:
                problems.append(problem)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="only shapes whose name contains this")
    parser.add_argument("--size", type=int, default=16_000, help="of the first file, in bytes")
    parser.add_argument("--steps", type=int, default=3, help="how often it is doubled")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    options = parser.parse_args()
    names = [name for name in SHAPES if options.only in name]
    problems = run(options.program, names, options.size, options.steps, options.jobs)
    print(f"{len(names)} shapes, {len(problems)} problems", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
