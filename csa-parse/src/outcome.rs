//! How a game ended: the truth rule over summary, `%` word and protocol line.

use std::fmt;
use std::str::FromStr;

use crate::token::Sign;

/// How a game ended, by the truth rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameEnd {
    /// Resignation.
    Toryo,
    /// Win by declaration (entering king).
    Kachi,
    /// Checkmate.
    Tsumi,
    /// Time forfeit.
    TimeUp,
    /// A move or an action against the rules, a wrong declaration too.
    Illegal,
    /// Repetition, a draw.
    Sennichite,
    /// Repetition by perpetual check, a loss of the checking side.
    OuteSennichite,
    /// Impasse, a draw.
    Jishogi,
    /// The limit of moves, a draw.
    MaxMoves,
    /// Broken off.
    Chudan,
    /// Lost connection or another fault outside the game.
    Abnormal,
    /// `%FUZUMI`: a problem position without a mate.
    Fuzumi,
    /// An ending word with no meaning here, such as `%MATTA` or an unknown one.
    Other,
    /// Nothing in the record says that the game ended.
    None,
}

impl GameEnd {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 14] = [
        Self::Toryo,
        Self::Kachi,
        Self::Tsumi,
        Self::TimeUp,
        Self::Illegal,
        Self::Sennichite,
        Self::OuteSennichite,
        Self::Jishogi,
        Self::MaxMoves,
        Self::Chudan,
        Self::Abnormal,
        Self::Fuzumi,
        Self::Other,
        Self::None,
    ];

    /// The stable name: `toryo`, `kachi`, `tsumi`, `time_up`, `illegal`, `sennichite`,
    /// `oute_sennichite`, `jishogi`, `max_moves`, `chudan`, `abnormal`, `fuzumi`, `other`, `none`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Toryo => "toryo",
            Self::Kachi => "kachi",
            Self::Tsumi => "tsumi",
            Self::TimeUp => "time_up",
            Self::Illegal => "illegal",
            Self::Sennichite => "sennichite",
            Self::OuteSennichite => "oute_sennichite",
            Self::Jishogi => "jishogi",
            Self::MaxMoves => "max_moves",
            Self::Chudan => "chudan",
            Self::Abnormal => "abnormal",
            Self::Fuzumi => "fuzumi",
            Self::Other => "other",
            Self::None => "none",
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no kind of ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ending `{0}`")]
pub struct UnknownGameEnd(pub String);

impl FromStr for GameEnd {
    type Err = UnknownGameEnd;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|end| end.as_str() == text)
            .ok_or_else(|| UnknownGameEnd(text.to_owned()))
    }
}

/// Who won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Winner {
    /// `+` won.
    Black,
    /// `-` won.
    White,
    /// Nobody won.
    Draw,
}

impl Winner {
    /// `black`, `white` or `draw`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Draw => "draw",
        }
    }
}

/// Kind and winner together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// How the game ended.
    pub end: GameEnd,
    /// Who won; `None` where the record does not say.
    pub winner: Option<Winner>,
}

impl Outcome {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        end: GameEnd::None,
        winner: None,
    };
}

/// Who wins by a statement about the end, before the side to move is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wins {
    Mover,
    Opponent,
    Side(Sign),
    Draw,
    Unknown,
}

impl Wins {
    const fn winner(self, mover: Sign) -> Option<Winner> {
        match self {
            Self::Mover => Some(Winner::of(mover)),
            Self::Opponent => Some(Winner::of(mover.opponent())),
            Self::Side(side) => Some(Winner::of(side)),
            Self::Draw => Some(Winner::Draw),
            Self::Unknown => None,
        }
    }
}

impl Winner {
    /// The winner who plays `side`.
    #[must_use]
    pub const fn of(side: Sign) -> Self {
        match side {
            Sign::Plus => Self::Black,
            Sign::Minus => Self::White,
        }
    }
}

