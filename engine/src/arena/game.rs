//! Games as they are played and kept.

use serde::{Deserialize, Serialize};

use crate::rules::{Color, Move};
use crate::usi::{MateSide, Root, Score};

/// One of the two engines.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// The first one; results are from its view.
    First,
    /// The second one.
    Second,
}

impl Which {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Who has `color` in game 0 or 1 of a pair.
    #[must_use]
    pub const fn with(color: Color, game: u8) -> Self {
        match (color, game) {
            (Color::Black, 0) | (Color::White, 1..) => Self::First,
            _ => Self::Second,
        }
    }
}

/// A start that two games begin from.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Number of the pair, from 0.
    pub pair: u64,
    /// Number of the start in its suite, from 0.
    pub start: usize,
    /// Seed for engines that take one, 1 to 255.
    pub seed: u8,
    /// The start with the moves that lead to it.
    pub root: Root,
}

impl Fixture {
    pub(super) fn start_ply(&self) -> u32 {
        self.root.position().move_number().saturating_sub(1)
    }

    /// A game of this pair of which nothing is known yet.
    pub(super) fn game(&self, game: u8, replays: u32) -> Game {
        Game {
            pair: self.pair,
            game,
            replays,
            start: self.start,
            start_ply: self.start_ply(),
            seed: self.seed,
            white_first: self.white_first(),
            end: End::Fault,
            winner: None,
            detail: None,
            moves: Vec::new(),
        }
    }

    pub(super) fn white_first(&self) -> bool {
        self.root.position().side() == Color::White
    }
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// A side resigned.
    Resign,
    /// A side has no legal move.
    Mate,
    /// A side declared by the 27-point rule, rightly.
    Declaration,
    /// A side declared, and the rule did not hold.
    WrongDeclaration,
    /// A side answered an illegal move.
    Illegal,
    /// A side used more than its time and the margin.
    TimeUp,
    /// The fourth repetition.
    Repetition,
    /// The fourth repetition, with a check in every move of one side.
    PerpetualCheck,
    /// The limit of moves.
    MaxMoves,
    /// Both engines saw the win long enough.
    AdjudicatedWin,
    /// Both engines saw an even game long enough.
    AdjudicatedDraw,
    /// A fault of an engine, after all replays.
    Fault,
}

impl End {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Resign,
        Self::Mate,
        Self::Declaration,
        Self::WrongDeclaration,
        Self::Illegal,
        Self::TimeUp,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::MaxMoves,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::Fault,
    ];

    /// The name in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Mate => "mate",
            Self::Declaration => "declaration",
            Self::WrongDeclaration => "wrong_declaration",
            Self::Illegal => "illegal",
            Self::TimeUp => "time_up",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual_check",
            Self::MaxMoves => "max_moves",
            Self::AdjudicatedWin => "adjudicated_win",
            Self::AdjudicatedDraw => "adjudicated_draw",
            Self::Fault => "fault",
        }
    }
}

/// A move with what its engine said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The move.
    #[serde(with = "usi")]
    pub mv: Move,
    /// Score from the mover's view, of the last line that begins with the move.
    #[serde(default, with = "score", skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The deepest depth that was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether the move comes from the engine's book.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The continuation that the engine expected.
    #[serde(default, with = "usi_list", skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<Move>,
    /// Microseconds between `go` and `bestmove`, at the pipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Number of the pair.
    pub pair: u64,
    /// 0: the first engine has black; 1: white.
    pub game: u8,
    /// How often the pair was void before.
    pub replays: u32,
    /// Number of the start.
    pub start: usize,
    /// Plies played before the first move, by the move number of the start.
    pub start_ply: u32,
    /// Seed of the pair.
    pub seed: u8,
    /// Whether white moves first from the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub white_first: bool,
    /// How it ended.
    pub end: End,
    /// Who won; `None` for a draw.
    pub winner: Option<Which>,
    /// The refused move, or what the fault was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The moves of the engines, after those of the start.
    pub moves: Vec<Played>,
}

impl Game {
    /// Half points of the first engine: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self) -> u8 {
        match self.winner {
            Some(Which::First) => 2,
            None => 1,
            Some(Which::Second) => 0,
        }
    }

    /// Who made the first move after the start.
    #[must_use]
    pub fn first_mover(&self) -> Which {
        let color = if self.white_first {
            Color::White
        } else {
            Color::Black
        };
        Which::with(color, self.game)
    }

    /// The moves of one engine.
    pub fn moves_of(&self, which: Which) -> impl Iterator<Item = &Played> {
        let skipped = usize::from(self.first_mover() != which);
        self.moves.iter().skip(skipped).step_by(2)
    }

    /// The same without times, as a run under node or depth limits must repeat it.
    #[must_use]
    pub fn without_times(&self) -> Self {
        let mut game = self.clone();
        for played in &mut game.moves {
            played.time_us = None;
        }
        game
    }
}

