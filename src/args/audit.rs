//! Options of the commands that ask a teacher: `verify`, `extend`, `doctor`, `build --teacher`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{LimitArgs, ReadArgs, RomKeyArgs};
use crate::values::{ShardArg, Span};

/// `joban verify`
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// A book: a folder written by `build`, its book.csv, book.bin (with its key table), .db, JSONL, `startpos moves …` lines;
    /// or game records (CSA, KIF, KI2, archives)
    #[arg(value_name = "BOOK|GAMES", required = true)]
    pub(crate) paths: Vec<OsString>,
    /// What the input is [default: by its name and content]
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<InputKind>,
    /// The teacher.
    #[command(flatten, next_help_heading = "Teacher")]
    pub(crate) teacher: TeacherArgs,
    /// How moves are judged.
    #[command(flatten, next_help_heading = "Judgement")]
    pub(crate) judge: JudgeArgs,
    /// Which entries are judged.
    #[command(flatten, next_help_heading = "Scope")]
    pub(crate) scope: ScopeArgs,
    /// Which moves of a full-size book are played.
    #[command(flatten, next_help_heading = "Playable moves of a .db")]
    pub(crate) playable: PlayableArgs,
    /// What is done with the findings.
    #[command(flatten, next_help_heading = "Action")]
    pub(crate) action: ActionArgs,
    /// With --fix: the archives or tables that the book was built from; what is dropped is replaced by build's selection and judged in turn
    #[arg(long, value_name = "PATH", help_heading = "Action")]
    pub(crate) archive: Vec<OsString>,
    /// Where the answers are kept.
    #[command(flatten, next_help_heading = "Evidence")]
    pub(crate) log: LogArgs,
    /// Audit of games.
    #[command(flatten, next_help_heading = "Games")]
    pub(crate) games: GameAuditArgs,
    /// The table of 16-bit keys of a bare book.bin.
    #[command(flatten, next_help_heading = "Keys of a book.bin")]
    pub(crate) keys: RomKeyArgs,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
    /// Folder for the results [default: joban-audit]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Begin CSV files with a byte-order mark, for Excel
    #[arg(long, help_heading = "Output")]
    pub(crate) csv_bom: bool,
}

/// `joban extend`
#[derive(Debug, Args)]
pub(crate) struct ExtendArgs {
    /// A book: a folder written by `build`, its book.csv, or a .db
    #[arg(value_name = "BOOK")]
    pub(crate) book: PathBuf,
    /// Plies by which each line is lengthened [default: 2]
    #[arg(long, value_name = "N", help_heading = "Lines", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: Option<u32>,
    /// Only lines of this side
    #[arg(long, value_enum, value_name = "SIDE", help_heading = "Lines")]
    pub(crate) side: Option<SideArg>,
    /// The replies of the other side become entries too
    #[arg(long, help_heading = "Lines")]
    pub(crate) both_sides: bool,
    /// Most entries that are added [default: 32]
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub(crate) add: Option<u32>,
    /// Most nodes of all searches; looked at between two plies
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub(crate) max_nodes: Option<u64>,
    /// Entries that the book may hold; the least reachable give way [default: 512, or as many as it has; a .db has no limit]
    #[arg(long, value_name = "N", help_heading = "Budget")]
    pub(crate) capacity: Option<u32>,
    /// Stop after this time (`90m`, `6h`)
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    pub(crate) time: Option<Span>,
    /// Show what would be added and what would give way; write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Moves of the archive: a moves.csv of `build --all` [default: the one beside the book]
    #[arg(long, value_name = "FILE", help_heading = "Lines")]
    pub(crate) moves: Option<PathBuf>,
    /// The teacher.
    #[command(flatten, next_help_heading = "Teacher")]
    pub(crate) teacher: TeacherArgs,
    /// How moves are judged.
    #[command(flatten, next_help_heading = "Judgement")]
    pub(crate) judge: JudgeArgs,
    /// Which moves of a full-size book are played.
    #[command(flatten, next_help_heading = "Playable moves of a .db")]
    pub(crate) playable: PlayableArgs,
    /// Where the answers are kept.
    #[command(flatten, next_help_heading = "Evidence")]
    pub(crate) log: LogArgs,
    /// Folder for the results [default: joban-extended]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Begin CSV files with a byte-order mark, for Excel
    #[arg(long, help_heading = "Output")]
    pub(crate) csv_bom: bool,
}

