"""A second reader of CSA records, written apart from joban's: plain Python over cshogi's rules.

It reads whole files into lists and dictionaries and is slow on purpose: what it shares with joban is the CSA standard, no code.
"""

import re

import cshogi

KINDS = ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"]
LETTERS = dict(zip(KINDS, ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"]))
BASE = {"TO": "FU", "NY": "KY", "NK": "KE", "NG": "GI", "UM": "KA", "RY": "HI"}
FULL_SET = {"FU": 18, "KY": 4, "KE": 4, "GI": 4, "KI": 4, "KA": 2, "HI": 2, "OU": 2}
EVEN_ROWS = ["KY KE GI KI OU KI GI KE KY", ". HI . . . . . KA .", "FU " * 9]
RANKS = "abcdefghi"


def decode(data):
    """UTF-8 where it is valid, else the better of EUC-JP and Shift_JIS."""
    for codec in ("utf-8-sig", "cp932", "euc_jp"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        # Half-width katakana in a record is nearly always misread EUC-JP.
        if codec == "cp932" and re.search("[\uff61-\uff9f]{2}", text):
            try:
                return data.decode("euc_jp")
            except UnicodeDecodeError:
                pass
        return text
    return data.decode("cp932", errors="replace")


class Board:
    """Set-up statements gathered into a diagram."""

    def __init__(self):
        self.squares = {}
        self.hands = {"+": {}, "-": {}}
        self.side = "+"

    def even(self):
        for i, row in enumerate(EVEN_ROWS):
            for x, kind in enumerate(row.split()):
                if kind != ".":
                    self.squares[9 - x, i + 1] = ("-", kind)
                    self.squares[x + 1, 9 - i] = ("+", kind)

    def row(self, rank, text):
        text = text.ljust(27)
        for x in range(9):
            cell = text[3 * x : 3 * x + 3]
            if cell[1:] in KINDS:
                self.squares[9 - x, rank] = (cell[0], cell[1:])

    def place(self, sign, text):
        for i in range(0, len(text), 4):
            square, kind = text[i : i + 2], text[i + 2 : i + 4]
            if kind == "AL":
                self.rest(sign)
            elif square == "00":
                self.hands[sign][kind] = self.hands[sign].get(kind, 0) + 1
            else:
                self.squares[int(square[0]), int(square[1])] = (sign, kind)

    def rest(self, sign):
        left = dict(FULL_SET)
        for _, kind in self.squares.values():
            left[BASE.get(kind, kind)] -= 1
        for hand in self.hands.values():
            for kind, count in hand.items():
                left[kind] -= count
        for kind, count in left.items():
            if kind != "OU" and count > 0:
                self.hands[sign][kind] = self.hands[sign].get(kind, 0) + count

    def sfen(self):
        rows = []
        for rank in range(1, 10):
            row, empty = "", 0
            for file in range(9, 0, -1):
                if (file, rank) in self.squares:
                    sign, kind = self.squares[file, rank]
                    letter = LETTERS[kind]
                    row += (str(empty) if empty else "") + (letter if sign == "+" else letter.lower())
                    empty = 0
                else:
                    empty += 1
            rows.append(row + (str(empty) if empty else ""))
        hands = ""
        for sign in "+-":
            for kind in ["HI", "KA", "KI", "GI", "KE", "KY", "FU"]:
                count = self.hands[sign].get(kind, 0)
                letter = LETTERS[kind] if sign == "+" else LETTERS[kind].lower()
                hands += (str(count) if count > 1 else "") + letter if count else ""
        return f"{'/'.join(rows)} {'b' if self.side == '+' else 'w'} {hands or '-'} 1"


def usi(token, board):
    """`+7776FU` as a USI move; promotion is seen by comparing with the piece that stands on the source."""
    source, target, kind = token[1:3], token[3:5], token[5:7]
    to = target[0] + RANKS[int(target[1]) - 1]
    if source == "00":
        return f"{LETTERS[kind]}*{to}"
    piece = board.piece((int(source[0]) - 1) * 9 + int(source[1]) - 1) % 16
    promoted_now = kind in BASE and piece < 9
    return source[0] + RANKS[int(source[1]) - 1] + to + ("+" if promoted_now else "")


def statements(text):
    for line in re.split("\r\n|\n|\r", text):
        line = line.rstrip(" \t") if not line.startswith("P") else line
        if line[:1] in ("'", "N", "$") or re.match("P[1-9+-]", line):
            yield line
        else:
            # A comment behind a comma runs to the end of the line.
            head, mark, comment = line.partition(",'")
            yield from (part.strip() for part in head.split(","))
            if mark:
                yield "'" + comment


def one_line_games(text):
    """The training form: a header line, then all moves in one line without sign or separator."""
    lines = [line for line in text.splitlines() if line.strip()]
    for header, moves in zip(lines[::2], lines[1::2]):
        tokens = [moves[i : i + 6] for i in range(0, len(moves.strip()), 6)]
        fields = header.split()
        signs = "+-" * len(tokens)
        players = [f"N+{fields[2]}", f"N-{fields[3]}", f"winner {fields[4]}"]
        yield players + ["PI", "+"] + [s + t for s, t in zip(signs, tokens)]


def split_games(text):
    if re.search(r"^\d{4}[A-Z]{2}\d{4}[A-Z]{2}", text, re.M):
        yield from one_line_games(text)
        return
    game = []
    for statement in statements(text):
        if statement == "/":
            yield game
            game = []
        else:
            game.append(statement)
    yield game


def winner(game, side):
    """The truth rule: a summary decides, else the word of the ending."""
    by_sign = {"+": "black", "-": "white"}
    other = {"+": "-", "-": "+"}
    if game["summary"]:
        results = game["results"]
        if "draw" in [result for _, result in results]:
            return "draw"
        for sign, name in zip("+-", game["names"]):
            if (name, "win") in results:
                return by_sign[sign]
        return None
    word = game["ending"] or game["protocol"]
    if word in ("%TORYO", "%TIME_UP", "%TSUMI"):
        return by_sign[other[side]]
    if word == "%ILLEGAL_MOVE":
        return by_sign[other[side]]
    if word == "%KACHI":
        return by_sign[side]
    if word in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION"):
        return by_sign[other[word[1]]]
    if word in ("%SENNICHITE", "%JISHOGI", "%HIKIWAKE", "%MAX_MOVES"):
        return "draw"
    return game.get("header_winner")


def read(game_statements):
    """One game as a dictionary, or None where there is nothing of a game."""
    game = {"names": [None, None], "ratings": [None, None], "moves": [], "times_ms": []}
    game.update(ending=None, summary=None, results=[], error=None, start=None, protocol=None)
    setup, board, seen = Board(), None, False
    for s in game_statements:
        if re.match(r"[+-]\d{4}[A-Z]{2}", s):
            if game["ending"]:
                continue
            if board is None:
                board = cshogi.Board(setup.sfen())
                game["start_sfen"] = setup.sfen()
            seen = True
            if s[0] != ("+" if board.turn == cshogi.BLACK else "-"):
                game["error"] = s
                break
            move = board.move_from_usi(usi(s, board))
            if not board.is_legal(move):
                game["error"] = s
                break
            game["moves"].append(cshogi.move_to_usi(move))
            game["times_ms"].append(None)
            board.push(move)
            if len(s) > 7 and s[7] == "T":
                game["times_ms"][-1] = round(float(s[8:]) * 1000)
        elif s.startswith("T") and re.match(r"T\d", s):
            if game["moves"] and not game["ending"]:
                game["times_ms"][-1] = round(float(s[1:]) * 1000)
        elif s.startswith("%"):
            seen = True
            game["ending"] = game["ending"] or "%" + s.strip("%")
        elif s.startswith("winner "):
            game["header_winner"] = {"1": "black", "2": "white"}.get(s[7:])
        elif s.startswith("#"):
            protocol = "%" + s[1:].strip()
            game["protocol"] = "%TORYO" if protocol == "%RESIGN" else protocol
        elif s.startswith("N+"):
            game["names"][0] = s[2:]
        elif s.startswith("N-"):
            game["names"][1] = s[2:]
        elif s.startswith("PI"):
            seen = True
            setup.even()
            for i in range(2, len(s.strip()), 4):
                setup.squares.pop((int(s[i]), int(s[i + 1])), None)
        elif re.match(r"P[1-9]", s):
            seen = True
            setup.row(int(s[1]), s[2:])
        elif re.match(r"P[+-]", s):
            seen = True
            setup.place(s[1], s[2:].strip())
        elif s in ("+", "-"):
            setup.side = s
        elif s.startswith("'summary:"):
            fields = s[9:].split(":")
            game["summary"] = fields[0]
            game["results"] = [tuple(field.rsplit(" ", 1)) for field in fields[1:]]
        elif m := re.match(r"'(black|white)_rate:.*:(-?[\d.]+)$", s):
            game["ratings"][0 if m[1] == "black" else 1] = float(m[2])
        elif s.startswith("$START_TIME:"):
            game["start"] = s[12:].strip()
    if not seen:
        return None
    if board is None:
        board = cshogi.Board(setup.sfen())
        game["start_sfen"] = setup.sfen()
    game["side"] = "+" if board.turn == cshogi.BLACK else "-"
    game["winner"] = winner(game, game["side"])
    return game


def read_file(path):
    text = decode(path.read_bytes())
    games = [read(g) for g in split_games(text)]
    return [g for g in games if g]
