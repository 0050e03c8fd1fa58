//! From any set of table files to one corpus.

use std::path::{Path, PathBuf};

use joban_csa_parse::{GameEnd, IssueKind, Winner};

use super::column::Data;
use super::reader::{TableReader, unhex};
use super::schema::{GAMES, PLIES, SOURCES};
use crate::corpus::{Corpus, Details, GameFacts, NO_SCORE, NO_TIME, Plies, PlyLimit, Verified};
use crate::error::Error;
use crate::reject::Reject;
use crate::text::{TextId, Texts};

/// Whether a path names tables: a folder with `games.parquet`, or that file.
#[must_use]
pub fn is_table(path: &Path) -> bool {
    path.join(GAMES.file).is_file()
        || (path.file_name().is_some_and(|name| name == GAMES.file) && path.is_file())
}

/// Reads tables back as one corpus: each path is a folder with `games.parquet`, `plies.parquet` and `sources.parquet`, or the
/// first of these files. Only the first positions that `plies` asks for are kept; times and scores only with `details`.
///
/// # Errors
///
/// [`Error::Io`] if a file cannot be read, [`Error::Table`] if it is damaged or no table of ours, [`Error::Revision`] for another
/// revision, [`Error::TooShallow`] if it holds fewer plies than asked for.
pub fn load_tables(paths: &[PathBuf], plies: PlyLimit, details: bool) -> Result<Corpus, Error> {
    let mut corpus = Corpus::new(plies);
    corpus.details = details.then(Details::default);
    for path in paths {
        let folder = if path.is_dir() {
            path.clone()
        } else {
            path.parent().map(Path::to_owned).unwrap_or_default()
        };
        load_folder(&mut corpus, &folder)?;
    }
    corpus.sort();
    Ok(corpus)
}

fn load_folder(corpus: &mut Corpus, folder: &Path) -> Result<(), Error> {
    let games = TableReader::open(&GAMES, &folder.join(GAMES.file))?;
    let plies = TableReader::open(&PLIES, &folder.join(PLIES.file))?;
    let sources = TableReader::open(&SOURCES, &folder.join(SOURCES.file))?;
    check_depth(&plies, &folder.join(PLIES.file), corpus.limit)?;
    if sources.rows() != games.rows() {
        return Err(sources.damaged("it does not belong to the games table beside it"));
    }
    let rows = GameRows::read(&games, &sources)?;
    if rows.sha256 != rows.source_sha256 {
        return Err(sources.damaged("it does not belong to the games table beside it"));
    }
    let arenas = PlyRows::read(&plies, &rows.stored, corpus.limit, corpus.details.is_some())?;
    rows.push_all(corpus, &arenas)
        .map_err(|reason| games.damaged(reason))
}

/// How many positions of each game the tables in a folder hold.
///
/// # Errors
///
/// As [`load_tables`].
pub fn table_limit(folder: &Path) -> Result<PlyLimit, Error> {
    held(&TableReader::open(&PLIES, &folder.join(PLIES.file))?)
}

fn held(plies: &TableReader) -> Result<PlyLimit, Error> {
    match plies.fact("joban.plies") {
        Some("all") => Ok(PlyLimit::All),
        Some(number) => number
            .parse()
            .map(PlyLimit::First)
            .map_err(|_| plies.damaged("its depth is no number")),
        None => Err(plies.damaged("its depth is missing")),
    }
}

fn check_depth(plies: &TableReader, path: &Path, needed: PlyLimit) -> Result<(), Error> {
    let held = held(plies)?;
    if held.covers(needed) {
        return Ok(());
    }
    Err(Error::TooShallow {
        path: path.to_owned(),
        held,
        needed,
    })
}

