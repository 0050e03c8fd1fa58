//! `info` and `bestmove` lines as text: keywords in any order, nothing trusted.

/// A score from the view of the side to move in the position asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns; the scale is the engine's own (they differ by a factor of three).
    Cp(i32),
    /// A forced mate.
    Mate {
        /// Whether the side to move mates or is mated.
        side: MateSide,
        /// Distance in plies as written; `None` where the engine gives only the sign.
        plies: Option<u32>,
    },
}

/// Who mates, seen from the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MateSide {
    /// The side to move mates.
    MoverWins,
    /// The side to move is mated.
    MoverLoses,
    /// `mate 0` without a sign: only the legal moves of the position can tell.
    Unknown,
}

impl MateSide {
    /// The same from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::MoverWins => Self::MoverLoses,
            Self::MoverLoses => Self::MoverWins,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl Score {
    /// The score from the other side: the value of a move is minus the score of the position
    /// after it. The distance to mate is kept as the engine wrote it.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(cp.saturating_neg()),
            Self::Mate { side, plies } => Self::Mate {
                side: side.negated(),
                plies,
            },
        }
    }

    fn parse(kind: &str, value: &str) -> Option<Self> {
        match kind {
            "cp" => value.parse().ok().map(Self::Cp),
            "mate" => mate(value),
            _ => None,
        }
    }
}

/// `mate 5`, `mate -3`, `mate +`, `mate -`, `mate +0`, `mate -0`, `mate 0`.
fn mate(value: &str) -> Option<Score> {
    let (side, digits) = match value.as_bytes().first()? {
        b'-' => (MateSide::MoverLoses, &value[1..]),
        b'+' => (MateSide::MoverWins, &value[1..]),
        _ => (MateSide::MoverWins, value),
    };
    if digits.is_empty() {
        return Some(Score::Mate { side, plies: None });
    }
    let plies = digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())??;
    let unsigned_zero = plies == 0 && digits.len() == value.len();
    let side = if unsigned_zero {
        MateSide::Unknown
    } else {
        side
    };
    Some(Score::Mate {
        side,
        plies: Some(plies),
    })
}

/// Whether a score is exact or only a bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One `info` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Rank in MultiPV, from 1; engines without MultiPV leave it out.
    pub multipv: Option<u32>,
    /// Score from the side to move.
    pub score: Option<Score>,
    /// The bound word after the score; `None` if there is no score.
    pub bound: Option<Bound>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
    /// Milliseconds since `go` by the engine's clock.
    pub time_ms: Option<u64>,
    /// Moves of the line as written; may hold `resign`, `win`, `pass`.
    pub pv: Vec<String>,
    /// Whether the line carries an adoption rate such as `(4.17%)`: an answer from a book.
    pub book_rate: bool,
    /// The free text of `info string …`.
    pub string: Option<String>,
}

impl Info {
    /// Reads an `info` line; `None` if it is none. Unknown words are passed over.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = Words::new(line);
        (words.next()? == "info").then_some(())?;
        let mut info = Self::default();
        while let Some(word) = words.next() {
            info.field(word, &mut words);
        }
        Some(info)
    }

    fn field(&mut self, word: &str, words: &mut Words<'_>) {
        match word {
            "depth" => self.depth = words.number(),
            "seldepth" => self.seldepth = words.number(),
            "multipv" => self.multipv = words.number(),
            "nodes" => self.nodes = words.number(),
            "time" => self.time_ms = words.number(),
            "score" => self.score(words),
            "lowerbound" => self.bound = Some(Bound::Lower),
            "upperbound" => self.bound = Some(Bound::Upper),
            "pv" => self.moves(words),
            "string" => self.string = Some(words.rest()),
            _ => self.book_rate |= is_rate(word),
        }
    }

    fn score(&mut self, words: &mut Words<'_>) {
        let Some(kind) = words.next_if(|word| matches!(word, "cp" | "mate")) else {
            return;
        };
        let score = words.peek().and_then(|value| Score::parse(kind, value));
        if score.is_some() {
            words.next();
            self.score = score;
            self.bound = self.bound.or(Some(Bound::Exact));
        }
    }

    /// The line ends at the first word that is no move, so that `(4.17%)` or a keyword after it is
    /// never taken for one.
    fn moves(&mut self, words: &mut Words<'_>) {
        self.pv.clear();
        while let Some(word) = words.next_if(is_move_word) {
            self.pv.push(word.to_owned());
        }
    }
}

fn is_rate(word: &str) -> bool {
    word.strip_prefix('(')
        .and_then(|w| w.strip_suffix("%)"))
        .is_some()
}

/// Whether `word` has the form of a move in USI text, or is `resign`, `win` or `pass`.
fn is_move_word(word: &str) -> bool {
    let square = |file: u8, rank: u8| matches!(file, b'1'..=b'9') && matches!(rank, b'a'..=b'i');
    match *word.as_bytes() {
        [a, b, c, d] if square(a, b) => square(c, d),
        [a, b, c, d, b'+'] => square(a, b) && square(c, d),
        [piece, b'*', c, d] => b"PLNSGBR".contains(&piece) && square(c, d),
        _ => matches!(word, "resign" | "win" | "pass"),
    }
}

