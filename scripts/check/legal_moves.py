#!/usr/bin/env python3
"""Compares legal moves and checks with cshogi.

Reads lines of `cargo run -p joban-engine --example dump_moves` from standard input: SFEN, 1 if in check else 0, sorted
USI moves, separated by tabs. Ends with 1 at the first ten differences, or if fewer than 200,000 positions came
(--least N changes that).
"""
import argparse
import sys

import cshogi


def compare(line, board):
    sfen, check, moves = line.rstrip("\n").split("\t")
    board.set_sfen(sfen)
    theirs = sorted(cshogi.move_to_usi(move) for move in board.legal_moves)
    ours = moves.split(" ") if moves else []
    if ours != theirs:
        return f"{sfen}: only here {sorted(set(ours) - set(theirs))}, only cshogi {sorted(set(theirs) - set(ours))}"
    if board.is_check() != (check == "1"):
        return f"{sfen}: in check {check}, cshogi says {board.is_check()}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=200_000)
    least = parser.parse_args().least
    board = cshogi.Board()
    count = 0
    differences = []
    for line in sys.stdin:
        count += 1
        difference = compare(line, board)
        if difference:
            print(difference, file=sys.stderr)
            differences.append(difference)
            if len(differences) == 10:
                break
    print(f"{count} positions compared with cshogi, {len(differences)} differences")
    return 1 if differences or count < least else 0


if __name__ == "__main__":
    sys.exit(main())
