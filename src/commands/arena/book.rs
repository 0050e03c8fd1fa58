//! `joban match book`: what a book is worth to the engine that plays from it.

mod exits;

use std::path::{Path, PathBuf};

use joban_engine::arena::{BookOptions, Which, with_book};
use joban_engine::teacher::TeacherError;
use serde_json::{Map, Value, json};

use super::meeting::{Meeting, Played, Terms};
use super::settings::{
    Player, contestant, engine_config, engine_failure, limits, name_of, option_files, tell_notes,
};
use super::{FAST_US, engine_json, folder_for, lost_by_fault, report, timing_head, write_manifest};
use crate::args::{ArenaArgs, MatchBookArgs};
use crate::commands::Context;
use crate::commands::audit::bench::{beside, tell};
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::ResultFolder;
use crate::output::stdout::Out;
use crate::text;
use exits::{Asked, Exits, Teacher};

/// Folder for the results without `-o`.
const OUT: &str = "joban-match-book";
/// Names of the books in results.
const LETTERS: [&str; 2] = ["A", "B"];

/// Runs `joban match book`.
///
/// # Errors
///
/// Usage (2), a suite that cannot be used (3), an engine that cannot be started, loses a game by a fault or fails as a teacher (4), a
/// failed write (5).
pub(super) fn run(args: &MatchBookArgs, context: &Context<'_>) -> Outcome {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let arena = arena(args, context)?;
    let books = books(args)?;
    let terms = Terms::new(&arena)?;
    let players = players(&arena, &books, context)?;
    let meetings = meetings(&players, &terms, &arena)?;
    let folder = folder_for(&out, &arena)?;
    let teacher = Teacher::open(args, &out, context)?;
    let mut trials = Vec::new();
    for meeting in meetings {
        trials.push(Trial::play(meeting, &out, &arena, context)?);
    }
    let teacher = match teacher {
        Some(teacher) => Some(teacher.ask(&mut trials, context)?),
        None => None,
    };
    let study = Study {
        books: &books,
        players: &players,
        terms: &terms,
        trials: &trials,
        teacher,
    };
    let written = study.write(&folder)?;
    folder.finish()?;
    terms.note_use(&written.manifest_sha256, study.names(), context);
    study.show(&written, &out, context)?;
    study.end()
}

/// The options of a match, without those that name a second engine.
fn arena(args: &MatchBookArgs, context: &Context<'_>) -> Outcome<ArenaArgs> {
    let given = [
        ("--second-option", args.arena.second_option.is_some()),
        ("--name", args.arena.name.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(text!(MatchBookOneEngine, option)));
    }
    let mut below = context.loaded.config.arena.clone();
    (below.name, below.second_option) = (None, None);
    // What stands there for two engines is meant for other matches.
    if below.engine.as_ref().is_some_and(|named| named.len() != 1) {
        (below.engine, below.first_option) = (None, None);
    }
    Ok(args.arena.clone().or(below))
}

/// The books by their absolute paths: engines run in folders of their own.
fn books(args: &MatchBookArgs) -> Outcome<Vec<PathBuf>> {
    if args.book.len() > LETTERS.len() {
        return Err(Failure::usage(text!(MatchBookTwo, args.book.len())));
    }
    let books = args.book.iter().map(|book| {
        if !book.exists() {
            return Err(Failure::usage(text!(NotFound, book.display())));
        }
        std::path::absolute(book).map_err(|error| Failure::internal(text!(InternalFailed, error)))
    });
    books.collect()
}

/// The engine with each book, and last without one.
fn players(args: &ArenaArgs, books: &[PathBuf], context: &Context<'_>) -> Outcome<Vec<Player>> {
    let [named] = args.engine.as_deref().unwrap_or_default() else {
        let count = args.engine.as_ref().map_or(0, Vec::len);
        return Err(Failure::usage(text!(MatchBookEngine, count)));
    };
    let [limit, other] = limits(args)?;
    if limit != other {
        return Err(Failure::usage(text!(MatchBookLimits)));
    }
    let config = engine_config(named, args.first_option.as_deref(), args, context)?;
    let options = BookOptions::of(&config).map_err(|error| match &error {
        TeacherError::MissingRole { names, .. } => {
            Failure::usage(text!(MatchBookNoOption, named, names.join(", ")))
        }
        _ => engine_failure(named, &error),
    })?;
    let name = name_of(named, options.engine_name(), context);
    let with = books.iter().map(Some).zip(LETTERS.map(Some));
    let mut players = Vec::new();
    for (book, letter) in with.chain([(None, None)]) {
        let config = with_book(&config, &options, book.map(PathBuf::as_path));
        let contestant = contestant(named, &config, limit)?;
        players.push(Player {
            files: option_files(&config)?,
            name: letter.map_or_else(|| name.clone(), |letter| format!("{name}+{letter}")),
            config,
            contestant,
        });
    }
    if let Some(player) = players.first() {
        tell_notes(&player.contestant, context);
    }
    Ok(players)
}