/// What an ending word means (CSA V3.0 §2.6); `None` where no version defines it.
fn word_meaning(word: &str) -> Option<(GameEnd, Wins)> {
    Some(match word.trim_start_matches('%') {
        "TORYO" => (GameEnd::Toryo, Wins::Opponent),
        "KACHI" => (GameEnd::Kachi, Wins::Mover),
        "TSUMI" => (GameEnd::Tsumi, Wins::Opponent),
        "TIME_UP" => (GameEnd::TimeUp, Wins::Opponent),
        "ILLEGAL_MOVE" => (GameEnd::Illegal, Wins::Opponent),
        "+ILLEGAL_ACTION" => (GameEnd::Illegal, Wins::Side(Sign::Minus)),
        "-ILLEGAL_ACTION" => (GameEnd::Illegal, Wins::Side(Sign::Plus)),
        "SENNICHITE" => (GameEnd::Sennichite, Wins::Draw),
        "OUTE_SENNICHITE" => (GameEnd::OuteSennichite, Wins::Unknown),
        "JISHOGI" | "HIKIWAKE" => (GameEnd::Jishogi, Wins::Draw),
        "MAX_MOVES" => (GameEnd::MaxMoves, Wins::Draw),
        "CHUDAN" => (GameEnd::Chudan, Wins::Unknown),
        "ERROR" => (GameEnd::Abnormal, Wins::Unknown),
        "FUZUMI" => (GameEnd::Fuzumi, Wins::Unknown),
        "MATTA" => (GameEnd::Other, Wins::Unknown),
        _ => return None,
    })
}

/// Whether a version of the format defines the `%` word.
#[must_use]
pub fn is_known_word(word: &str) -> bool {
    word_meaning(word).is_some()
}

/// What a line of the network protocol means; `None` where it says nothing about the end.
fn protocol_meaning(word: &str) -> Option<(GameEnd, Wins)> {
    Some(match word {
        "#RESIGN" => (GameEnd::Toryo, Wins::Opponent),
        "#TIME_UP" => (GameEnd::TimeUp, Wins::Opponent),
        "#ILLEGAL_MOVE" => (GameEnd::Illegal, Wins::Opponent),
        "#ILLEGAL_ACTION" => (GameEnd::Illegal, Wins::Unknown),
        "#SENNICHITE" => (GameEnd::Sennichite, Wins::Draw),
        "#OUTE_SENNICHITE" => (GameEnd::OuteSennichite, Wins::Unknown),
        "#JISHOGI" => (GameEnd::Kachi, Wins::Mover),
        "#MAX_MOVES" => (GameEnd::MaxMoves, Wins::Draw),
        "#CHUDAN" => (GameEnd::Chudan, Wins::Unknown),
        _ => return None,
    })
}

/// Whether a protocol line says how the game ended (`#WIN` and `#LOSE` do not: whose they are is
/// not written).
#[must_use]
pub fn is_protocol_ending(word: &str) -> bool {
    protocol_meaning(word).is_some()
}

/// What the kind of a server summary means; `None` where the server has no such kind.
fn summary_end(kind: &str) -> Option<GameEnd> {
    Some(match kind {
        "toryo" => GameEnd::Toryo,
        "time up" | "time_up" => GameEnd::TimeUp,
        "kachi" => GameEnd::Kachi,
        "illegal kachi" | "illegal_kachi" | "illegal move" | "illegal_move" | "uchifuzume"
        | "oute_kaihimore" | "outori" => GameEnd::Illegal,
        "oute_sennichite" => GameEnd::OuteSennichite,
        "sennichite" => GameEnd::Sennichite,
        "max_moves" => GameEnd::MaxMoves,
        "abnormal" => GameEnd::Abnormal,
        "jishogi" => GameEnd::Jishogi,
        "tsumi" => GameEnd::Tsumi,
        "chudan" => GameEnd::Chudan,
        _ => return None,
    })
}

