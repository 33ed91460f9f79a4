"""pyotp.parse_uri on all cores."""

import multiprocessing
import os
import resource
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Pass:
    """One reading of a list of links: how many, and the seconds that it took, of the clock and of all cores."""

    links: int
    wall: float
    cpu: float


def read_with_pyotp(lines: list[str]) -> Pass:
    """The start of the processes is left out, and so is handing them the lines: they have them when they start."""
    size = 5_000
    with multiprocessing.get_context("fork").Pool(initializer=hold, initargs=(lines,)) as pool:
        pool.map(read, [(0, 0)] * (os.cpu_count() or 1))
        start = time.perf_counter()
        results = list(pool.imap_unordered(read, [(at, at + size) for at in range(0, len(lines), size)]))
        wall = time.perf_counter() - start
    good = sum(count for count, _ in results)
    if not 0.8 * len(lines) < good < len(lines):
        sys.exit(f"benchmarks: pyotp took {good} of {len(lines)} links: the list is not what it should be")
    return Pass(len(lines), wall, sum(cpu for _, cpu in results))


held: list[str] = []


def hold(lines: list[str]) -> None:
    held[:] = lines


def read(part: tuple[int, int]) -> tuple[int, float]:
    """How many of these lines pyotp takes, and the processor's seconds."""
    import pyotp

    start = cpu_seconds()
    good = 0
    for line in held[part[0] : part[1]]:
        try:
            pyotp.parse_uri(line)
            good += 1
        except Exception:  # whatever it is, the link was refused
            pass
    return good, cpu_seconds() - start


def cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
