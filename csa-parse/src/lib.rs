//! CSA game records and archives of them: bytes to records, text only.
//!
//! The layers, from the bottom: [`split_records`] cuts a stream into [`RawRecord`]s, [`Parser`]
//! fills a reusable [`Record`] from one. Nothing here knows a board: set-up statements and moves are
//! checked for their shape and handed on.

mod common;
pub mod encoding;
pub mod error;
pub mod filter;
pub mod floodgate;
pub mod floodgate_writer;
pub mod input;
pub mod kif;
pub mod line;
pub mod one_line;
pub mod outcome;
pub mod parser;
pub mod raw;
pub mod record;
pub mod setup;
pub mod token;
pub mod usi_line;
pub mod visitor;
pub mod write;

pub use encoding::Encoding;
pub use error::{Issue, IssueKind};
pub use floodgate_writer::{Diagram, FloodgateGame, FloodgateMove, write_floodgate};
pub use input::{InputArg, InputError, InputErrorKind, InputSummary, Inputs, Item, Limits};
pub use kif::{Ki2Token, KifCause, KifResult, Relative};
pub use outcome::{GameEnd, Outcome, Winner};
pub use parser::Parser;
pub use raw::{FileEncoding, Form, RawRecord, ReadOptions, Split, SplitSummary, split_records};
pub use record::{CommentKind, EndingLine, MoveEntry, Record, Summary};
pub use setup::{Place, SetupStatement, SetupStatements};
pub use token::{FileRank, MoveToken, PieceCode, Sign, UsiToken, WrittenMove};
pub use write::{Version, WriteError, write_record};
