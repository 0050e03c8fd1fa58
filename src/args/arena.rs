//! Options of `match`.

use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand};
use serde::Deserialize;

use crate::values::Both;

/// `joban match`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct MatchArgs {
    /// Something other than playing.
    #[command(subcommand)]
    pub(crate) command: Option<MatchCommand>,
    /// Who plays, from which starts, by which rules.
    #[command(flatten)]
    pub(crate) arena: ArenaArgs,
    /// Folder for the results [default: joban-match]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// File that keeps every game as it ends [default: <out>.match]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) log: Option<PathBuf>,
}

/// Commands of `joban match`.
#[derive(Debug, Subcommand)]
pub(crate) enum MatchCommand {
    /// Judge a book by play: one engine with the book against itself without, from the same starts
    Book(Box<MatchBookArgs>),
    /// Say how many pairs a difference needs to be seen
    Plan(MatchPlanArgs),
    /// Say what the games of a log show; nothing is played
    Analyse(MatchAnalyseArgs),
}

/// `joban match book`
#[derive(Debug, Args)]
pub(crate) struct MatchBookArgs {
    /// A book that the engine reads: a folder of `build`, a book.bin, a .db; given twice, the two are compared too
    #[arg(long, value_name = "PATH", action = ArgAction::Append, required = true, help_heading = "Books")]
    pub(crate) book: Vec<PathBuf>,
    /// The engine, the starts, the rules.
    #[command(flatten)]
    pub(crate) arena: ArenaArgs,
    /// Also ask this engine what it thinks of the positions at which a book was left
    #[arg(long, value_name = "CMD|NAME", help_heading = "Teacher")]
    pub(crate) teacher: Option<String>,
    /// Nodes of each search of the teacher [default: by its profile]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "teacher_depth",
        requires = "teacher",
        help_heading = "Teacher"
    )]
    pub(crate) teacher_nodes: Option<u64>,
    /// Depth of each search of the teacher, in plies
    #[arg(long, value_name = "N", requires = "teacher", help_heading = "Teacher")]
    pub(crate) teacher_depth: Option<u32>,
    /// File that keeps every answer of the teacher [default: <out>.evidence]
    #[arg(
        long,
        value_name = "FILE",
        requires = "teacher",
        help_heading = "Teacher"
    )]
    pub(crate) evidence: Option<PathBuf>,
    /// Ask again where the teacher failed before
    #[arg(long, requires = "teacher", help_heading = "Teacher")]
    pub(crate) retry_failed: bool,
    /// Folder for the results; the games are kept beside it as they end [default: joban-match-book]
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
}

/// `joban match plan`
#[derive(Debug, Args)]
pub(crate) struct MatchPlanArgs {
    /// The Elo difference that is to be told from 0
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo: f64,
    /// Share of drawn games, 0 to 1; the two games of a pair are taken to be independent [default: 0.1]
    #[arg(long, value_name = "SHARE")]
    pub(crate) draws: Option<f64>,
}

/// `joban match analyse`
#[derive(Debug, Args)]
pub(crate) struct MatchAnalyseArgs {
    /// The log of a match
    #[arg(value_name = "LOG")]
    pub(crate) log: PathBuf,
    /// Also a sequential test of this Elo difference against --elo1
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo0: Option<f64>,
    /// The Elo difference that is tested for
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo1: Option<f64>,
    /// Probability of a wrong decision for --elo1 [default: 0.05]
    #[arg(long, value_name = "P")]
    pub(crate) alpha: Option<f64>,
    /// Probability of a wrong decision for --elo0 [default: 0.05]
    #[arg(long, value_name = "P")]
    pub(crate) beta: Option<f64>,
}

