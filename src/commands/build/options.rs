//! Options of `build` after defaults, and what each filter rule is called on the command line.

use std::collections::BTreeMap;
use std::str::FromStr;

use joban_book_build::{Action, Override, check_overrides};
use joban_positions::{FilterRules, Manifest, Rule, Split};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::args::{BookArgs, BuildArgs, OutputArgs, Preset};
use crate::commands::Context;
use crate::config::{OverrideAction, OverrideConfig};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, Worded};
use crate::settings::{self, BookSettings, OutputSettings, ReadSettings};
use crate::text;

/// Everything that decides a build.
#[derive(Debug)]
pub(crate) struct BuildSettings {
    /// The procedure that is followed.
    pub(crate) preset: Option<Preset>,
    /// Which games take part.
    pub(crate) filter: FilterRules,
    /// Which games are held out.
    pub(crate) split: Split,
    /// What the book holds.
    pub(crate) book: BookSettings,
    /// Decisions of the author.
    pub(crate) overrides: Vec<Override>,
    /// How records are read.
    pub(crate) read: ReadSettings,
    /// What is written.
    pub(crate) output: OutputSettings,
}

impl BuildSettings {
    /// Command line over configuration over preset over default.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option.
    pub(crate) fn new(args: &BuildArgs, context: &Context<'_>) -> Outcome<Self> {
        let config = context.loaded.config.clone();
        let preset = args.preset.or(config.preset);
        let book = BookSettings::new(args.book.clone().or(config.book))?;
        let overrides = overrides(&config.overrides)?;
        check_overrides(
            &overrides,
            book.book_plies as u8,
            book.moves_per_position as usize,
        )
        .map_err(|error| Failure::usage(text!(BadOverride, error.words())))?;
        let read = args.read.clone().or(config.read);
        Ok(BuildSettings {
            preset,
            filter: settings::filter(args.filter.clone().or(config.filter), preset)?,
            split: settings::split(&args.split.clone().or(config.split), preset)?,
            book,
            overrides,
            read: ReadSettings::new(read, args.limits.clone().or(config.limits))?,
            output: OutputSettings::new(args.output.clone().or(config.output)),
        })
    }

    /// The settings of a book that was built, by its manifest. Records are read as `read` says, but with the book's encoding and lines.
    ///
    /// # Errors
    ///
    /// Exit 2 naming the option that is missing or has no value of its kind.
    pub(crate) fn of_manifest(manifest: &Manifest, mut read: ReadSettings) -> Outcome<Self> {
        let options = Kept(&manifest.options);
        let span: Option<String> = options.get("rating_weight")?;
        let args = BookArgs {
            book_plies: options.get("book_plies")?,
            entries: options.get("entries")?,
            moves_per_position: options.get("moves_per_position")?,
            selection: options.get("selection")?,
            winner_weight: options.get("winner_weight")?,
            loser_weight: options.get("loser_weight")?,
            draw_weight: options.get("draw_weight")?,
            rating_weight: span
                .map(|span| options.text("rating_weight", &span))
                .transpose()?,
            age_half_life: options.get("age_half_life")?,
            key_seed: None,
            key_table: options.get("key_table")?,
            zobrist: None,
        };
        let encoding: Option<String> = options.get("encoding")?;
        if let Some(name) = encoding {
            read.options.encoding = Some(options.text("encoding", &name)?);
        }
        read.options.lines = options.get("lines")?;
        let missing = |error: &dyn std::fmt::Display| unreadable("split", error);
        Ok(BuildSettings {
            preset: options.get("preset")?,
            filter: options.get("filter")?,
            split: Split {
                seed: *manifest.seeds.get("split").ok_or_else(|| missing(&"-"))?,
                fraction: options.get("holdout")?,
            },
            book: BookSettings::new(args)?,
            overrides: options.get("overrides")?,
            read,
            output: OutputSettings::new(OutputArgs::default()),
        })
    }

