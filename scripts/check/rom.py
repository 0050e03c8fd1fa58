#!/usr/bin/env python3
"""Cross-check of the test ROMs in a second emulator (PyBoy) and a second language.

    rom.py FOLDER [--positions N]

FOLDER is written by `cargo run -p joban-rom-assets --example test_roms -- FOLDER`:
`<probe>-<layout>.gb` and `.noi` (symbols), `<layout>.book.bin`, `<layout>.keys.bin` and
`games.txt` (one `startpos moves ...` or `sfen ... moves ...` a line).

The book, the keys and the choice are computed here anew, from docs/formats/rom-book.md and
docs/formats/keys.md alone, and compared with what the ROM answers. Exit code 1 if anything
differs.
"""

import argparse
import pathlib
import sys

KINDS = ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"]
HAND = "PLNSBRG"
HAND_START = [0, 18, 22, 26, 30, 32, 34]
STARTPOS = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


# ---- the model, from the format pages ------------------------------------------------


class Position:
    """Board by square ((file - 1) * 9 + rank - 1): None or (colour, kind)."""

    def __init__(self, sfen):
        board, side, hands = sfen.split()[:3]
        self.board = [None] * 81
        for rank, row in enumerate(board.split("/")):
            file, promoted = 8, ""
            for char in row:
                if char.isdigit():
                    file -= int(char)
                elif char == "+":
                    promoted = "+"
                else:
                    kind = KINDS.index(promoted + char.upper())
                    self.board[file * 9 + rank] = (int(char.islower()), kind)
                    file, promoted = file - 1, ""
        self.side = int(side == "w")
        self.hands = [[0] * 7, [0] * 7]
        count = ""
        for char in hands.replace("-", ""):
            if char.isdigit():
                count += char
            else:
                self.hands[int(char.islower())][HAND.index(char.upper())] = int(count or 1)
                count = ""

    def play(self, word):
        target, source = word & 127, word >> 7 & 127
        if source >= 81:
            kind = source - 81
            self.hands[self.side][kind] -= 1
        else:
            kind = self.board[source][1]
            self.board[source] = None
            if word >> 14 & 1:
                kind += 8
            if self.board[target]:
                taken = self.board[target][1]
                self.hands[self.side][taken - 8 if taken >= 8 else taken] += 1
        self.board[target] = (self.side, kind)
        self.side ^= 1


def word_of(usi):
    square = lambda text: (int(text[0]) - 1) * 9 + "abcdefghi".index(text[1])
    if usi[1] == "*":
        return (81 + HAND.index(usi[0])) << 7 | square(usi[2:])
    return square(usi[:2]) << 7 | square(usi[2:4]) | (0x4000 if usi.endswith("+") else 0)


class Keys:
    def __init__(self, data):
        if len(data) == 2346:
            self.values = [data[i] | data[i + 1] << 8 for i in range(2345)]
        elif len(data) == 1174:
            nibbles = [n for byte in data for n in (byte & 15, byte >> 4)]
            self.values = [
                sum(nibbles[i + n] << 4 * n for n in range(4)) for i in range(2345)
            ]
        elif len(data) == 4690:
            self.values = [data[2 * i] | data[2 * i + 1] << 8 for i in range(2345)]
        else:
            sys.exit(f"a key table of {len(data)} bytes is not known")

    def key(self, position):
        key = self.values[2344] if position.side else 0
        for square, piece in enumerate(position.board):
            if piece:
                key ^= self.values[81 * (14 * piece[0] + piece[1]) + square]
        for colour in (0, 1):
            for kind in range(7):
                for n in range(position.hands[colour][kind]):
                    key ^= self.values[2268 + 38 * colour + HAND_START[kind] + n]
        return key


def lookup(book, ply, key):
    found = []
    for at in range(0, len(book), 6):
        entry = book[at : at + 6]
        if entry[5] == ply and entry[0] | entry[1] << 8 == key:
            found.append((entry[2] | entry[3] << 8, entry[4]))
    return found


def step(x):
    x ^= x << 7 & 255
    x ^= x >> 5
    x ^= x << 3 & 255
    return x


def choose(candidates, state):
    """(chosen, other, new state)"""
    if not candidates:
        return 0, 0, state
    if len(candidates) == 1:
        return candidates[0][0], 0, state
    state = step(state)
    first, second = candidates[0][0], candidates[1][0]
    return (first, second, state) if state < candidates[0][1] else (second, first, state)


# ---- the ROM in PyBoy ------------------------------------------------------------------

COMPUTE, PLAY, PROBE, SWEEP = 1, 2, 3, 4
MAILBOX, BOARD, HANDS, SIDE, CHOICES = 0xC000, 0xC020, 0xC071, 0xC07F, 0xC100


