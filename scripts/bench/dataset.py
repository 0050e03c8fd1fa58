#!/usr/bin/env python3
"""Times sampling with removal of duplicates against DuckDB doing the same on the same Parquet, in one run.

dataset.py JOBAN SET [--repeats N] [--threads N]

Both read positions.parquet of SET twice, so that every position is a duplicate, keep each position once, in a pseudo-random order, and write
all columns as Parquet with zstd. joban also counts, hashes every column, and writes the data card. Prints the seconds of each run and the
ratio of the medians; ends with 1 if the numbers of rows differ.
"""
import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

QUERY = """
copy (
    select distinct on (regexp_replace(sfen, ' [0-9]+$', '')) *
    from read_parquet([{files}])
    order by hash(key)
) to '{out}' (format parquet, compression zstd, compression_level 3)
"""


def joban(program, source, scratch):
    out = scratch / "joban"
    shutil.rmtree(out, ignore_errors=True)
    command = [program, "dataset", "sample", source, source, "-o", out, "--quiet", "--json"]
    begin = time.perf_counter()
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    seconds = time.perf_counter() - begin
    return json.loads(run.stdout)["cards"]["positions"]["rows"], seconds


def duck(source, scratch, threads):
    out = scratch / "duck.parquet"
    connection = duckdb.connect(config={"threads": threads} if threads else {})
    files = ", ".join(f"'{source}'" for _ in range(2))
    begin = time.perf_counter()
    rows = connection.execute(QUERY.format(files=files, out=out)).fetchone()[0]
    return rows, time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("joban", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0, help="threads of DuckDB; 0 leaves it the choice")
    args = parser.parse_args()
    source = args.set / "positions.parquet" if args.set.is_dir() else args.set
    times = {"joban": [], "duckdb": []}
    rows = {}
    with tempfile.TemporaryDirectory() as scratch:
        for _ in range(args.repeats):
            for name, run in (
                ("joban", lambda: joban(args.joban, source, Path(scratch))),
                ("duckdb", lambda: duck(source, Path(scratch), args.threads)),
            ):
                rows[name], seconds = run()
                times[name].append(seconds)
                print(f"{name}: {rows[name]} rows in {seconds:.2f} s")
    medians = {name: statistics.median(each) for name, each in times.items()}
    print(f"joban / duckdb: {medians['joban'] / medians['duckdb']:.2f} of the time")
    return 0 if rows["joban"] == rows["duckdb"] else 1


if __name__ == "__main__":
    sys.exit(main())
