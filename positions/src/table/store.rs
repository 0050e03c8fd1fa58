//! From a corpus to table files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use joban_engine::rules::Move;
use parquet::data_type::ByteArray;
use rustc_hash::FxHashMap;

use super::column::Data;
use super::schema::{GAMES, PLIES, SOURCES, Table};
use super::writer::{GROUP_ROWS, TableDigest, TableWriter};
use crate::corpus::{Corpus, Game, NO_SCORE, NO_TIME, Place, Verified};
use crate::error::Error;
use crate::manifest::hex;
use crate::reject::{Reject, bare_name};
use crate::text::TextId;

/// Writes `games.parquet`, `plies.parquet` and `sources.parquet` into a folder that exists, and returns their digests in this
/// order.
///
/// # Errors
///
/// [`Error::Io`] if a file cannot be written.
pub fn write_tables(corpus: &Corpus, folder: &Path) -> Result<[TableDigest; 3], Error> {
    let rows = Rows::new(corpus);
    Ok([
        write_table(
            &GAMES,
            folder,
            rows.all.len(),
            |from, to| rows.games(from, to),
            &[],
        )?,
        write_plies(&rows, folder)?,
        write_table(
            &SOURCES,
            folder,
            rows.all.len(),
            |from, to| rows.sources(from, to),
            &[],
        )?,
    ])
}

fn create(table: &Table, folder: &Path) -> Result<BufWriter<File>, Error> {
    let path = folder.join(table.file);
    File::create(&path)
        .map(BufWriter::new)
        .map_err(|source| Error::Io { path, source })
}

fn close(
    writer: TableWriter<BufWriter<File>>,
    path: &Path,
    extra: &[(&str, String)],
) -> Result<TableDigest, Error> {
    let (mut out, digest) = writer.finish(extra)?;
    out.flush().map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })?;
    Ok(digest)
}

fn write_table(
    table: &'static Table,
    folder: &Path,
    rows: usize,
    columns: impl Fn(usize, usize) -> Vec<Data>,
    extra: &[(&str, String)],
) -> Result<TableDigest, Error> {
    let path = folder.join(table.file);
    let mut writer = TableWriter::new(table, &path, create(table, folder)?)?;
    for from in (0..rows).step_by(GROUP_ROWS) {
        writer.write(&columns(from, rows.min(from + GROUP_ROWS)))?;
    }
    close(writer, &path, extra)
}

fn write_plies(rows: &Rows<'_>, folder: &Path) -> Result<TableDigest, Error> {
    let path = folder.join(PLIES.file);
    let mut writer = TableWriter::new(&PLIES, &path, create(&PLIES, folder)?)?;
    let mut group = PlyGroup::default();
    for (game, copy) in rows.with_copies() {
        group.push_game(rows.corpus, game, copy);
        if group.ply.len() >= GROUP_ROWS {
            writer.write(&group.take())?;
        }
    }
    if !group.ply.is_empty() {
        writer.write(&group.take())?;
    }
    let limit = rows.corpus.limit.to_string();
    close(writer, &path, &[("joban.plies", limit)])
}

/// One row of the games table.
#[derive(Copy, Clone)]
enum Row<'a> {
    Game {
        game: &'a Game,
        copy: i32,
        illegal: Option<&'a Reject>,
    },
    Refused(&'a Reject),
}

