//! Teachers: USI engines that are asked about positions, and what they answer.
//!
//! A [`Query`] is one question: a position by its SFEN alone, a limit, the number of lines. An [`Answer`] is what came of it:
//! what the engine [`Found`], or why there is no answer. An answer depends on nothing but its query and the teacher: not on what was asked
//! before, nor on the process that was asked. So answers can be kept and used again.
//!
//! Whoever wants answers is an [`Asker`]: it hands out queries and takes answers in any order.

mod answer;
mod asker;
mod query;

pub use answer::{Answer, Failure, FailureKind, Found};
pub use asker::{Asker, Ticket};
pub use query::{Limit, Query, QueryError};
