"""Links a second: totp-import validate beside pyotp.parse_uri, both on all cores, in one run.

    python3 Benchmarks/links/bench_links.py PROGRAM [--count 5000000] [--large 50000000] [--quick]

Exit code 1 where a target is missed: ten times pyotp, three million links a second on two cores, and a peak memory under
64 MiB that is the same for ten times as many links.
"""

import argparse
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GENERATOR = pathlib.Path(__file__).with_name("generate.py")
# pyotp is slow enough that a part of the links says as much as all of them.
PYOTP_PART = 200_000


def validate(program, source, standard_input=None):
    """Seconds and peak memory in MiB of one run; its report goes to nowhere."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [program, "validate", source, "--severity", "error", "--quiet"],
        stdin=standard_input, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode != 1:
        sys.exit(f"validate ended with {process.returncode}: {process.stderr.read().decode()}")
    return seconds, usage.ru_maxrss / 1024


def read_with_pyotp(lines):
    """How many of the lines pyotp takes."""
    import pyotp

    good = 0
    for line in lines:
        try:
            pyotp.parse_uri(line)
            good += 1
        except Exception:  # whatever it is, the link was refused
            pass
    return good


def time_pyotp(path, count):
    """Links a second over all cores, the start of the processes left out."""
    with open(path, encoding="utf-8") as file:
        lines = [next(file).rstrip("\n") for _ in range(count)]
    parts = [lines[start : start + 10_000] for start in range(0, len(lines), 10_000)]
    with multiprocessing.Pool() as pool:
        pool.map(read_with_pyotp, [[]] * os.cpu_count())
        start = time.perf_counter()
        good = sum(pool.imap_unordered(read_with_pyotp, parts))
        seconds = time.perf_counter() - start
    if not 0.8 * count < good < count:
        sys.exit(f"pyotp took {good} of {count} links: the lists are not what they should be")
    return count / seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=5_000_000)
    parser.add_argument("--large", type=int, default=50_000_000)
    parser.add_argument("--seed", type=int, default=7190423)
    parser.add_argument("--quick", action="store_true", help="few links: to see it run; targets are not checked")
    options = parser.parse_args()
    if options.quick:
        options.count, options.large = 200_000, 1_000_000
    generator = [sys.executable, str(GENERATOR), "--seed", str(options.seed)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "links.txt")
        with open(path, "wb") as file:
            subprocess.run([*generator, str(options.count)], stdout=file, check=True)
        size = os.path.getsize(path)
        runs = [validate(options.program, path) for _ in range(3)]
        seconds, peak = min(runs)[0], max(run[1] for run in runs)
        ours = options.count / seconds
        theirs = time_pyotp(path, min(PYOTP_PART, options.count))
    maker = subprocess.Popen([*generator, str(options.large)], stdout=subprocess.PIPE)
    _, large_peak = validate(options.program, "-", maker.stdout)
    maker.stdout.close()
    maker.wait()
    print(f"links                     {options.count:>12,} in {size / 1e6:,.0f} MB, on {os.cpu_count()} cores")
    print(f"totp-import validate      {ours:>12,.0f} links/s (best of 3: {seconds:.2f} s)")
    print(f"pyotp.parse_uri           {theirs:>12,.0f} links/s (multiprocessing)")
    print(f"ratio                     {ours / theirs:>12.1f}")
    print(f"peak memory               {peak:>12.1f} MiB")
    print(f"peak memory, {options.large:>11,} {large_peak:>12.1f} MiB (through a pipe)")
    if options.quick:
        return
    missed = [
        text
        for text, holds in [
            ("ten times pyotp", ours >= 10 * theirs),
            ("three million links a second", ours >= 3e6 or os.cpu_count() < 2),
            ("under 64 MiB", max(peak, large_peak) < 64),
            ("the same memory for more links", large_peak < peak + 8),
        ]
        if not holds
    ]
    for text in missed:
        print(f"MISSED: {text}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
