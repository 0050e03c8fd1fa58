//! Evidence: a log of what teachers answered, from which the same questions are answered again.
//!
//! A log is a text file. Each line is a checksum, a blank and a JSON text: first a header with the settings, then records of teachers and
//! of answers (`docs/formats/evidence.md`). [`EvidenceLog`] is the log of a run; [`run_logged`] puts it in front of a teacher. [`EvidenceReader`]
//! reads any log record by record, [`for_each_evidence`] goes through several, [`merge`] puts logs together, [`compact`] brings one down to what counts, [`survey`]
//! counts, [`rows`] makes rows for tables.
//!
//! Of several answers to one question the same one counts on every machine: see [`Evidence::weight`].

mod error;
mod line;
mod log;
mod merge;
mod reader;
mod record;
mod rows;
mod run;
mod scan;
mod settings;
mod survey;

pub use error::{Damage, EvidenceError, Note, Place, RunError};
pub use line::MAX_LINE;
pub(crate) use log::free_name;
pub use log::{EvidenceLog, Measured, OpenOptions, Resume};
pub use merge::{CompactSummary, MergeSummary, Which, compact, for_each_evidence, merge};
pub use reader::{EvidenceReader, Located};
pub use record::{EVIDENCE_REVISION, Evidence, Header, Record, Weight};
pub use rows::{COLUMNS, Row, RowChoice, csv_line, rows};
pub use run::{LoggedSummary, run_logged};
pub use scan::{Damaged, is_evidence_log};
pub use settings::{RunSettings, Settings};
pub use survey::{Survey, TeacherSurvey, survey};