/// Each book against none, then the two against each other.
fn meetings<'a>(
    players: &'a [Player],
    terms: &'a Terms,
    args: &ArenaArgs,
) -> Outcome<Vec<Opened<'a>>> {
    let opened = |name, first: usize, second: usize, letters| -> Outcome<Opened<'a>> {
        Ok(Opened {
            name,
            letters,
            meeting: Meeting::new([&players[first], &players[second]], terms, args)?,
        })
    };
    let [a, b] = LETTERS.map(Some);
    if players.len() == 2 {
        return Ok(vec![opened("a-none", 0, 1, [a, None])?]);
    }
    Ok(vec![
        opened("a-none", 0, 2, [a, None])?,
        opened("b-none", 1, 2, [b, None])?,
        opened("a-b", 0, 1, [a, b])?,
    ])
}

/// A meeting before it is played.
struct Opened<'a> {
    name: &'static str,
    /// The books of the two players.
    letters: [Option<&'static str>; 2],
    meeting: Meeting<'a>,
}

/// A meeting that was played.
struct Trial<'a> {
    name: &'static str,
    letters: [Option<&'static str>; 2],
    meeting: Meeting<'a>,
    played: Played,
    exits: Exits,
    log: PathBuf,
}

impl<'a> Trial<'a> {
    fn play(
        opened: Opened<'a>,
        out: &Path,
        args: &ArenaArgs,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let Opened {
            name,
            letters,
            meeting,
        } = opened;
        let [first, second] = meeting.names();
        tell(&text!(MatchTitle, first, second), context);
        let log = beside(out, &format!(".{name}.match"));
        let played = meeting.play(&log, args, context)?;
        Ok(Self {
            exits: Exits::of(&meeting, &played)?,
            name,
            letters,
            meeting,
            played,
            log,
        })
    }

    /// What the games say of the books: `first`, `second`, `not_shown`, or `no_book_move`.
    fn verdict(&self) -> &'static str {
        report::Finding::of(&self.played.report).as_str()
    }

    /// Answers of each engine that hardly took time, under a clock.
    fn fast(&self) -> Option<[u64; 2]> {
        let records = self.meeting.records(&self.played);
        let count = || records.fast_answers(FAST_US);
        self.played.with_times.then(count)
    }

    fn to_json(&self, has_teacher: bool) -> Value {
        let mut value = json!({
            "engines": self.meeting.names(),
            "books": self.letters,
            "verdict": self.verdict(),
            "result": self.played.report,
        });
        if has_teacher {
            value["teacher_at_exit"] = json!(
                Which::BOTH
                    .map(|which| self.letters[which.index()].map(|_| self.exits.views(which)))
            );
        }
        value
    }
}

/// All meetings with what is said of them.
struct Study<'a> {
    books: &'a [PathBuf],
    players: &'a [Player],
    terms: &'a Terms,
    trials: &'a [Trial<'a>],
    teacher: Option<Asked>,
}

/// What a finished study wrote.
struct Written {
    report: Value,
    manifest_sha256: String,
    /// How often the suite was used for other matches.
    uses: Option<usize>,
}

