"""Aggregates the first plies of real records once more, in plain Python, and compares with `moves.csv` row by row.

usage: moves_csv.py MOVES_CSV PATH...    (built with --min-rating none --holdout 0 --all)
"""

import csv
import hashlib
import pathlib
import sys
from collections import defaultdict

import cshogi
import reader

EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
BOOK_PLIES = 24
KINDS = ["P", "L", "N", "S", "B", "R", "G"]


def word(usi):
    """The 16-bit move of docs/formats/rom-book.md, from the USI text."""

    def square(text):
        return (int(text[0]) - 1) * 9 + reader.RANKS.index(text[1])

    source = 81 + KINDS.index(usi[0]) if usi[1] == "*" else square(usi)
    return square(usi[2:4]) | source << 7 | (usi.endswith("+")) << 14


def eligible(game):
    word = game["ending"] or game["protocol"]
    ending = game["summary"] or {"%TORYO": "toryo", "%KACHI": "kachi"}.get(word)
    return (
        not game["error"]
        and game["start_sfen"] == EVEN
        and len(game["moves"]) >= 40
        and ending in ("toryo", "kachi")
    )


def load(folders):
    """Eligible games without duplicates: the earliest by start time, missing last, then by the digest of the bytes."""
    best = {}
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.csa")):
            for game in reader.read_file(path):
                if eligible(game):
                    digest = hashlib.sha256(path.read_bytes()).hexdigest()
                    rank = (game["start"] is None, game["start"] or "", digest)
                    key = tuple(game["moves"])
                    if key not in best or rank < best[key][0]:
                        best[key] = (rank, game)
    return [game for _, game in best.values()]


def aggregate(games):
    rows = defaultdict(lambda: {"count": 0, "points": 0, "wins": 0, "draws": 0, "losses": 0, "pairs": set(), "ratings": [], "dates": []})
    for game in games:
        board = cshogi.Board()
        for ply, usi in enumerate(game["moves"][:BOOK_PLIES]):
            side = "black" if board.turn == cshogi.BLACK else "white"
            sfen = board.sfen().rsplit(" ", 1)[0]
            row = rows[ply, side, sfen, usi]
            row["count"] += 1
            won = game["winner"] == side
            lost = game["winner"] in ("black", "white") and not won
            row["wins"] += won
            row["losses"] += lost
            row["draws"] += game["winner"] == "draw"
            row["points"] += 3 if won else 1
            row["pairs"].add(tuple(sorted(str(name) for name in game["names"])))
            rating = game["ratings"][0 if side == "black" else 1]
            row["ratings"] += [rating] if rating is not None else []
            row["dates"] += [game["start"][:10].replace("/", "-")] if game["start"] else []
            board.push_usi(usi)
    return rows


def expected(rows):
    for (ply, side, sfen, usi), row in sorted(
        rows.items(), key=lambda item: (item[0][0], item[0][2].encode(), -item[1]["points"], word(item[0][3]))
    ):
        ratings, dates = row["ratings"], row["dates"]
        mean = f"{sum(ratings) / len(ratings):.1f}" if ratings else ""
        counts = [row[name] for name in ("count", "points", "wins", "draws", "losses", "count")]
        yield [ply, side, sfen, usi, *counts, len(row["pairs"]), mean, min(dates, default=""), max(dates, default="")]


def main():
    theirs = [[str(field) for field in row] for row in expected(aggregate(load(sys.argv[2:])))]
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        header, *ours = list(csv.reader(file))
    assert header == "ply side sfen move count points wins draws losses games pairings mean_rating first_date last_date".split(), header
    faults = [(a, b) for a, b in zip(theirs, ours) if a != b]
    for a, b in faults[:10]:
        print(f"expected {a}\n    have {b}")
    print(f"moves.csv: {len(ours)} rows, expected {len(theirs)}, {len(faults)} differ")
    sys.exit(1 if faults or len(ours) != len(theirs) else 0)


main()
