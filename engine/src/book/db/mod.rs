//! Books in the text format of YaneuraOu (DB2016, `.db`).
//!
//! - [`read_lines`]: every line as an event; [`read_positions`]: one position at a time. Both hold little in memory.
//! - [`DbBook`]: a whole book, which can be changed and written back with everything that was not changed as it was.
//! - [`DbFile`]: look-up in a file on the disk.
//!
//! Nothing is checked against the rules here: [`DbPosition::position`] gives the position by which moves can be checked.
//!
//! Format page: `docs/formats/yaneuraou-db.md`.

mod book;
mod file;
mod issue;
mod join;
mod line;
mod model;
mod reader;
mod write;

pub use crate::lines::{LineEnd, MAX_LINE};
pub use book::{DbBook, MoveNumbers};
pub use file::DbFile;
pub use issue::{DbIssue, DbIssueKind};
pub use line::{DbLine, HEADER, MoveLine, PositionLine};
pub use model::{DbMove, DbPosition, KeptLine};
pub use reader::{DbEvent, DbItem, DbShape, MAX_KEPT_BYTES, MAX_ROWS, read_lines, read_positions};