impl Study<'_> {
    fn report(&self) -> Value {
        let books = self.books.iter().zip(self.players).zip(LETTERS);
        let books = books.map(|((book, player), letter)| {
            json!({"book": letter, "path": book.to_string_lossy().replace('\\', "/"), "files": player.files})
        });
        let meetings: Map<String, Value> = self
            .trials
            .iter()
            .map(|trial| (trial.name.to_owned(), trial.to_json(self.teacher.is_some())))
            .collect();
        json!({
            "program": PROGRAM,
            "command": "match book",
            "books": books.collect::<Vec<_>>(),
            "engines": self.players.iter().map(engine_json).collect::<Vec<_>>(),
            "rules": self.terms.rules,
            "suite": self.terms.suite_json(),
            "teacher": self.teacher.as_ref().map(|teacher| &teacher.facts),
            "meetings": meetings,
        })
    }

    /// Names of the players that a use of the suite is noted for: book A, and book B or none.
    fn names(&self) -> [&str; 2] {
        [0, 1].map(|index| self.players[index].name.as_str())
    }

    fn write(&self, folder: &ResultFolder) -> Outcome<Written> {
        let report = self.report();
        let mut outputs = Vec::new();
        for trial in self.trials {
            let records = trial.meeting.records(&trial.played);
            outputs.extend(records.write(folder, &format!("{}.", trial.name))?);
        }
        outputs.push(folder.write("exits.jsonl", |to| {
            self.trials
                .iter()
                .try_for_each(|trial| trial.exits.write(trial.name, trial.letters, to))
        })?);
        outputs.push(folder.write_json("report.json", &report)?);
        let players: Vec<&Player> = self.players.iter().collect();
        let mut manifest = self.terms.manifest("match book", &players);
        let teacher = self.teacher.as_ref().map(|teacher| &teacher.facts);
        manifest
            .options
            .insert("teacher".to_owned(), json!(teacher));
        let games = self.trials.iter();
        let games = games.map(|trial| trial.played.report.games.games());
        manifest.counts.insert("games".to_owned(), games.sum());
        manifest.outputs = outputs;
        let manifest_sha256 = write_manifest(folder, &manifest)?;
        let uses = self.terms.other_uses(&manifest_sha256);
        for trial in self.trials {
            let records = trial.meeting.records(&trial.played);
            let head = timing_head(&trial.played, trial.fast(), uses);
            let name = format!("{}.timing.jsonl", trial.name);
            folder.write(&name, |to| records.write_timing(&head, to))?;
        }
        Ok(Written {
            report,
            manifest_sha256,
            uses,
        })
    }

    fn show(&self, written: &Written, out: &Path, context: &Context<'_>) -> Outcome {
        if context.global.json {
            let mut report = written.report.clone();
            report["out"] = json!(out.display().to_string());
            report["other_uses_of_suite"] = json!(written.uses);
            return context.show_json(&report);
        }
        let lang = context.lang;
        let line = |text: &Text| {
            let mut out = Out::default();
            out.line(text.get(lang))?;
            out.finish()
        };
        for (letter, book) in LETTERS.iter().zip(self.books) {
            line(&text!(MatchBookIs, letter, book.display()))?;
        }
        for trial in self.trials {
            line(&Text::same(""))?;
            let shown = report::Shown {
                names: trial.meeting.names(),
                report: &trial.played.report,
                discarded: trial.played.discarded,
                fast: trial.fast(),
                uses: None,
                is_repeatable: trial.meeting.is_repeatable(),
                out: None,
            };
            shown.print(lang)?;
            for text in self.of_books(trial) {
                line(&text)?;
            }
        }
        line(&Text::same(""))?;
        for text in self.teacher.iter().flat_map(Asked::lines) {
            line(&text)?;
        }
        if let Some(uses) = written.uses {
            line(&text!(MatchUses, uses))?;
        }
        line(&text!(MatchWhere, out.display()))
    }

    /// Books that were never used, and what the teacher thinks of where they lead.
    fn of_books(&self, trial: &Trial<'_>) -> Vec<Text> {
        let mut texts = Vec::new();
        let both = Which::BOTH.into_iter().zip(trial.letters);
        for (which, letter) in both.filter_map(|(which, letter)| Some((which, letter?))) {
            if trial.played.report.actual[which.index()].book.is_none() {
                texts.push(text!(MatchBookNever, letter));
            } else if self.teacher.is_some() {
                texts.push(trial.exits.line(which, letter));
            }
        }
        texts
    }

    fn end(&self) -> Outcome {
        for trial in self.trials {
            lost_by_fault([&trial.played.report], &trial.log)?;
        }
        match self.teacher.as_ref().map_or(0, |teacher| teacher.failed) {
            0 => Ok(()),
            failed => Err(Failure::engine(text!(MatchBookFailed, failed))),
        }
    }
}