class Rom:
    def __init__(self, image):
        from pyboy import PyBoy

        self.pyboy = PyBoy(str(image), window="null", sound_emulated=False, log_level="ERROR")
        self.pyboy.set_emulation_speed(0)
        self.memory = self.pyboy.memory
        self.symbols = read_symbols(image.with_suffix(".noi"))
        self.worst = {}
        self.last = {}
        for name in ("_joban_update", "_joban_lookup", "_joban_choose"):
            self.count_cycles(name)
        for _ in range(200):
            self.pyboy.tick(1, False)
            if self.memory[MAILBOX] == 0xA5:
                return
        sys.exit(f"{image}: the ROM does not start")

    def count_cycles(self, name):
        """T-cycles from the call's first instruction to its return, per call."""
        started = []

        def begin(_):
            stack = self.pyboy.register_file.SP
            back = self.memory[stack] | self.memory[stack + 1] << 8
            if back not in self.hooked:
                self.hooked.add(back)
                self.pyboy.hook_register(0, back, end, None)
            started.append(self.pyboy._cycles())

        def end(_):
            if started:
                cycles = self.pyboy._cycles() - started.pop()
                self.last[name] = cycles
                self.worst[name] = max(self.worst.get(name, 0), cycles)

        self.hooked = getattr(self, "hooked", set())
        self.pyboy.hook_register(0, self.symbols[name], begin, None)

    def set16(self, at, value):
        self.memory[MAILBOX + at] = value & 255
        self.memory[MAILBOX + at + 1] = value >> 8

    def get16(self, at):
        return self.memory[MAILBOX + at] | self.memory[MAILBOX + at + 1] << 8

    def load(self, position):
        for square, piece in enumerate(position.board):
            self.memory[BOARD + square] = 1 + 14 * piece[0] + piece[1] if piece else 0
        for colour in (0, 1):
            for kind in range(7):
                self.memory[HANDS + 7 * colour + kind] = position.hands[colour][kind]
        self.memory[SIDE] = position.side

    def run(self, command):
        self.memory[MAILBOX + 1] = command
        for _ in range(3000):
            self.pyboy.tick(1, False)
            if self.memory[MAILBOX + 1] == 0:
                return
        sys.exit(f"command {command} gets no answer")


def read_symbols(path):
    lines = (line.split() for line in path.read_text().splitlines())
    return {line[1]: int(line[2], 16) for line in lines if line[:1] == ["DEF"]}


class Check:
    def __init__(self, rom, keys, book):
        self.rom, self.keys, self.book = rom, keys, book
        self.positions = self.hits = self.faults = self.worst = 0

    def same(self, what, got, want, where):
        if got != want:
            self.faults += 1
            if self.faults <= 10:
                print(f"  {what}: ROM {got}, here {want}, {where}")

    def game(self, line):
        start, _, moves = line.partition(" moves ")
        sfen = STARTPOS if start == "startpos" else start.removeprefix("sfen ")
        position = Position(sfen)
        self.rom.load(position)
        self.rom.memory[MAILBOX + 3] = 0
        self.rom.run(COMPUTE)
        for ply, usi in enumerate(moves.split()[:60]):
            where = f"ply {ply} of {line[:60]}..."
            self.position(position, ply, where)
            self.rom.set16(6, word_of(usi))
            self.rom.run(PLAY)
            position.play(word_of(usi))
            key = self.keys.key(position)
            self.same("updated key", self.rom.get16(4), key, where)
            self.rom.run(COMPUTE)
            self.same("computed key", self.rom.get16(4), key, where)

    def position(self, position, ply, where):
        self.positions += 1
        candidates = lookup(self.book, ply, self.keys.key(position))
        self.hits += bool(candidates)
        state = 1 + (self.positions * 89) % 255
        self.rom.memory[MAILBOX + 8] = state
        self.rom.last.clear()
        self.rom.run(PROBE)
        cycles = self.rom.last["_joban_lookup"] + self.rom.last["_joban_choose"]
        self.worst = max(self.worst, cycles)
        got = (self.rom.get16(10), self.rom.get16(12), self.rom.memory[MAILBOX + 8])
        self.same("candidates", self.rom.memory[MAILBOX + 9], len(candidates), where)
        self.same("choice", got, choose(candidates, state), where)

    def sweeps(self):
        """The choice in every state, for every place of the book with two entries."""
        for at in range(0, len(self.book) - 6, 6):
            a, b = self.book[at : at + 6], self.book[at + 6 : at + 12]
            if (a[0], a[1], a[5]) == (b[0], b[1], b[5]):
                self.rom.memory[MAILBOX + 3] = a[5]
                self.rom.set16(4, a[0] | a[1] << 8)
                self.rom.set16(6, a[2] | a[3] << 8)
                self.rom.run(SWEEP)
                want = [int(step(state) >= a[4]) for state in range(1, 256)]
                got = [self.rom.memory[CHOICES + state] for state in range(1, 256)]
                self.same("all states", got, want, f"entry {at // 6}")


def check_image(image, layout, games, limit):
    folder = image.parent
    keys = Keys((folder / f"{layout}.keys.bin").read_bytes())
    book = (folder / f"{layout}.book.bin").read_bytes()
    rom = Rom(image)
    check = Check(rom, keys, book)
    for line in games:
        if check.positions >= limit:
            break
        check.game(line)
    check.sweeps()
    rom.pyboy.stop(save=False)
    print(
        f"{image.name}: {check.positions} positions, {check.hits} in the book, "
        f"{check.faults} differences; worst T-cycles: look-up + choice {check.worst}, "
        f"update {rom.worst['_joban_update']}"
    )
    return check.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=1000, help="per ROM")
    args = parser.parse_args()
    images = sorted(args.folder.glob("*-*.gb"))
    if not images:
        sys.exit(f"{args.folder}: no ROM images")
    games = (args.folder / "games.txt").read_text().splitlines()
    faults = 0
    for image in images:
        layout = image.stem.split("-", 1)[1]
        faults += check_image(image, layout, games, args.positions)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
