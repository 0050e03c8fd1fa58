"""Checks suites written by `joban suite` with cshogi and the second reader of records.

    suite.py FOLDER RECORDS...

FOLDER is a result of `joban suite --mirror`; RECORDS are files or folders with every game that it was made from. Computed
here from docs/formats: game hash and side of the split, turned positions. Checked: cshogi can play every line, read as its
match runner reads them; the three lists agree; no position stands twice, also turned; every start lies in a held-out game;
no game of the training side passes through one; turned lists are the same starts with colours swapped. Ends with 1 and a list
of faults.
"""

import hashlib
import json
import pathlib
import sys

import cshogi

import reader
from common import expect, finish, key

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
MASK = (1 << 64) - 1


def turned(sfen):
    """The position after the board is turned and the colours are swapped, as text."""
    rows, side, hand = sfen.split(" ")
    tokens, plus = [], ""
    for char in rows:
        if char == "+":
            plus = "+"
        else:
            tokens.append(plus + char.swapcase())
            plus = ""
    hands = {}
    count = ""
    for char in hand.replace("-", ""):
        if char.isdigit():
            count += char
        else:
            hands[char.swapcase()] = count
            count = ""
    hand = "".join(hands[piece] + piece for piece in "RBGSNLPrbgsnlp" if piece in hands)
    return f"{''.join(reversed(tokens))} {'w' if side == 'b' else 'b'} {hand or '-'}"


def either(sfen):
    return min(sfen, turned(sfen))


def mix(z):
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def game_hash(moves):
    digest = hashlib.sha256(" ".join([START, *moves]).encode()).digest()
    return int.from_bytes(digest[:8], "little")


def is_held_out(number, split):
    seed, fraction = split["seed"], split["holdout"]
    return mix(mix((seed + 0x9E3779B97F4A7C15) & MASK) ^ number) < int(fraction * 2**64)


def openings(path):
    """The lines as the match runner of cshogi reads them: everything after the first 15 characters."""
    moves = [line.strip()[15:] for line in path.read_text().splitlines()]
    return [line.split(" ") if line else [] for line in moves]


def lines(path):
    """Comments and lines of a list."""
    text = path.read_text().splitlines()[1:]
    expect(f"{path}: comments and lines take turns", all(line[0] == "#" for line in text[::2]))
    return list(zip(text[::2], text[1::2]))


def play(board, moves):
    for move in moves:
        legal = move in (cshogi.move_to_usi(each) for each in board.legal_moves)
        if not legal:
            return False
        board.push_usi(move)
    return True


def check_list(folder, name):
    """The starts of one suite: hash, moves, position."""
    catalogue = json.loads((folder / f"{name}.json").read_text())["list"]
    moves_lines, sfen_lines = lines(folder / f"{name}.moves.txt"), lines(folder / f"{name}.sfen.txt")
    plain = openings(folder / f"{name}.plain.txt")
    expect(f"{name}: equal numbers", len(plain) == len(moves_lines) == len(sfen_lines) == len(catalogue))
    starts = []
    for number, moves in enumerate(plain):
        board = cshogi.Board()
        expect(f"{name} {number}: cshogi plays it", play(board, moves))
        comment, line = moves_lines[number]
        expect(f"{name} {number}: moves", line == " ".join(["startpos moves", *moves]) or not moves)
        expect(f"{name} {number}: sfen", sfen_lines[number] == (comment, f"sfen {board.sfen()}"))
        expect(f"{name} {number}: catalogue", catalogue[number]["sfen"] == board.sfen())
        expect(f"{name} {number}: a move is legal", any(board.legal_moves))
        starts.append((int(comment.split("game=")[1][:16], 16), moves, key(board)))
        check_turned(folder, name, number, key(board))
    return starts


def check_turned(folder, name, number, position):
    _, line = lines(folder / f"{name}.mirror.moves.txt")[number]
    start, _, moves = line.removeprefix("sfen ").partition(" moves ")
    board = cshogi.Board(start)
    expect(f"{name} {number}: the turned line is legal", play(board, moves.split()))
    expect(f"{name} {number}: it is turned", key(board) == turned(position))


def records(paths):
    """Moves of all games from the even start, the illegal ones up to the fault."""
    for path in map(pathlib.Path, paths):
        files = sorted(path.rglob("*.csa")) if path.is_dir() else [path]
        for file in files:
            for game in reader.read_file(file):
                if game["start_sfen"] and game["start_sfen"].startswith(START):
                    yield game["moves"]


def main():
    folder = pathlib.Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    names = [name for name in ("suite", "twin") if (folder / f"{name}.json").exists()]
    starts = [start for name in names for start in check_list(folder, name)]
    positions = {either(sfen): number for number, (_, _, sfen) in enumerate(starts)}
    expect("no position stands twice, also turned", len(positions) == len(starts))
    split = manifest["proof"]["split"]
    by_hash, looked = {}, 0
    for moves in records(sys.argv[2:]):
        number = game_hash(moves)
        by_hash[number] = moves
        if is_held_out(number, split) or manifest["options"]["for_book"]:
            continue
        board = cshogi.Board()
        for move in [None, *moves]:
            if move:
                board.push_usi(move)
            looked += 1
            expect(f"a training game passes through {key(board)}", either(key(board)) not in positions)
    for number, moves, _ in starts:
        expect(f"{number:016x} is held out", is_held_out(number, split))
        expect(f"{number:016x} begins so", by_hash.get(number, [])[: len(moves)] == moves)
    finish(f"suite: {len(starts)} starts of {len(by_hash)} games, {looked} training positions")


main()
