//! One owned record: the parsed text of a game, cleared and reused from game to game.

use crate::encoding::Encoding;
use crate::error::Issue;
use crate::outcome::{GameEnd, Outcome};
use crate::setup::{Place, SetupStatements};
use crate::token::{MoveToken, Sign, WrittenMove};

/// A piece of the record's text arena.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// One move with what the record says about it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MoveEntry {
    /// The move as written.
    pub token: WrittenMove,
    /// Where the move is written.
    pub place: Place,
    /// Time used, in milliseconds; `None` where the record does not say (not the same as 0).
    pub time_ms: Option<u32>,
    /// The writer's score after the move, from Black's view, as written (usually centipawns).
    pub black_score: Option<i32>,
    /// Nodes searched, where the comment says so.
    pub nodes: Option<u64>,
    pub(crate) pv: Option<Span>,
    pub(crate) comments: (u32, u32),
}

/// The ending line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EndingLine<'a> {
    /// The word as written, such as `%TORYO`.
    pub word: &'a str,
    /// Where it is written.
    pub place: Place,
    /// Time on the ending, in milliseconds.
    pub time_ms: Option<u32>,
}

/// The server's summary comment, `'summary:kind:name result:name result`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Summary<'a> {
    /// The kind as written, such as `time up`.
    pub kind: &'a str,
    /// Name and word (`win`, `lose`, `draw`) in the order written; empty where they cannot be read.
    pub results: [(&'a str, &'a str); 2],
    /// Where it is written.
    pub place: Place,
}

/// One parsed record. Text lies in an arena; [`Record::clear`] keeps all memory for the next game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The encoding the text was read in.
    pub encoding: Option<Encoding>,
    /// The start of the game as written.
    pub setup: SetupStatements,
    /// The moves in order.
    pub moves: Vec<MoveEntry>,
    /// Limit of moves: `'Max_Moves:` or `$MAX_MOVES:`.
    pub max_moves: Option<u32>,
    /// Ratings of Black and White at the time of the game.
    pub ratings: [Option<f64>; 2],
    /// Moves at the start that the server prescribed (buoy game); not choices of the players.
    pub forced_plies: u32,
    /// Moves seen in `'ILLEGAL_MOVE(…)`, refused by the server.
    pub refused_move: Option<MoveToken>,
    /// Warnings in file order.
    pub warnings: Vec<Issue>,
    /// First line of the record, from 1.
    pub first_line: u64,
    /// Last line of the record.
    pub last_line: u64,
}

impl Record {
    /// An empty record.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the game and keeps the memory.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The version line as written, such as `V2.2`; `None` where there is none.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        None
    }

    /// The player's name as written.
    #[must_use]
    pub fn name(&self, side: Sign) -> Option<&str> {
        let _ = side;
        None
    }

    /// The identifier in the server's rating lines (`player+hash`).
    #[must_use]
    pub fn rating_id(&self, side: Sign) -> Option<&str> {
        let _ = side;
        None
    }

    /// `$EVENT:` as written.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        None
    }

    /// `$SITE:` as written.
    #[must_use]
    pub fn site(&self) -> Option<&str> {
        None
    }

    /// `$OPENING:` as written.
    #[must_use]
    pub fn opening(&self) -> Option<&str> {
        None
    }

    /// `$START_TIME:` as written.
    #[must_use]
    pub fn start_time(&self) -> Option<&str> {
        None
    }

    /// `$END_TIME:` or `'$END_TIME:` as written.
    #[must_use]
    pub fn end_time(&self) -> Option<&str> {
        None
    }

    /// The time control: `$TIME_LIMIT:` or `$TIME:` as written, else the middle of a Floodgate event
    /// name (`300-10F`).
    #[must_use]
    pub fn time_control(&self) -> Option<&str> {
        None
    }

    /// `$JISHOGI:` as written.
    #[must_use]
    pub fn jishogi(&self) -> Option<&str> {
        None
    }

    /// `$NOTE:` lines with their escapes resolved, joined by line feeds.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        None
    }

    /// Every `$KEY:value` line in order, those with an accessor of their own too.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        std::iter::empty()
    }

    /// Comments after move `ply` (0 is the first move), in order, without `'` or `'*`.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        let _ = ply;
        std::iter::empty()
    }

    /// Comments before the first move that are not data of the server.
    pub fn head_comments(&self) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// Comments after the ending, the server's final board too.
    pub fn end_comments(&self) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// The principal variation written with move `ply`, as text; `None` where there is none.
    #[must_use]
    pub fn pv(&self, ply: usize) -> Option<&str> {
        let _ = ply;
        None
    }

    /// The moves of [`Record::pv`], up to the first word that is no move.
    pub fn pv_tokens(&self, ply: usize) -> impl Iterator<Item = MoveToken> {
        let _ = ply;
        std::iter::empty()
    }

    /// The ending line, if any.
    #[must_use]
    pub fn ending(&self) -> Option<EndingLine<'_>> {
        None
    }

    /// A protocol line such as `#RESIGN`, if any.
    #[must_use]
    pub fn protocol_ending(&self) -> Option<&str> {
        None
    }

    /// The server's summary, if any.
    #[must_use]
    pub fn summary(&self) -> Option<Summary<'_>> {
        None
    }

    /// The side that moves first: as written, else from the first move's sign, else Black.
    #[must_use]
    pub fn start_side(&self) -> Sign {
        Sign::Plus
    }

    /// The side to move after the last move, counted from [`Record::start_side`].
    #[must_use]
    pub fn end_side(&self) -> Sign {
        self.start_side().after(self.moves.len())
    }

    /// How the game ended and who won, by the truth rule.
    #[must_use]
    pub fn outcome(&self, side_to_move_at_end: Sign) -> Outcome {
        let _ = side_to_move_at_end;
        Outcome {
            end: GameEnd::None,
            winner: None,
        }
    }
}
