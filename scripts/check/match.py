"""Checks results of `joban match` and `joban match book` with cshogi, and computes the reports again.

    match.py FOLDER [--least GAMES]

Of every game: each move is legal for cshogi, and so is the end that is told (mate, repetition, perpetual check, declaration, limit of
moves, a refused move); none goes on where it should have ended; both games of a pair have one start and one seed. The records are
read by cshogi's reader: same moves, same winner. Computed here from docs/formats/match.md and the literature: results by colour, pairs,
repeated ones, Elo with interval, likelihood, Wilson, binomial, use of the book, and for
`match book` where it was left and what the teacher thinks there. Ends with 1 and a list of faults.
"""

import argparse
import collections
import json
import math
import pathlib
import statistics

import cshogi
import cshogi.CSA

from common import expect, finish, key

NORMAL = statistics.NormalDist()
Z = NORMAL.inv_cdf(0.975)
LOST_BY_MOVER = {"resign", "mate", "wrong_declaration", "illegal", "time_up"}
class Replay:
    """A game on a board of cshogi, with what repetition needs."""

    def __init__(self, position):
        self.board = cshogi.Board()
        words = position.split(" ")
        at = words.index("moves") if "moves" in words else len(words)
        if words[1] == "sfen":
            self.board.set_sfen(" ".join(words[2:at]))
        self.keys, self.checks = [key(self.board)], [None]
        for word in words[at + 1 :]:
            if not self.push(word):
                raise ValueError(f"the start has an illegal move: {position}")

    def push(self, usi):
        """Plays a move if it is legal."""
        move = self.board.move_from_usi(usi)
        if move == 0 or not self.board.is_legal(move):
            return False
        self.board.push(move)
        self.keys.append(key(self.board))
        self.checks.append(self.board.is_check())
        return True

    def repeated(self):
        """None, "draw", or the colour that gave check all the time and loses."""
        places = [i for i, known in enumerate(self.keys) if known == self.keys[-1]]
        if len(places) < 4:
            return None
        # Moves that led to positions after the first of the four; those of the side to move stand at even distances.
        first, last = places[0], len(self.keys) - 1
        for offset in (0, 1):
            between = self.checks[last - offset : first : -2]
            if between and all(between):
                mover = self.board.turn ^ 1 ^ offset
                return mover
        return "draw"


def check_game(game, max_moves):
    """Replays a game; gives how it should have ended for whoever is to move, and the board."""
    place = f"pair {game['pair']} game {game['game']}"
    replay = Replay(game["position"])
    played = game["moves"]
    for number, move in enumerate(played):
        over = is_over(replay, max_moves)
        expect(f"{place}: goes on at move {number} after {over}", over is None)
        if not replay.push(move["mv"]):
            expect(f"{place}: move {number} {move['mv']} is illegal", False)
            return
    check_end(game, place, replay, max_moves)


def is_over(replay, max_moves):
    repeated = replay.repeated()
    if repeated == "draw":
        return "repetition"
    if repeated is not None:
        return "perpetual_check"
    if not any(True for _ in replay.board.legal_moves):
        return "mate"
    if replay.board.move_number - 1 >= max_moves:
        return "max_moves"
    return None


def check_end(game, place, replay, max_moves):
    end, over = game["end"], is_over(replay, max_moves)
    by_rule = {"repetition", "perpetual_check", "mate", "max_moves"}
    expect(f"{place}: ends by {end}, the rules say {over}", (over == end) if end in by_rule else over is None)
    mover = "first" if (replay.board.turn == cshogi.BLACK) == (game["game"] == 0) else "second"
    other = "second" if mover == "first" else "first"
    if end == "perpetual_check":
        loser = replay.repeated()
        winner = other if loser == replay.board.turn else mover
    elif end in LOST_BY_MOVER:
        winner = other
    elif end == "declaration":
        expect(f"{place}: the declaration does not hold", replay.board.is_nyugyoku())
        winner = mover
    elif end in {"adjudicated_win", "fault"}:
        winner = game["winner"]
    else:
        winner = None
    if end == "wrong_declaration":
        expect(f"{place}: the declaration holds", not replay.board.is_nyugyoku())
    if end == "illegal":
        move = replay.board.move_from_usi(game["detail"])
        expect(f"{place}: {game['detail']} is legal", move == 0 or not replay.board.is_legal(move))
    expect(f"{place}: won by {game['winner']}, not {winner}", game["winner"] == winner)


def check_records(path, games):
    """cshogi's reader finds the same games."""
    winners = {None: cshogi.DRAW, "black": cshogi.BLACK_WIN, "white": cshogi.WHITE_WIN}
    texts = path.read_text(encoding="utf-8").split("\n/\n")
    expect(f"{len(texts)} records, {len(games)} games", len(texts) == len(games))
    for text, game in zip(texts, games):
        place = f"record of pair {game['pair']} game {game['game']}"
        record = cshogi.CSA.Parser.parse_str(text)[0]
        start = game["position"].partition(" moves ")[2].split()
        moves = start + [move["mv"] for move in game["moves"]]
        expect(f"{place}: other moves", [cshogi.move_to_usi(move) for move in record.moves] == moves)
        colour = None
        if game["winner"]:
            colour = "black" if (game["winner"] == "first") == (game["game"] == 0) else "white"
        # What its reader knows of endings; the others stand in the summary alone.
        if game["end"] in {"resign", "repetition", "declaration"}:
            expect(f"{place}: other winner", record.win == winners[colour])


