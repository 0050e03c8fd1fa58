"""Compares `joban inspect --json` with the second reader on every real record of the shared data.

usage: records.py JOBAN DATA
"""

import json
import pathlib
import subprocess
import sys

import reader

FOLDERS = "floodgate wcsc28 gps-shogi engine-matches alphazero-elmo pro server-rules one-line".split()
FIELDS = ["start_sfen", "moves", "times_ms", "winner", "ratings", "names"]


def ours(joban, path):
    run = subprocess.run([joban, "inspect", "--json", path], capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines() if line.strip()]


def differences(path, theirs, mine):
    if len(theirs) != len(mine):
        yield f"{path}: {len(mine)} games, the second reader has {len(theirs)}"
        return
    for number, (a, b) in enumerate(zip(theirs, mine), 1):
        if bool(a["error"]) != bool(b.get("error")):
            yield f"{path} game {number}: refused {b.get('error')}, second reader {a['error']}"
        if a["error"]:
            continue
        for field in FIELDS:
            if a[field] != b.get(field) and not (field == "times_ms" and len(a["moves"]) == 0):
                yield f"{path} game {number} {field}: {b.get(field)} instead of {a[field]}"
        for field in ("ending", "summary"):
            if a[field] != (b.get(field) or "").replace("%%", "%") and a[field] != b.get(field):
                yield f"{path} game {number} {field}: {b.get(field)} instead of {a[field]}"


def main():
    joban, data = sys.argv[1], pathlib.Path(sys.argv[2])
    games = plies = refused = faults = 0
    for folder in FOLDERS:
        for path in sorted((data / folder).rglob("*.csa")):
            theirs = reader.read_file(path)
            for fault in differences(path, theirs, ours(joban, path)):
                print(fault)
                faults += 1
            games += len(theirs)
            plies += sum(len(game["moves"]) for game in theirs)
            refused += sum(1 for game in theirs if game["error"])
    print(f"records: {games} games, {plies} plies, {refused} refused by both, {faults} differences")
    sys.exit(1 if faults else 0)


main()
