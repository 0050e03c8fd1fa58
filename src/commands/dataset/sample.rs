//! `joban dataset sample`: which positions a set holds.

use std::ffi::OsString;
use std::path::Path;

use joban_positions::dataset::{
    FILE, GameRules, LabelSource, Part, Row, Sampler, SetFacts, SetRules, Unique, is_set,
    sample_games, set_file,
};
use joban_positions::{
    FilterRules, Manifest, PlyLimit, Side, Split, funnel, is_table, table_limit,
};
use serde_json::json;

use super::report::Report;
use super::{
    CARD, Done, NewSet, fraction, manifest, named, out_folder, provenance, set_failure, shown,
    unique, unique_name,
};
use crate::args::{HoldoutSide, SampleArgs, SampleRuleArgs};
use crate::commands::Context;
use crate::commands::build::{check_left, check_strict};
use crate::commands::source::{Read, Source, failure};
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::ResultFolder;
use crate::output::table::grouped;
use crate::progress::Counting;
use crate::settings::{self, ReadSettings, in_range};
use crate::text;
use crate::values::PlySpan;

/// Folder for the results without `-o`.
const OUT: &str = "joban-sample";
/// Window of plies of games without `--plies`.
const PLIES: PlySpan = PlySpan {
    from: 16,
    to: Some(200),
};
/// The longest game.
const LAST_PLY: u32 = 60_000;

/// Runs `joban dataset sample`.
///
/// # Errors
///
/// Usage (2), input (3), rejected games under `--strict` (1), a failed write (5).
pub(super) fn run(args: &SampleArgs, context: &Context<'_>) -> Outcome {
    let rules = args.sample.clone().or(context.loaded.config.sample.clone());
    let sets = args.paths.iter().filter(|path| names_set(path)).count();
    let part = rules.shard.map_or(Part::WHOLE, |shard| Part {
        index: shard.0.number() - 1,
        count: shard.0.count(),
    });
    let run = Run {
        args,
        context,
        rules,
        part,
    };
    match sets {
        0 => run.games(),
        sets if sets == args.paths.len() => run.sets(),
        _ => Err(Failure::usage(text!(SetsAndGames))),
    }
}

fn names_set(path: &OsString) -> bool {
    is_set(&set_file(Path::new(path)))
}

struct Run<'a> {
    args: &'a SampleArgs,
    context: &'a Context<'a>,
    rules: SampleRuleArgs,
    part: Part,
}

