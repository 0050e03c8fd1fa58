//! Options after defaults: command line over `joban.toml` over preset over default, checked once.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use joban_csa_parse::input::Limits;
use joban_csa_parse::{Encoding, ReadOptions};
use joban_positions::{Date, Endings, FilterRules, NamePattern, PlyLimit, Split, WinnerRule};

use crate::args::{
    BookArgs, Buoy, FilterArgs, KeyTable, LimitArgs, OutputArgs, Preset, ReadArgs, SelectionRule,
    SplitArgs, TableArgs, WinnerArg,
};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::text;
use crate::values::{ByteSize, Depth, RatingSpan};

/// Default values that stand in `--help`, in `docs/config.md` and here; a test compares them.
pub(crate) mod defaults {
    /// Positions at plies 0 to this minus one are in a book.
    pub(crate) const BOOK_PLIES: u32 = 24;
    /// Entries of a book: 3,072 bytes.
    pub(crate) const ENTRIES: u32 = 512;
    /// Candidates for each position.
    pub(crate) const MOVES_PER_POSITION: u32 = 2;
    /// Points of a move by the winner.
    pub(crate) const WINNER_WEIGHT: u32 = 3;
    /// Points of a move by the loser.
    pub(crate) const LOSER_WEIGHT: u32 = 1;
    /// Points of a move without a winner.
    pub(crate) const DRAW_WEIGHT: u32 = 1;
    /// Plies that `ingest` stores.
    pub(crate) const TABLE_PLIES: u64 = 60;
    /// Folder for results.
    pub(crate) const OUT: &str = "joban-out";
    /// Largest `--book-plies`.
    pub(crate) const MAX_BOOK_PLIES: u32 = 60;
    /// Largest `--entries`: a thousand times the usual book is certainly an error in typing.
    pub(crate) const MAX_ENTRIES: u32 = 1_000_000;
    /// Largest weight of an outcome.
    pub(crate) const MAX_WEIGHT: u32 = 1_000_000;
    /// Largest `--jobs`.
    pub(crate) const MAX_JOBS: u32 = 1024;
    /// Largest `--plies` of `ingest` other than `all`.
    pub(crate) const MAX_TABLE_PLIES: u64 = 60_000;
}

/// How records are read.
#[derive(Clone, Debug)]
pub(crate) struct ReadSettings {
    /// For the parser.
    pub(crate) options: ReadOptions,
    /// Limits of archives.
    pub(crate) limits: Limits,
    /// A rejected game gives exit code 1.
    pub(crate) strict: bool,
    /// Stop at the first rejected game.
    pub(crate) fail_fast: bool,
    /// Worker threads.
    pub(crate) jobs: usize,
}

impl ReadSettings {
    /// Checks options of reading and limits.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option.
    pub(crate) fn new(read: ReadArgs, limits: LimitArgs) -> Outcome<Self> {
        let encoding = read.encoding.as_deref().map(encoding).transpose()?;
        let jobs = read.jobs.unwrap_or_else(processors);
        let jobs = in_range("jobs", jobs, 1, defaults::MAX_JOBS)?;
        Ok(ReadSettings {
            options: ReadOptions {
                encoding,
                lines: read.lines.unwrap_or(false),
                ..ReadOptions::default()
            },
            limits: limit_settings(limits)?,
            strict: read.strict.unwrap_or(false),
            fail_fast: read.fail_fast.unwrap_or(false),
            jobs: jobs as usize,
        })
    }
}

/// Processors of this machine, at least 1.
pub(crate) fn processors() -> u32 {
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    u32::try_from(count)
        .unwrap_or(defaults::MAX_JOBS)
        .min(defaults::MAX_JOBS)
}

fn encoding(name: &str) -> Outcome<Encoding> {
    name.parse()
        .map_err(|_| Failure::usage(text!(BadEncoding, name)))
}

fn limit_settings(args: LimitArgs) -> Outcome<Limits> {
    let default = Limits::default();
    let bytes = |size: Option<ByteSize>, or: u64| size.map_or(or, |size| size.0);
    let nesting = args.nesting.unwrap_or(default.nesting);
    Ok(Limits {
        max_entry_bytes: at_least_1(
            "max-entry-size",
            bytes(args.max_entry_size, default.max_entry_bytes),
        )?,
        max_total_bytes: at_least_1(
            "max-total-size",
            bytes(args.max_total_size, default.max_total_bytes),
        )?,
        max_ratio: at_least_1("max-ratio", args.max_ratio.unwrap_or(default.max_ratio))?,
        max_entries: at_least_1(
            "max-entries",
            args.max_entries.unwrap_or(default.max_entries),
        )?,
        nesting: in_range("nesting", nesting, 0, Limits::MAX_NESTING)?,
        decoder_memory: at_least_1(
            "decoder-memory",
            bytes(args.decoder_memory, default.decoder_memory),
        )?,
        ..default
    })
}

