#!/usr/bin/env python3
"""Times sampling with removal of duplicates against DuckDB doing the same on the same Parquet, in one run.

dataset.py JOBAN SET [--repeats N] [--threads N]

Both read positions.parquet of SET twice, so that every position is a duplicate, keep each position once, in a pseudo-random order, and write
all columns as Parquet with zstd. joban also checks and makes digests of every column, decides which of several rows stays, and writes the data
card. DuckDB runs with one thread and with as many as there are processors, since the fewer are the faster on a busy machine. Prints the seconds and the
processor seconds of each run, and the ratio of joban's median to the smaller median of DuckDB; ends with 1 if the numbers of rows differ.
"""
import argparse
import json
import os
import resource
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


def cpu():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def joban(program, source, scratch):
    out = scratch / "joban"
    shutil.rmtree(out, ignore_errors=True)
    command = [program, "dataset", "sample", source, source, "-o", out, "--quiet", "--json"]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return json.loads(run.stdout)["cards"]["positions"]["rows"]


def duck(source, scratch, threads):
    out = scratch / "duck.parquet"
    files = ", ".join(f"'{source}'" for _ in range(2))
    with duckdb.connect(config={"threads": threads}) as connection:
        return connection.execute(QUERY.format(files=files, out=out)).fetchone()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("joban", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="most threads of DuckDB")
    args = parser.parse_args()
    source = args.set / "positions.parquet" if args.set.is_dir() else args.set
    times = {}
    rows = {}
    with tempfile.TemporaryDirectory() as scratch:
        runs = {"joban": lambda: joban(args.joban.resolve(), source, Path(scratch))}
        for threads in sorted({1, args.threads}):
            runs[f"duckdb, {threads} threads"] = lambda threads=threads: duck(source, Path(scratch), threads)
        for _ in range(args.repeats):
            for name, run in runs.items():
                begin, used = time.perf_counter(), cpu()
                rows[name] = run()
                seconds, used = time.perf_counter() - begin, cpu() - used
                times.setdefault(name, []).append(seconds)
                print(f"{name}: {rows[name]} rows in {seconds:.2f} s, {used:.2f} s of processors", flush=True)
    ours, *theirs = (statistics.median(each) for each in times.values())
    print(f"joban / duckdb: {ours / min(theirs):.2f} of the time")
    return 0 if len(set(rows.values())) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
