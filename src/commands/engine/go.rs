//! Reading `position` and `go`.

use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use joban_engine::rules::{Accept, Color, Move, Position, Setup};
use joban_engine::search::{Clock, Limits};

/// Reads what follows `position`.
///
/// # Errors
///
/// What is wrong with the diagram, or which move is not legal.
pub(super) fn position(text: &str) -> Result<Position, String> {
    let read = Setup::from_position_text(text).map_err(|error| error.to_string())?;
    let (setup, _, moves) = read;
    let accepted = Position::from_setup(&setup, Accept::OneKing);
    let mut position = accepted.map_err(|error| error.to_string())?;
    for (text, number) in moves.zip(1..) {
        let mv = Move::from_usi(text).map_err(|error| format!("move {number}: {error}"))?;
        let played = position.play(mv);
        played.map_err(|refusal| format!("move {number}: {refusal}"))?;
    }
    Ok(position)
}

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<Duration>,
    main: [Option<Duration>; 2],
    increment: [Duration; 2],
    byoyomi: Option<Duration>,
    /// The answer waits for `stop`.
    pub(super) holds: bool,
    /// `go mate`
    pub(super) mate: bool,
    /// Root moves that are asked about.
    pub(super) searchmoves: Vec<Move>,
    /// Whether moves are asked about, if only by words that are none.
    pub(super) asks_about_moves: bool,
    /// What was passed over in the list of moves.
    pub(super) complaints: Vec<String>,
}

/// The words of `go`: each ends a list of moves.
const WORDS: &[&str] = &[
    "nodes",
    "depth",
    "movetime",
    "byoyomi",
    "btime",
    "wtime",
    "binc",
    "winc",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
];

impl Go {
    /// Reads what follows `go`. Words that are not known are passed over, with a complaint where a move should be.
    ///
    /// # Errors
    ///
    /// A number that is missing or none.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_ascii_whitespace();
        let mut in_moves = false;
        while let Some(word) = words.next() {
            if WORDS.contains(&word) {
                in_moves = word == "searchmoves";
                go.word(word, &mut words)?;
            } else if in_moves {
                go.root_move(word);
            }
        }
        Ok(go)
    }

    fn root_move(&mut self, word: &str) {
        match Move::from_usi(word) {
            Ok(mv) => self.searchmoves.push(mv),
            Err(_) => self.complain(&format!("`{word}` is no move")),
        }
    }

    fn complain(&mut self, what: &str) {
        self.complaints
            .push(format!("searchmoves: {what}; it is passed over"));
    }

    /// Leaves only the moves that are legal in a position.
    ///
    /// # Errors
    ///
    /// None is left: a search of all moves would answer another question.
    pub(super) fn check_moves(&mut self, position: &Position) -> Result<(), String> {
        for mv in std::mem::take(&mut self.searchmoves) {
            if position.is_legal(mv) {
                self.searchmoves.push(mv);
            } else {
                self.complain(&format!("{mv} is not legal"));
            }
        }
        if self.asks_about_moves && self.searchmoves.is_empty() {
            return Err("searchmoves: no legal move is among them".to_owned());
        }
        Ok(())
    }

    fn word(&mut self, word: &str, words: &mut SplitAsciiWhitespace<'_>) -> Result<(), String> {
        let [black, white] = Color::ALL.map(Color::index);
        match word {
            "nodes" => self.nodes = Some(number(word, words)?),
            "depth" => self.depth = Some(number(word, words)?),
            "movetime" => self.movetime = Some(time(word, words)?),
            "byoyomi" => self.byoyomi = Some(time(word, words)?),
            "btime" => self.main[black] = Some(time(word, words)?),
            "wtime" => self.main[white] = Some(time(word, words)?),
            "binc" => self.increment[black] = time(word, words)?,
            "winc" => self.increment[white] = time(word, words)?,
            "infinite" | "ponder" => self.holds = true,
            "mate" => self.mate = true,
            "searchmoves" => self.asks_about_moves = true,
            _ => {}
        }
        Ok(())
    }

    /// The limits of the search. A search that holds its answer has none of time.
    pub(super) fn limits(&self, side: Color) -> Limits {
        let time = self.movetime.or_else(|| self.clock(side));
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            time: time.filter(|_| !self.holds),
        }
    }

    fn clock(&self, side: Color) -> Option<Duration> {
        let main = self.main[side.index()];
        if main.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let clock = Clock {
            remaining: main.unwrap_or_default(),
            increment: self.increment[side.index()],
            byoyomi: self.byoyomi.unwrap_or_default(),
        };
        Some(clock.budget())
    }
}