/// The rows of the games table: games in their order, then what is no game, by SHA-256 of the record (none last), then in the
/// order of rejects.
struct Rows<'a> {
    corpus: &'a Corpus,
    all: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    fn new(corpus: &'a Corpus) -> Self {
        let mut copies = Copies::default();
        let games = corpus.games.iter().map(|game| Row::Game {
            game,
            copy: copies.next(game.hash),
            illegal: game.illegal.map(|index| &corpus.rejects[index as usize]),
        });
        let mut all: Vec<Row<'a>> = games.collect();
        all.extend(corpus.unparsed_rejects().into_iter().map(Row::Refused));
        Self { corpus, all }
    }

    fn with_copies(&self) -> impl Iterator<Item = (&'a Game, i32)> {
        self.all.iter().filter_map(|row| match row {
            Row::Game { game, copy, .. } => Some((*game, *copy)),
            Row::Refused(_) => None,
        })
    }

    fn text(&self, id: Option<TextId>) -> Option<ByteArray> {
        id.map(|id| ByteArray::from(self.corpus.text(id)))
    }

    fn games(&self, from: usize, to: usize) -> Vec<Data> {
        let rows = &self.all[from..to];
        let of_game = GameColumn { rows };
        vec![
            Data::Int64(of_game.map(|game| Some(game.hash as i64))),
            Data::Int32(rows.iter().map(Row::copy).collect()),
            Data::Text(
                rows.iter()
                    .map(|row| row.raw_sha256().map(|sha256| text(&hex(&sha256))))
                    .collect(),
            ),
            Data::Text(
                rows.iter()
                    .map(|row| {
                        Some(text(
                            row.reject().map_or("ok", |reject| reject.kind.as_str()),
                        ))
                    })
                    .collect(),
            ),
            Data::Text(
                rows.iter()
                    .map(|row| row.reject().map(|reject| text(&reject.reason)))
                    .collect(),
            ),
            Data::Text(of_game.map(|game| self.text(Some(game.start)))),
            Data::Int32(of_game.map(|game| Some(game.plies as i32))),
            Data::Int32(of_game.map(|game| Some(game.stored as i32))),
            Data::Text(of_game.map(|game| Some(text(game.end.as_str())))),
            Data::Text(of_game.map(|game| game.winner.map(|winner| text(winner.as_str())))),
            Data::Bool(of_game.map(|game| shown(game.verified))),
            Data::Text(of_game.map(|game| self.text(game.names[0]))),
            Data::Text(of_game.map(|game| self.text(game.names[1]))),
            Data::Double(of_game.map(|game| game.ratings[0])),
            Data::Double(of_game.map(|game| game.ratings[1])),
            Data::Text(of_game.map(|game| self.text(game.event))),
            Data::Text(of_game.map(|game| self.text(game.start_time))),
            Data::Int32(of_game.map(|game| game.start_at.map(|at| at.date.days_since_1970()))),
            Data::Text(of_game.map(|game| self.text(game.time_control))),
            Data::Int32(of_game.map(|game| Some(game.forced_plies as i32))),
            Data::Int32(of_game.map(|game| Some(game.instant_plies as i32))),
        ]
    }

    fn sources(&self, from: usize, to: usize) -> Vec<Data> {
        let rows = &self.all[from..to];
        vec![
            Data::Text(
                rows.iter()
                    .map(|row| row.raw_sha256().map(|sha256| text(&hex(&sha256))))
                    .collect(),
            ),
            Data::Text(
                rows.iter()
                    .map(|row| Some(text(row.file(self.corpus))))
                    .collect(),
            ),
            Data::Int32(rows.iter().map(|row| Some(row.game() as i32)).collect()),
            Data::Int64(
                rows.iter()
                    .map(|row| row.place().map(|place| place.line as i64))
                    .collect(),
            ),
            Data::Int64(
                rows.iter()
                    .map(|row| row.reject().map(|reject| reject.line as i64))
                    .collect(),
            ),
        ]
    }
}

fn text(value: &str) -> ByteArray {
    ByteArray::from(value)
}

fn shown(verified: Verified) -> Option<bool> {
    match verified {
        Verified::NotApplicable => None,
        Verified::Shown => Some(true),
        Verified::NotShown => Some(false),
    }
}

/// A column that is null where there is no game.
struct GameColumn<'r, 'a> {
    rows: &'r [Row<'a>],
}

impl<'a> GameColumn<'_, 'a> {
    fn map<T>(&self, value: impl Fn(&'a Game) -> Option<T>) -> Vec<Option<T>> {
        let of_row = |row: &Row<'a>| match *row {
            Row::Game { game, .. } => value(game),
            Row::Refused(_) => None,
        };
        self.rows.iter().map(of_row).collect()
    }
}

impl<'a> Row<'a> {
    fn copy(&self) -> Option<i32> {
        match self {
            Self::Game { copy, .. } => Some(*copy),
            Self::Refused(_) => None,
        }
    }