/// The columns of the games and sources tables of one folder.
#[derive(Default)]
struct GameRows {
    texts: Texts,
    hash: Vec<Option<i64>>,
    sha256: Vec<Option<[u8; 32]>>,
    source_sha256: Vec<Option<[u8; 32]>>,
    status: Vec<Option<TextId>>,
    reason: Vec<Option<TextId>>,
    start: Vec<Option<TextId>>,
    plies: Vec<Option<i32>>,
    stored: Vec<Option<i32>>,
    ending: Vec<Option<TextId>>,
    winner: Vec<Option<TextId>>,
    shown: Vec<Option<bool>>,
    names: [Vec<Option<TextId>>; 2],
    ratings: [Vec<Option<f64>>; 2],
    event: Vec<Option<TextId>>,
    start_time: Vec<Option<TextId>>,
    time_control: Vec<Option<TextId>>,
    forced: Vec<Option<i32>>,
    instant: Vec<Option<i32>>,
    file: Vec<Option<TextId>>,
    game: Vec<Option<i32>>,
    line: Vec<Option<i64>>,
    error_line: Vec<Option<i64>>,
}

impl GameRows {
    fn read(games: &TableReader, sources: &TableReader) -> Result<Self, Error> {
        let mut rows = Self::default();
        let texts = &mut rows.texts;
        rows.hash = int64(games, "game_hash")?;
        rows.sha256 = sha256(games)?;
        rows.source_sha256 = sha256(sources)?;
        rows.status = text(games, "status", texts)?;
        rows.reason = text(games, "reason", texts)?;
        rows.start = text(games, "start_sfen", texts)?;
        rows.plies = int32(games, "plies")?;
        rows.stored = int32(games, "stored_positions")?;
        rows.ending = text(games, "ending", texts)?;
        rows.winner = text(games, "winner", texts)?;
        rows.shown = boolean(games, "ending_shown")?;
        rows.names = [text(games, "black", texts)?, text(games, "white", texts)?];
        rows.ratings = [
            double(games, "black_rating")?,
            double(games, "white_rating")?,
        ];
        rows.event = text(games, "event", texts)?;
        rows.start_time = text(games, "start_time", texts)?;
        rows.time_control = text(games, "time_control", texts)?;
        rows.forced = int32(games, "forced_plies")?;
        rows.instant = int32(games, "instant_plies")?;
        rows.file = text(sources, "file", texts)?;
        rows.game = int32(sources, "game")?;
        rows.line = int64(sources, "line")?;
        rows.error_line = int64(sources, "error_line")?;
        Ok(rows)
    }

    fn push_all(&self, corpus: &mut Corpus, plies: &PlyRows) -> Result<(), String> {
        let mut first = 0;
        for row in 0..self.sha256.len() {
            let reject = self.reject(row)?;
            if self.hash[row].is_none() {
                corpus.push_reject(reject.ok_or("a row without game and without reason")?);
                continue;
            }
            let facts = self.facts(row)?;
            let count = plies.kept[row] as usize;
            let range = first..first + count;
            first += count;
            corpus.push(&facts, plies.range(range), reject);
        }
        Ok(())
    }

    fn facts(&self, row: usize) -> Result<GameFacts<'_>, String> {
        let get = |column: &[Option<TextId>]| column[row].map(|id| self.texts.get(id));
        Ok(GameFacts {
            hash: needed(self.hash[row], "game_hash")? as u64,
            raw_sha256: needed(self.sha256[row], "raw_sha256")?,
            start: needed(get(&self.start), "start_sfen")?,
            plies: count(self.plies[row], "plies")?,
            end: end(needed(get(&self.ending), "ending")?)?,
            winner: get(&self.winner).map(winner).transpose()?,
            verified: match self.shown[row] {
                None => Verified::NotApplicable,
                Some(true) => Verified::Shown,
                Some(false) => Verified::NotShown,
            },
            names: [get(&self.names[0]), get(&self.names[1])],
            ratings: [self.ratings[0][row], self.ratings[1][row]],
            event: get(&self.event),
            start_time: get(&self.start_time),
            time_control: get(&self.time_control),
            forced_plies: count(self.forced[row], "forced_plies")?,
            instant_plies: count(self.instant[row], "instant_plies")?,
            file: needed(get(&self.file), "file")?,
            game: count(self.game[row], "game")?,
            line: needed(self.line[row], "line")?.unsigned_abs(),
        })
    }

    fn reject(&self, row: usize) -> Result<Option<Reject>, String> {
        let get = |column: &[Option<TextId>]| column[row].map(|id| self.texts.get(id));
        let status = needed(get(&self.status), "status")?;
        if status == "ok" {
            return Ok(None);
        }
        Ok(Some(Reject {
            file: needed(get(&self.file), "file")?.to_owned(),
            game: count(self.game[row], "game")?,
            line: needed(self.error_line[row], "error_line")?.unsigned_abs(),
            kind: kind(status)?,
            reason: needed(get(&self.reason), "reason")?.to_owned(),
            raw_sha256: self.sha256[row],
        }))
    }
}

