//! How a game ended: the truth rule over summary, `%` word and protocol line.

use std::fmt;
use std::str::FromStr;

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