    /// The options for the manifest: whatever can change a byte of the results.
    pub(crate) fn for_manifest(&self) -> BTreeMap<String, Value> {
        let book = &self.book;
        let read = &self.read;
        let encoding = read.options.encoding.map(|encoding| encoding.as_str());
        let span = book
            .rating_weight
            .map(|span| format!("{}..{}", span.low, span.high));
        let options = [
            ("preset", json!(self.preset)),
            ("selection", json!(book.selection)),
            ("filter", json!(self.filter)),
            ("holdout", json!(self.split.fraction)),
            ("book_plies", json!(book.book_plies)),
            ("entries", json!(book.entries)),
            ("moves_per_position", json!(book.moves_per_position)),
            ("winner_weight", json!(book.winner_weight)),
            ("loser_weight", json!(book.loser_weight)),
            ("draw_weight", json!(book.draw_weight)),
            ("rating_weight", json!(span)),
            ("age_half_life", json!(book.age_half_life)),
            ("key_table", json!(book.key_table)),
            ("zobrist", json!(book.zobrist.is_some())),
            ("overrides", json!(self.overrides)),
            ("encoding", json!(encoding)),
            ("lines", json!(read.options.lines)),
            ("all", json!(self.output.all)),
            ("csv_bom", json!(self.output.csv_bom)),
        ];
        options
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

/// Options as a manifest keeps them.
struct Kept<'a>(&'a BTreeMap<String, Value>);

impl Kept<'_> {
    fn get<T: DeserializeOwned>(&self, name: &str) -> Outcome<T> {
        let value = self.0.get(name).cloned().unwrap_or_default();
        serde_json::from_value(value).map_err(|error| unreadable(name, &error))
    }

    fn text<T: FromStr>(&self, name: &str, text: &str) -> Outcome<T>
    where
        T::Err: std::fmt::Display,
    {
        text.parse().map_err(|error| unreadable(name, &error))
    }
}

fn unreadable(name: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(text!(RefillManifest, name, error))
}

/// The overrides of the configuration, named by their number.
///
/// # Errors
///
/// Exit 2 if a weight is missing or out of place.
pub(crate) fn overrides(given: &[OverrideConfig]) -> Outcome<Vec<Override>> {
    given
        .iter()
        .zip(1..)
        .map(|(each, number)| one_override(each, number))
        .collect()
}

fn one_override(given: &OverrideConfig, number: usize) -> Outcome<Override> {
    let name = text!(OverrideName, number);
    let wrong = |what: Text| Failure::usage(text!(BadOverride, name.join(": ", &what)));
    let action = match (given.action, given.weight) {
        (OverrideAction::Force, None) => Action::Force,
        (OverrideAction::Forbid, None) => Action::Forbid,
        (OverrideAction::Weight, Some(weight)) => Action::Weight(weight),
        (OverrideAction::Weight, None) => return Err(wrong(text!(WeightMissing))),
        (_, Some(_)) => return Err(wrong(text!(WeightOutOfPlace))),
    };
    if given.reason.trim().is_empty() {
        return Err(wrong(text!(ReasonMissing)));
    }
    Ok(Override {
        name: name.get(Lang::En).to_owned(),
        sfen: given.sfen.clone(),
        moves: given.moves.clone(),
        ply: given.ply,
        mv: given.mv.clone(),
        action,
        reason: given.reason.clone(),
    })
}

/// How a rule is relaxed on the command line.
pub(crate) fn relax(rule: Rule) -> Text {
    match rule {
        Rule::Parse => text!(RelaxParse),
        Rule::EvenStart => text!(RelaxEvenStart),
        Rule::Legality => text!(RelaxRejects),
        Rule::Buoy => Text::same("--buoy keep"),
        Rule::Endings => Text::same("--endings any"),
        Rule::Length => Text::same("--min-plies 0"),
        Rule::Ratings => Text::same("--min-rating none"),
        Rule::Winner => Text::same("--winner"),
        Rule::VerifiedEndings => Text::same("--verified-endings=false"),
        Rule::DateRange => Text::same("--date-from, --date-to"),
        Rule::Event => Text::same("--event"),
        Rule::Players => Text::same("--player, --not-player"),
        Rule::RatingGap => Text::same("--max-rating-gap"),
        Rule::TimeControl => Text::same("--time-control"),
        Rule::PairingCap => Text::same("--cap-per-pairing"),
        Rule::InstantMoves => Text::same("--instant-prefix"),
        Rule::Duplicates => Text::same("--keep-duplicates"),
    }
}