fn needed<T>(value: Option<T>, column: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("a null in column {column}"))
}

fn count(value: Option<i32>, column: &str) -> Result<u32, String> {
    needed(value, column)?
        .try_into()
        .map_err(|_| format!("a negative number in column {column}"))
}

fn end(text: &str) -> Result<GameEnd, String> {
    text.parse().map_err(|_| format!("unknown ending {text:?}"))
}

fn winner(text: &str) -> Result<Winner, String> {
    let known = [Winner::Black, Winner::White, Winner::Draw];
    known
        .into_iter()
        .find(|winner| winner.as_str() == text)
        .ok_or_else(|| format!("unknown winner {text:?}"))
}

fn kind(text: &str) -> Result<IssueKind, String> {
    let known = IssueKind::ALL
        .into_iter()
        .find(|kind| kind.as_str() == text);
    known.ok_or_else(|| format!("unknown status {text:?}"))
}

/// The kept plies of one folder.
#[derive(Default)]
struct PlyRows {
    /// Kept positions of each row of the games table.
    kept: Vec<u32>,
    words: Vec<u16>,
    keys: Vec<u64>,
    time_ms: Vec<u32>,
    black_score: Vec<i32>,
}

impl PlyRows {
    fn read(
        table: &TableReader,
        stored: &[Option<i32>],
        limit: PlyLimit,
        details: bool,
    ) -> Result<Self, Error> {
        let stored: Result<Vec<u32>, _> = stored
            .iter()
            .map(|stored| stored.map_or(Ok(0), u32::try_from))
            .collect();
        let stored = stored.map_err(|_| {
            table.damaged("the games table beside it has a negative number of positions")
        })?;
        if stored.iter().map(|&count| u64::from(count)).sum::<u64>() != table.rows() {
            return Err(table.damaged("it does not belong to the games table beside it"));
        }
        let kept = |count: &u32| limit.positions(count.saturating_sub(1)).min(*count);
        let mut rows = Self {
            kept: stored.iter().map(kept).collect(),
            ..Self::default()
        };
        let cut = Cut {
            stored: &stored,
            kept: &rows.kept,
        };
        rows.words = cut.read(table, "move", |data| {
            let Data::Int32(values) = data else {
                return Err("column move".to_owned());
            };
            values
                .into_iter()
                .map(|value| {
                    u16::try_from(value.unwrap_or(0)).map_err(|_| "a wrong move word".to_owned())
                })
                .collect()
        })?;
        rows.keys = cut.read(table, "key", |data| {
            let Data::Int64(values) = data else {
                return Err("column key".to_owned());
            };
            values
                .into_iter()
                .map(|value| needed(value, "key").map(|key| key as u64))
                .collect()
        })?;
        if details {
            rows.time_ms = cut.read(table, "time_ms", |data| {
                let Data::Int64(values) = data else {
                    return Err("column time_ms".to_owned());
                };
                let time = |value: Option<i64>| {
                    value
                        .map_or(Ok(NO_TIME), u32::try_from)
                        .map_err(|_| "a wrong time".to_owned())
                };
                values.into_iter().map(time).collect()
            })?;
            rows.black_score = cut.read(table, "black_score_cp", |data| {
                let Data::Int32(values) = data else {
                    return Err("column black_score_cp".to_owned());
                };
                Ok(values
                    .into_iter()
                    .map(|value| value.unwrap_or(NO_SCORE))
                    .collect())
            })?;
        }
        Ok(rows)
    }

