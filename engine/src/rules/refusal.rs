//! Why a move is refused.

use super::{Color, Move, Piece, PieceKind, Square};
use joban_csa_parse::IssueKind;
use std::fmt;

/// A move that the rules do not allow, with the rule and the piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Refusal {
    /// The rule.
    pub reason: RefusalReason,
    /// The piece that was to move (before promotion) or to be dropped, where there is one.
    pub piece: Option<Piece>,
    /// The move, where the text named one.
    pub mv: Option<Move>,
}

/// The rule a refused move breaks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RefusalReason {
    /// The source square is empty.
    NoPiece {
        /// The empty source.
        from: Square,
    },
    /// The piece on the source square belongs to the other side.
    NotYourPiece {
        /// The source.
        from: Square,
    },
    /// The piece does not move that way.
    CannotMoveSo,
    /// The piece moves that way, but another one stands between.
    Blocked {
        /// Where the way is blocked.
        at: Square,
    },
    /// A piece of one's own stands on the destination.
    OwnPieceOnTarget,
    /// A drop on an occupied square.
    DropOnPiece,
    /// The dropped kind is not in hand.
    NotInHand,
    /// A drop is written with a king or a promoted piece; hands hold neither.
    NoHandPiece,
    /// A second unpromoted pawn on the file (nifu).
    DoublePawn {
        /// The file, 1..=9.
        file: u8,
    },
    /// The dropped piece could never move again.
    NoNextMove,
    /// The piece could never move again unless it promotes.
    MustPromote,
    /// The piece cannot promote: gold, king, promoted already, or the move does not touch the promotion zone.
    CannotPromote,
    /// A pawn drop that mates (uchifuzume).
    PawnDropMate,
    /// The own king would be in check after the move.
    LeavesKingInCheck,
    /// The record names another piece than the one that stands on the source square.
    PieceMismatch {
        /// The piece as named.
        named: PieceKind,
    },
    /// The record gives the move to the side that is not to move.
    TurnMismatch {
        /// The side that is to move.
        to_move: Color,
    },
    /// Source and destination are one square, or one is not on the board.
    NoMove,
    /// No piece of the kind named can come to the square as the text says (notation without an origin).
    NoPieceComes,
    /// Several pieces fit what the text says (notation without an origin).
    Ambiguous,
    /// The game has more plies than any game can have within this program (60,000).
    TooLong,
}

impl Refusal {
    pub(super) const fn new(reason: RefusalReason, piece: Option<Piece>, mv: Option<Move>) -> Self {
        Self { reason, piece, mv }
    }

    /// The class of the refusal in reports: `TurnMismatch`, `PieceMismatch`, `LimitExceeded` or `IllegalMove`.
    #[must_use]
    pub const fn issue_kind(&self) -> IssueKind {
        match self.reason {
            RefusalReason::TurnMismatch { .. } => IssueKind::TurnMismatch,
            RefusalReason::PieceMismatch { .. } => IssueKind::PieceMismatch,
            RefusalReason::TooLong => IssueKind::LimitExceeded,
            _ => IssueKind::IllegalMove,
        }
    }
}

impl RefusalReason {
    /// The name of the kind, as in the source.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoPiece { .. } => "NoPiece",
            Self::NotYourPiece { .. } => "NotYourPiece",
            Self::CannotMoveSo => "CannotMoveSo",
            Self::Blocked { .. } => "Blocked",
            Self::OwnPieceOnTarget => "OwnPieceOnTarget",
            Self::DropOnPiece => "DropOnPiece",
            Self::NotInHand => "NotInHand",
            Self::NoHandPiece => "NoHandPiece",
            Self::DoublePawn { .. } => "DoublePawn",
            Self::NoNextMove => "NoNextMove",
            Self::MustPromote => "MustPromote",
            Self::CannotPromote => "CannotPromote",
            Self::PawnDropMate => "PawnDropMate",
            Self::LeavesKingInCheck => "LeavesKingInCheck",
            Self::PieceMismatch { .. } => "PieceMismatch",
            Self::TurnMismatch { .. } => "TurnMismatch",
            Self::NoMove => "NoMove",
            Self::NoPieceComes => "NoPieceComes",
            Self::Ambiguous => "Ambiguous",
            Self::TooLong => "TooLong",
        }
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece { from } => write!(f, "there is no piece on {from}"),
            Self::NotYourPiece { from } => {
                write!(
                    f,
                    "the piece on {from} belongs to the side that is not to move"
                )
            }
            Self::CannotMoveSo => f.write_str("the piece does not move that way"),
            Self::Blocked { at } => write!(f, "the way is blocked on {at}"),
            Self::OwnPieceOnTarget => {
                f.write_str("a piece of the same side stands on the destination")
            }
            Self::DropOnPiece => f.write_str("a piece can be dropped on an empty square only"),
            Self::NotInHand => f.write_str("the piece is not in hand"),
            Self::NoHandPiece => f.write_str("hands hold neither kings nor promoted pieces"),
            Self::DoublePawn { file } => {
                write!(
                    f,
                    "there is already an unpromoted pawn of this side on file {file}"
                )
            }
            Self::NoNextMove => f.write_str("the dropped piece could never move again"),
            Self::MustPromote => f.write_str("the piece must promote, it could never move again"),
            Self::CannotPromote => f.write_str("the piece cannot promote with this move"),
            Self::PawnDropMate => f.write_str("a pawn drop may not mate"),
            Self::LeavesKingInCheck => f.write_str("the king of the moving side would be in check"),
            Self::PieceMismatch { named } => {
                write!(f, "the record names a {named}, another piece moves")
            }
            Self::TurnMismatch { to_move } => write!(f, "it is {to_move}'s turn"),
            Self::NoMove => f.write_str("source and destination make no move"),
            Self::NoPieceComes => f.write_str("no such piece can come to that square"),
            Self::Ambiguous => f.write_str("several pieces can come to that square"),
            Self::TooLong => f.write_str("the game has more than 60,000 plies"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = self.mv {
            write!(f, "{mv}: ")?;
        }
        write!(f, "{}", self.reason)?;
        match self.piece {
            Some(piece) => write!(f, " ({} {})", piece.color, piece.kind),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}
