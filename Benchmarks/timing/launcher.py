"""Runs one command and says how it went, as the first line of a file: status, nanoseconds, peak
memory, nanoseconds of all cores.

A process of its own, started without the site packages, because a child starts with the peak memory of its parent:
the caller's would hide that of small programs. `measuring.py` starts it.
"""

import os
import sys
import time


def main() -> None:
    report, command = sys.argv[1], sys.argv[2:]
    start = time.perf_counter_ns()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter_ns() - start
    cpu = int((usage.ru_utime + usage.ru_stime) * 1e9)
    with open(report, "w") as file:
        file.write(f"{os.waitstatus_to_exitcode(status)} {wall} {usage.ru_maxrss} {cpu}")


main()
