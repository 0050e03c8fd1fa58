#!/usr/bin/env python3
"""Recomputes the committed key vectors from docs/formats/keys.md alone, without the program."""
import csv
import pathlib
import sys

KINDS = ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"]
HAND = {"P": 0, "L": 18, "N": 22, "S": 26, "B": 30, "R": 32, "G": 34}
VALUES = 28 * 81 + 2 * 38 + 1
MASK = (1 << 64) - 1


def splitmix64(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def stream(seed, length):
    rng = splitmix64(seed)
    return b"".join(next(rng).to_bytes(8, "little") for _ in range(length // 8 + 1))[:length]


def board_values(board):
    for rank, row in enumerate(board.split("/")):
        file = 9
        promoted = ""
        for char in row:
            if char.isdigit():
                file -= int(char)
            elif char == "+":
                promoted = "+"
            else:
                code = 14 * char.islower() + KINDS.index(promoted + char.upper())
                yield 81 * code + 9 * (file - 1) + rank
                file, promoted = file - 1, ""


def hand_values(hands):
    count = ""
    for char in hands.replace("-", ""):
        if char.isdigit():
            count += char
        else:
            first = 28 * 81 + 38 * char.islower() + HAND[char.upper()]
            yield from range(first, first + int(count or 1))
            count = ""


def values(sfen):
    board, side, hands = sfen.split()[:3]
    yield from board_values(board)
    yield from hand_values(hands)
    if side == "w":
        yield VALUES - 1


def full(seed):
    data = stream(seed, VALUES + 1)
    return [data[i] | data[i + 1] << 8 for i in range(VALUES)]


def compact(seed):
    nibbles = [half for byte in stream(seed, 1174) for half in (byte & 15, byte >> 4)]
    return [sum(nibbles[i + n] << 4 * n for n in range(4)) for i in range(VALUES)]


def key64():
    rng = splitmix64(int.from_bytes(b"joban/k1", "big"))
    return [next(rng) for _ in range(VALUES)]


def key(table, sfen):
    result = 0
    for index in values(sfen):
        result ^= table[index]
    return result


def rows(name):
    folder = pathlib.Path(__file__).parent.parent.parent / "engine/tests/vectors"
    lines = [line for line in open(folder / name, encoding="utf-8") if not line.startswith("#")]
    return list(csv.DictReader(lines))


def main():
    wrong = count = 0
    table = key64()
    checks = [(row, table, 16) for row in rows("key64.csv")]
    for name, make in (("rom_full.csv", full), ("rom_compact.csv", compact)):
        tables = {row["seed"]: make(int(row["seed"])) for row in rows(name)}
        checks += [(row, tables[row["seed"]], 4) for row in rows(name)]
    for row, table, digits in checks:
        count += 1
        found = f"{key(table, row['sfen']):0{digits}x}"
        if found != row["key"]:
            wrong += 1
            print(f"{row['sfen']}: {row['key']} in the file, {found} from the format page", file=sys.stderr)
    print(f"{count} key vectors checked against docs/formats/keys.md, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