/// The filter, after the preset.
///
/// # Errors
///
/// Exit 2 naming the option.
pub(crate) fn filter(args: FilterArgs, preset: Option<Preset>) -> Outcome<FilterRules> {
    let mut rules = match preset {
        Some(Preset::GameboyArticle) => FilterRules::gameboy_article(),
        None => FilterRules::default(),
    };
    let names = Names {
        regex: args.regex.unwrap_or(false),
        fold: args.ignore_case.unwrap_or(false),
    };
    if let Some(bound) = args.min_rating {
        rules.min_rating = bound.value();
    }
    if let Some(plies) = args.min_plies {
        rules.min_plies = in_range("min-plies", plies, 0, 60_000)?;
    }
    if let Some(list) = args.endings {
        rules.endings = Endings::parse(&list.join(",")).map_err(|e| bad("endings", &e))?;
    }
    if let Some(buoy) = args.buoy {
        rules.no_buoy = buoy == Buoy::Drop;
    }
    if let Some(keep) = args.keep_duplicates {
        rules.no_duplicates = !keep;
    }
    rules.winner = args.winner.map(winner);
    rules.verified_endings = args.verified_endings.unwrap_or(false);
    rules.from = args
        .date_from
        .as_deref()
        .map(|day| date("date-from", day))
        .transpose()?;
    rules.to = args
        .date_to
        .as_deref()
        .map(|day| date("date-to", day))
        .transpose()?;
    rules.events = names.patterns("event", args.event)?;
    rules.players = names.patterns("player", args.player)?;
    rules.not_players = names.patterns("not-player", args.not_player)?;
    rules.time_controls = Names::EXACT.patterns("time-control", args.time_control)?;
    rules.max_rating_gap = args.max_rating_gap;
    rules.max_per_pairing = args.cap_per_pairing;
    rules.max_instant_plies = args.instant_prefix;
    rules
        .check()
        .map_err(|error| Failure::usage(text!(FilterFailed, error.words())))?;
    Ok(rules)
}

fn winner(winner: WinnerArg) -> WinnerRule {
    match winner {
        WinnerArg::Black => WinnerRule::Black,
        WinnerArg::White => WinnerRule::White,
        WinnerArg::Draw => WinnerRule::Draw,
        WinnerArg::Decided => WinnerRule::Decided,
    }
}

/// A day of the calendar, written with `-` or `/`.
fn date(option: &str, day: &str) -> Outcome<Date> {
    day.replace('/', "-")
        .parse()
        .map_err(|_| Failure::usage(text!(BadDate, option, day)))
}

/// How names are compared.
#[derive(Copy, Clone)]
struct Names {
    regex: bool,
    fold: bool,
}

impl Names {
    const EXACT: Names = Names {
        regex: false,
        fold: false,
    };

    fn patterns(self, option: &str, names: Option<Vec<String>>) -> Outcome<Vec<NamePattern>> {
        let names = names.unwrap_or_default();
        names
            .iter()
            .map(|name| self.pattern(option, name))
            .collect()
    }

    fn pattern(self, option: &str, name: &str) -> Outcome<NamePattern> {
        let written = match (self.regex, self.fold) {
            (true, true) => format!("re:(?i){name}"),
            (true, false) => format!("re:{name}"),
            (false, true) => format!("i:{name}"),
            (false, false) => format!("={name}"),
        };
        NamePattern::parse(&written).map_err(|error| bad(option, &error))
    }
}

/// The hold-out split, after the preset.
///
/// # Errors
///
/// Exit 2 if the fraction is not from 0 to 1.
pub(crate) fn split(args: &SplitArgs, preset: Option<Preset>) -> Outcome<Split> {
    let default = match preset {
        Some(Preset::GameboyArticle) => Split::NONE,
        None => Split::default(),
    };
    let fraction = args.holdout.unwrap_or(default.fraction);
    if !(0.0..=1.0).contains(&fraction) {
        return Err(Failure::usage(text!(OutOfRange, "holdout", fraction, 0, 1)));
    }
    Ok(Split {
        seed: args.seed.unwrap_or(default.seed),
        fraction,
    })
}

