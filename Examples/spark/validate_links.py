#!/usr/bin/env python3
"""Checks a table of otpauth links of any size with totp-import, on all workers of a cluster.

    spark-submit validate_links.py LINKS RESULTS [--link COLUMN] [--id COLUMN] [--key-file KEY] [--program PATH]

LINKS is a Parquet table with a column of links and a column that identifies each row. RESULTS becomes a folder of
tables:

    findings    id, verdict (error, warning or ok), rules: one row per finding or more; the other links are good
    secrets     with --key-file: fingerprint, id of the rows whose secret is in another row as well
    accounts    with --key-file: the same for issuer and name

Every worker needs the program, and the key in a file. Links leave a worker's memory only for the program beside it: no
column that is shuffled or written contains a link, a secret or a name. Docs/scale.md says what a fingerprint shows.
"""

import argparse
import json
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

COMMAND = ["validate", "-", "--jobs", "1", "--quiet", "--csv-field", "1"]
# These rules would compare the rows of one partition only. Fingerprints compare all.
WHOLE_INPUT = ["secret-duplicate", "account-duplicate", "migration-part-missing"]
FINDINGS = ["--json", "--findings-only", *(f"--disable={rule}" for rule in WHOLE_INPUT)]
ROWS_AT_ONCE = 2000


class Rows:
    """Writes rows to the program, one line per row, and knows the ids of the lines that it answers about."""

    def __init__(self, batches):
        self.batches = batches
        self.lock = threading.Lock()
        self.count = 0
        # The number of the first line, from 0, and the ids.
        self.parts = []

    def write(self, stdin):
        for batch in self.batches:
            with self.lock:
                self.parts.append((self.count, batch.column(0)))
                self.count += batch.num_rows
            stdin.write(as_csv(batch.column(1)))

    def ids(self, lines):
        """The ids of some lines, which are in ascending order, from 1. No earlier line is asked for again."""
        with self.lock:
            while len(self.parts) > 1 and self.parts[1][0] < lines[0].as_py():
                self.parts.pop(0)
            parts = list(self.parts)
        return pa.chunked_array([ids for _, ids in parts]).take(pc.subtract(lines, 1 + parts[0][0])).combine_chunks()


def as_csv(links):
    """A column of texts as CSV: every cell is quoted, and a line end in one becomes a space."""
    links = pc.fill_null(links.cast(pa.large_string()), "")
    lines = quoted(links)
    count = len(links)
    if lines.count(b'"') != 2 * count or lines.count(b"\n") != count or b"\r" in lines:
        links = pc.replace_substring_regex(pc.replace_substring(links, '"', '""'), "[\r\n]", " ")
        lines = quoted(links)
    return lines


def quoted(texts):
    quote, end, nothing = (pa.scalar(text, pa.large_string()) for text in ('"', '"\n', ""))
    lines = pc.binary_join_element_wise(quote, texts, end, nothing)
    # The texts of a column are one after the other in memory.
    _, offsets, content = lines.buffers()
    offsets = pa.Array.from_buffers(pa.int64(), len(lines) + 1, [None, offsets])
    return content.to_pybytes()[:offsets[len(lines)].as_py()]


def findings(batches, program):
    """The rows with a finding."""
    from program import Program

    rows = Rows(batches)
    run = Program([program, *COMMAND, *FINDINGS], rows.write)
    found, totals = [], None
    for line in run.output:
        link = json.loads(line)
        totals = link.get("totals", totals)
        if "line" in link:
            found.append((link["line"], link["verdict"], [finding["rule"] for finding in link["findings"]]))
        if len(found) >= ROWS_AT_ONCE:
            yield found_batch(rows, found)
            found = []
    run.finish()
    if totals is None:
        raise RuntimeError("totp-import ended before the totals")
    if found:
        yield found_batch(rows, found)


def found_batch(rows, found):
    lines, verdicts, rules = zip(*found)
    return pa.RecordBatch.from_arrays(
        [rows.ids(pa.array(lines, pa.int64())), pa.array(verdicts), pa.array(rules, pa.list_(pa.string()))],
        names=["id", "verdict", "rules"])


def fingerprints(batches, program, key_file):
    """A row per account: the id of its link, and the fingerprints of its secret and of its issuer and name."""
    from program import Program

    rows = Rows(batches)
    run = Program([program, *COMMAND, "--fingerprints", "-", "--fingerprint-key-file", key_file], rows.write)
    if not run.output.readline().startswith(b"source,line,"):
        run.finish()
        raise RuntimeError("totp-import wrote no fingerprints")
    columns = ["source", "line", "code", "secret", "account"]
    rest = b""
    while portion := run.output.read(1 << 22):
        whole, end, rest = (rest + portion).rpartition(b"\n")
        if end:
            table = pa.csv.read_csv(
                pa.BufferReader(whole + end), pa.csv.ReadOptions(column_names=columns),
                convert_options=pa.csv.ConvertOptions(
                    include_columns=columns[1:2] + columns[3:],
                    column_types={"line": pa.int64(), "secret": pa.string(), "account": pa.string()}))
            ids = rows.ids(table["line"])
            for batch in table.combine_chunks().to_batches():
                yield pa.RecordBatch.from_arrays([ids, batch["secret"], batch["account"]], ["id", "secret", "account"])
    run.finish()


def check(links, program):
    """A table of the rows with a finding. `links` has the columns id and link."""
    id_type = links.schema["id"].dataType.simpleString()
    return links.mapInArrow(
        lambda batches: findings(batches, program), f"id {id_type}, verdict string, rules array<string>")


def duplicates(links, program, key_file):
    """The rows that have a secret, and those that have an account, of another row: two tables of fingerprint and id."""
    id_type = links.schema["id"].dataType.simpleString()
    prints = links.mapInArrow(
        lambda batches: fingerprints(batches, program, key_file),
        f"id {id_type}, secret string, account string").persist()

    def repeated(column):
        known = prints.where(F.col(column) != "").select(F.col(column).alias("fingerprint"), "id")
        again = known.groupBy("fingerprint").count().where("count > 1").select("fingerprint")
        return known.join(again, "fingerprint").distinct()

    return repeated("secret"), repeated("account")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("links")
    parser.add_argument("results")
    parser.add_argument("--link", default="link", help="the column of links")
    parser.add_argument("--id", default="id", help="the column that identifies a row")
    parser.add_argument("--key-file", help="the key of the fingerprints, a file on every worker")
    parser.add_argument("--program", default="totp-import", help="its path on every worker")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("validate links").getOrCreate()
    spark.sparkContext.addPyFile(str(Path(__file__).with_name("program.py")))
    links = spark.read.parquet(options.links).select(F.col(options.id).alias("id"), F.col(options.link).alias("link"))
    tables = {"findings": check(links, options.program)}
    if options.key_file:
        tables["secrets"], tables["accounts"] = duplicates(links, options.program, options.key_file)
    for name, table in tables.items():
        table.write.parquet(f"{options.results}/{name}")


if __name__ == "__main__":
    main()