/// What kind of fault an engine had.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It could not be started, or did not shake hands.
    Start,
    /// It did not answer in time.
    Silence,
    /// It ended in the middle.
    Crash,
    /// It answered nothing that is a move: none, empty, unreadable, or an answer without a question.
    Protocol,
}

impl FaultKind {
    /// The name in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Silence => "silence",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
        }
    }
}

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Whose it was.
    pub by: Which,
    /// Its kind.
    pub kind: FaultKind,
    /// What happened, in one line; equal faults have equal texts.
    pub reason: String,
    /// The same with what the engine wrote to standard error, for whoever watches; in no file.
    #[serde(skip)]
    pub shown: String,
}

/// A pair that does not count and is played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// Number of the pair.
    pub pair: u64,
    /// The game in which it happened.
    pub game: u8,
    /// How often the pair was void before.
    pub replays: u32,
    /// The fault.
    pub fault: Fault,
}

/// Something that goes into the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A game ended.
    Game(Game),
    /// A pair became void.
    Void(Void),
}

mod usi {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::rules::Move;

    pub(super) fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(mv)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        let text = String::deserialize(from)?;
        Move::from_usi(&text).map_err(D::Error::custom)
    }
}

mod usi_list {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::rules::Move;

    pub(super) fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        to.serialize_str(&texts.join(" "))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        let text = String::deserialize(from)?;
        let moves = text.split_whitespace().map(Move::from_usi);
        moves.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

/// `cp 35`, `mate 5`, `mate -3`, `mate +`, as USI writes it.
pub(super) mod score {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use super::{MateSide, Score};
    use crate::usi::Info;

    pub(super) fn serialize<S: Serializer>(
        score: &Option<Score>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match score {
            Some(score) => to.serialize_some(&text(*score)),
            None => to.serialize_none(),
        }
    }

    pub(in super::super) fn text(score: Score) -> String {
        match score {
            Score::Cp(cp) => format!("cp {cp}"),
            Score::Mate { side, plies } => {
                let sign = match side {
                    MateSide::MoverWins => "+",
                    MateSide::MoverLoses => "-",
                    MateSide::Unknown => "",
                };
                let plies = plies.map_or_else(String::new, |plies| plies.to_string());
                format!("mate {sign}{plies}")
            }
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Score>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        let score = Info::parse(&format!("info score {text}")).and_then(|info| info.score);
        let wrong = || D::Error::custom(format!("`{text}` is no score"));
        score.map(Some).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_swapped_in_the_second_game() {
        for (game, black) in [(0, Which::First), (1, Which::Second)] {
            assert_eq!(Which::with(Color::Black, game), black);
            assert_eq!(Which::with(Color::White, game), black.other());
        }
    }

    #[test]
    fn events_come_back_from_their_lines() {
        let scores = [
            Some(Score::Cp(-35)),
            Some(Score::Mate {
                side: MateSide::MoverWins,
                plies: Some(5),
            }),
            Some(Score::Mate {
                side: MateSide::MoverLoses,
                plies: None,
            }),
            None,
        ];
        let mv = Move::from_usi("7g7f").expect("a move");
        let moves = scores.map(|score| Played {
            mv,
            score,
            depth: Some(3),
            nodes: Some(88),
            book: score.is_none(),
            pv: vec![mv],
            time_us: Some(12),
        });
        let event = Event::Game(Game {
            pair: 1,
            game: 1,
            replays: 0,
            start: 4,
            start_ply: 7,
            seed: 2,
            white_first: true,
            end: End::Illegal,
            winner: Some(Which::First),
            detail: Some("P*1a".to_owned()),
            moves: moves.to_vec(),
        });
        let text = serde_json::to_string(&event).expect("JSON");
        assert!(text.starts_with(r#"{"game":{"pair":1,"game":1,"#), "{text}");
        assert!(text.contains(r#""score":"mate +5""#), "{text}");
        let back: Event = serde_json::from_str(&text).expect("an event");
        assert_eq!(back, event);
        assert!(serde_json::from_str::<Event>(&text.replace("7g7f", "7g")).is_err());
    }

    #[test]
    fn names_of_ends_are_those_in_files() {
        for end in End::ALL {
            let text = serde_json::to_value(end).expect("JSON");
            assert_eq!(text, end.as_str());
        }
    }
}