/// What a book holds.
#[derive(Clone, Debug)]
pub(crate) struct BookSettings {
    /// Positions at plies 0 to this minus one.
    pub(crate) book_plies: u32,
    /// Number of entries.
    pub(crate) entries: u32,
    /// Candidates for each position.
    pub(crate) moves_per_position: u32,
    /// Points of a move by the winner.
    pub(crate) winner_weight: u32,
    /// How the entries are chosen.
    pub(crate) selection: SelectionRule,
    /// Points of a move by the loser.
    pub(crate) loser_weight: u32,
    /// Points of a move without a winner.
    pub(crate) draw_weight: u32,
    /// Weighting by the mover's rating.
    pub(crate) rating_weight: Option<RatingSpan>,
    /// Days in which the weight of a game halves.
    pub(crate) age_half_life: Option<u32>,
    /// First seed tried.
    pub(crate) key_seed: u64,
    /// Layout of the key table.
    pub(crate) key_table: KeyTable,
    /// A key table to keep.
    pub(crate) zobrist: Option<PathBuf>,
}

impl BookSettings {
    /// Checks the options of the book.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option.
    pub(crate) fn new(args: BookArgs) -> Outcome<Self> {
        use defaults::{
            BOOK_PLIES, DRAW_WEIGHT, ENTRIES, LOSER_WEIGHT, MAX_BOOK_PLIES, MAX_ENTRIES,
            MAX_WEIGHT, MOVES_PER_POSITION, WINNER_WEIGHT,
        };
        let ranged = |name, value: Option<u32>, default, low, high| {
            in_range(name, value.unwrap_or(default), low, high)
        };
        Ok(BookSettings {
            book_plies: ranged("book-plies", args.book_plies, BOOK_PLIES, 1, MAX_BOOK_PLIES)?,
            entries: ranged("entries", args.entries, ENTRIES, 1, MAX_ENTRIES)?,
            moves_per_position: ranged(
                "moves-per-position",
                args.moves_per_position,
                MOVES_PER_POSITION,
                1,
                2,
            )?,
            selection: args.selection.unwrap_or(SelectionRule::Frequency),
            winner_weight: ranged(
                "winner-weight",
                args.winner_weight,
                WINNER_WEIGHT,
                0,
                MAX_WEIGHT,
            )?,
            loser_weight: ranged(
                "loser-weight",
                args.loser_weight,
                LOSER_WEIGHT,
                0,
                MAX_WEIGHT,
            )?,
            draw_weight: ranged("draw-weight", args.draw_weight, DRAW_WEIGHT, 0, MAX_WEIGHT)?,
            rating_weight: args.rating_weight,
            age_half_life: args
                .age_half_life
                .map(|days| in_range("age-half-life", days, 1, 100_000))
                .transpose()?,
            key_seed: args.key_seed.unwrap_or(0),
            key_table: args.key_table.unwrap_or(KeyTable::Full),
            zobrist: args.zobrist,
        })
    }
}

/// What is written.
#[derive(Clone, Debug)]
pub(crate) struct OutputSettings {
    /// Folder for the results.
    pub(crate) out: PathBuf,
    /// Also moves.csv.
    pub(crate) all: bool,
    /// A byte-order mark in CSV files.
    pub(crate) csv_bom: bool,
}

impl OutputSettings {
    /// Options of output; nothing to check.
    pub(crate) fn new(args: OutputArgs) -> Self {
        OutputSettings {
            out: args.out.unwrap_or_else(|| PathBuf::from(defaults::OUT)),
            all: args.all.unwrap_or(false),
            csv_bom: args.csv_bom.unwrap_or(false),
        }
    }
}

/// How many plies `ingest` stores.
///
/// # Errors
///
/// Exit 2 if the number is out of range.
pub(crate) fn table_plies(args: &TableArgs) -> Outcome<PlyLimit> {
    match args.plies.unwrap_or(Depth::Plies(defaults::TABLE_PLIES)) {
        Depth::All => Ok(PlyLimit::All),
        Depth::Plies(plies) => {
            let plies = in_range("plies", plies, 1, defaults::MAX_TABLE_PLIES)?;
            Ok(PlyLimit::First(plies as u32))
        }
    }
}

/// Checks a range, both ends inside.
///
/// # Errors
///
/// Exit 2 naming the option and the range.
pub(crate) fn in_range<T>(option: &str, value: T, low: T, high: T) -> Outcome<T>
where
    T: PartialOrd + Copy + std::fmt::Display,
{
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(Failure::usage(text!(OutOfRange, option, value, low, high)))
}

fn at_least_1(option: &str, value: u64) -> Outcome<u64> {
    in_range(option, value, 1, u64::MAX)
}

fn bad(option: &str, error: &dyn Worded) -> Failure {
    Failure::usage(text!(BadOption, option, error.words()))
}
