#!/usr/bin/env python3
"""Runs the examples of Examples/spark in local mode with 4 partitions, and compares them with one process.

    scale_test.py PROGRAM [--quick] [--links N] [--pictures N]

The findings, the duplicates and the QR codes must be the same. The throughput is printed beside that of one process
with as many jobs; it must be 85 % of it for pictures, and 35 % for links. --quick takes few of both, and checks no
throughput. `make scale-test` runs it; it needs the packages of Examples/spark/requirements.txt, and Java.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "Examples/spark"
sys.path[:0] = [str(EXAMPLES), str(ROOT / "Tests/resume")]

import pyarrow as pa  # noqa: E402
import pyarrow.parquet  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import scan_pictures  # noqa: E402
import validate_links  # noqa: E402
from pictures import write_pictures  # noqa: E402

SEED = 7190423
PARTITIONS = 4
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
KEY = "a key for tests, which protects nothing"
ROUNDS = 3
SHARES = {"links": 0.35, "pictures": 0.85}


def say(text):
    print(text, flush=True)


def timed(work):
    """The result, and the least time of several rounds: what else the machine does only ever adds to it."""
    times = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        result = work()
        times.append(time.monotonic() - start)
    return result, min(times)


class Scale:
    def __init__(self, options, folder):
        self.program, self.options, self.folder = str(Path(options.program).resolve()), options, Path(folder)
        self.key = self.folder / "key"
        self.key.write_text(KEY)
        self.problems = []
        # The tasks run in the same environment.
        os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        self.spark = (
            SparkSession.builder.master(f"local[{CORES}]").appName("scale test")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", PARTITIONS)
            .config("spark.driver.memory", "4g")
            .config("spark.local.dir", str(self.folder / "spark"))
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", 20000).getOrCreate())
        self.spark.sparkContext.setLogLevel("ERROR")
        for name in "program.py", "validate_links.py", "scan_pictures.py":
            self.spark.sparkContext.addPyFile(str(EXAMPLES / name))

    def plain(self, *arguments, statuses=(0, 1)):
        """What one process prints, with a job for each core."""
        output = self.folder / "output"
        with output.open("wb") as file:
            run = subprocess.run([self.program, *arguments, "--jobs", str(CORES)], stdout=file,
                                 stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        if run.returncode not in statuses:
            sys.exit(f"scale test: {arguments[0]} ended with {run.returncode}")
        return output

    def compare(self, what, one, other):
        same = one == other
        say(f"{what}: {'the same' if same else 'DIFFERENT'}, {len(one):,} in one process, "
            f"{len(other):,} in {PARTITIONS} partitions")
        if not same:
            self.problems.append(what)

    def share(self, what, count, one, other, least=None):
        """The throughput of the engine as a share of that of one process."""
        share = one / other
        target = ""
        if least is not None and not self.options.quick:
            target = f", at least {least:.0%}: {'met' if share >= least else 'MISSED'}"
        say(f"{what}: {count / one:,.0f} per second in one process, {count / other:,.0f} in {PARTITIONS} partitions, "
            f"{share:.0%}{target}")
        if target.endswith("MISSED"):
            self.problems.append(f"the throughput of {what}")

    # Links

    def links(self):
        count = self.options.links
        say(f"{count:,} links on {CORES} cores")
        text, table = self.folder / "links.txt", self.folder / "links"
        subprocess.run([sys.executable, str(ROOT / "Benchmarks/links/generate.py"), str(count), "--seed", str(SEED),
                        "--output", str(text)], check=True)
        lines = text.read_text().splitlines()
        table.mkdir()
        for part in range(PARTITIONS):
            rows = range(part * count // PARTITIONS, (part + 1) * count // PARTITIONS)
            pa.parquet.write_table(
                pa.table({"id": pa.array([row + 1 for row in rows], pa.int64()), "link": lines[rows.start:rows.stop]}),
                table / f"{part}.parquet", compression="none")
        cells = self.folder / "links.csv"
        with cells.open("w") as file:
            file.writelines('"' + line.replace('"', '""') + '"\n' for line in lines)
        del lines
        # One partition per file.
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", 1 << 40)
        self.spark.conf.set("spark.sql.files.openCostInBytes", 1 << 40)
        rows = self.spark.read.parquet(str(table)).select("id", "link")
        assert rows.rdd.getNumPartitions() == PARTITIONS

        def one_findings():
            return self.plain("validate", str(cells), *validate_links.COMMAND[-2:], "--quiet", *validate_links.FINDINGS)

        def engine_findings():
            return validate_links.check(rows, self.program).toArrow()

        engine_findings()
        output, one = timed(one_findings)
        found, other = timed(engine_findings)
        expected = {}
        for line in output.open():
            link = json.loads(line)
            if "line" in link:
                expected[link["line"]] = (link["verdict"], [finding["rule"] for finding in link["findings"]])
        got = {row["id"]: (row["verdict"], row["rules"]) for row in found.to_pylist()}
        self.compare("findings", expected, got)
        self.share("links", count, one, other, SHARES["links"])

        prints = self.folder / "fingerprints.csv"

        def one_fingerprints():
            self.plain("validate", str(cells), *validate_links.COMMAND[-2:], "--quiet", "--force",
                       "--fingerprints", str(prints), "--fingerprint-key-file", str(self.key), "--output", os.devnull)

        def engine_duplicates():
            return [table.toArrow() for table in validate_links.duplicates(rows, self.program, str(self.key))]

        engine_duplicates()
        _, one = timed(one_fingerprints)
        tables, other = timed(engine_duplicates)
        groups = {"secret": defaultdict(set), "account": defaultdict(set)}
        with prints.open() as file:
            for row in csv.DictReader(file):
                for kind, known in groups.items():
                    known[row[kind]].add(int(row["line"]))
        for (kind, known), found in zip(groups.items(), tables):
            expected = {(print_, line) for print_, lines in known.items() if print_ and len(lines) > 1
                        for line in lines}
            got = {(row["fingerprint"], row["id"]) for row in found.to_pylist()}
            self.compare(f"duplicate {kind}s", expected, got)
        self.share("fingerprints, with the search for duplicates", count, one, other)
        for file in output, prints, text, cells:
            file.unlink()

    # Pictures

    def pictures(self):
        count = self.options.pictures
        folder = self.folder / "pictures"
        write_pictures(folder, count, SEED)
        say(f"{count:,} pictures on {CORES} cores")
        size = sum(path.stat().st_size for path in folder.iterdir())
        # As many bytes in each partition.
        pictures = scan_pictures.read(self.spark, str(folder))
        self.spark.conf.set("spark.sql.files.openCostInBytes", 0)
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", -(-size * 105 // (100 * PARTITIONS)))
        partitions = pictures.rdd.getNumPartitions()
        if partitions not in (PARTITIONS, PARTITIONS + 1):
            sys.exit(f"scale test: {partitions} partitions of pictures")

        def one_scan():
            return self.plain("scan", str(folder), "--json", "--quiet")

        def engine_scan():
            return scan_pictures.scan(pictures, self.program).toArrow()

        engine_scan()
        output, one = timed(one_scan)
        found, other = timed(engine_scan)
        members = ["index", *scan_pictures.TEXTS, "accounts", "part", "parts", "rejected", "unread"]

        def rows(codes, name):
            return sorted((Path(code[name]).name, *(str(code.get(member)) for member in members)) for code in codes)

        expected = rows([json.loads(line) for line in output.open()], "file")
        self.compare("QR codes", expected, rows(found.to_pylist(), "path"))
        self.compare("pictures", sorted({row[0] for row in expected}), sorted(path.name for path in folder.iterdir()))
        self.share("pictures", count, one, other, SHARES["pictures"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--links", type=int)
    parser.add_argument("--pictures", type=int)
    options = parser.parse_args()
    options.links = options.links or (20_000 if options.quick else 2_000_000)
    options.pictures = options.pictures or (100 if options.quick else 2_000)
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        scale = Scale(options, folder)
        try:
            scale.links()
            scale.pictures()
        finally:
            scale.spark.stop()
    if scale.problems:
        sys.exit(f"scale test: {', '.join(scale.problems)}")
    say("the same findings, the same accounts")


if __name__ == "__main__":
    main()
