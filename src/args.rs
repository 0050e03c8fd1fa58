//! The command line: one struct for each command, groups of options that commands share.
//!
//! Every option is optional here and in `joban.toml`; `settings.rs` puts the two and the defaults together.
//! The groups are also the tables of `joban.toml`: a key is the option's name without the dashes.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::i18n::Lang;
use crate::values::{Bound, ByteSize, Depth, RatingSpan};

/// Opening books, start-position suites and data sets from shogi game archives.
#[derive(Debug, Parser)]
#[command(
    name = "joban",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GlobalArgs {
    /// Language of messages [default: from LC_ALL, LC_MESSAGES, LANG or the system]
    #[arg(long, global = true, value_enum, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
    /// Configuration file [default: joban.toml in the current folder, if there is one]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Write the result to standard output as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build an opening book from game archives, or from tables written by `ingest`
    Build(Box<BuildArgs>),
    /// Read game archives into tables (Parquet) that `build` and other programs read
    Ingest(Box<IngestArgs>),
    /// Show what is understood of game records, of books, suites and evidence logs, or of one position
    Inspect(Box<InspectArgs>),
    /// Write the assets of a ROM; `rom decode` goes back from a book file to positions
    Rom(Box<RomArgs>),
    /// Look after evidence: logs of what teachers answered
    Evidence(EvidenceArgs),
    /// Judge the moves that a book will play, or those of games, with a teacher engine
    Verify(Box<VerifyArgs>),
    /// Lengthen the lines of a book along the teacher's moves, each of them judged
    Extend(Box<ExtendArgs>),
    /// Examine an engine: can its answers be trusted, and what are its centipawns worth?
    Doctor(Box<DoctorArgs>),
    /// Choose start positions for matches from held-out games, and prove what they do not share; `suite check` repeats the proof
    Suite(Box<SuiteArgs>),
    /// Sample, label, split, check and convert positions for training
    Dataset(DatasetArgs),
    /// Play a match between two engines and say what it shows
    Match(Box<MatchArgs>),
    /// Play and analyse as the ROM does: an engine that speaks USI on standard input and output
    Engine(EngineArgs),
    /// Run the whole chain on the sample archive that comes with joban
    Demo(DemoArgs),
    /// Look after joban.toml
    Config(ConfigArgs),
}

/// `joban build`
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// Archives, folders, records, tables written by `ingest`; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<OsString>,
    /// Follow a published procedure instead of joban's defaults
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) preset: Option<Preset>,
    /// Show the filter funnel and stop: nothing is written
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// What games take part.
    #[command(flatten, next_help_heading = "Games")]
    pub(crate) filter: FilterArgs,
    /// Which games are held out.
    #[command(flatten, next_help_heading = "Hold-out")]
    pub(crate) split: SplitArgs,
    /// What the book holds.
    #[command(flatten, next_help_heading = "Book")]
    pub(crate) book: BookArgs,
    /// Who judges the book while it is built.
    #[command(flatten, next_help_heading = "Teacher")]
    pub(crate) teacher: TeacherArgs,
    /// How moves are judged.
    #[command(flatten, next_help_heading = "Judgement (with --teacher)")]
    pub(crate) judge: JudgeArgs,
    /// Where the answers are kept.
    #[command(flatten, next_help_heading = "Evidence (with --teacher)")]
    pub(crate) log: LogArgs,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
    /// What is written.
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) output: OutputArgs,
}

/// `joban ingest`
#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// Archives, folders, records; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<OsString>,
    /// What the tables hold.
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
    /// What is written.
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) output: OutputArgs,
}

