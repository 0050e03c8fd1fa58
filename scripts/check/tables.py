"""Checks tables written by `joban ingest` with other programs' Parquet readers.

    tables.py FOLDER

Reads FOLDER/games.parquet, plies.parquet and sources.parquet with DuckDB, pandas and pyarrow, computes the digests of
docs/formats/tables.md from pyarrow's values, and compares counts, sums and keys between the readers and the tables.
Ends with 1 and a list of what differs.
"""

import hashlib
import json
import struct
import sys
from pathlib import Path

import duckdb
import pandas
import pyarrow.parquet

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
PACK = {"int32": "<i", "date32[day]": "<i", "int64": "<q", "double": "<d", "bool": "<?"}

problems = []


def expect(what, left, right):
    """Notes a difference."""
    if left != right:
        problems.append(f"{what}: {left!r} and {right!r}")


def column_digest(column):
    """The digest of docs/formats/tables.md over one pyarrow column."""
    digest = hashlib.sha256()
    kind = str(column.type)
    if kind == "date32[day]":
        column = column.cast("int32")
    for chunk in column.chunks:
        parts = []
        for value in chunk.to_pylist():
            if value is None:
                parts.append(b"\0")
            elif kind == "string":
                text = value.encode()
                parts.append(b"\1" + struct.pack("<I", len(text)) + text)
            else:
                parts.append(b"\1" + struct.pack(PACK[kind], value))
        digest.update(b"".join(parts))
    return digest.digest()


def check_digests(name, path, manifest):
    """Compares the digests in the footer and in the manifest with pyarrow's values."""
    table = pyarrow.parquet.read_table(path)
    facts = {key.decode(): value.decode() for key, value in pyarrow.parquet.read_metadata(path).metadata.items()}
    digests = [column_digest(column) for column in table.columns]
    rows = hashlib.sha256()
    for column, digest in zip(table.column_names, digests):
        rows.update(column.encode() + b"\0" + digest)
    expect(f"{name}: table", facts.get("joban.table"), name)
    expect(f"{name}: revision", facts.get("joban.revision"), "1")
    expect(f"{name}: column digests", facts.get("joban.column_sha256"), ",".join(digest.hex() for digest in digests))
    expect(f"{name}: digest of the rows", facts.get("joban.rows_sha256"), rows.hexdigest())
    if manifest is not None:
        expect(f"{name}: digest in the manifest", manifest["tables"].get(name), rows.hexdigest())
    return table


def check_readers(folder, games, plies):
    """Compares what the three readers see."""
    ask = lambda sql: duckdb.sql(sql.format(games=folder / "games.parquet", plies=folder / "plies.parquet")).fetchall()
    frame = pandas.read_parquet(folder / "plies.parquet")
    game_frame = pandas.read_parquet(folder / "games.parquet")
    expect("rows of games", ask("SELECT count(*) FROM '{games}'"), [(len(game_frame),)])
    expect("rows of games", len(game_frame), games.num_rows)
    expect("rows of plies", ask("SELECT count(*) FROM '{plies}'"), [(len(frame),)])
    expect("rows of plies", len(frame), plies.num_rows)
    expect("type of key", str(frame["key"].dtype), "int64")
    sums = ask("SELECT sum(ply), sum(move), count(move), sum(time_ms), sum(black_score_cp), sum(key::HUGEINT) FROM '{plies}'")[0]
    mine = [frame["ply"].sum(), frame["move"].sum(), frame["move"].count(), frame["time_ms"].sum(), frame["black_score_cp"].sum()]
    expect("sums of plies", [int(value or 0) for value in sums[:5]], [int(value) for value in mine])
    expect("sum of keys", int(sums[5] or 0), sum(frame["key"].tolist()))
    expect("sum of lengths", int(ask("SELECT sum(plies) FROM '{games}'")[0][0] or 0), int(game_frame["plies"].sum()))
    for status, count in ask("SELECT status, count(*) FROM '{games}' GROUP BY status"):
        expect(f"games with status {status}", count, int((game_frame["status"] == status).sum()))


def check_content(folder, games, plies):
    """Compares the tables with each other."""
    ask = lambda sql: duckdb.sql(sql.format(games=folder / "games.parquet", plies=folder / "plies.parquet")).fetchall()
    stored = ask("SELECT coalesce(sum(stored_positions), 0)::BIGINT FROM '{games}'")
    expect("stored positions", stored, [(plies.num_rows,)])
    wrong = ask(
        "SELECT count(*) FROM (SELECT game_hash, copy, count(*) AS n, max(ply) AS last FROM '{plies}' GROUP BY ALL) AS p "
        "FULL JOIN (SELECT * FROM '{games}' WHERE game_hash IS NOT NULL) AS g USING (game_hash, copy) "
        "WHERE p.n IS DISTINCT FROM g.stored_positions OR p.last + 1 IS DISTINCT FROM p.n"
    )
    expect("games whose plies do not fit", wrong, [(0,)])
    starts = ask(
        "SELECT count(DISTINCT p.key) FROM '{plies}' p JOIN '{games}' g USING (game_hash, copy) "
        f"WHERE p.ply = 0 AND g.start_sfen = '{START}' HAVING count(*) > 0"
    )
    expect("keys of the even start", starts in ([], [(1,)]), True)
    bare = ask("SELECT count(*) FROM '{plies}' WHERE (move IS NULL) <> (usi IS NULL)")
    expect("moves without USI", bare, [(0,)])
    expect("USI of move words", ask("SELECT count(*) FROM (SELECT move FROM '{plies}' GROUP BY move HAVING count(DISTINCT usi) > 1)"), [(0,)])
    hashes = [value % 2**64 for value in games["game_hash"].to_pylist() if value is not None]
    expect("order of games", hashes, sorted(hashes))


def main():
    folder = Path(sys.argv[1])
    manifest = folder / "manifest.json"
    manifest = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else None
    tables = {name: check_digests(name, folder / f"{name}.parquet", manifest) for name in ("games", "plies", "sources")}
    games, plies = tables["games"], tables["plies"]
    expect("rows of sources", tables["sources"].num_rows, games.num_rows)
    expect("records of sources", tables["sources"]["raw_sha256"].to_pylist(), games["raw_sha256"].to_pylist())
    check_readers(folder, games, plies)
    check_content(folder, games, plies)
    for problem in problems:
        print(f"differs: {problem}", file=sys.stderr)
    print(f"tables: {games.num_rows} games, {plies.num_rows} plies; DuckDB, pandas and pyarrow agree" if not problems else "tables differ")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