/// `joban doctor`
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The teacher.
    #[command(flatten)]
    pub(crate) teacher: TeacherArgs,
    /// Nodes of each search [default: by the profile]
    #[arg(long, value_name = "N", conflicts_with_all = ["depth", "movetime"])]
    pub(crate) nodes: Option<u64>,
    /// Depth of each search, in plies
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    pub(crate) depth: Option<u32>,
    /// Time of each search in milliseconds
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Only the checks: the scale of the scores is not measured
    #[arg(long)]
    pub(crate) no_scale: bool,
}

/// What an input of `verify` is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputKind {
    /// A folder written by `build`, or its book.csv
    Book,
    /// A book.bin of six-byte entries
    Bin,
    /// A book of YaneuraOu (.db)
    Db,
    /// JSON lines with sfen and move
    Jsonl,
    /// Lines of moves: every move is an entry
    Lines,
    /// Game records
    Games,
}

/// How an engine is made to answer independently of what it was asked before.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum IsolationArg {
    /// It is reset before each position
    Reset,
    /// It is started anew for each position
    Restart,
    /// It keeps what it knows: faster, but the run cannot be repeated exactly
    Shared,
}

/// What takes the place of a blunder.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReplaceRule {
    /// The teacher's move if games of the archive played it, else nothing
    Archive,
    /// The teacher's move, whether it was ever played or not
    Any,
    /// Nothing: blunders are dropped
    Never,
}

/// A published way of judging.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JudgePreset {
    /// Depth 18, two lines, thresholds 50 and 200, recheck at depth 20
    SeedYaneuraou,
}

/// A side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SideArg {
    /// Black, who moves first from the even start
    Black,
    /// White
    White,
}

option_group! {
    /// `[teacher]`: the engine that is asked.
    TeacherArgs {
        /// The teacher: a program, a command line (`ssh host engine`), or the name of an `[[engine]]` of joban.toml
        #[arg(long, value_name = "CMD|NAME")]
        teacher: String,
        /// What kind of engine it is [default: by its name and options] (docs/teachers.md)
        #[arg(long, value_name = "NAME")]
        profile: String,
        /// Set an option of the engine; may be repeated
        #[arg(long, value_name = "NAME=VALUE")]
        engine_option: Vec<String>,
        /// Who the engine is, where its program cannot be hashed (ssh, node, …): needed to merge evidence
        #[arg(long, value_name = "TEXT")]
        teacher_id: String,
        /// Engines that run at once [default: one for each processor]
        #[arg(long, value_name = "N")]
        processes: u32,
        /// Threads of each engine; more than 1 cannot be repeated exactly [default: 1]
        #[arg(long, value_name = "N")]
        threads: u32,
        /// Hash memory of each engine in MiB [default: 16]
        #[arg(long, value_name = "MIB")]
        hash: u32,
        /// How answers are kept independent of each other [default: by the profile]
        #[arg(long, value_enum, value_name = "HOW")]
        isolation: IsolationArg,
        /// How often a search is tried again after a fault of the engine [default: 2]
        #[arg(long, value_name = "N")]
        retries: u32,
    }
}

option_group! {
    /// `[judge]`: how moves are judged.
    JudgeArgs {
        /// A published way of judging
        #[arg(long = "judge-preset", value_enum, value_name = "NAME")]
        judge_preset: JudgePreset,
        /// Nodes of the first search of a position [default: by the profile]
        #[arg(long, value_name = "N", conflicts_with_all = ["depth", "movetime"])]
        nodes: u64,
        /// Depth of the first search, in plies
        #[arg(long, value_name = "N", conflicts_with = "movetime")]
        depth: u32,
        /// Time of the first search in milliseconds; such a run cannot be repeated exactly
        #[arg(long, value_name = "MS")]
        movetime: u64,
        /// Lines that the engine shows [default: 3]
        #[arg(long, value_name = "N")]
        multipv: u32,
        /// A loss up to this is accepted, in centipawns of the engine [default: by the profile]
        #[arg(long, value_name = "CP")]
        accept: i32,
        /// A loss from this on is a blunder, in centipawns of the engine [default: by the profile; 300 for games]
        #[arg(long, value_name = "CP")]
        blunder: i32,
    }
}

