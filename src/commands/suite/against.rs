//! What a suite is compared with: games, books, other suites.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use joban_book_build::read_book_csv;
use joban_engine::book::db::{DbItem, read_positions};
use joban_engine::book::{BookFormat, ListItem, read_jsonl};
use joban_engine::rules::Position;
use joban_positions::manifest::FileDigest;
use joban_positions::suite::{Comparison, FoundAt, Index, LineError, ProofEntry, SuiteLines};
use joban_positions::{Corpus, PlyLimit, Side, Split};
use serde::Serialize;

use super::files::{read_suite, suite_files};
use super::settings::label;
use super::split::manifest_beside;
use crate::commands::rom::read_input;
use crate::commands::source::{Read, Source, file_digest, names_tables};
use crate::commands::{Context, book_format};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, Worded, located};
use crate::settings::ReadSettings;
use crate::text;

/// One thing that is compared with.
pub(super) struct Thing {
    /// As named on the command line.
    path: PathBuf,
    what: What,
    /// Files read, for the manifest.
    pub(super) inputs: Vec<FileDigest>,
    /// Its manifest.
    pub(super) built_on: Vec<FileDigest>,
}

enum What {
    Games(Box<Read>),
    /// The positions of a `book.csv` with their plies.
    Rows(Vec<(u32, Position)>),
    /// A book that stays on the disk: it may be larger than memory.
    Stream(BookFormat),
    Suite(Box<SuiteLines>),
}

/// Takes the positions of a list: the ply, where the list binds it to one, the position, its number.
pub(super) type EachPosition<'a> = dyn FnMut(Option<u32>, &Position, usize) -> ControlFlow<()> + 'a;

/// Where a position stands.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    /// The file, or the archive, `!` and the entry.
    file: String,
    /// Number of the game in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u32>,
    /// Line in the file, from 1; of a game the first line of its record.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// Moves played before the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
}

impl Place {
    /// In words.
    pub(super) fn text(&self) -> Text {
        match (self.game, self.line, self.ply) {
            (Some(game), Some(line), Some(ply)) => text!(PlaceGame, &self.file, game, line, ply),
            (_, Some(line), _) => text!(PlaceLine, &self.file, line),
            (_, _, Some(ply)) => text!(PlacePly, &self.file, ply),
            _ => Text::same(&self.file),
        }
    }
}

impl Thing {
    /// Opens what a path names.
    ///
    /// # Errors
    ///
    /// Exit 2 for a path that is not there or holds no positions, 3 for what cannot be read.
    pub(super) fn open(
        path: &Path,
        settings: &ReadSettings,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        if !path.exists() {
            return Err(Failure::usage(text!(NotFound, path.display())));
        }
        let mut thing = match Self::listed(path, settings)? {
            Some(thing) => thing,
            None => Self::games(path, settings, context)?,
        };
        if thing.built_on.is_empty()
            && let Some((manifest, _)) = manifest_beside(path)
        {
            thing.built_on.push(file_digest(&manifest)?);
        }
        Ok(thing)
    }

    /// A book: as [`Thing::open`], but games and suites are none.
    ///
    /// # Errors
    ///
    /// Exit 2 for what is no book.
    pub(super) fn open_book(
        path: &Path,
        settings: &ReadSettings,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let thing = Self::open(path, settings, context)?;
        match thing.what {
            What::Rows(_) | What::Stream(_) => Ok(thing),
            What::Games(_) | What::Suite(_) => Err(Failure::usage(text!(NotABook, path.display()))),
        }
    }

    /// A book or a suite; none for games.
    fn listed(path: &Path, settings: &ReadSettings) -> Outcome<Option<Self>> {
        if names_tables(path) {
            return Ok(None);
        }
        let in_folder = path.join("book.csv");
        if in_folder.is_file() || has_extension(path, "csv") {
            let csv = if in_folder.is_file() {
                &in_folder
            } else {
                path
            };
            return Self::rows(path, csv).map(Some);
        }
        if let Some(files) = suite_files(path) {
            return Self::suite(path, &files, settings).map(Some);
        }
        if !path.is_file() {
            return Ok(None);
        }
        match book_format(path).map_err(|error| unreadable(path, &error))? {
            Some(BookFormat::Rom) => Err(Failure::usage(text!(NoPositionsInKeys, path.display()))),
            Some(format @ (BookFormat::Db | BookFormat::Jsonl)) => {
                let inputs = vec![file_digest(path)?];
                let thing = Self::new(path, What::Stream(format), inputs);
                thing.check_not_empty()?;
                Ok(Some(thing))
            }
            Some(BookFormat::MoveLines) | None => Ok(None),
        }
    }