fn number<T: std::str::FromStr>(
    name: &str,
    words: &mut SplitAsciiWhitespace<'_>,
) -> Result<T, String> {
    let word = words.next().unwrap_or_default();
    word.parse()
        .map_err(|_| format!("go {name}: `{word}` is no number"))
}

/// Milliseconds; some programs send a negative clock for one that has run out.
fn time(name: &str, words: &mut SplitAsciiWhitespace<'_>) -> Result<Duration, String> {
    let milliseconds: i64 = number(name, words)?;
    Ok(Duration::from_millis(
        u64::try_from(milliseconds).unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        let plain = position("startpos moves 7g7f 3c3d").expect("legal");
        assert_eq!(plain.ply(), 2);
        let sfen = format!("sfen {} moves 2g2f", plain.sfen());
        assert_eq!(position(&sfen).expect("legal").move_number(), 4);
        assert_eq!(position("startpos moves").expect("legal").ply(), 0);
    }

    #[test]
    fn a_refused_position_says_why() {
        for (text, part) in [
            ("startpos moves 7g7f 7g7f", "move 2"),
            ("startpos moves 7g7f x", "move 2"),
            ("sfen 9/9 b - 1", "board"),
            ("somewhere", "board"),
            ("", "board"),
        ] {
            let error = position(text).expect_err("refused");
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = Go::read("btime 60000 wtime 40000 byoyomi 1000 binc 5 winc 2000").expect("go");
        let [black, white] = Color::ALL.map(|side| go.limits(side).time.expect("time"));
        assert_eq!(black.as_millis(), 1_500 + 3 + 1_000 - 50);
        assert_eq!(white.as_millis(), 1_000 + 1_500 + 1_000 - 50);
        let go = Go::read("depth 3 searchmoves 7g7f P*5e nodes 9 movetime 20 news").expect("go");
        assert_eq!(go.searchmoves.len(), 2);
        let limits = go.limits(Color::Black);
        assert_eq!((limits.depth, limits.nodes), (Some(3), Some(9)));
        assert_eq!(limits.time, Some(Duration::from_millis(20)));
    }

    #[test]
    fn a_list_of_moves_ends_at_a_word_and_complains_about_others() {
        let start = Position::startpos();
        let mut go = Go::read("searchmoves 7g7f junk 5e5d 2g2f infinite 3g3f").expect("go");
        assert!(go.holds);
        go.check_moves(&start).expect("two are legal");
        let kept: Vec<String> = go.searchmoves.iter().map(Move::to_string).collect();
        assert_eq!(kept, ["7g7f", "2g2f"]);
        assert_eq!(go.complaints.len(), 2, "{:?}", go.complaints);
        assert!(go.complaints[0].contains("`junk`") && go.complaints[1].contains("5e5d"));
        for none in ["searchmoves", "searchmoves x nodes 5", "searchmoves 5e5d"] {
            let mut go = Go::read(none).expect("go");
            assert!(go.check_moves(&start).is_err(), "{none}");
        }
        assert!(Go::read("nodes 5").expect("go").check_moves(&start).is_ok());
    }

    #[test]
    fn a_search_that_holds_its_answer_has_no_clock() {
        let go = Go::read("ponder btime 1000 wtime 1000").expect("go");
        assert!(go.holds);
        assert_eq!(go.limits(Color::Black), Limits::default());
        assert!(Go::read("mate infinite").expect("go").mate);
    }

    #[test]
    fn bad_numbers_are_said() {
        for text in ["nodes", "nodes x", "depth -1", "btime soon"] {
            assert!(Go::read(text).is_err(), "{text}");
        }
        let late = Go::read("btime -5 byoyomi 0").expect("go");
        assert_eq!(
            late.limits(Color::Black).time,
            Some(Duration::from_millis(1))
        );
    }
}