/// What a `bestmove` line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestmoveLine {
    /// The move or the word `resign`, `win`, `none`; `None` if the line ends there.
    pub word: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

impl BestmoveLine {
    /// Reads a `bestmove` line; `None` if it is none.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        (words.next()? == "bestmove").then_some(())?;
        let word = words.next().map(str::to_owned);
        let ponder = words
            .next()
            .filter(|word| *word == "ponder")
            .and_then(|_| words.next());
        Some(Self {
            word,
            ponder: ponder.map(str::to_owned),
        })
    }
}

/// Words of a line with one word of look-ahead and access to the unread rest.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    fn split(&self) -> Option<(&'a str, &'a str)> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self
            .rest
            .split_once(|c: char| c.is_whitespace())
            .unwrap_or((self.rest, ""));
        Some((word, rest.trim_start()))
    }

    fn peek(&self) -> Option<&'a str> {
        self.split().map(|(word, _)| word)
    }

    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.split()?;
        self.rest = rest;
        Some(word)
    }

    fn next_if(&mut self, test: impl Fn(&str) -> bool) -> Option<&'a str> {
        self.peek().filter(|word| test(word))?;
        self.next()
    }

    /// The next word as a number; a word that is none is left for the keywords.
    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let number = self.peek()?.parse().ok()?;
        self.next();
        Some(number)
    }

    fn rest(&mut self) -> String {
        std::mem::take(&mut self.rest).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Info {
        Info::parse(line).expect("an info line")
    }

    #[test]
    fn a_line_of_fairy_stockfish() {
        let info = parse(
            "info depth 8 seldepth 12 multipv 2 score cp 85 upperbound nodes 19161 nps 245653 tbhits 0 time 78 pv 7g7f 1c1d",
        );
        assert_eq!(
            (info.depth, info.seldepth, info.multipv),
            (Some(8), Some(12), Some(2))
        );
        assert_eq!(
            (info.score, info.bound),
            (Some(Score::Cp(85)), Some(Bound::Upper))
        );
        assert_eq!((info.nodes, info.time_ms), (Some(19161), Some(78)));
        assert_eq!(info.pv, ["7g7f", "1c1d"]);
    }

    #[test]
    fn keywords_stand_in_any_order() {
        let info = parse("info pv 2g2f 8c8d (4.17%) score cp 31 depth 3 multipv 1");
        assert_eq!(info.pv, ["2g2f", "8c8d"]);
        assert_eq!((info.score, info.depth), (Some(Score::Cp(31)), Some(3)));
        assert!(info.book_rate);
    }

    #[test]
    fn mates_in_every_form() {
        use MateSide::{MoverLoses, MoverWins, Unknown};
        let table = [
            ("5", MoverWins, Some(5)),
            ("+7", MoverWins, Some(7)),
            ("-3", MoverLoses, Some(3)),
            ("+", MoverWins, None),
            ("-", MoverLoses, None),
            ("0", Unknown, Some(0)),
            ("+0", MoverWins, Some(0)),
            ("-0", MoverLoses, Some(0)),
        ];
        for (text, side, plies) in table {
            let info = parse(&format!("info score mate {text} string Nyugyoku"));
            assert_eq!(info.score, Some(Score::Mate { side, plies }), "{text}");
            assert_eq!(info.string.as_deref(), Some("Nyugyoku"));
        }
    }

    #[test]
    fn damaged_numbers_leave_the_field_empty() {
        for line in [
            "info score cp pv 2g2f",
            "info score cp x pv 2g2f",
            "info score mate +x pv 2g2f",
        ] {
            let info = parse(line);
            assert_eq!((info.score, info.bound), (None, None), "{line}");
            assert_eq!(info.pv, ["2g2f"], "{line}");
        }
        assert_eq!(parse("info depth 99999999999 nodes -1").depth, None);
    }

    #[test]
    fn a_string_swallows_the_rest() {
        let info = parse("info string book score cp 900 depth 40 pv 7g7f");
        assert_eq!((info.score, info.depth), (None, None));
        assert!(info.pv.is_empty());
    }

    #[test]
    fn bestmove_with_and_without_a_move() {
        let line = BestmoveLine::parse("bestmove   2g2f  ponder 8c8d").expect("a bestmove line");
        assert_eq!(
            (line.word.as_deref(), line.ponder.as_deref()),
            (Some("2g2f"), Some("8c8d"))
        );
        let line = BestmoveLine::parse("bestmove").expect("a bestmove line");
        assert_eq!((line.word, line.ponder), (None, None));
        assert_eq!(BestmoveLine::parse("bestmoves 2g2f"), None);
    }

    #[test]
    fn the_other_side_sees_the_negative() {
        assert_eq!(Score::Cp(-35).negated(), Score::Cp(35));
        assert_eq!(Score::Cp(i32::MIN).negated(), Score::Cp(i32::MAX));
    }
}
