//! Options of `joban dataset`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{FilterArgs, LimitArgs, LogArgs, ReadArgs, SplitArgs, TeacherArgs};
use crate::values::{Decided, Mates, PlySpan, ShardArg, Span};

/// `joban dataset`
#[derive(Debug, Args)]
pub(crate) struct DatasetArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: DatasetCommand,
}

/// Commands of `joban dataset`.
#[derive(Debug, Subcommand)]
pub(crate) enum DatasetCommand {
    /// Take positions from games, or from another set, each once
    Sample(Box<SampleArgs>),
    /// Let a teacher engine score positions
    Label(Box<LabelArgs>),
    /// Divide a set into training and test without leakage
    Split(SetSplitArgs),
    /// Put sets together, each position once
    Merge(MergeArgs),
    /// Show the data card of a set: counts, scores, plies, balance, duplicates
    Stats(StatsArgs),
    /// Check every row of a set; compare it with another set
    Check(CheckArgs),
    /// Write a set as Parquet, JSON lines, PSV or HCPE
    Export(ExportArgs),
    /// Read Parquet, JSON lines, PSV, HCPE or lines of SFENs into a set
    Import(ImportArgs),
}

/// `joban dataset sample`
#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// Archives, folders, records, tables written by `ingest`; or sets
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<OsString>,
    /// Which positions are taken.
    #[command(flatten, next_help_heading = "Sample")]
    pub(crate) sample: SampleRuleArgs,
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
    /// Folder for the results [default: joban-sample]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
}

/// Which side of the hold-out split.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HoldoutSide {
    /// Games from which books are built
    Training,
    /// Games held out for suites and tests
    HeldOut,
    /// Both
    All,
}

/// When two positions are one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum UniqueArg {
    /// Board, hands and side to move are equal
    Position,
    /// Or they are so after a turn by 180 degrees with the colours swapped
    Flipped,
    /// Never: repetitions stay
    None,
}

option_group! {
    /// `[sample]`: which positions are taken.
    SampleRuleArgs {
        /// Moves played before a position, both ends inside; FROM.. has no end [default: 0.. for sets, 16..200 for games]
        #[arg(long, value_name = "FROM..TO")]
        plies: PlySpan,
        /// Most positions of one game [default: all]
        #[arg(long, value_name = "N")]
        per_game: u32,
        /// Take positions in which the side to move is in check too
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        in_check: bool,
        /// Share of the positions that are left by random moves, 0 to 1 [default: 0]
        #[arg(long, value_name = "SHARE")]
        random_share: f64,
        /// Number of random moves there [default: 1]
        #[arg(long, value_name = "N")]
        random_plies: u32,
        /// Which side of the hold-out split the games come from [default: training]
        #[arg(long, value_enum, value_name = "SIDE")]
        from_side: HoldoutSide,
        /// When two positions are one [default: position]
        #[arg(long, value_enum, value_name = "WHEN")]
        unique: UniqueArg,
        /// Most positions in all [default: all]
        #[arg(long, value_name = "N")]
        count: u64,
        /// Of a labelled set: keep this share of the positions that are decided by at least so many centipawns (mates are), such as 1200:0.5
        #[arg(long, value_name = "CP:SHARE")]
        decided: Decided,
        /// Seed of choice and order [default: 0]
        #[arg(long, value_name = "N")]
        sample_seed: u64,
        /// The I-th of N parts of the sample; `joban dataset merge` puts them together
        #[arg(long, value_name = "I/N")]
        shard: ShardArg,
    }
}

/// `joban dataset label`
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// A set; or JSON lines, PSV, HCPE, a suite or lines of SFENs
    #[arg(value_name = "SET")]
    pub(crate) set: PathBuf,
    /// The teacher.
    #[command(flatten, next_help_heading = "Teacher")]
    pub(crate) teacher: TeacherArgs,
    /// How positions are searched.
    #[command(flatten, next_help_heading = "Label")]
    pub(crate) label: LabelRuleArgs,
    /// Where the answers are kept.
    #[command(flatten, next_help_heading = "Evidence")]
    pub(crate) log: LogArgs,
    /// A row that cannot be read ends the run with exit code 1
    #[arg(long, help_heading = "Reading")]
    pub(crate) strict: bool,
    /// Folder for the results [default: joban-labelled]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
}

option_group! {
    /// `[label]`: how positions are searched.
    LabelRuleArgs {
        /// Nodes of each search
        #[arg(long, value_name = "N", conflicts_with = "depth")]
        nodes: u64,
        /// Depth of each search, in plies
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Lines that the engine shows; more than one are kept in the column `lines` [default: 1]
        #[arg(long, value_name = "N")]
        multipv: u32,
        /// Stop after this time (`90m`, `6h`); the same command goes on later
        #[arg(long, value_name = "TIME")]
        time: Span,
        /// Ask for the I-th of N shares only: writes evidence alone; merge it with `joban evidence merge`
        #[arg(long, value_name = "I/N")]
        shard: ShardArg,
    }
}