    fn reject(&self) -> Option<&'a Reject> {
        match self {
            Self::Game { illegal, .. } => *illegal,
            Self::Refused(reject) => Some(reject),
        }
    }

    fn raw_sha256(&self) -> Option<[u8; 32]> {
        match self {
            Self::Game { game, .. } => Some(game.raw_sha256),
            Self::Refused(reject) => reject.raw_sha256,
        }
    }

    fn place(&self) -> Option<&'a Place> {
        match self {
            Self::Game { game, .. } => Some(&game.place),
            Self::Refused(_) => None,
        }
    }

    /// Name of the file alone: folders and archives are the packing.
    fn file(&self, corpus: &'a Corpus) -> &'a str {
        match *self {
            Self::Game { game, .. } => bare_name(corpus.text(game.place.name)),
            Self::Refused(reject) => bare_name(&reject.file),
        }
    }

    fn game(&self) -> u32 {
        match self {
            Self::Game { game, .. } => game.place.game,
            Self::Refused(reject) => reject.game,
        }
    }
}

/// Counts the records of one game as they come in the order of the hash.
#[derive(Default)]
struct Copies {
    last: Option<(u64, i32)>,
}

impl Copies {
    fn next(&mut self, hash: u64) -> i32 {
        let copy = match self.last {
            Some((last, copy)) if last == hash => copy + 1,
            _ => 0,
        };
        self.last = Some((hash, copy));
        copy
    }
}

/// Rows of the plies table that wait for their row group.
#[derive(Default)]
struct PlyGroup {
    game_hash: Vec<Option<i64>>,
    copy: Vec<Option<i32>>,
    ply: Vec<Option<i32>>,
    key: Vec<Option<i64>>,
    word: Vec<Option<i32>>,
    usi: Vec<Option<ByteArray>>,
    time_ms: Vec<Option<i64>>,
    black_score: Vec<Option<i32>>,
    usi_texts: FxHashMap<u16, ByteArray>,
}

impl PlyGroup {
    fn push_game(&mut self, corpus: &Corpus, game: &Game, copy: i32) {
        let stored = game.stored as usize;
        self.game_hash
            .extend(std::iter::repeat_n(Some(game.hash as i64), stored));
        self.copy.extend(std::iter::repeat_n(Some(copy), stored));
        self.ply.extend((0..game.stored as i32).map(Some));
        self.key
            .extend(corpus.keys(game).iter().map(|&key| Some(key as i64)));
        for &word in corpus.stored_words(game) {
            self.word.push((word != 0).then_some(i32::from(word)));
            let usi = self.usi(word);
            self.usi.push(usi);
        }
        self.push_details(corpus, game);
    }

    fn push_details(&mut self, corpus: &Corpus, game: &Game) {
        let range = game.first..game.first + game.stored as usize;
        match &corpus.details {
            Some(details) => {
                let time = |&ms: &u32| (ms != NO_TIME).then_some(i64::from(ms));
                self.time_ms
                    .extend(details.time_ms[range.clone()].iter().map(time));
                let score = |&cp: &i32| (cp != NO_SCORE).then_some(cp);
                self.black_score
                    .extend(details.black_score[range].iter().map(score));
            }
            None => {
                self.time_ms.extend(range.clone().map(|_| None));
                self.black_score.extend(range.map(|_| None));
            }
        }
    }

    fn usi(&mut self, word: u16) -> Option<ByteArray> {
        let mv = Move::from_word(word)?;
        Some(
            self.usi_texts
                .entry(word)
                .or_insert_with(|| text(&mv.to_string()))
                .clone(),
        )
    }

    fn take(&mut self) -> Vec<Data> {
        use std::mem::take;
        vec![
            Data::Int64(take(&mut self.game_hash)),
            Data::Int32(take(&mut self.copy)),
            Data::Int32(take(&mut self.ply)),
            Data::Int64(take(&mut self.key)),
            Data::Int32(take(&mut self.word)),
            Data::Text(take(&mut self.usi)),
            Data::Int64(take(&mut self.time_ms)),
            Data::Int32(take(&mut self.black_score)),
        ]
    }
}
