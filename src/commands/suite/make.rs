//! Making a suite: candidates of held-out games, what bars them, the choice, the proof.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use joban_engine::rules::Position;
use joban_positions::manifest::FileDigest;
use joban_positions::suite::{
    Candidate, Candidates, Comparison, Identity, Index, LAST_BOOK_PLY, Passage, Proof, ProofEntry,
    Selected, SelectionRules, Start, StartScore, Wanted, candidates, passages, select_without,
};
use joban_positions::{Corpus, Funnel, PlyLimit, Split, funnel};
use sha2::{Digest, Sha256};

use super::against::{Thing, compare_games};
use super::distinct::Distinct;
use super::report::{Report, reasons};
use super::score::{Asked, Judge, Known, Windows};
use super::settings::SuiteSettings;
use super::split::{decide, splits_of};
use super::write::write;
use crate::args::{SuiteMakeArgs, TeacherArgs};
use crate::commands::Context;
use crate::commands::build::{check_left, check_strict, result_folder};
use crate::commands::source::{Read, Source};
use crate::failure::{Failure, Outcome};
use crate::settings::ReadSettings;
use crate::text;

/// Runs `joban suite PATH…`.
///
/// # Errors
///
/// Usage (2), unusable input or no start left (3), engine faults (4), a failed write (5).
pub(super) fn run(args: &SuiteMakeArgs, context: &Context<'_>) -> Outcome {
    let settings = SuiteSettings::new(args, context)?;
    let windows = Windows::new(&settings.score, args)?;
    let source = Source::open(&args.paths, &settings.read)?;
    let split = split(args, &settings)?;
    let folder = result_folder(&settings.out, &all_paths(args, &settings))?;
    let needed = PlyLimit::First(settings.starts.plies.last.saturating_add(1));
    let read = source.read(source.held(needed)?, false, &settings.read, context)?;
    let config = &context.loaded.config;
    let make = Make {
        things: settings.open(&settings.starts.against, Thing::open, context)?,
        books: settings.open(&settings.starts.for_book, Thing::open_book, context)?,
        teacher: args.teacher.clone().or(config.teacher.clone()),
        settings: &settings,
        context,
        windows,
        read: &read,
        split,
    };
    let made = make.run()?;
    let report = Report::new(&make, &made);
    let outputs = write(&make, &made, &folder)?;
    folder.finish()?;
    report.show(outputs, context)?;
    check_strict(settings.read.strict, &read)?;
    report.end()
}

/// How games are divided; with `--unheld` nothing is held out.
fn split(args: &SuiteMakeArgs, settings: &SuiteSettings) -> Outcome<Split> {
    if settings.starts.unheld {
        return Ok(Split::NONE);
    }
    let split = decide(&settings.split, &named(args, settings))?;
    if split.fraction <= 0.0 {
        return Err(Failure::usage(text!(NothingHeldOut)));
    }
    Ok(split)
}

/// Opens one thing that is named.
type OpenThing = fn(&Path, &ReadSettings, &Context<'_>) -> Outcome<Thing>;

impl SuiteSettings {
    fn open(
        &self,
        paths: &[PathBuf],
        open: OpenThing,
        context: &Context<'_>,
    ) -> Outcome<Vec<Thing>> {
        let things = paths.iter().map(|path| open(path, &self.read, context));
        things.collect()
    }
}

/// The paths whose manifests may name the split.
fn named(args: &SuiteMakeArgs, settings: &SuiteSettings) -> Vec<PathBuf> {
    let starts = &settings.starts;
    let inputs = args.paths.iter().map(PathBuf::from);
    let others = starts.against.iter().chain(&starts.for_book).cloned();
    inputs.chain(others).collect()
}

fn all_paths(args: &SuiteMakeArgs, settings: &SuiteSettings) -> Vec<std::ffi::OsString> {
    let starts = &settings.starts;
    let others = starts.against.iter().chain(&starts.for_book);
    let others = others.map(|path| path.clone().into_os_string());
    args.paths.iter().cloned().chain(others).collect()
}

/// One run with everything that decides it.
pub(super) struct Make<'a> {
    pub(super) settings: &'a SuiteSettings,
    context: &'a Context<'a>,
    teacher: TeacherArgs,
    windows: Option<Windows>,
    pub(super) read: &'a Read,
    /// What the starts must not share.
    pub(super) things: Vec<Thing>,
    /// What the starts must lie in.
    pub(super) books: Vec<Thing>,
    /// How games are divided; of a run that uses every game, nothing is held out.
    pub(super) split: Split,
}