option_group! {
    /// `[scope]`: which entries are judged.
    ScopeArgs {
        /// Only entries where this side moves
        #[arg(long, value_enum, value_name = "SIDE")]
        side: SideArg,
        /// Only entries that come after these moves (USI) from the even start
        #[arg(long, value_name = "MOVES")]
        from: String,
        /// Only entries with at most this many plies played before the move
        #[arg(long, value_name = "N")]
        max_ply: u32,
        /// Only entries that this older book does not have
        #[arg(long, value_name = "BOOK")]
        since: PathBuf,
        /// Stop after this time (`90m`, `6h`), the most reachable entries first; what was not reached is listed
        #[arg(long, value_name = "TIME")]
        time: Span,
        /// The I-th of N shares of the work; merge the logs with `joban evidence merge`
        #[arg(long, value_name = "I/N")]
        shard: ShardArg,
        /// Moves of the archive: a moves.csv of `build --all` [default: the one beside the book]
        #[arg(long, value_name = "FILE")]
        moves: PathBuf,
    }
}

option_group! {
    /// `[playable]`: which moves of a full-size book its engine plays.
    PlayableArgs {
        /// A book option of the engine, such as BookEvalDiff=30; may be repeated
        #[arg(long, value_name = "NAME=VALUE")]
        book_option: Vec<String>,
        /// Take the book options from an engine_options.txt
        #[arg(long, value_name = "FILE")]
        engine_options: PathBuf,
    }
}

option_group! {
    /// `[action]`: what is done with the findings.
    ActionArgs {
        /// Also write a corrected book into the result folder
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        fix: bool,
        /// What takes the place of a blunder [default: archive]
        #[arg(long, value_enum, value_name = "RULE")]
        replace: ReplaceRule,
        /// With --fix: write the teacher's value and depth into the moves of a .db
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        refresh: bool,
    }
}

option_group! {
    /// `[log]`: where the answers of the teacher are kept.
    LogArgs {
        /// File that keeps every answer of the teacher [default: <out>.evidence]
        #[arg(long, value_name = "FILE")]
        evidence: PathBuf,
        /// Put an evidence file of other settings aside and begin a new one
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        start_over: bool,
        /// Ask again where the teacher failed before
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        retry_failed: bool,
    }
}

option_group! {
    /// `[games]`: the audit of games.
    GameAuditArgs {
        /// An earlier audit.json of games: a higher blunder rate is a finding
        #[arg(long, value_name = "FILE")]
        baseline: PathBuf,
        /// Positions whose best score is at least this far from 0 count as decided [default: five times --blunder]
        #[arg(long, value_name = "CP")]
        decided: i32,
        /// Moves after ply 12 that took less than this are marked as instant, in milliseconds [default: 200]
        #[arg(long, value_name = "MS")]
        instant: u32,
    }
}

/// The first of the options that is given on the command line.
fn first_given<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    let mut options = options.into_iter();
    options.find(|(_, given)| *given).map(|(option, _)| option)
}

impl TeacherArgs {
    /// The first option that is given, for commands that ask no teacher in some cases.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given([
            ("--teacher", self.teacher.is_some()),
            ("--profile", self.profile.is_some()),
            ("--engine-option", self.engine_option.is_some()),
            ("--teacher-id", self.teacher_id.is_some()),
            ("--processes", self.processes.is_some()),
            ("--threads", self.threads.is_some()),
            ("--hash", self.hash.is_some()),
            ("--isolation", self.isolation.is_some()),
            ("--retries", self.retries.is_some()),
        ])
    }
}

impl JudgeArgs {
    /// The first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given([
            ("--judge-preset", self.judge_preset.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--depth", self.depth.is_some()),
            ("--movetime", self.movetime.is_some()),
            ("--multipv", self.multipv.is_some()),
            ("--accept", self.accept.is_some()),
            ("--blunder", self.blunder.is_some()),
        ])
    }
}

impl LogArgs {
    /// The first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given([
            ("--evidence", self.evidence.is_some()),
            ("--start-over", self.start_over.is_some()),
            ("--retry-failed", self.retry_failed.is_some()),
        ])
    }
}