def near(found, computed):
    if found is None or computed is None:
        return found is None and computed is None
    return math.isclose(found, computed, rel_tol=1e-6, abs_tol=1e-6)


def points(game):
    return {"first": 1.0, "second": 0.0, None: 0.5}[game["winner"]]


def elo(score):
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def estimate(scores):
    """Mean, spread and what follows, of one number a pair."""
    n = len(scores)
    if n == 0:
        return None
    mean = math.fsum(scores) / n
    variance = math.fsum((score - mean) ** 2 for score in scores) / n
    known = variance > 0
    error = math.sqrt(variance / n)
    return {
        "units": n,
        "score": mean,
        "variance": variance,
        "standard_error": error,
        "elo": elo(mean),
        "elo_low": elo(mean - Z * error) if known else None,
        "elo_high": elo(mean + Z * error) if known else None,
        # The spread of one game is that of the pair's mean times the root of 2.
        "normalised_elo": (mean - 0.5) / math.sqrt(2 * variance) * 800 / math.log(10) if known else None,
        "los": NORMAL.cdf((mean - 0.5) / error) if known else None,
    }


def check_judged(name, judged, pairs):
    scores = [(points(first) + points(second)) / 2 for first, second in pairs]
    cells = [sum(1 for score in scores if score == cell / 4) for cell in range(5)]
    expect(f"{name}: pairs {judged['pairs']}, computed {cells}", judged["pairs"] == cells)
    computed = estimate(scores)
    expect(f"{name}: there is no estimate", (judged["estimate"] is None) == (computed is None))
    for field, value in (computed or {}).items():
        found = judged["estimate"][field]
        expect(f"{name}: {field} {found}, computed {value}", near(found, value))


def wilson(won, n):
    centre, spread = (won + Z * Z / 2) / (n + Z * Z), Z / (n + Z * Z)
    half = spread * math.sqrt(won * (n - won) / n + Z * Z / 4)
    return [centre - half, centre + half]


def binomial(won, n):
    """Probability of what is at most as likely as this, exact."""
    ways = [math.comb(n, k) for k in range(n + 1)]
    return sum(way for way in ways if way <= ways[won]) / 2**n


def check_counts(result, games):
    for name, counted in (
        ("games", games),
        ("as_black", [game for game in games if game["game"] == 0]),
        ("as_white", [game for game in games if game["game"] == 1]),
    ):
        won = collections.Counter(points(game) for game in counted)
        computed = {"wins": won[1.0], "draws": won[0.5], "losses": won[0.0]}
        found = {field: result[name][field] for field in computed}
        expect(f"{name}: {found}, computed {computed}", found == computed)
    ends = collections.Counter(game["end"] for game in games)
    expect(f"ends {result['ends']}, computed {ends}", result["ends"] == ends)
    won, lost = result["games"]["wins"], result["games"]["losses"]
    if won + lost:
        interval, p = wilson(won, won + lost), binomial(won, won + lost)
        found = result["decisive_wilson_95"]
        expect(f"Wilson {found}, computed {interval}", all(map(near, found, interval)))
        found = result["decisive_p_value"]
        expect(f"binomial {found}, computed {p}", near(found, p))


def check_repeats(result, pairs):
    words = [tuple((pair[0]["start"], tuple(m["mv"] for m in game["moves"])) for game in pair) for pair in pairs]
    kinds = {}
    for pair, word in zip(pairs, words):
        kinds.setdefault(word, pair)
    by_start = collections.defaultdict(list)
    for word in words:
        by_start[word[0][0]].append(word)
    computed = {
        "pairs": len(pairs),
        "distinct_pairs": len(kinds),
        "distinct_as_black": len({word[0] for word in words}),
        "distinct_as_white": len({word[1] for word in words}),
        "starts": len(by_start),
        "starts_repeated": sum(1 for same in by_start.values() if len(same) > 1 and len(set(same)) == 1),
        "alike_within_pair": sum(1 for word in words if word[0] == word[1]),
    }
    expect(f"repeats {result['repeats']}, computed {computed}", result["repeats"] == computed)
    check_judged("distinct pairs", result["distinct_pairs"], list(kinds.values()))


