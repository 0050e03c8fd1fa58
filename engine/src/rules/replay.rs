//! Replaying records: every move checked, each position handed out.

use super::csa::{check, read};
use super::{Accept, Color, Move, Position, Setup};
use joban_csa_parse::{Issue, MoveEntry, Record};
use std::sync::LazyLock;

/// The canonical SFEN of the start of an even game.
pub const STARTPOS_SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

static STARTPOS: LazyLock<Setup> = LazyLock::new(Setup::startpos);

/// A record that does not replay to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong: kind, line, byte, text, reason.
    pub issue: Issue,
    /// Moves that are legal before it. Nothing after it was played.
    pub good_plies: usize,
}

/// A record that replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Canonical SFEN of the start.
    pub start_sfen: String,
    /// All moves.
    pub moves: Vec<Move>,
    /// The side to move at the end.
    pub end_side: Color,
}

/// Replays records one after another, reusing its memory.
#[derive(Clone, Debug)]
pub struct Replay {
    position: Position,
    start: Option<Setup>,
    moves: Vec<Move>,
}

impl Default for Replay {
    fn default() -> Self {
        Self::new()
    }
}

impl Replay {
    /// Stands at the start of an even game.
    #[must_use]
    pub fn new() -> Self {
        Self {
            position: Position::startpos(),
            start: None,
            moves: Vec::new(),
        }
    }

    /// Replays a record from its start to its end or to its first bad move. `each` gets, for each legal move, the position
    /// before it, the move, and its ply (0 for the first move). One missing king is accepted.
    ///
    /// # Errors
    /// [`Broken`] with the set-up statement or the move to blame, its place and the reason. The state then is that before
    /// the bad move.
    pub fn run(
        &mut self,
        record: &Record,
        each: impl FnMut(&Position, Move, usize),
    ) -> Result<(), Broken> {
        self.moves.clear();
        self.set_up(record).map_err(|issue| Broken {
            issue,
            good_plies: 0,
        })?;
        self.play_all(&record.moves, each)
    }

    fn set_up(&mut self, record: &Record) -> Result<(), Issue> {
        self.start = None;
        self.position.reset_to_startpos();
        let statements = &record.setup;
        let (mut setup, placed) = read(statements)?;
        if statements.sfen.is_none() && statements.side_to_move.is_none() {
            setup.side = record.start_side().into();
        }
        if setup != *STARTPOS {
            check(&setup, &placed, statements, Accept::OneKing)?;
            self.position = Position::build(&setup);
            self.start = Some(setup);
        }
        Ok(())
    }

    fn play_all(
        &mut self,
        entries: &[MoveEntry],
        mut each: impl FnMut(&Position, Move, usize),
    ) -> Result<(), Broken> {
        for (ply, entry) in entries.iter().enumerate() {
            let broken = |refusal: super::Refusal| Broken {
                issue: refused(entry, &refusal),
                good_plies: ply,
            };
            let mv = self
                .position
                .move_from_written(entry.token)
                .map_err(broken)?;
            self.position
                .play_seen(mv, |before| each(before, mv, ply))
                .map_err(broken)?;
            self.moves.push(mv);
        }
        Ok(())
    }

    /// The position after the moves replayed last.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves replayed last.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start of the record replayed last, `None` for the start of an even game.
    #[must_use]
    pub const fn start(&self) -> Option<&Setup> {
        self.start.as_ref()
    }

    /// Canonical SFEN of the start of the record replayed last.
    #[must_use]
    pub fn start_sfen(&self) -> String {
        self.start
            .as_ref()
            .map_or_else(|| STARTPOS_SFEN.to_owned(), Setup::to_sfen)
    }
}

fn refused(entry: &MoveEntry, refusal: &super::Refusal) -> Issue {
    let text = entry.token.to_string();
    Issue::new(
        refusal.issue_kind(),
        entry.place.line,
        entry.place.byte,
        &text,
        refusal.to_string(),
    )
}

/// Replays one record; see [`Replay::run`], which is cheaper for many.
///
/// # Errors
/// As [`Replay::run`].
pub fn replay(
    record: &Record,
    each: impl FnMut(&Position, Move, usize),
) -> Result<Replayed, Broken> {
    let mut replay = Replay::new();
    replay.run(record, each)?;
    Ok(Replayed {
        start_sfen: replay.start_sfen(),
        end_side: replay.position.side(),
        moves: replay.moves,
    })
}