option_group! {
    /// `[match]`: who plays, from which starts, by which rules.
    ArenaArgs {
        /// An engine: a program, a command line, or the name of an `[[engine]]` of joban.toml; a match needs two, results are those of the first; `match book` needs one
        #[arg(long, value_name = "CMD|NAME", action = ArgAction::Append, help_heading = "Engines")]
        engine: Vec<String>,
        /// What reports and records call an engine, in the order of --engine [default: the name of its table, or what it calls itself]
        #[arg(long, value_name = "TEXT", action = ArgAction::Append, help_heading = "Engines")]
        name: Vec<String>,
        /// Set an option of the first engine; may be repeated
        #[arg(long, visible_alias = "option", value_name = "NAME=VALUE", help_heading = "Engines")]
        first_option: Vec<String>,
        /// Set an option of the second engine; may be repeated
        #[arg(long, value_name = "NAME=VALUE", help_heading = "Engines")]
        second_option: Vec<String>,
        /// Threads of each engine; more than 1 cannot be repeated exactly [default: 1]
        #[arg(long, value_name = "N", help_heading = "Engines")]
        threads: u32,
        /// Hash memory of each engine in MiB [default: 16]
        #[arg(long, value_name = "MIB", help_heading = "Engines")]
        hash: u32,
        /// Start positions: a file of `startpos moves …` or `sfen …` lines, or the folder of a suite
        #[arg(long, value_name = "FILE", help_heading = "Starts")]
        suite: PathBuf,
        /// Pairs of games, each from one start with colours swapped [default: one for each start]
        #[arg(long, value_name = "N", help_heading = "Starts")]
        pairs: u64,
        /// Number of the start of the first pair, from 1 [default: 1]
        #[arg(long, value_name = "N", help_heading = "Starts")]
        first_start: u64,
        /// Play from starts of fewer than 6 plies though both engines repeat their moves exactly
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = "Starts")]
        allow_shallow: bool,
        /// Nodes of each move; `A,B` for each engine its own, `-` for none
        #[arg(long, value_name = "N[,N]", allow_hyphen_values = true, help_heading = "Limits of a move")]
        nodes: Both,
        /// Depth of each move in plies
        #[arg(long, value_name = "N[,N]", allow_hyphen_values = true, help_heading = "Limits of a move")]
        depth: Both,
        /// Main time of a game in milliseconds
        #[arg(long, value_name = "MS[,MS]", allow_hyphen_values = true, help_heading = "Limits of a move")]
        main_time: Both,
        /// Time of each move after the main time, in milliseconds
        #[arg(long, value_name = "MS[,MS]", allow_hyphen_values = true, help_heading = "Limits of a move")]
        byoyomi: Both,
        /// Time added after each move, in milliseconds
        #[arg(long, value_name = "MS[,MS]", allow_hyphen_values = true, help_heading = "Limits of a move")]
        increment: Both,
        /// Time beyond the clock after which a side loses, in milliseconds at the pipe [default: 200]
        #[arg(long, value_name = "MS", help_heading = "Limits of a move")]
        margin: u32,
        /// Seconds without an answer after which an engine counts as silent under --nodes or --depth [default: 600]
        #[arg(long, value_name = "S", help_heading = "Limits of a move")]
        patience: u32,
        /// A game is a draw after this many moves, counted by the move number of the start [default: 512]
        #[arg(long, value_name = "N", help_heading = "Rules")]
        max_moves: u32,
        /// With --draw-moves: a score of at most this either way counts for a draw, in centipawns
        #[arg(long, value_name = "CP", help_heading = "Rules")]
        draw_score: u32,
        /// A draw is agreed on after so many such moves in a row of each side
        #[arg(long, value_name = "N", help_heading = "Rules")]
        draw_moves: u32,
        /// Draws are agreed on from this move number on [default: 1]
        #[arg(long, value_name = "N", help_heading = "Rules")]
        draw_from: u32,
        /// With --win-moves: a score of at least this for one side counts for its win, in centipawns
        #[arg(long, value_name = "CP", help_heading = "Rules")]
        win_score: u32,
        /// A win is agreed on after so many such moves in a row of each side
        #[arg(long, value_name = "N", help_heading = "Rules")]
        win_moves: u32,
        /// End early by a sequential test of this Elo difference against --elo1
        #[arg(long, value_name = "ELO", allow_negative_numbers = true, help_heading = "Test")]
        elo0: f64,
        /// The Elo difference that is tested for
        #[arg(long, value_name = "ELO", allow_negative_numbers = true, help_heading = "Test")]
        elo1: f64,
        /// Probability of a wrong decision for --elo1 [default: 0.05]
        #[arg(long, value_name = "P", help_heading = "Test")]
        alpha: f64,
        /// Probability of a wrong decision for --elo0 [default: 0.05]
        #[arg(long, value_name = "P", help_heading = "Test")]
        beta: f64,
        /// Games that run at once; it changes no result under --nodes and --depth [default: as many as the processors allow]
        #[arg(long, value_name = "N", help_heading = "Run")]
        concurrency: u32,
        /// Put the log of a match with other settings aside and begin a new one
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = "Run")]
        start_over: bool,
    }
}
