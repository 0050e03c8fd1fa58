//! Options of `suite` and `suite check`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Deserialize;

use super::{FilterArgs, LimitArgs, LogArgs, ReadArgs, SplitArgs, TeacherArgs};
use crate::values::{CpWindow, PlyWindow};

/// `joban suite`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct SuiteArgs {
    /// Something other than making a suite.
    #[command(subcommand)]
    pub(crate) command: Option<SuiteCommand>,
    /// Making a suite.
    #[command(flatten)]
    pub(crate) make: SuiteMakeArgs,
}

/// Commands of `joban suite`.
#[derive(Debug, Subcommand)]
pub(crate) enum SuiteCommand {
    /// Look for the positions of a suite, ours or another's, in books, games and other suites
    Check(Box<SuiteCheckArgs>),
}

/// `joban suite PATH…`
#[derive(Debug, Args)]
pub(crate) struct SuiteMakeArgs {
    /// Archives, folders, records, tables written by `ingest`; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<OsString>,
    /// Which positions become starts.
    #[command(flatten, next_help_heading = "Starts")]
    pub(crate) starts: StartArgs,
    /// Which scores the starts may have.
    #[command(flatten, next_help_heading = "Scores")]
    pub(crate) score: ScoreArgs,
    /// The teacher.
    #[command(flatten, next_help_heading = "Teacher")]
    pub(crate) teacher: TeacherArgs,
    /// Where the answers are kept.
    #[command(flatten, next_help_heading = "Evidence")]
    pub(crate) log: LogArgs,
    /// What games take part.
    #[command(flatten, next_help_heading = "Games")]
    pub(crate) filter: FilterArgs,
    /// Which games are held out.
    #[command(flatten, next_help_heading = "Hold-out")]
    pub(crate) split: SplitArgs,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
    /// Folder for the results [default: joban-suite]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban suite check`
#[derive(Debug, Args)]
pub(crate) struct SuiteCheckArgs {
    /// A folder written by `suite`, or a file of start positions
    #[arg(value_name = "SUITE")]
    pub(crate) suite: PathBuf,
    /// Look for the positions here: a book, games (their training side), tables, another suite; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    /// Which games are held out.
    #[command(flatten, next_help_heading = "Hold-out")]
    pub(crate) split: SplitArgs,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
}

option_group! {
    /// `[suite]`: which positions become starts.
    StartArgs {
        /// Moves played before the starts: N, or A..B [default: 24; 0..8 with --for-book]
        #[arg(long, value_name = "N|A..B")]
        plies: PlyWindow,
        /// Most starts in a suite [default: 512]
        #[arg(long, value_name = "N")]
        count: u32,
        /// Leave out positions in which the side to move is in check
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        not_in_check: bool,
        /// Most starts of one opening family in a suite (docs/formats/suite.md)
        #[arg(long, value_name = "N")]
        per_family: u32,
        /// Most starts of games between the same two players in a suite
        #[arg(long, value_name = "N")]
        per_pairing: u32,
        /// No position that occurs here, also turned round: a book, games (their training side), tables, another suite; may be repeated
        #[arg(long, value_name = "PATH")]
        against: Vec<PathBuf>,
        /// Starts inside one of these books instead, from held-out games; separated by commas
        #[arg(long, value_name = "BOOK", value_delimiter = ',')]
        for_book: Vec<PathBuf>,
        /// A second suite that shares neither positions nor games with the first
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        twin: bool,
        /// Also write every start with the board turned and the colours swapped
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        mirror: bool,
        /// Use every game: nothing is held out, and the proof says so
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        unheld: bool,
        /// Seed of the choice [default: drawn from the records]
        #[arg(long, value_name = "N")]
        suite_seed: u64,
        /// Pairs in the pair list [default: one for each start]
        #[arg(long, value_name = "N")]
        pairs: u64,
        /// Start of the first pair, from 1 [default: 1]
        #[arg(long, value_name = "N")]
        first_start: u64,
    }
}

option_group! {
    /// `[score]`: which scores of a teacher the starts may have.
    ScoreArgs {
        /// Only starts with a score in one of these windows, in black's view; mates never pass; separated by commas
        #[arg(long, value_name = "A..B", value_delimiter = ',', allow_hyphen_values = true)]
        black_cp: Vec<CpWindow>,
        /// Only starts with a score in one of these windows whoever is ahead; mates never pass; separated by commas
        #[arg(long, value_name = "A..B", value_delimiter = ',')]
        abs_cp: Vec<CpWindow>,
        /// Nodes of the search of a position [default: by the profile]
        #[arg(long, value_name = "N", conflicts_with_all = ["depth", "movetime"])]
        nodes: u64,
        /// Depth of the search, in plies
        #[arg(long, value_name = "N", conflicts_with = "movetime")]
        depth: u32,
        /// Time of the search in milliseconds; such a run cannot be repeated exactly
        #[arg(long, value_name = "MS")]
        movetime: u64,
    }
}