/// `joban inspect`
#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// Archives, folders, records, books, suites, evidence logs; `-` is standard input
    #[arg(
        value_name = "PATH",
        required_unless_present = "sfen",
        conflicts_with = "sfen"
    )]
    pub(crate) paths: Vec<OsString>,
    /// Look at one position instead of records: an SFEN or `startpos`
    #[arg(long, value_name = "SFEN", help_heading = "Position")]
    pub(crate) sfen: Option<String>,
    /// Moves (USI, separated by blanks) played from the position first
    #[arg(
        long,
        value_name = "MOVES",
        requires = "sfen",
        help_heading = "Position"
    )]
    pub(crate) moves: Option<String>,
    /// Seed of the 16-bit key table [default: 0]
    #[arg(long, value_name = "N", requires = "sfen", help_heading = "Position")]
    pub(crate) key_seed: Option<u64>,
    /// Layout of the 16-bit key table [default: full]
    #[arg(
        long,
        value_enum,
        value_name = "LAYOUT",
        requires = "sfen",
        help_heading = "Position"
    )]
    pub(crate) key_table: Option<KeyTable>,
    /// Take the 16-bit key table from this file (layouts in docs/formats)
    #[arg(
        long,
        value_name = "FILE",
        requires = "sfen",
        help_heading = "Position"
    )]
    pub(crate) zobrist: Option<PathBuf>,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
}

/// `joban demo`
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Folder for the results [default: joban-demo]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban engine`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct EngineArgs {
    /// Something other than speaking USI.
    #[command(subcommand)]
    pub(crate) command: Option<EngineCommand>,
}

/// Commands of `joban engine`.
#[derive(Debug, Subcommand)]
pub(crate) enum EngineCommand {
    /// Search the built-in positions and print the sum of the nodes: the signature of the search
    Bench,
    /// Show nodes and time to fixed depths, with each technique of the search added and left out in turn
    Techniques(TechniquesArgs),
}

/// `joban engine techniques`
#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// Profile whose techniques are compared: gb5, gb60, free, free-short [default: free]
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Last depth in plies [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: Option<u32>,
    /// Position: an SFEN or `startpos` [default: startpos]
    #[arg(long, value_name = "SFEN")]
    pub(crate) sfen: Option<String>,
    /// Most nodes of one search; a depth beyond them is left out [default: 2000000]
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
}

/// `joban rom`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct RomArgs {
    /// Something other than writing the assets.
    #[command(subcommand)]
    pub(crate) command: Option<RomCommand>,
    /// Writing the assets.
    #[command(flatten)]
    pub(crate) export: RomExportArgs,
}

/// Commands of `joban rom`.
#[derive(Debug, Subcommand)]
pub(crate) enum RomCommand {
    /// Find the positions of a book file by walking from the start; report damage
    Decode(Box<RomDecodeArgs>),
}

/// `joban rom BOOK`
#[derive(Debug, Args)]
pub(crate) struct RomExportArgs {
    /// Folder written by `build`, its book.csv, or a book.bin (with its key table)
    #[arg(value_name = "BOOK", required = true)]
    pub(crate) book: Option<PathBuf>,
    /// The key table. Where the positions are known, naming one keys the book anew.
    #[command(flatten)]
    pub(crate) keys: RomKeyArgs,
    /// Folder for the results [default: joban-rom]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban rom decode`
#[derive(Debug, Args)]
pub(crate) struct RomDecodeArgs {
    /// Book of six-byte entries, or a folder written by `build` or `rom`
    #[arg(value_name = "BOOK")]
    pub(crate) book: PathBuf,
    /// The key table.
    #[command(flatten)]
    pub(crate) keys: RomKeyArgs,
    /// Positions to try first: book.csv, a list of SFENs or `startpos moves …` lines, records, archives; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) positions: Vec<OsString>,
    /// Folder for decoded.csv; without it nothing is written
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How records are read.
    #[command(flatten, next_help_heading = "Reading")]
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) limits: LimitArgs,
}

/// Which table of 16-bit keys.
#[derive(Debug, Default, Args)]
pub(crate) struct RomKeyArgs {
    /// Seed of the table of 16-bit keys; the first one tried where a book is keyed anew [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "zobrist")]
    pub(crate) key_seed: Option<u64>,
    /// Layout of the table [default: full]
    #[arg(long, value_enum, value_name = "LAYOUT", conflicts_with = "zobrist")]
    pub(crate) key_table: Option<KeyTable>,
    /// Take this table of 16-bit keys
    #[arg(long, value_name = "FILE")]
    pub(crate) zobrist: Option<PathBuf>,
}