/// What decides the side of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SplitBy {
    /// All positions of a game go to one side
    Game,
    /// Each position by itself: both sides then have positions of the same games, which are much alike
    Position,
}

/// `joban dataset split`
#[derive(Debug, Args)]
pub(crate) struct SetSplitArgs {
    /// A set
    #[arg(value_name = "SET")]
    pub(crate) set: PathBuf,
    /// Fraction of the games (or positions) that goes to the test side, 0 to 1 [default: 0.1]
    #[arg(long, value_name = "FRACTION")]
    pub(crate) fraction: Option<f64>,
    /// Seed of the split [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) split_seed: Option<u64>,
    /// What decides the side [default: game]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<SplitBy>,
    /// Folder for the results [default: joban-split]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban dataset merge`
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Sets
    #[arg(value_name = "SET", required = true)]
    pub(crate) sets: Vec<PathBuf>,
    /// Put labels of different teachers or limits together all the same; the column `label` tells them apart
    #[arg(long)]
    pub(crate) mixed_labels: bool,
    /// When two positions are one [default: position]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) unique: Option<UniqueArg>,
    /// Seed of the order [default: that of the sets, else 0]
    #[arg(long, value_name = "N")]
    pub(crate) sample_seed: Option<u64>,
    /// Folder for the results [default: joban-merged]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban dataset stats`
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    /// A set; or JSON lines, PSV, HCPE, lines of SFENs
    #[arg(value_name = "SET")]
    pub(crate) set: PathBuf,
    /// How files of others are read.
    #[command(flatten)]
    pub(crate) foreign: ForeignArgs,
}

/// `joban dataset check`
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// A set; or JSON lines, PSV, HCPE, lines of SFENs
    #[arg(value_name = "SET")]
    pub(crate) set: PathBuf,
    /// No position of this set may occur, also turned by 180 degrees
    #[arg(long, value_name = "SET")]
    pub(crate) against: Option<PathBuf>,
    /// This set must say the same, row by row, in what its format holds
    #[arg(long, value_name = "SET")]
    pub(crate) same_as: Option<PathBuf>,
    /// How files of others are read.
    #[command(flatten)]
    pub(crate) foreign: ForeignArgs,
}

/// A format of data sets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetFormat {
    /// Parquet: holds everything
    Parquet,
    /// One JSON object a line: holds everything
    Jsonl,
    /// `PackedSfenValue` of `YaneuraOu`, 40 bytes
    Psv,
    /// `HuffmanCodedPosAndEval` of Apery, 38 bytes
    Hcpe,
    /// SFENs or `startpos moves …`, one a line
    Lines,
}

/// How the moves of a PSV file are laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveLayoutArg {
    /// As `YaneuraOu` lays them out
    Yaneuraou,
    /// As Apery does, in older files
    Apery,
}

/// How files of others are read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ForeignArgs {
    /// Format of the input [default: by its name and content]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<SetFormat>,
    /// Scores of PSV and HCPE that are at least N centipawns are mates
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) mate_as: Option<i16>,
    /// Layout of the moves in PSV [default: the one in which more of them are legal]
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub(crate) psv_moves: Option<MoveLayoutArg>,
}

/// The move of a record that has room for one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordMove {
    /// The teacher's; where it gives none, the game's
    Best,
    /// The game's
    Played,
}

/// `joban dataset export`
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A set
    #[arg(value_name = "SET")]
    pub(crate) set: PathBuf,
    /// Format to write
    #[arg(long, value_enum, value_name = "FORMAT", required = true)]
    pub(crate) format: SetFormat,
    /// How mates are written where there are only centipawns: as N, or `drop` to leave them out
    #[arg(long, value_name = "N|drop")]
    pub(crate) mate_as: Option<Mates>,
    /// The move in PSV and HCPE [default: best]
    #[arg(long = "move", value_enum, value_name = "WHICH")]
    pub(crate) record_move: Option<RecordMove>,
    /// Folder for the results [default: joban-export]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban dataset import`
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A file
    #[arg(value_name = "FILE")]
    pub(crate) set: PathBuf,
    /// How files of others are read.
    #[command(flatten)]
    pub(crate) foreign: ForeignArgs,
    /// Who labelled the file [default: what a manifest of joban beside it says, else `unknown`]
    #[arg(long, value_name = "TEXT")]
    pub(crate) teacher_id: Option<String>,
    /// Under which limit, such as "nodes 100000"
    #[arg(long, value_name = "TEXT", requires = "teacher_id")]
    pub(crate) teacher_limit: Option<String>,
    /// A row that cannot be read ends the run with exit code 1
    #[arg(long)]
    pub(crate) strict: bool,
    /// Folder for the results [default: joban-import]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