    fn new(path: &Path, what: What, inputs: Vec<FileDigest>) -> Self {
        Thing {
            path: path.to_owned(),
            what,
            inputs,
            built_on: Vec::new(),
        }
    }

    fn rows(path: &Path, csv: &Path) -> Outcome<Self> {
        let bytes = read_input(csv)?;
        let damaged =
            |reason: &dyn Worded| Failure::input(text!(BookDamaged, csv.display(), reason.words()));
        let book = read_book_csv(&bytes).map_err(|error| damaged(&error))?;
        let mut rows: Vec<(u32, Position)> = Vec::new();
        let mut before = None;
        for row in &book.rows {
            // Candidates of one position follow each other.
            if before == Some((row.ply, row.sfen.as_str())) {
                continue;
            }
            before = Some((row.ply, row.sfen.as_str()));
            let position = Position::from_sfen(&row.sfen).map_err(|error| damaged(&error))?;
            rows.push((u32::from(row.ply), position));
        }
        let input = FileDigest::of_bytes(label(csv), &bytes);
        Ok(Self::new(path, What::Rows(rows), vec![input]))
    }

    fn suite(path: &Path, files: &[PathBuf], settings: &ReadSettings) -> Outcome<Self> {
        let lines = read_suite(files, settings)?;
        if lines.starts.is_empty() {
            return Err(no_start(path, &lines));
        }
        let inputs = files.iter().map(|file| file_digest(file));
        let inputs = inputs.collect::<Outcome<Vec<_>>>()?;
        Ok(Self::new(path, What::Suite(Box::new(lines)), inputs))
    }

    fn games(path: &Path, settings: &ReadSettings, context: &Context<'_>) -> Outcome<Self> {
        let source = Source::open(&[path.as_os_str().to_owned()], settings)?;
        let held = source.held(PlyLimit::First(1))?;
        let mut read = source.read(held, false, settings, context)?;
        if let Some(first) = read.corpus.rejects().first()
            && read.corpus.games().is_empty()
        {
            let place = crate::commands::reject_text(first);
            return Err(Failure::input(text!(NothingRead, place)));
        }
        let (inputs, built_on) = (
            std::mem::take(&mut read.inputs),
            std::mem::take(&mut read.built_on),
        );
        let mut thing = Self::new(path, What::Games(Box::new(read)), inputs);
        thing.built_on = built_on;
        Ok(thing)
    }

    fn check_not_empty(&self) -> Outcome {
        let mut found = false;
        self.each_position(&mut |_, _, _| {
            found = true;
            ControlFlow::Break(())
        })?;
        match found {
            true => Ok(()),
            false => Err(Failure::input(text!(NoPositionInBook, self.path.display()))),
        }
    }

