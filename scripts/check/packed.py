#!/usr/bin/env python3
"""Compares PSV and HCPE with cshogi, byte by byte.

packed.py JOBAN FOLDER [--positions N] [--seed S]

cshogi plays at random from the even start, from handicap boards and from boards full of promoted pieces, and writes the positions as
JSON lines, PSV and HCPE. joban must write the same bytes from the JSON lines, and read the same positions, scores, moves and
results from the bytes. FOLDER is made and takes the files.
"""
import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import cshogi
import numpy

STARTS = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1",
    "4k4/+P+L+N+S+B+R3/9/9/9/9/9/+p+l+n+s+b+r3/8K w 2P2p 1",
]


def play(count, seed):
    """Positions with one of their moves, a score and a result from the side to move."""
    rng = random.Random(seed)
    board = cshogi.Board()
    rows = []
    start = 0
    while len(rows) < count:
        board.set_sfen(STARTS[start % len(STARTS)])
        start += 1
        for _ in range(rng.randint(20, 400)):
            moves = list(board.legal_moves)
            if not moves or len(rows) == count:
                break
            move = rng.choice(moves)
            rows.append((board.sfen(), move, rng.randint(-31999, 31999), rng.choice([1, 0, -1])))
            board.push(move)
    return rows


def write(rows, folder):
    board = cshogi.Board()
    psv = numpy.zeros(len(rows), dtype=cshogi.PackedSfenValue)
    hcpe = numpy.zeros(len(rows), dtype=cshogi.HuffmanCodedPosAndEval)
    with open(folder / "theirs.jsonl", "w", encoding="utf-8") as lines:
        for at, (sfen, move, score, result) in enumerate(rows):
            board.set_sfen(sfen)
            board.to_psfen(psv[at : at + 1]["sfen"].reshape(-1))
            psv[at]["score"] = score
            psv[at]["move"] = cshogi.move16_to_psv(cshogi.move16(move))
            psv[at]["gamePly"] = board.move_number
            psv[at]["game_result"] = result
            board.to_hcp(hcpe[at : at + 1]["hcp"].reshape(-1))
            hcpe[at]["eval"] = score
            hcpe[at]["bestMove16"] = cshogi.move16(move)
            black = result if board.turn == cshogi.BLACK else -result
            hcpe[at]["gameResult"] = {1: cshogi.BLACK_WIN, 0: cshogi.DRAW, -1: cshogi.WHITE_WIN}[black]
            usi = cshogi.move_to_usi(move)
            lines.write(json.dumps({"sfen": sfen, "cp": score, "best": usi, "result_stm": result}) + "\n")
    psv.tofile(folder / "theirs.psv")
    hcpe.tofile(folder / "theirs.hcpe")


def without_number(sfen):
    return sfen.rsplit(" ", 1)[0]


def differences(folder, run, rows):
    run("import", "theirs.jsonl", "-o", "set")
    for form in ("psv", "hcpe"):
        run("export", "set", "--format", form, "-o", form)
        ours = (folder / form / f"positions.{form}").read_bytes()
        theirs = (folder / f"theirs.{form}").read_bytes()
        size = len(theirs) // len(rows)
        if len(ours) != len(theirs):
            yield f"{form}: {len(ours)} bytes here, {len(theirs)} there"
        for at, row in enumerate(rows):
            if ours[size * at : size * at + size] != theirs[size * at : size * at + size]:
                yield f"{form}: {row[0]}: other bytes"
        run("import", f"theirs.{form}", "-o", f"back-{form}")
        run("export", f"back-{form}", "--format", "jsonl", "-o", f"lines-{form}")
        with open(folder / f"lines-{form}" / "positions.jsonl", encoding="utf-8") as lines:
            read = [json.loads(line) for line in lines]
        if len(read) != len(rows):
            yield f"{form}: {len(read)} of {len(rows)} rows were read"
        for line, (sfen, move, score, result) in zip(read, rows):
            want = sfen if form == "psv" else without_number(sfen)
            got = (line["sfen"], line["cp"], line["best"], line["result_stm"])
            if got != (want, score, cshogi.move_to_usi(move), result):
                yield f"{form}: {sfen}: read as {got}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("joban", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    rows = play(args.positions, args.seed)
    write(rows, args.folder)

    def run(*words):
        command = [args.joban.resolve(), "dataset", *words, "--quiet"]
        subprocess.run(command, cwd=args.folder, check=True, stdout=subprocess.DEVNULL)

    found = []
    for difference in differences(args.folder, run, rows):
        print(difference, file=sys.stderr)
        found.append(difference)
        if len(found) == 10:
            break
    promoted = sum("+" in row[0] for row in rows)
    print(f"{len(rows)} packed positions compared with cshogi ({promoted} with promoted pieces), {len(found)} differences")
    return 1 if found or promoted < len(rows) // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
