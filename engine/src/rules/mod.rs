//! The rules of shogi: what was written ([`Setup`]), what is accepted ([`Position`]), and why not.
//!
//! Move generation and the legality test come from an outside crate that `backend.rs` alone names;
//! everything public here is our own closed vocabulary.

mod backend;
mod csa;
mod declaration;
mod geometry;
mod japanese;
mod ki2;
mod moves;
mod piece;
mod position;
mod refusal;
mod repetition;
mod replay;
mod setup;
mod sfen;
mod square;

pub use declaration::{Declaration, DeclarationFailure, DeclarationOutcome, DeclarationRule};
pub use moves::{Move, MoveList, MoveTextError, Source};
pub use piece::{Color, Hand, Piece, PieceKind};
pub use position::{Accept, Position, PositionRejected};
pub use refusal::{Refusal, RefusalReason};
pub use repetition::Repetition;
pub use replay::{Broken, Replay, Replayed, STARTPOS_SFEN, replay};
pub use setup::{PositionIssue, Setup};
pub use sfen::{SfenError, SfenNotes};
pub use square::Square;