/// `joban evidence`
#[derive(Debug, Args)]
pub(crate) struct EvidenceArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub(crate) command: EvidenceCommand,
}

/// Commands of `joban evidence`.
#[derive(Debug, Subcommand)]
pub(crate) enum EvidenceCommand {
    /// Show what logs hold: settings, teachers, counts of answers and failures
    List(EvidenceListArgs),
    /// Write the lines of the searches as a table (columns in docs/formats/evidence.md)
    Export(EvidenceExportArgs),
    /// Put logs together; any order of the logs gives the same bytes
    Merge(EvidenceMergeArgs),
    /// Keep of each question the record that counts
    Compact(EvidenceCompactArgs),
}

/// `joban evidence list`
#[derive(Debug, Args)]
pub(crate) struct EvidenceListArgs {
    /// Evidence logs
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<PathBuf>,
    /// Pass damaged lines over instead of stopping at the first
    #[arg(long)]
    pub(crate) skip_damaged: bool,
}

/// `joban evidence export`
#[derive(Debug, Args)]
pub(crate) struct EvidenceExportArgs {
    /// Evidence logs
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<PathBuf>,
    /// Form of the table
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: EvidenceFormat,
    /// Every record, not only the one of each question that counts
    #[arg(long)]
    pub(crate) all: bool,
    /// Every complete depth, not only the deepest
    #[arg(long)]
    pub(crate) all_depths: bool,
    /// Begin CSV with a byte order mark (for Excel)
    #[arg(long)]
    pub(crate) csv_bom: bool,
    /// New file for the table [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Pass damaged lines over instead of stopping at the first
    #[arg(long)]
    pub(crate) skip_damaged: bool,
}

/// Form of a table of evidence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvidenceFormat {
    // One JSON object a line.
    Jsonl,
    // Comma-separated values with a header.
    Csv,
}

/// `joban evidence merge`
#[derive(Debug, Args)]
pub(crate) struct EvidenceMergeArgs {
    /// Evidence logs that nobody writes
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<PathBuf>,
    /// New log
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) out: PathBuf,
    /// Pass damaged lines over instead of stopping at the first
    #[arg(long)]
    pub(crate) skip_damaged: bool,
}

/// `joban evidence compact`
#[derive(Debug, Args)]
pub(crate) struct EvidenceCompactArgs {
    /// Evidence log that nobody writes
    #[arg(value_name = "LOG")]
    pub(crate) log: PathBuf,
    /// New log
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) out: PathBuf,
    /// Pass damaged lines over instead of stopping at the first
    #[arg(long)]
    pub(crate) skip_damaged: bool,
}

/// `joban config`
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

/// Commands of `joban config`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Check joban.toml: unknown keys, values out of range; show what is set
    Check {
        /// The file [default: joban.toml in the current folder]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
}

/// A published procedure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Preset {
    /// The article on the Game Boy engine: no hold-out, duplicates and buoy games stay
    GameboyArticle,
}

/// How the entries are chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SelectionRule {
    /// The positions with the most points first: the baseline
    Frequency,
    /// The entries that raise the expected number of own book moves most, for both colours
    Reach,
}

/// Layout of the 16-bit key table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KeyTable {
    /// A byte stream of 2,346 bytes
    Full,
    /// A nibble stream of 1,174 bytes
    Compact,
}

/// What happens to games that begin from a prepared start.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Buoy {
    /// They are left out
    Drop,
    /// They stay in; their forced plies are never counted
    Keep,
}

/// Who won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WinnerArg {
    /// Black, who moves first from the even start
    Black,
    /// White
    White,
    /// A draw
    Draw,
    /// Black or white
    Decided,
}

