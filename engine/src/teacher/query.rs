//! One question to a teacher.

use std::fmt;
use std::time::Duration;

use crate::rules::{Move, Position};
use crate::usi::{Go, GoLimit, Root};

/// What ends a search. Only nodes and depth are repeatable.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Nodes to search.
    Nodes(u64),
    /// Depth to complete, in plies.
    Depth(u32),
    /// Thinking time in milliseconds.
    MoveTimeMs(u64),
}

impl Limit {
    /// The same for the client.
    #[must_use]
    pub fn go(self) -> GoLimit {
        match self {
            Self::Nodes(nodes) => GoLimit::Nodes(nodes),
            Self::Depth(depth) => GoLimit::Depth(depth),
            Self::MoveTimeMs(ms) => GoLimit::MoveTime(Duration::from_millis(ms)),
        }
    }

    /// Whether the same search can be repeated exactly.
    #[must_use]
    pub fn is_repeatable(self) -> bool {
        !matches!(self, Self::MoveTimeMs(_))
    }
}

impl fmt::Display for Limit {
    /// `nodes 100000`, `depth 18`, `movetime 1000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::MoveTimeMs(ms) => write!(f, "movetime {ms}"),
        }
    }
}

/// A question that cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The position is none, or the rules refuse it.
    #[error("position {sfen}: {reason}")]
    BadPosition {
        /// The text given.
        sfen: String,
        /// Why.
        reason: String,
    },
    /// A move to search is illegal.
    #[error("move {mv} is illegal in {sfen}")]
    IllegalMove {
        /// The position.
        sfen: String,
        /// The move.
        mv: Move,
    },
}

/// One question to a teacher.
///
/// The position stands without the moves that led to it, so that equal positions have equal answers however they were reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Query {
    sfen: String,
    limit: Limit,
    multi_pv: u32,
    searchmoves: Vec<Move>,
}

impl Query {
    /// A question about all moves of a position, with `multi_pv` lines (at least 1).
    #[must_use]
    pub fn new(position: &Position, limit: Limit, multi_pv: u32) -> Self {
        Self {
            sfen: position.sfen_key(),
            limit,
            multi_pv: multi_pv.max(1),
            searchmoves: Vec::new(),
        }
    }

    /// A question about one move of a position.
    #[must_use]
    pub fn about_move(position: &Position, mv: Move, limit: Limit) -> Self {
        Self {
            searchmoves: vec![mv],
            ..Self::new(position, limit, 1)
        }
    }

    /// A question from its parts, as a log or a file has them; `searchmoves` are brought into the order of their USI texts.
    ///
    /// # Errors
    /// [`QueryError`] if the position is none or a move is illegal in it.
    pub fn from_parts(
        sfen: &str,
        limit: Limit,
        multi_pv: u32,
        searchmoves: &[Move],
    ) -> Result<Self, QueryError> {
        let position = Position::from_sfen(sfen).map_err(|error| QueryError::BadPosition {
            sfen: sfen.to_owned(),
            reason: error.to_string(),
        })?;
        let mut query = Self::new(&position, limit, multi_pv);
        if let Some(&mv) = searchmoves.iter().find(|mv| !position.is_legal(**mv)) {
            let sfen = query.sfen;
            return Err(QueryError::IllegalMove { sfen, mv });
        }
        query.searchmoves = searchmoves.to_vec();
        query.searchmoves.sort_by_cached_key(Move::to_string);
        query.searchmoves.dedup();
        Ok(query)
    }

    /// The position: canonical SFEN without the move number.
    #[must_use]
    pub fn sfen(&self) -> &str {
        &self.sfen
    }

    /// What ends the search.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Lines asked for.
    #[must_use]
    pub fn multi_pv(&self) -> u32 {
        self.multi_pv
    }

    /// The root moves to search, in the order of their USI texts; all if empty.
    #[must_use]
    pub fn searchmoves(&self) -> &[Move] {
        &self.searchmoves
    }

    /// The position for the client, with move number 1.
    ///
    /// # Errors
    /// [`QueryError::BadPosition`] cannot happen for a query made by this type's functions.
    pub fn root(&self) -> Result<Root, QueryError> {
        let position =
            Position::from_sfen(&self.sfen).map_err(|error| QueryError::BadPosition {
                sfen: self.sfen.clone(),
                reason: error.to_string(),
            })?;
        Ok(Root::from_position(position))
    }

    /// The `go` command for the client.
    #[must_use]
    pub fn go(&self) -> Go {
        Go::new(self.limit.go()).searchmoves(&self.searchmoves)
    }

    /// One line that names the question and nothing else: the key under which its answer is kept.
    #[must_use]
    pub fn key(&self) -> String {
        let (limit, moves) = (self.limit.to_string(), move_words(&self.searchmoves));
        key_text(&self.sfen, &limit, self.multi_pv, &moves)
    }
}

/// The text of [`Query::key`] from the texts of its parts.
pub(super) fn key_text(sfen: &str, limit: &str, multi_pv: u32, searchmoves: &str) -> String {
    let key = format!("{sfen} {limit} multipv {multi_pv} {searchmoves}");
    key.trim_end().to_owned()
}

/// Moves in USI text with blanks between.
pub(super) fn move_words(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(usi: &str) -> Move {
        Move::from_usi(usi).expect("a move")
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let sfen = Position::startpos().sfen();
        let query = |moves: &[&str]| {
            let moves: Vec<Move> = moves.iter().map(|usi| mv(usi)).collect();
            Query::from_parts(&sfen, Limit::Nodes(9), 2, &moves).expect("legal")
        };
        let sorted = query(&["2g2f", "7g7f"]);
        assert_eq!(query(&["7g7f", "2g2f", "7g7f"]), sorted);
        assert!(
            sorted.key().ends_with("nodes 9 multipv 2 2g2f 7g7f"),
            "{}",
            sorted.key()
        );
    }

    #[test]
    fn the_move_number_does_not_matter() {
        let query =
            |sfen: &str| Query::from_parts(sfen, Limit::Depth(3), 1, &[]).expect("a position");
        let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        assert_eq!(query(&format!("{board} 1")), query(&format!("{board} 7")));
        assert_eq!(query(board).sfen(), board);
    }

    #[test]
    fn illegal_moves_are_refused() {
        let start = Position::startpos().sfen();
        let error = Query::from_parts(&start, Limit::Nodes(1), 1, &[mv("7g7e")]);
        assert!(matches!(error, Err(QueryError::IllegalMove { .. })));
    }
}
