//! Audit of opening books by a teacher engine.
//!
//! - [`Entry`]: what is on trial; [`JudgeSettings`]: how.
//! - [`Plan`]: which entries are asked about, and in which order; what cannot be reached.
//! - [`Judge`]: asks a teacher about every position of a book and grades its moves.
//! - [`scored`]: the score of a position alone, from a believable answer.
//! - [`games`]: the audit of games instead of books.
//! - [`Audit`]: classes, verdicts and reasons, backed-up losses, holes, and their tables.
//! - [`fix`]: carries out the verdicts; [`repair`]: until a fixed point, with a source of further candidates; [`extend`]: longer lines.
//!
//! No archive and no engine is known here: what an archive shows comes through [`Replies`], what a teacher says through
//! [`joban_engine::teacher`].
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)
)]

mod audit;
mod backup;
mod change;
mod entry;
mod extend;
pub mod games;
mod graph;
mod judge;
mod memory;
mod plan;
mod reach;
mod reason;
mod repair;
mod replies;
mod settings;
mod value;
mod verdict;

pub use audit::{AUDIT_REVISION, Audit, AuditRow, AuditSettings, CSV_COLUMNS, Counts, Hole};
pub use backup::BackedUp;
pub use change::{Change, ChangeKind, Fixed, fix};
pub use entry::Entry;
pub use extend::{ExtendSettings, Extension, Room, StopReason, Stopped, extend};
pub use judge::{
    Finding, How, Judge, Judgement, Judgements, Line, Outcome, PositionFinding, Scored, scored,
};
pub use plan::{BookKind, Plan, Scope, ScopeError};
pub use reason::UnjudgedReason;
pub use repair::{Exception, RepairError, RepairSettings, Repaired, Run, repair};
pub use replies::{Replies, Reply};
pub use settings::{JudgeSettings, raised};
pub use value::{Grade, Loss, Value, weigh};
pub use verdict::{Class, Reason, ReplaceRule, Verdict};
