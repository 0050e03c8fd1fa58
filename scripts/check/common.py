"""What several checks have in common: a list of faults, and the position as text."""

import sys

faults = []


def expect(what, fact):
    """Notes a fault."""
    if not fact:
        faults.append(what)


def key(board):
    """Board, side to move and hands of a board of cshogi: the SFEN without the move number."""
    return " ".join(board.sfen().split(" ")[:3])


def finish(summary):
    """Prints what was looked at and the first faults; the exit code."""
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    print(f"{summary}, {len(faults)} faults")
    sys.exit(1 if faults else 0)
