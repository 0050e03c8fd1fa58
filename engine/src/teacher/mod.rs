//! Teachers: USI engines that are asked about positions, and what they answer.
//!
//! A [`Query`] is one question: a position by its SFEN alone, a limit, the number of lines. An [`Answer`] is what came of it:
//! what the engine [`Found`], or why there is no answer. An answer depends on nothing but its query and the teacher: not on what was asked
//! before, nor on the process that was asked. So answers can be kept and used again.
//!
//! Whoever wants answers is an [`Asker`]: it hands out queries and takes answers in any order. Whoever gives them is a [`Teacher`],
//! known by its [`Identity`]: a [`Pool`] of engines, each driven by its [`Profile`]; [`fake`] makes one of a function.

mod answer;
mod asker;
mod batch;
mod compare;
mod config;
mod control;
pub mod doctor;
mod error;
pub mod evidence;
pub mod fake;
mod identity;
mod plan;
mod pool;
mod profile;
mod program;
mod query;
mod role;
mod session;
pub mod shard;
mod thresholds;

pub use answer::{Answer, Failure, FailureKind, Found};
pub use asker::{Asker, Ticket};
pub use batch::ask_all;
pub use compare::{Agreement, agreement, gap_cp};
pub use config::TeacherConfig;
pub use control::{Control, Event, RunSummary, Unattended};
pub use error::TeacherError;
pub use identity::{HashedFile, Identity, Isolation, Program};
pub(crate) use plan::{Plan, send};
pub(crate) use pool::{Known, Programs};
pub use pool::{Note, Pool};
pub use profile::{LimitBy, Place, Profile, Setting, Value};
pub use query::{Limit, Query, QueryError};
pub use role::Role;
pub use session::Launcher;
pub use thresholds::Thresholds;

/// Whoever answers questions.
pub trait Teacher {
    /// Who it is. It never changes.
    fn identity(&self) -> &Identity;

    /// Answers until the asker has no more questions or `control` ends the run. Both are called from this thread only.
    ///
    /// # Errors
    /// [`TeacherError`] if nobody can answer any more; questions without an answer then stay open.
    fn run(
        &mut self,
        asker: &mut dyn Asker,
        control: &mut dyn Control,
    ) -> Result<RunSummary, TeacherError>;
}