/// Everything a record says about its result.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Evidence<'a> {
    pub(crate) names: [Option<&'a str>; 2],
    pub(crate) word: Option<&'a str>,
    pub(crate) protocol: Option<&'a str>,
    pub(crate) summary: Option<(&'a str, [(&'a str, &'a str); 2])>,
    /// The result in the header of the one-line form.
    pub(crate) header_result: Option<Winner>,
    /// Whether the record is older than 18 May 2008, when the server began to name Black first.
    pub(crate) mover_first: bool,
}

/// The truth rule: the summary decides, else the `%` word, else a protocol line. The second value
/// says how the sources contradict each other.
pub(crate) fn judge(evidence: &Evidence<'_>, mover: Sign) -> (Outcome, Option<&'static str>) {
    let by_word = evidence
        .word
        .map(|w| word_meaning(w).unwrap_or((GameEnd::Other, Wins::Unknown)));
    let Some((kind, results)) = evidence.summary else {
        let meaning = by_word.or_else(|| evidence.protocol.and_then(protocol_meaning));
        let (end, wins) = meaning.unwrap_or((GameEnd::None, Wins::Unknown));
        let winner = wins.winner(mover).or(evidence.header_result);
        return (Outcome { end, winner }, None);
    };
    let winner = summary_winner(evidence, results, mover);
    let word_end = by_word.map(|(end, _)| end);
    let end = summary_end(kind).or(word_end).unwrap_or(GameEnd::Other);
    let outcome = Outcome {
        end,
        winner: winner.unwrap_or_default(),
    };
    let conflict = match (winner, by_word) {
        (Err(reason), _) => Some(reason),
        (Ok(_), Some(word)) => conflict(kind, &outcome, word, mover),
        (Ok(_), None) => None,
    };
    (outcome, conflict)
}

/// The winner by the names in a summary, or why they do not tell.
fn summary_winner(
    evidence: &Evidence<'_>,
    results: [(&str, &str); 2],
    mover: Sign,
) -> Result<Option<Winner>, &'static str> {
    let [(first, first_word), (second, second_word)] = results;
    if first_word == "draw" && second_word == "draw" {
        return Ok(Some(Winner::Draw));
    }
    let (first, second) = (first.trim(), second.trim());
    let (black, white) = match evidence.names.map(|n| n.map(str::trim)) {
        [Some(black), Some(white)] => (black, white),
        // One name is enough where it is one of two different names: the other player is the other one.
        [Some(black), None] if first != second => (black, other([first, second], black)),
        [None, Some(white)] if first != second => (other([first, second], white), white),
        _ => return Err("the record has no names to match the summary with"),
    };
    let first_side = if black == white && first == black && second == black {
        if evidence.mover_first {
            mover
        } else {
            Sign::Plus
        }
    } else if first == black && second == white {
        Sign::Plus
    } else if first == white && second == black {
        Sign::Minus
    } else {
        return Err("the summary names somebody who is neither player");
    };
    match (first_word, second_word) {
        ("win", "lose") => Ok(Some(Winner::of(first_side))),
        ("lose", "win") => Ok(Some(Winner::of(first_side.opponent()))),
        ("lose", "lose") => Ok(None),
        _ => Err("the results in the summary contradict each other"),
    }
}

/// Of two names the one that is not `name`.
fn other<'a>([first, second]: [&'a str; 2], name: &str) -> &'a str {
    if first == name { second } else { first }
}

/// How a `%` word contradicts the summary. The server itself writes `%TORYO` for a lost connection
/// and `%KACHI` for a refused claim: those are no conflicts.
fn conflict(
    kind: &str,
    outcome: &Outcome,
    (end, wins): (GameEnd, Wins),
    mover: Sign,
) -> Option<&'static str> {
    let usual = match end {
        GameEnd::Toryo => outcome.end == GameEnd::Abnormal,
        GameEnd::Kachi => kind.starts_with("illegal"),
        GameEnd::Illegal => outcome.end == GameEnd::OuteSennichite,
        _ => false,
    };
    if usual {
        None
    } else if end != outcome.end {
        Some("the ending word and the summary name different endings; the summary counts")
    } else if wins
        .winner(mover)
        .is_some_and(|w| Some(w) != outcome.winner)
    {
        Some("the ending word and the summary name different winners; the summary counts")
    } else {
        None
    }
}