def check_use(result, games):
    """Moves, nodes and books of both engines."""
    for which, actual in zip(("first", "second"), result["actual"]):
        moves, by_ply, exits, per_game = [], collections.Counter(), [], []
        for game in games:
            has_black, white_first = (which == "first") == (game["game"] == 0), game.get("white_first", False)
            own = range(0 if has_black != white_first else 1, len(game["moves"]), 2)
            moves += [game["moves"][i] for i in own]
            hits = [game["start_ply"] + i for i in own if game["moves"][i].get("book")]
            by_ply.update(hits)
            exits += [hits[-1] + 1] if hits else []
            per_game.append(len(hits))
        nodes = [move["nodes"] for move in moves if "nodes" in move]
        expect(f"{which}: moves", actual["moves"] == len(moves) and actual["from_book"] == sum(by_ply.values()))
        expect(f"{which}: nodes", (actual["nodes"] is None) == (not nodes))
        if nodes:
            found = actual["nodes"]
            expect(f"{which}: nodes {found}", (found["count"], found["min"], found["max"]) == (len(nodes), min(nodes), max(nodes)))
            expect(f"{which}: nodes {found}", abs(found["mean"] - sum(nodes) / len(nodes)) < 0.051)
        book = actual["book"]
        expect(f"{which}: a book without moves", (book is None) == (not exits))
        if book:
            expect(f"{which}: moves by ply", {int(ply): n for ply, n in book["by_ply"].items()} == dict(by_ply))
            hits = book["hits_per_game"]
            mean = sum(per_game) / len(per_game)
            expect(f"{which}: moves a game", (hits["count"], hits["min"], hits["max"]) == (len(games), min(per_game), max(per_game)))
            expect(f"{which}: moves a game", abs(hits["mean"] - mean) < 0.051)
            out = book["exit_ply"]
            expect(f"{which}: exit ply", (out["count"], out["min"], out["max"]) == (len(exits), min(exits), max(exits)))


def check_exits(folder, report, games_of):
    """Where books were left: the position, and the teacher's scores by book and colour."""
    exits = [json.loads(line) for line in (folder / "exits.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = 0
    for name, games in games_of.items():
        known = {(game["pair"], game["game"]): game for game in games}
        meeting = report["meetings"][name]
        expected += sum(actual["book"]["games"] if actual["book"] else 0 for actual in meeting["result"]["actual"])
        for place in (place for place in exits if place["meeting"] == name):
            game = known[place["pair"], place["game"]]
            replay = Replay(game["position"])
            for move in game["moves"][: place["ply"] - game["start_ply"]]:
                replay.push(move["mv"])
            expect(f"exit {place}: another position", replay.board.sfen() == place["sfen"])
            last = game["moves"][place["ply"] - game["start_ply"] - 1]
            expect(f"exit {place}: not after a move from a book", last.get("book") is True)
        for letter, views in zip(meeting["books"], meeting.get("teacher_at_exit", [])):
            for side in ("black", "white") if letter else ():
                view = views[f"as_{side}"]
                own = [place for place in exits if (place["meeting"], place["book"], place["side"]) == (name, letter, side)]
                scores = [place["teacher_cp"] for place in own if place["teacher_cp"] is not None]
                counts = (len(own), len({place["sfen"].rsplit(" ", 1)[0] for place in own}), len(scores))
                expect(f"{name} {letter} {side}: {view}", counts == (view["games"], view["positions"], view["scored"]))
                mean = sum(scores) / len(scores) if scores else None
                expect(f"{name} {letter} {side}: mean {mean}", (mean is None) == (view["mean_cp"] is None))
                expect(f"{name} {letter} {side}: mean {mean}", mean is None or abs(mean - view["mean_cp"]) < 0.051)
    expect(f"{len(exits)} exits, {expected} in the reports", len(exits) == expected)


def check_meeting(games, result, records, max_moves):
    for game in games:
        check_game(game, max_moves)
    check_records(records, games)
    pairs = list(zip(games[::2], games[1::2]))
    for first, second in pairs:
        same = all(first[field] == second[field] for field in ("pair", "start", "seed", "position"))
        expect(f"pair {first['pair']}: no pair", same and (first["game"], second["game"]) == (0, 1))
        expect(f"pair {first['pair']}: another seed", first["seed"] == 1 + first["pair"] % 255)
    check_counts(result, games)
    check_judged("all pairs", result["all_pairs"], pairs)
    check_repeats(result, pairs)
    check_use(result, games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--least", type=int, default=1, help="fewer games are a fault")
    args = parser.parse_args()
    report = json.loads((args.folder / "report.json").read_text(encoding="utf-8"))
    results = {"": report["result"]} if "result" in report else {
        name: meeting["result"] for name, meeting in report["meetings"].items()
    }
    games_of = {}
    for name, result in results.items():
        prefix = f"{name}." if name else ""
        lines = (args.folder / f"{prefix}games.jsonl").read_text(encoding="utf-8").splitlines()
        games_of[name] = [json.loads(line) for line in lines]
        check_meeting(games_of[name], result, args.folder / f"{prefix}games.csa", report["rules"]["max_moves"])
    if "meetings" in report:
        check_exits(args.folder, report, games_of)
    games = [game for games in games_of.values() for game in games]
    expect(f"only {len(games)} games", len(games) >= args.least)
    moves = sum(len(game["moves"]) for game in games)
    finish(f"{len(games)} games, {moves} moves: legal for cshogi; the report computed again")


if __name__ == "__main__":
    main()
