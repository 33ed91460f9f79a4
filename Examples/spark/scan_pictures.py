#!/usr/bin/env python3
"""Reads the QR codes of a bucket of pictures with totp-import, on all workers of a cluster.

    spark-submit scan_pictures.py PICTURES RESULTS [--program PATH]

PICTURES is a folder of any storage that Spark reads, such as s3a://bucket/pictures. RESULTS becomes a Parquet table,
one row per QR code, with the members of `scan --json` (Docs/cli.md): path, index, kind, issuer, name, accounts, part,
parts, rejected, reason, code, unread. A picture without a QR code has a row of kind none; a file that is not a picture,
of kind skipped.

Every worker needs the program. Pictures are never shuffled, and no column of the result contains a payload or a secret.
"""

import argparse
import json
import re
import tarfile
from pathlib import Path, PurePosixPath

import pyarrow as pa
from pyspark.sql import SparkSession

COMMAND = ["scan", "-", "--json", "--quiet", "--jobs", "1"]
TEXTS = ["kind", "issuer", "name", "reason", "code"]
NUMBERS = ["index", "accounts", "part", "parts", "rejected", "unread"]
RESULT = "path string, " + ", ".join([f"{name} string" for name in TEXTS] + [f"`{name}` int" for name in NUMBERS])
TYPES = pa.schema([("path", pa.string())] + [(name, pa.string()) for name in TEXTS]
                  + [(name, pa.int32()) for name in NUMBERS])
ROWS_AT_ONCE = 500


class Pictures:
    """Writes pictures to the program as a tar archive, and knows the paths of the members that it answers about."""

    def __init__(self, batches):
        self.batches = batches
        self.paths = []

    def write(self, stdin):
        for batch in self.batches:
            for path, content in zip(batch.column(0), batch.column(1)):
                path = path.as_py()
                # A number: a path can be longer than tar allows. Messages depend on the extension.
                member = tarfile.TarInfo(f"{len(self.paths)}{PurePosixPath(path).suffix[:16]}")
                content = memoryview(content.as_buffer())
                member.size = len(content)
                self.paths.append(path)
                stdin.write(member.tobuf(tarfile.USTAR_FORMAT))
                stdin.write(content)
                stdin.write(bytes(-len(content) % tarfile.BLOCKSIZE))
        stdin.write(bytes(2 * tarfile.BLOCKSIZE))

    def number(self, name):
        """Of the member that the program calls `-:12.png`, or of the archive in `-:12.zip:shot.png`."""
        return int(re.match(r"-:(\d+)", name)[1])


def codes(batches, program):
    """The rows of one partition."""
    from program import Program

    pictures = Pictures(batches)
    run = Program([program, *COMMAND], pictures.write)
    rows, answered = [], set()
    for line in run.output:
        code = json.loads(line)
        if not code["file"].startswith("-:"):
            continue  # About the archive as a whole: there was no picture in it.
        number = pictures.number(code["file"])
        answered.add(number)
        rows.append({**code, "path": pictures.paths[number]})
        if len(rows) >= ROWS_AT_ONCE:
            yield pa.RecordBatch.from_pylist(rows, TYPES)
            rows = []
    run.finish()
    rows += [{"path": path, "kind": "skipped"} for number, path in enumerate(pictures.paths) if number not in answered]
    if rows:
        yield pa.RecordBatch.from_pylist(rows, TYPES)


def scan(pictures, program):
    """A table of QR codes. `pictures` has the columns path and content."""
    return pictures.mapInArrow(lambda batches: codes(batches, program), RESULT)


def read(spark, folder):
    """The pictures of a folder and of those in it: not split, and in portions that fit a worker's memory."""
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 32)
    spark.conf.set("spark.sql.files.openCostInBytes", 1 << 16)
    return spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(folder).select("path", "content")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures")
    parser.add_argument("results")
    parser.add_argument("--program", default="totp-import", help="its path on every worker")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("scan pictures").getOrCreate()
    spark.sparkContext.addPyFile(str(Path(__file__).with_name("program.py")))
    scan(read(spark, options.pictures), options.program).write.parquet(options.results)


if __name__ == "__main__":
    main()