    /// What it is, in the words of the proof.
    fn kind(&self) -> &'static str {
        match self.what {
            What::Games(_) => "training_games",
            What::Rows(_) | What::Stream(_) => "book",
            What::Suite(_) => "suite",
        }
    }

    /// Lines of a suite that cannot be used.
    pub(super) fn errors(&self) -> &[LineError] {
        match &self.what {
            What::Suite(lines) => &lines.errors,
            _ => &[],
        }
    }

    /// Looks for the positions of an index.
    ///
    /// # Errors
    ///
    /// Exit 3 if a book cannot be read any more.
    pub(super) fn compare(
        &self,
        index: &Index,
        split: &Split,
    ) -> Outcome<(ProofEntry, Comparison)> {
        let path = Some(label(&self.path));
        if let What::Games(read) = &self.what {
            return Ok(compare_games(&read.corpus, index, split, path));
        }
        let mut search = index.in_list();
        self.each_position(&mut |_, position, item| {
            search.look(position, item);
            ControlFlow::Continue(())
        })?;
        let comparison = search.finish();
        Ok((
            ProofEntry::new(self.kind(), path, index, &comparison),
            comparison,
        ))
    }

    /// Shows every position of a list with its ply, where the list binds it to one, and its number: a line, or a place in the rows.
    ///
    /// # Errors
    ///
    /// Exit 3 if the file cannot be read.
    pub(super) fn each_position(&self, each: &mut EachPosition<'_>) -> Outcome {
        match &self.what {
            What::Games(_) => Ok(()),
            What::Rows(rows) => {
                let mut rows = rows.iter().enumerate();
                let _ = rows.try_for_each(|(at, (ply, position))| each(Some(*ply), position, at));
                Ok(())
            }
            What::Suite(lines) => {
                let mut starts = lines.starts.iter().enumerate();
                let _ = starts.try_for_each(|(at, start)| each(None, &start.position, at));
                Ok(())
            }
            What::Stream(format) => self
                .stream(*format, each)
                .map_err(|error| unreadable(&self.path, &error)),
        }
    }

    fn stream(&self, format: BookFormat, each: &mut EachPosition<'_>) -> io::Result<()> {
        let input = BufReader::new(File::open(&self.path)?);
        if format == BookFormat::Jsonl {
            return read_jsonl(input, &mut |item| match item {
                ListItem::Entry(entry) => match entry.position() {
                    Ok(position) => each(None, &position, entry.line as usize),
                    Err(_) => ControlFlow::Continue(()),
                },
                ListItem::Issue(_) => ControlFlow::Continue(()),
            });
        }
        read_positions(input, &mut |item| match item {
            DbItem::Position(listed) => match listed.position() {
                Ok(position) => each(None, &position, listed.line as usize),
                Err(_) => ControlFlow::Continue(()),
            },
            DbItem::Head(_) | DbItem::Issue(_) => ControlFlow::Continue(()),
        })
        .map(drop)
    }

    /// Where something was found.
    pub(super) fn place(&self, at: &FoundAt) -> Place {
        let mut place = Place {
            file: label(&self.path),
            game: None,
            line: None,
            ply: None,
        };
        match (&self.what, at) {
            (What::Games(read), FoundAt::Game(index, ply)) => {
                let game = &read.corpus.games()[*index];
                place.file = read.corpus.file(&game.place);
                place.game = Some(game.place.game);
                place.line = Some(game.place.line);
                place.ply = Some(*ply);
            }
            (What::Rows(rows), FoundAt::Item(at)) => place.ply = Some(rows[*at].0),
            (What::Suite(lines), FoundAt::Item(at)) => {
                let start = &lines.starts[*at];
                place.file.clone_from(&start.file);
                place.line = Some(start.line);
            }
            (_, FoundAt::Item(line)) => place.line = Some(*line as u64),
            (_, FoundAt::Game(_, ply)) => place.ply = Some(*ply),
        }
        place
    }
}

/// Looks through the training side of games.
pub(super) fn compare_games(
    corpus: &Corpus,
    index: &Index,
    split: &Split,
    path: Option<String>,
) -> (ProofEntry, Comparison) {
    let games = corpus.games().iter().enumerate();
    let training: Vec<usize> = games
        .filter(|(_, game)| split.side(game.hash) == Side::Training)
        .map(|(index, _)| index)
        .collect();
    let held_out = (corpus.games().len() - training.len()) as u64;
    let comparison = index.in_games(corpus, training);
    let entry = ProofEntry::new("training_games", path, index, &comparison);
    (entry.of_games(corpus.limit(), held_out), comparison)
}

/// A suite none of whose lines can be used.
pub(crate) fn no_start(path: &Path, lines: &SuiteLines) -> Failure {
    match lines.errors.first() {
        Some(error) => Failure::input(text!(
            NoStartInSuite,
            path.display(),
            located(&error.file, 1, &error.issue)
        )),
        None => Failure::input(text!(EmptySuite, path.display())),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(text!(FileUnreadable, path.display(), error.words()))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    let found = path.extension();
    path.is_file() && found.is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