/// Defines a group of options: command line, table of `joban.toml`, and precedence in one place.
macro_rules! option_group {
    (
        $(#[$outer:meta])*
        $name:ident { $( $(#[$inner:meta])* $field:ident: $type:ty, )* }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, Default, Args, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub(crate) struct $name { $( $(#[$inner])* pub(crate) $field: Option<$type>, )* }

        impl $name {
            /// These options; what is missing is taken from `below`.
            pub(crate) fn or(self, below: Self) -> Self {
                $name { $( $field: self.$field.or(below.$field), )* }
            }
        }
    };
}

mod arena;
mod audit;
mod suite;

pub(crate) use suite::{
    ScoreArgs, StartArgs, SuiteArgs, SuiteCheckArgs, SuiteCommand, SuiteMakeArgs,
};
mod dataset;

pub(crate) use dataset::{
    CheckArgs, DatasetArgs, DatasetCommand, ExportArgs, ForeignArgs, HoldoutSide, ImportArgs,
    LabelArgs, LabelRuleArgs, MergeArgs, MoveLayoutArg, RecordMove, SampleArgs, SampleRuleArgs,
    SetFormat, SetSplitArgs, SplitBy, StatsArgs, UniqueArg,
};

pub(crate) use arena::{
    ArenaArgs, MatchAnalyseArgs, MatchArgs, MatchBookArgs, MatchCommand, MatchPlanArgs,
};
pub(crate) use audit::{
    ActionArgs, DoctorArgs, ExtendArgs, GameAuditArgs, InputKind, IsolationArg, JudgeArgs,
    JudgePreset, LogArgs, PlayableArgs, ReplaceRule, ScopeArgs, SideArg, TeacherArgs, VerifyArgs,
};

option_group! {
    /// `[filter]`: which games take part.
    FilterArgs {
        /// Both players' rating at least this; `none` takes unrated games too [default: 3000]
        #[arg(long, value_name = "N|none", allow_negative_numbers = true)]
        min_rating: Bound,
        /// At least this many plies [default: 40]
        #[arg(long, value_name = "N")]
        min_plies: u32,
        /// Endings by the truth rule, separated by commas: toryo, kachi, tsumi, time_up, illegal,
        /// sennichite, oute_sennichite, jishogi, max_moves, chudan, abnormal, none, any [default: toryo,kachi]
        #[arg(long, value_name = "LIST", value_delimiter = ',')]
        endings: Vec<String>,
        /// Only games with this winner
        #[arg(long, value_enum, value_name = "WHO")]
        winner: WinnerArg,
        /// Only games whose declaration or repetition is shown by replay
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        verified_endings: bool,
        /// First day (YYYY-MM-DD), inclusive
        #[arg(long, value_name = "DATE")]
        date_from: String,
        /// Last day (YYYY-MM-DD), inclusive
        #[arg(long, value_name = "DATE")]
        date_to: String,
        /// Only games of this event (the whole text; see --regex); may be repeated
        #[arg(long, value_name = "TEXT")]
        event: Vec<String>,
        /// Only games with this player on either side (the whole name; see --regex); may be repeated
        #[arg(long, value_name = "NAME")]
        player: Vec<String>,
        /// No game with this player on either side; may be repeated
        #[arg(long, value_name = "NAME")]
        not_player: Vec<String>,
        /// --event, --player and --not-player are regular expressions, found anywhere in the text
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        regex: bool,
        /// --event, --player and --not-player ignore upper and lower case
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        ignore_case: bool,
        /// Largest difference of the two ratings
        #[arg(long, value_name = "N")]
        max_rating_gap: f64,
        /// Only games with this time control, as written in the record; may be repeated
        #[arg(long, value_name = "TEXT")]
        time_control: Vec<String>,
        /// At most this many games of one pair of players
        #[arg(long, value_name = "N")]
        cap_per_pairing: u32,
        /// Leave out games that begin with more than this many moves of 0 seconds
        #[arg(long, value_name = "PLIES")]
        instant_prefix: u32,
        /// Games with the same start and moves all count
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        keep_duplicates: bool,
        /// Games from a prepared start (Floodgate buoy games) [default: drop]
        #[arg(long, value_enum, value_name = "WHAT")]
        buoy: Buoy,
    }
}

option_group! {
    /// `[split]`: which games are held out for suites and tests.
    SplitArgs {
        /// Fraction of the games that is held out, 0 to 1; 0 uses every game [default: 0.2]
        #[arg(long, value_name = "FRACTION")]
        holdout: f64,
        /// Seed of the split [default: 0]
        #[arg(long, value_name = "N")]
        seed: u64,
    }
}

option_group! {
    /// `[book]`: what the book holds.
    BookArgs {
        /// Positions at plies 0 to N-1, 1 to 60 [default: 24]
        #[arg(long, value_name = "N")]
        book_plies: u32,
        /// Number of entries of six bytes; more than 512 is more than 3,072 bytes [default: 512]
        #[arg(long, value_name = "N")]
        entries: u32,
        /// Candidates for each position, 1 or 2 [default: 2]
        #[arg(long, value_name = "N")]
        moves_per_position: u32,
        /// How the entries are chosen [default: frequency]
        #[arg(long, value_enum, value_name = "RULE")]
        selection: SelectionRule,
        /// Points of a move by the eventual winner [default: 3]
        #[arg(long, value_name = "N")]
        winner_weight: u32,
        /// Points of a move by the eventual loser [default: 1]
        #[arg(long, value_name = "N")]
        loser_weight: u32,
        /// Points of a move in a drawn game, or one with no known result [default: 1]
        #[arg(long, value_name = "N")]
        draw_weight: u32,
        /// Moves count by the mover's rating: nothing up to LOW, fully from HIGH on
        #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
        rating_weight: RatingSpan,
        /// Moves count half as much with every N days before the last game
        #[arg(long, value_name = "DAYS")]
        age_half_life: u32,
        /// First seed tried for the table of 16-bit keys [default: 0]
        #[arg(long, value_name = "N")]
        key_seed: u64,
        /// Layout of the table of 16-bit keys [default: full]
        #[arg(long, value_enum, value_name = "LAYOUT")]
        key_table: KeyTable,
        /// Keep this table of 16-bit keys; colliding positions are dropped
        #[arg(long, value_name = "FILE")]
        zobrist: PathBuf,
    }
}

option_group! {
    /// `[read]`: how records are read.
    ReadArgs {
        /// Read text as utf-8, shift_jis, euc-jp, iso-2022-jp or utf-16le [default: by bytes and header]
        #[arg(long, value_name = "NAME")]
        encoding: String,
        /// Files hold `startpos moves …` or `sfen …` lines, one game a line
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        lines: bool,
        /// A rejected game ends the run with exit code 1
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        strict: bool,
        /// Stop at the first rejected game
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        fail_fast: bool,
        /// Number of worker threads [default: one for each processor]
        #[arg(long, value_name = "N")]
        jobs: u32,
    }
}

option_group! {
    /// `[limits]`: limits against damaged and hostile input; sizes with K, M, G.
    LimitArgs {
        /// Largest unpacked size of one entry; a larger one counts as a rejected game [default: 256M]
        #[arg(long, value_name = "SIZE")]
        max_entry_size: ByteSize,
        /// Largest unpacked size of one archive; more stops the run [default: 64G]
        #[arg(long, value_name = "SIZE")]
        max_total_size: ByteSize,
        /// Largest ratio of unpacked to packed size of one entry (looked at above 8M) [default: 250]
        #[arg(long, value_name = "N")]
        max_ratio: u64,
        /// Largest number of entries of one archive; more stops the run [default: 1000000]
        #[arg(long, value_name = "N")]
        max_entries: u64,
        /// How deep archives may lie in one another; 0 reads no archive [default: 1]
        #[arg(long, value_name = "N")]
        nesting: u32,
        /// Memory a decoder may need [default: 512M]
        #[arg(long, value_name = "SIZE")]
        decoder_memory: ByteSize,
    }
}

option_group! {
    /// `[tables]`: what `ingest` stores.
    TableArgs {
        /// Positions at plies 0 to N-1 of each game, or `all` [default: 60]
        #[arg(long, value_name = "N|all")]
        plies: Depth,
    }
}

option_group! {
    /// `[output]`: what is written.
    OutputArgs {
        /// Folder for the results [default: joban-out]
        #[arg(long, short, value_name = "DIR")]
        out: PathBuf,
        /// Also write moves.csv with every aggregated row (`build`)
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        all: bool,
        /// Begin CSV files with a byte-order mark, for Excel
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        csv_bom: bool,
    }
}