impl Run<'_> {
    fn folder(&self) -> Outcome<ResultFolder> {
        let inputs: Vec<&Path> = self.args.paths.iter().map(Path::new).collect();
        out_folder(self.args.out.as_ref(), OUT, &inputs)
    }

    fn seed(&self) -> u64 {
        self.rules.sample_seed.unwrap_or(0)
    }

    fn sampler(&self, folder: &ResultFolder) -> Sampler {
        let unique = unique(self.rules.unique);
        let count = self.rules.count;
        Sampler::new(folder.path(), self.seed(), unique, count, self.part)
    }

    fn games(&self) -> Outcome {
        if self.rules.decided.is_some() {
            return Err(Failure::usage(text!(OptionOfSets, "--decided")));
        }
        let settings = GameSettings::new(self.args, self.context)?;
        let rules = self.game_rules()?;
        let source = Source::open(&self.args.paths, &settings.read)?;
        let folder = self.folder()?;
        let limit = match *rules.plies.end() {
            LAST_PLY.. => PlyLimit::All,
            last => PlyLimit::First(last + 1),
        };
        let games = source.read(limit, false, &settings.read, self.context)?;
        // The side is chosen here, since the funnel knows one side only.
        let all = funnel(&games.corpus, &settings.filter, &Split::NONE);
        check_left(&games, &all)?;
        let kept = self.side_of(&games, &all.kept, &settings.split);
        let mut sampler = self.sampler(&folder);
        let (quiet, lang) = (self.context.global.quiet, self.context.lang);
        let progress = Counting::new(quiet, lang, Some(kept.len() as u64));
        let sampled = sample_games(&games.corpus, &kept, &rules, &mut sampler, &mut |done| {
            progress.count(done as u64);
        });
        progress.finish();
        sampled.map_err(|error| set_failure(&error, &folder))?;
        let mut base = self.games_manifest(&settings, &games, &rules);
        let (read, used) = (all.read, kept.len() as u64);
        base.counts.insert("games_read".to_owned(), read);
        base.counts.insert("games_used".to_owned(), used);
        let lines = vec![text!(SampleGames, grouped(used), grouped(read))];
        let told = Told {
            lines,
            notes: games.notes.clone(),
        };
        self.finish(sampler, folder, Vec::new(), base, told)?;
        check_strict(settings.read.strict, &games)
    }

    /// The games of the side that is wanted.
    fn side_of(&self, games: &Read, kept: &[usize], split: &Split) -> Vec<usize> {
        let side = self.rules.from_side.unwrap_or(HoldoutSide::Training);
        let is_held = |index: usize| split.side(games.corpus.games()[index].hash) == Side::HeldOut;
        let wanted = |index: &usize| match side {
            HoldoutSide::All => true,
            HoldoutSide::Training => !is_held(*index),
            HoldoutSide::HeldOut => is_held(*index),
        };
        kept.iter().copied().filter(wanted).collect()
    }

    fn games_manifest(&self, settings: &GameSettings, games: &Read, rules: &GameRules) -> Manifest {
        let side = self.rules.from_side.unwrap_or(HoldoutSide::Training);
        let mut base = Manifest::new("", "");
        base.inputs.clone_from(&games.inputs);
        base.built_on.clone_from(&games.built_on);
        base.records_sha256 = Some(games.records_sha256());
        let options = [
            ("filter", json!(settings.filter)),
            ("holdout", json!(settings.split.fraction)),
            ("from_side", json!(side)),
            ("rules", rules_json(rules)),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value));
        base.options.extend(options);
        base.seeds.insert("split".to_owned(), settings.split.seed);
        base
    }

    fn game_rules(&self) -> Outcome<GameRules> {
        let rules = &self.rules;
        let span = match rules.plies {
            Some(span) => span,
            None => self.held_plies()?,
        };
        let most = rules
            .per_game
            .map(|most| in_range("per-game", most, 1, LAST_PLY));
        Ok(GameRules {
            plies: span.from..=span.to.unwrap_or(LAST_PLY).min(LAST_PLY),
            in_check: rules.in_check == Some(true),
            per_game: most.transpose()?,
            random_share: fraction("random-share", rules.random_share.unwrap_or(0.0))?,
            random_plies: in_range("random-plies", rules.random_plies.unwrap_or(1), 1, 100)?,
            seed: self.seed(),
        })
    }

    /// The usual window, as far as tables hold it.
    fn held_plies(&self) -> Outcome<PlySpan> {
        let mut span = PLIES;
        let tables = self.args.paths.iter().map(Path::new);
        for path in tables.filter(|path| is_table(path)) {
            let folder = if path.is_dir() {
                path
            } else {
                path.parent().unwrap_or(Path::new(""))
            };
            if let PlyLimit::First(held) = table_limit(folder).map_err(|error| failure(&error))? {
                span.to = span.to.map(|to| to.min(held.saturating_sub(1)));
            }
        }
        span.from = span.from.min(span.to.unwrap_or(span.from));
        Ok(span)
    }

    fn sets(&self) -> Outcome {
        let rules = self.set_rules()?;
        let folder = self.folder()?;
        let mut sampler = self.sampler(&folder);
        let mut base = Manifest::new("", "");
        let labels =
            super::merge::labels(self.args.paths.iter().map(Path::new), false, self.context)?;
        let mut notes = Vec::new();
        for path in self.args.paths.iter().map(Path::new) {
            let mut take = |row: &Row| sampler.offer(row, &rules);
            let told = super::merge::each_row(path, &labels, &mut take, &folder, self.context)?;
            notes.extend(told);
            provenance(&mut base, path)?;
        }
        let window = rules
            .plies
            .as_ref()
            .map(|plies| [plies.start(), plies.end()]);
        base.options.insert(
            "rules".to_owned(),
            json!({
                "plies": window,
                "in_check": rules.in_check,
                "decided_cp": rules.decided.map(|(edge, _)| edge),
                "decided_share": rules.decided.map(|(_, share)| share),
            }),
        );
        let told = Told {
            lines: Vec::new(),
            notes,
        };
        self.finish(sampler, folder, labels, base, told)
    }

    fn set_rules(&self) -> Outcome<SetRules> {
        let rules = &self.rules;
        // The same in `joban.toml` may be meant for games.
        let given = &self.args.sample;
        let strangers = [
            ("--per-game", given.per_game.is_some()),
            ("--random-share", given.random_share.is_some()),
            ("--random-plies", given.random_plies.is_some()),
            ("--from-side", given.from_side.is_some()),
        ];
        if let Some((option, _)) = strangers.iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::usage(text!(OptionOfGameSamples, option)));
        }
        Ok(SetRules {
            plies: rules
                .plies
                .map(|span| span.from..=span.to.unwrap_or(u32::MAX)),
            in_check: rules.in_check != Some(false),
            decided: rules.decided.map(|decided| (decided.edge, decided.share)),
            seed: self.seed(),
        })
    }

    fn finish(
        &self,
        sampler: Sampler,
        folder: ResultFolder,
        labels: Vec<LabelSource>,
        base: Manifest,
        told: Told,
    ) -> Outcome {
        let has_order = unique(self.rules.unique) != Unique::None;
        let facts = SetFacts {
            labels,
            order_seed: has_order.then(|| self.seed()),
        };
        let mut set = NewSet::create(&folder, FILE)?;
        let finished = sampler.finish(&mut |row| set.push(row));
        let (rows, dropped) = finished.map_err(|error| set_failure(&error, &folder))?;
        if rows == 0 && self.part == Part::WHOLE {
            return Err(Failure::input(text!(SampleEmpty)));
        }
        let done = set.finish(&facts, CARD)?;
        let mut manifest = self.manifest(&done, &facts, base);
        manifest.dropped = named(&dropped);
        folder.write_manifest(&manifest)?;
        folder.finish()?;
        let mut report = Report::new("dataset sample");
        report.out = Some(shown(self.args.out.as_ref(), OUT));
        report.dropped = named(&dropped);
        report.cards.insert("positions".to_owned(), done.card);
        report.outputs = done.outputs;
        report.lines = told.lines;
        report.notes = told.notes;
        report.show(self.context)
    }

    fn manifest(&self, done: &Done, facts: &SetFacts, base: Manifest) -> Manifest {
        let mut manifest = manifest("sample", &[done], facts);
        manifest.inputs = base.inputs;
        manifest.built_on = base.built_on;
        manifest.records_sha256 = base.records_sha256;
        manifest.options.extend(base.options);
        let part = format!("{}/{}", self.part.index + 1, self.part.count);
        let options = [
            ("unique", json!(unique_name(unique(self.rules.unique)))),
            ("count", json!(self.rules.count)),
            ("shard", json!(part)),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value));
        manifest.options.extend(options);
        manifest.seeds = base.seeds;
        manifest.seeds.insert("sample".to_owned(), self.seed());
        manifest.counts.extend(base.counts);
        manifest
    }
}

/// What is told beside the card.
struct Told {
    lines: Vec<Text>,
    notes: Vec<Text>,
}

/// Which games take part, and how they are read.
struct GameSettings {
    read: ReadSettings,
    filter: FilterRules,
    split: Split,
}

impl GameSettings {
    fn new(args: &SampleArgs, context: &Context<'_>) -> Outcome<Self> {
        let config = context.loaded.config.clone();
        let limits = args.limits.clone().or(config.limits);
        Ok(GameSettings {
            read: ReadSettings::new(args.read.clone().or(config.read), limits)?,
            filter: settings::filter(args.filter.clone().or(config.filter), None)?,
            split: settings::split(&args.split.clone().or(config.split), None)?,
        })
    }
}

fn rules_json(rules: &GameRules) -> serde_json::Value {
    json!({
        "plies": [rules.plies.start(), rules.plies.end()],
        "in_check": rules.in_check,
        "per_game": rules.per_game,
        "random_share": rules.random_share,
        "random_plies": rules.random_plies,
    })
}