/// What came of it.
pub(super) struct Made {
    /// The suite, and its twin if there is one.
    pub(super) suites: Vec<Vec<Start>>,
    pub(super) passages: BTreeMap<String, Passage>,
    pub(super) proof: Proof,
    pub(super) funnel: Funnel,
    /// Games that the starts could come from.
    pub(super) games: u64,
    /// Positions that could be starts before anything barred them.
    pub(super) candidates: u64,
    /// Why candidates were left, and games without one.
    pub(super) dropped: BTreeMap<String, u64>,
    pub(super) seed: u64,
    pub(super) asked: Option<Asked>,
}

impl Make<'_> {
    fn corpus(&self) -> &Corpus {
        &self.read.corpus
    }

    fn run(&self) -> Outcome<Made> {
        let funnel = funnel(self.corpus(), &self.settings.filter, &self.split);
        let games = match self.settings.starts.unheld {
            true => &funnel.kept,
            false => &funnel.held,
        };
        self.check_games(&funnel, games)?;
        let found = self.candidates(games)?;
        let distinct = Distinct::new(&found.list);
        let compared = self.compare(&distinct.index)?;
        let barred = distinct.barred(&compared);
        let field = Field {
            list: &found.list,
            distinct: &distinct,
            barred: &barred,
            seed: self.seed(),
        };
        let chosen = self.choose(&field)?;
        let suites = self.starts(&field, &chosen);
        let mut dropped = found.dropped.clone();
        let bars = barred.iter().filter(|bar| **bar).count();
        dropped.insert("barred".to_owned(), bars as u64);
        dropped.extend(chosen.selected.left);
        if suites[0].is_empty() {
            return Err(no_start_left(&dropped, chosen.asked.as_ref()));
        }
        let findings = self.findings(&suites)?;
        Ok(Made {
            passages: self.passages(games),
            proof: self.proof(compared, findings),
            games: games.len() as u64,
            candidates: found.list.len() as u64,
            seed: field.seed,
            asked: chosen.asked,
            suites,
            dropped,
            funnel,
        })
    }

    fn seed(&self) -> u64 {
        let given = self.settings.starts.seed;
        given.unwrap_or_else(|| drawn_seed(&self.read.records_sha256()))
    }

    /// The playable positions at the plies, of starts inside a book those that one knows.
    fn candidates(&self, games: &[usize]) -> Outcome<Candidates> {
        let starts = &self.settings.starts;
        let wanted = Wanted {
            plies: starts.plies.first..=starts.plies.last,
            not_in_check: starts.not_in_check,
        };
        let mut found = candidates(self.corpus(), games, &wanted);
        if !self.books.is_empty() {
            self.keep_known(&mut found)?;
        }
        Ok(found)
    }

    /// How games pass through starts inside a book.
    fn passages(&self, games: &[usize]) -> BTreeMap<String, Passage> {
        match self.books.is_empty() {
            true => BTreeMap::new(),
            false => passages(self.corpus(), games, LAST_BOOK_PLY),
        }
    }

    /// Exit 3 where no game is left; the message names what to relax.
    fn check_games(&self, funnel: &Funnel, games: &[usize]) -> Outcome {
        if !games.is_empty() {
            return Ok(());
        }
        if funnel.kept.is_empty() {
            return check_left(self.read, funnel);
        }
        Err(Failure::input(text!(NoGameHeldOut, funnel.kept.len())))
    }

    /// Leaves the candidates that a book knows.
    fn keep_known(&self, found: &mut Candidates) -> Outcome {
        let distinct = Distinct::new(&found.list);
        let mut known = vec![false; found.list.len()];
        for book in &self.books {
            book.each_position(&mut |ply, position, _| {
                for number in distinct.index.same_as(position) {
                    for &candidate in &distinct.candidates[number] {
                        let at = found.list[candidate].ply;
                        known[candidate] |= ply.is_none_or(|ply| ply == at);
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        let unknown = known.iter().filter(|known| !**known).count() as u64;
        found.dropped.insert("not_in_book".to_owned(), unknown);
        let mut known = known.into_iter();
        found.list.retain(|_| known.next().unwrap_or(false));
        Ok(())
    }

    /// Looks for positions in everything that they must not share.
    fn compare(&self, index: &Index) -> Outcome<Vec<(ProofEntry, Comparison)>> {
        let mut compared = Vec::new();
        let starts = &self.settings.starts;
        // Starts inside a book are disjoint from its games, not from their positions.
        if !starts.unheld && starts.for_book.is_empty() {
            compared.push(compare_games(self.corpus(), index, &self.split, None));
        }
        for thing in &self.things {
            compared.push(thing.compare(index, &self.split)?);
        }
        Ok(compared)
    }

    fn rules(&self, seed: u64) -> SelectionRules {
        let starts = &self.settings.starts;
        SelectionRules {
            seed,
            count: starts.count as usize,
            per_family: starts.per_family,
            per_pairing: starts.per_pairing,
            one_per_game: starts.for_book.is_empty(),
            twin: starts.twin,
        }
    }

    fn select(&self, field: &Field<'_>, refused: &[Option<&'static str>]) -> Selected {
        let rules = self.rules(field.seed);
        select_without(self.corpus(), field.list, field.barred, refused, &rules)
    }

    fn choose(&self, field: &Field<'_>) -> Outcome<Chosen> {
        match &self.windows {
            Some(windows) => self.choose_by_score(field, windows),
            None => Ok(Chosen {
                selected: self.select(field, &vec![None; field.list.len()]),
                known: BTreeMap::new(),
                asked: None,
            }),
        }
    }

    /// Asks a teacher about what was chosen, refuses what does not pass, and chooses again until everything chosen passes. The
    /// result is that of asking about every candidate first, and each round depends on the answers alone, not on their order.
    fn choose_by_score(&self, field: &Field<'_>, windows: &Windows) -> Outcome<Chosen> {
        let mut judge = self.judge()?;
        let mut known: BTreeMap<usize, Known> = BTreeMap::new();
        let mut refused = vec![None; field.list.len()];
        let selected = loop {
            let selected = self.select(field, &refused);
            let open = field.without_score(&selected, &known);
            if open.is_empty() {
                break selected;
            }
            let answers = judge.ask(positions(&open)?, self.context)?;
            if open.iter().any(|(number, _)| !answers.contains_key(number)) {
                return Err(Failure::engine(text!(ScoresMissing)));
            }
            for (number, answer) in answers {
                for &candidate in &field.distinct.candidates[number] {
                    refused[candidate] = answer.refusal(windows);
                }
                known.insert(number, answer);
            }
        };
        let failed = known
            .values()
            .filter(|known| matches!(known, Known::Failed));
        let failed = failed.count() as u64;
        Ok(Chosen {
            selected,
            asked: Some(judge.quit(failed)),
            known,
        })
    }

    fn judge(&self) -> Outcome<Judge> {
        let settings = &self.settings;
        Judge::open(
            &self.teacher,
            &settings.score,
            &settings.log,
            &settings.out,
            self.context,
        )
    }

    fn starts(&self, field: &Field<'_>, chosen: &Chosen) -> Vec<Vec<Start>> {
        let score = |index: usize| chosen.known.get(&field.distinct.number_of[index]);
        let start = |&index: &usize| Start {
            score: score(index).and_then(score_of),
            ..Start::of(self.corpus(), &field.list[index])
        };
        let suites = chosen.selected.suites.iter();
        suites
            .map(|suite| suite.iter().map(start).collect())
            .collect()
    }

    /// Compares the finished suites with everything once more, and with each other.
    fn findings(&self, suites: &[Vec<Start>]) -> Outcome<u64> {
        let identities = |suite: &[Start]| -> Vec<Identity> {
            suite.iter().map(|start| start.identity.clone()).collect()
        };
        let all = Index::new(suites.iter().flat_map(|suite| identities(suite)));
        let compared = self.compare(&all)?;
        let mut found = vec![false; all.len()];
        for (_, comparison) in &compared {
            for finding in &comparison.findings {
                found[finding.position] = true;
            }
        }
        let mut canonical: Vec<(u64, &str)> = suites
            .iter()
            .flatten()
            .map(|start| start.identity.canonical())
            .collect();
        canonical.sort_unstable();
        let twice = canonical
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .count();
        let found = found.iter().filter(|found| **found).count() + twice;
        match found {
            0 => Ok(0),
            found => Err(Failure::internal(text!(ProofFailed, found))),
        }
    }

    fn proof(&self, compared: Vec<(ProofEntry, Comparison)>, findings: u64) -> Proof {
        let starts = &self.settings.starts;
        let mut books = starts.for_book.iter();
        Proof {
            split: (!starts.unheld).then(|| self.split.into()),
            disjoint_by_game: !starts.unheld && books.all(|book| !splits_of(book).is_empty()),
            compared: compared.into_iter().map(|(entry, _)| entry).collect(),
            findings,
        }
    }

    /// What was read besides the games.
    pub(super) fn others(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter().chain(&self.books)
    }

    /// Manifests of the results that this one was made from.
    pub(super) fn built_on(&self) -> Vec<FileDigest> {
        let others = self.others().flat_map(|thing| &thing.built_on);
        let mut all: Vec<FileDigest> = self.read.built_on.iter().chain(others).cloned().collect();
        all.sort();
        all.dedup();
        all
    }
}

/// What is chosen from.
struct Field<'a> {
    list: &'a [Candidate],
    distinct: &'a Distinct,
    /// Candidates that occur in what they must not share.
    barred: &'a [bool],
    seed: u64,
}

impl Field<'_> {
    /// What was chosen and has not been asked about, with the number of its position.
    fn without_score(
        &self,
        selected: &Selected,
        known: &BTreeMap<usize, Known>,
    ) -> Vec<(usize, &Candidate)> {
        let chosen = selected.suites.iter().flatten();
        let numbered = chosen.map(|&index| (self.distinct.number_of[index], &self.list[index]));
        let open = numbered.filter(|(number, _)| !known.contains_key(number));
        open.collect()
    }
}

/// What was chosen.
struct Chosen {
    selected: Selected,
    /// What the teacher said, by the number of the position.
    known: BTreeMap<usize, Known>,
    asked: Option<Asked>,
}

fn positions(open: &[(usize, &Candidate)]) -> Outcome<Vec<(usize, Position)>> {
    let positions = open.iter().map(|(number, candidate)| {
        let position = Position::from_sfen(&candidate.sfen)
            .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
        Ok((*number, position))
    });
    positions.collect()
}

fn score_of(known: &Known) -> Option<StartScore> {
    match known {
        Known::Score(score) => Some(*score),
        Known::Mate | Known::Unclear | Known::Failed => None,
    }
}

/// The seed of the choice where none is given: 53 bits, so that readers of JSON that know doubles only keep it.
fn drawn_seed(records_sha256: &str) -> u64 {
    let digest = Sha256::digest(format!("joban suite seed {records_sha256}"));
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(first) >> 11
}

/// Everything was barred or refused: exit 3, or 4 where the teacher failed; the message tells by what.
fn no_start_left(dropped: &BTreeMap<String, u64>, asked: Option<&Asked>) -> Failure {
    match asked {
        Some(asked) if asked.failed > 0 => Failure::engine(text!(ScoresFailed, asked.failed)),
        _ => Failure::input(text!(NoStartLeft, reasons(dropped))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawn_seed_is_frozen() {
        assert_eq!(drawn_seed("ab"), drawn_seed("ab"));
        assert_ne!(drawn_seed("ab"), drawn_seed("ac"));
        assert!(drawn_seed("ab") < 1 << 53);
    }
}
