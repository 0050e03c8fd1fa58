"""The peer of benchmark a: cshogi's parser, then its legality test, push and key for every move.

usage: cshogi_parse.py FOLDER    prints games a second over the files of FOLDER, read into memory first
"""

import pathlib
import sys
import time

import cshogi
from cshogi import CSA


def replay(record):
    board = cshogi.Board(record.sfen)
    key = 0
    for move in record.moves:
        if not board.is_legal(move):
            raise ValueError(f"illegal move {cshogi.move_to_usi(move)}")
        board.push(move)
        key ^= board.zobrist_hash()
    return len(record.moves), key


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob("*.csa"))
    texts = [file.read_text(encoding="utf-8-sig") for file in files]
    started = time.perf_counter()
    plies = 0
    for text in texts:
        for record in CSA.Parser.parse_str(text):
            plies += replay(record)[0]
    seconds = time.perf_counter() - started
    print(f"{len(texts) / seconds:.0f} games/s {plies} plies")


main()