    fn range(&self, range: std::ops::Range<usize>) -> Plies<'_> {
        let part = |len: usize| if len == 0 { 0..0 } else { range.clone() };
        Plies {
            words: &self.words[range.clone()],
            keys: &self.keys[range.clone()],
            time_ms: &self.time_ms[part(self.time_ms.len())],
            black_score: &self.black_score[part(self.black_score.len())],
        }
    }
}

/// Keeps the first positions of each game out of all rows.
struct Cut<'a> {
    stored: &'a [u32],
    kept: &'a [u32],
}

impl Cut<'_> {
    fn read<T>(
        &self,
        table: &TableReader,
        column: &str,
        convert: impl Fn(Data) -> Result<Vec<T>, String>,
    ) -> Result<Vec<T>, Error> {
        let mut out = Vec::new();
        let (mut game, mut ply) = (0, 0);
        table.column(column, &mut |data| {
            for value in convert(data)? {
                while self.stored[game] == ply {
                    (game, ply) = (game + 1, 0);
                }
                if ply < self.kept[game] {
                    out.push(value);
                }
                ply += 1;
            }
            Ok(())
        })?;
        Ok(out)
    }
}

fn int32(table: &TableReader, column: &str) -> Result<Vec<Option<i32>>, Error> {
    collect(table, column, |data| {
        if let Data::Int32(values) = data {
            Some(values)
        } else {
            None
        }
    })
}

fn int64(table: &TableReader, column: &str) -> Result<Vec<Option<i64>>, Error> {
    collect(table, column, |data| {
        if let Data::Int64(values) = data {
            Some(values)
        } else {
            None
        }
    })
}

fn double(table: &TableReader, column: &str) -> Result<Vec<Option<f64>>, Error> {
    collect(table, column, |data| {
        if let Data::Double(values) = data {
            Some(values)
        } else {
            None
        }
    })
}

fn boolean(table: &TableReader, column: &str) -> Result<Vec<Option<bool>>, Error> {
    collect(table, column, |data| {
        if let Data::Bool(values) = data {
            Some(values)
        } else {
            None
        }
    })
}

fn collect<T>(
    table: &TableReader,
    column: &str,
    unwrap: impl Fn(Data) -> Option<Vec<Option<T>>>,
) -> Result<Vec<Option<T>>, Error> {
    let mut all = Vec::new();
    table.column(column, &mut |data| {
        all.extend(unwrap(data).ok_or_else(|| format!("column {column} has another type"))?);
        Ok(())
    })?;
    Ok(all)
}

fn each_text(
    table: &TableReader,
    column: &str,
    mut each: impl FnMut(Option<&str>) -> Result<(), String>,
) -> Result<(), Error> {
    table.column(column, &mut |data| {
        let Data::Text(values) = data else {
            return Err(format!("column {column} has another type"));
        };
        for value in &values {
            let text = value
                .as_ref()
                .map(|bytes| std::str::from_utf8(bytes.data()))
                .transpose();
            each(text.map_err(|_| format!("column {column} is not UTF-8"))?)?;
        }
        Ok(())
    })
}

fn text(
    table: &TableReader,
    column: &str,
    texts: &mut Texts,
) -> Result<Vec<Option<TextId>>, Error> {
    let mut all = Vec::new();
    each_text(table, column, |text| {
        all.push(text.map(|text| texts.intern(text)));
        Ok(())
    })?;
    Ok(all)
}

fn sha256(table: &TableReader) -> Result<Vec<Option<[u8; 32]>>, Error> {
    let mut all = Vec::new();
    each_text(table, "raw_sha256", |text| {
        let bytes = text
            .map(|text| unhex(text).ok_or("a wrong SHA-256".to_owned()))
            .transpose()?;
        all.push(bytes);
        Ok(())
    })?;
    Ok(all)
}
