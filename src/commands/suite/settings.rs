//! Options of `suite` after defaults.

use std::collections::BTreeMap;
use std::path::PathBuf;

use joban_positions::FilterRules;
use joban_positions::suite::{DEFAULT_COUNT, DEFAULT_PLY, LAST_BOOK_PLY};
use serde_json::{Value, json};

use crate::args::{LogArgs, ScoreArgs, SplitArgs, StartArgs, SuiteMakeArgs};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::settings::{self, ReadSettings, defaults, in_range};
use crate::text;
use crate::values::PlyWindow;

/// Folder for the results without `-o`.
const OUT: &str = "joban-suite";

/// Most starts of a suite: beyond that `--count` is certainly an error in typing.
const MAX_COUNT: u32 = 10_000_000;

/// Most pairs of a pair list.
const MAX_PAIRS: u64 = 100_000_000;

/// Everything that decides a suite.
#[derive(Debug)]
pub(crate) struct SuiteSettings {
    /// Which positions become starts.
    pub(super) starts: StartSettings,
    /// Which scores they may have.
    pub(super) score: ScoreArgs,
    /// Where the teacher's answers are kept.
    pub(super) log: LogArgs,
    /// Which games take part.
    pub(super) filter: FilterRules,
    /// Which games are held out, where no manifest says it.
    pub(super) split: SplitArgs,
    /// How records are read.
    pub(super) read: ReadSettings,
    /// Folder for the results.
    pub(super) out: PathBuf,
}

/// Which positions become starts.
#[derive(Clone, Debug)]
pub(crate) struct StartSettings {
    pub(super) plies: PlyWindow,
    pub(super) count: u32,
    pub(super) not_in_check: bool,
    pub(super) per_family: Option<u32>,
    pub(super) per_pairing: Option<u32>,
    pub(super) against: Vec<PathBuf>,
    pub(super) for_book: Vec<PathBuf>,
    pub(super) twin: bool,
    pub(super) mirror: bool,
    pub(super) unheld: bool,
    pub(super) seed: Option<u64>,
    pub(super) pairs: Option<u64>,
    pub(super) first_start: u64,
}

impl StartSettings {
    /// Checks the options of the starts.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option.
    pub(crate) fn new(args: StartArgs) -> Outcome<Self> {
        let for_book = args.for_book.unwrap_or_default();
        let (usual, last) = match for_book.is_empty() {
            true => (DEFAULT_PLY..=DEFAULT_PLY, defaults::MAX_TABLE_PLIES as u32),
            false => (0..=LAST_BOOK_PLY, LAST_BOOK_PLY),
        };
        let plies = args.plies.unwrap_or(PlyWindow {
            first: *usual.start(),
            last: *usual.end(),
        });
        in_range("plies", plies.last, 0, last)?;
        let at_least_1 = |name, value: Option<u32>| {
            let checked = value.map(|value| in_range(name, value, 1, u32::MAX));
            checked.transpose()
        };
        let count = args.count.unwrap_or(DEFAULT_COUNT);
        let settings = StartSettings {
            plies,
            count: in_range("count", count, 1, MAX_COUNT)?,
            not_in_check: args.not_in_check.unwrap_or(false),
            per_family: at_least_1("per-family", args.per_family)?,
            per_pairing: at_least_1("per-pairing", args.per_pairing)?,
            against: args.against.unwrap_or_default(),
            for_book,
            twin: args.twin.unwrap_or(false),
            mirror: args.mirror.unwrap_or(false),
            unheld: args.unheld.unwrap_or(false),
            seed: args.suite_seed,
            pairs: match args.pairs {
                Some(pairs) => Some(in_range("pairs", pairs, 1, MAX_PAIRS)?),
                None => None,
            },
            first_start: in_range("first-start", args.first_start.unwrap_or(1), 1, u64::MAX)?,
        };
        settings.check_book()?;
        Ok(settings)
    }

    /// A suite inside a book takes every different start, so that caps and a twin mean nothing there.
    fn check_book(&self) -> Outcome {
        let without = [
            ("--twin", self.twin),
            ("--per-family", self.per_family.is_some()),
            ("--per-pairing", self.per_pairing.is_some()),
        ];
        match without.iter().find(|(_, given)| *given) {
            Some((option, _)) if !self.for_book.is_empty() => Err(Failure::usage(text!(
                ArgumentConflict,
                "--for-book",
                option
            ))),
            _ => Ok(()),
        }
    }
}

impl SuiteSettings {
    /// Command line over configuration over default.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option.
    pub(crate) fn new(args: &SuiteMakeArgs, context: &Context<'_>) -> Outcome<Self> {
        let config = context.loaded.config.clone();
        let read = args.read.clone().or(config.read);
        let score = args.score.clone();
        let score = match score.nodes.is_some() || score.depth.is_some() || score.movetime.is_some()
        {
            // A limit on the command line stands for all of the configuration's.
            true => score.or(ScoreArgs {
                nodes: None,
                depth: None,
                movetime: None,
                ..config.score
            }),
            false => score.or(config.score),
        };
        Ok(SuiteSettings {
            starts: StartSettings::new(args.starts.clone().or(config.suite))?,
            score,
            log: args.log.clone().or(config.log),
            filter: settings::filter(args.filter.clone().or(config.filter), None)?,
            split: args.split.clone().or(config.split),
            read: ReadSettings::new(read, args.limits.clone().or(config.limits))?,
            out: args.out.clone().unwrap_or_else(|| PathBuf::from(OUT)),
        })
    }

    /// The options for the manifest: whatever can change a byte of the results.
    pub(super) fn for_manifest(&self) -> BTreeMap<String, Value> {
        let starts = &self.starts;
        let read = &self.read.options;
        let windows = |windows: &Option<Vec<crate::values::CpWindow>>| {
            let windows = windows.iter().flatten();
            json!(windows.map(ToString::to_string).collect::<Vec<_>>())
        };
        let paths =
            |paths: &[PathBuf]| json!(paths.iter().map(|path| label(path)).collect::<Vec<_>>());
        let options = [
            ("filter", json!(self.filter)),
            ("unheld", json!(starts.unheld)),
            ("plies", json!(starts.plies.to_string())),
            ("count", json!(starts.count)),
            ("not_in_check", json!(starts.not_in_check)),
            ("per_family", json!(starts.per_family)),
            ("per_pairing", json!(starts.per_pairing)),
            ("against", paths(&starts.against)),
            ("for_book", paths(&starts.for_book)),
            ("twin", json!(starts.twin)),
            ("mirror", json!(starts.mirror)),
            ("pairs", json!(starts.pairs)),
            ("first_start", json!(starts.first_start)),
            ("black_cp", windows(&self.score.black_cp)),
            ("abs_cp", windows(&self.score.abs_cp)),
            (
                "encoding",
                json!(read.encoding.map(|encoding| encoding.as_str())),
            ),
            ("lines", json!(read.lines)),
        ];
        let options = options.into_iter();
        options
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

/// A path as results name it, with `/` on every system.
pub(super) fn label(path: &std::path::Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
