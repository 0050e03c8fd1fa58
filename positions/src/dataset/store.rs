//! A data set as one Parquet file, written and read row by row.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::vec;

use joban_engine::rules::{Accept, Move, Position, Setup};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use rustc_hash::FxHashMap;

use super::row::{GameResult, Label, LabelSource, Row, RowScore};
use crate::error::Error;
use crate::table::{
    ColumnHasher, DATASET, Data, EncodedGroup, TableDigest, TableReader, TableWriter,
};

/// Rows of a row group: one group is in memory at a time.
const GROUP_ROWS: usize = 1 << 16;

/// Most row groups that are encoded at the same time.
const THREADS: usize = 4;

/// Rows handed over at a time while reading, and how often that may wait.
const BATCH: usize = 1 << 12;
const WAITING: usize = 4;

/// Facts of the footer.
const LABELS: &str = "joban.labels";
const ORDER_SEED: &str = "joban.order_seed";

/// What a set is besides its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetFacts {
    /// Who labelled; [`Label::source`] is an index into this.
    pub labels: Vec<LabelSource>,
    /// The seed of the order of the rows, where they are in such an order.
    pub order_seed: Option<u64>,
}

/// Whether a file is a data set of ours: a Parquet file whose footer says so.
#[must_use]
pub fn is_set(path: &Path) -> bool {
    path.is_file() && TableReader::open(&DATASET, path).is_ok()
}

/// Writes a set into a new file.
pub struct SetWriter {
    path: PathBuf,
    writer: TableWriter<BufWriter<File>>,
    group: Group,
    /// Full groups in their order, each on its thread.
    pending: VecDeque<Pending>,
    threads: usize,
}

type Pending = JoinHandle<Result<EncodedGroup, ParquetError>>;

impl std::fmt::Debug for SetWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SetWriter({})", self.path.display())
    }
}

impl SetWriter {
    /// Makes the file.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be made.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let file = File::create(path).map_err(|source| Error::Write {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            writer: TableWriter::new(&DATASET, path, BufWriter::new(file)).map_err(writing)?,
            group: Group::default(),
            pending: VecDeque::new(),
            threads: thread::available_parallelism()
                .map_or(1, usize::from)
                .min(THREADS),
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn push(&mut self, row: &Row) -> Result<(), Error> {
        self.group.push(row);
        if self.group.rows() < GROUP_ROWS {
            return Ok(());
        }
        self.begin_group();
        if self.pending.len() > self.threads {
            self.append_first()?;
        }
        Ok(())
    }

    /// Encodes the present group on a thread.
    fn begin_group(&mut self) {
        let columns = Arc::new(self.group.take());
        let encoder = self.writer.encoder();
        let shared = Arc::clone(&columns);
        self.pending
            .push_back(thread::spawn(move || encoder.encode(&shared)));
        self.writer.digest(&columns);
    }

    /// Writes the oldest group.
    fn append_first(&mut self) -> Result<(), Error> {
        let Some(oldest) = self.pending.pop_front() else {
            return Ok(());
        };
        let encoded = oldest.join();
        let encoded = encoded.map_err(|_| Error::Internal("an encoder has failed".to_owned()))?;
        let group = encoded.map_err(|error| writing(self.writer.encoder().failed(error)))?;
        self.writer.append(group).map_err(writing)
    }

    /// Writes what is left, and the facts.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn finish(mut self, facts: &SetFacts) -> Result<TableDigest, Error> {
        if self.group.rows() > 0 {
            self.begin_group();
        }
        while !self.pending.is_empty() {
            self.append_first()?;
        }
        let labels = serde_json::to_string(&facts.labels)
            .map_err(|error| Error::Internal(error.to_string()))?;
        let mut extra = vec![(LABELS, labels)];
        extra.extend(facts.order_seed.map(|seed| (ORDER_SEED, seed.to_string())));
        let (mut out, digest) = self.writer.finish(&extra).map_err(writing)?;
        out.flush().map_err(|source| Error::Write {
            path: self.path,
            source,
        })?;
        Ok(digest)
    }
}

/// A table that is being written fails by writing.
fn writing(error: Error) -> Error {
    match error {
        Error::Io { path, source } => Error::Write { path, source },
        other => other,
    }
}

/// Rows that wait for their row group, column by column.
#[derive(Default)]
struct Group {
    sfen: Texts,
    key: Vec<Option<i64>>,
    ply: Vec<Option<i32>>,
    game_hash: Vec<Option<i64>>,
    random_plies: Vec<Option<i32>>,
    played: Vec<Option<ByteArray>>,
    result: Vec<Option<i32>>,
    label: Vec<Option<i32>>,
    score: Vec<Option<i32>>,
    mate: Vec<Option<i32>>,
    mate_plies: Vec<Option<i32>>,
    best: Vec<Option<ByteArray>>,
    depth: Vec<Option<i32>>,
    nodes: Vec<Option<i64>>,
    lines: Vec<Option<ByteArray>>,
    texts: FxHashMap<u16, ByteArray>,
}

/// Texts one behind the other: values that share one piece of memory.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
    }

    fn values(self) -> Vec<Option<ByteArray>> {
        let all = ByteArray::from(self.bytes);
        let mut begin = 0;
        let value = |end| {
            let length = end - std::mem::replace(&mut begin, end);
            Some(all.slice(end - length, length))
        };
        self.ends.into_iter().map(value).collect()
    }
}

impl Group {
    fn rows(&self) -> usize {
        self.key.len()
    }

    fn push(&mut self, row: &Row) {
        self.sfen.push(&row.sfen);
        self.key.push(Some(row.key as i64));
        self.ply.push(row.ply.map(|ply| ply as i32));
        self.game_hash.push(row.game_hash.map(|hash| hash as i64));
        self.random_plies.push(Some(row.random_plies as i32));
        let played = row.played.map(|mv| self.usi(mv));
        self.played.push(played);
        self.result
            .push(row.result.map(|result| result.number().into()));
        self.push_label(row.label.as_ref());
    }

    fn push_label(&mut self, label: Option<&Label>) {
        self.label.push(label.map(|label| label.source as i32));
        let (cp, mate, plies) = match label.map(|label| label.score) {
            None => (None, None, None),
            Some(RowScore::Cp(cp)) => (Some(cp), None, None),
            Some(RowScore::Mate { wins, plies }) => (None, Some(if wins { 1 } else { -1 }), plies),
        };
        self.score.push(cp);
        self.mate.push(mate);
        self.mate_plies.push(plies.map(|plies| plies as i32));
        let best = label.and_then(|label| label.best).map(|mv| self.usi(mv));
        self.best.push(best);
        let depth = label.and_then(|label| label.depth);
        self.depth.push(depth.map(|depth| depth as i32));
        let nodes = label.and_then(|label| label.nodes);
        self.nodes.push(nodes.map(|nodes| nodes as i64));
        let lines = label.and_then(|label| label.lines.as_deref());
        self.lines.push(lines.map(ByteArray::from));
    }

    fn usi(&mut self, mv: Move) -> ByteArray {
        let text = || ByteArray::from(mv.to_string().as_str());
        self.texts.entry(mv.word()).or_insert_with(text).clone()
    }

    /// The columns in the order of the table.
    fn take(&mut self) -> Vec<Data> {
        use std::mem::take;
        vec![
            Data::Text(take(&mut self.sfen).values()),
            Data::Int64(take(&mut self.key)),
            Data::Int32(take(&mut self.ply)),
            Data::Int64(take(&mut self.game_hash)),
            Data::Int32(take(&mut self.random_plies)),
            Data::Text(take(&mut self.played)),
            Data::Int32(take(&mut self.result)),
            Data::Int32(take(&mut self.label)),
            Data::Int32(take(&mut self.score)),
            Data::Int32(take(&mut self.mate)),
            Data::Int32(take(&mut self.mate_plies)),
            Data::Text(take(&mut self.best)),
            Data::Int32(take(&mut self.depth)),
            Data::Int64(take(&mut self.nodes)),
            Data::Text(take(&mut self.lines)),
        ]
    }
}

/// Reads a set row by row. Every value is checked against the digests of the footer, which shows after the last row. Another thread
/// reads ahead.
pub struct SetReader {
    rows: u64,
    facts: SetFacts,
    input: Input,
    batch: vec::IntoIter<Row>,
}

enum Input {
    /// Before the first row.
    Ready(Box<Decoder>),
    Running(Receiver<Message>),
    Ended,
}

/// Rows; `None` behind the last ones.
type Message = Result<Option<Vec<Row>>, Error>;

impl std::fmt::Debug for SetReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SetReader({} rows)", self.rows)
    }
}

impl SetReader {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Table`] or [`Error::Revision`] for a file that is none.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let table = TableReader::open(&DATASET, path)?;
        let labels = table
            .fact(LABELS)
            .and_then(|text| serde_json::from_str(text).ok())
            .ok_or_else(|| table.damaged("it does not say who labelled it"))?;
        let seed = table.fact(ORDER_SEED).map(str::parse).transpose();
        let facts = SetFacts {
            labels,
            order_seed: seed.map_err(|_| table.damaged("its order seed is no number"))?,
        };
        Ok(Self {
            rows: table.rows(),
            input: Input::Ready(Box::new(Decoder {
                table,
                labels: facts.labels.len(),
            })),
            facts,
            batch: Vec::new().into_iter(),
        })
    }

    /// What the set is besides its rows.
    #[must_use]
    pub fn facts(&self) -> &SetFacts {
        &self.facts
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rows
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The next rows; `None` after the last ones.
    fn receive(&mut self) -> Message {
        let from = match std::mem::replace(&mut self.input, Input::Ended) {
            Input::Ended => return Ok(None),
            Input::Running(from) => from,
            Input::Ready(decoder) => {
                let (to, from) = sync_channel(WAITING);
                thread::spawn(move || decoder.run(&to));
                from
            }
        };
        let failed = |_| Err(Error::Internal("a reader has failed".to_owned()));
        let message = from.recv().unwrap_or_else(failed)?;
        if message.is_some() {
            self.input = Input::Running(from);
        }
        Ok(message)
    }
}

impl Iterator for SetReader {
    type Item = Result<Row, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.batch.next() {
                return Some(Ok(row));
            }
            match self.receive() {
                Ok(Some(rows)) => self.batch = rows.into_iter(),
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Makes rows of a file.
struct Decoder {
    table: TableReader,
    labels: usize,
}

impl Decoder {
    /// Sends all rows and the end, or an error.
    fn run(&self, to: &SyncSender<Message>) {
        let end = self.send_rows(to).map(|()| None);
        // Nobody listens any more where the reader was given up.
        let _ = to.send(end);
    }

    /// Another thread decodes the next row group meanwhile.
    fn send_rows(&self, to: &SyncSender<Message>) -> Result<(), Error> {
        thread::scope(|scope| {
            let (groups, decoded) = sync_channel(0);
            scope.spawn(move || {
                let mut numbers = 0..self.table.groups();
                numbers.all(|number| groups.send(self.table.group(number)).is_ok())
            });
            self.send_groups(&decoded, to)
        })
    }

    fn send_groups(
        &self,
        decoded: &Receiver<Result<Vec<Data>, Error>>,
        to: &SyncSender<Message>,
    ) -> Result<(), Error> {
        let mut hashers = vec![ColumnHasher::default(); DATASET.columns.len()];
        for columns in decoded {
            let columns = columns?;
            for (hasher, data) in hashers.iter_mut().zip(&columns) {
                hasher.update(data);
            }
            let damaged = |reason| self.table.damaged(reason);
            let columns = Columns::new(columns).map_err(damaged)?;
            for begin in (0..columns.len()).step_by(BATCH) {
                let end = columns.len().min(begin + BATCH);
                let rows = columns.rows(begin..end, self.labels).map_err(damaged)?;
                if to.send(Ok(Some(rows))).is_err() {
                    return Ok(());
                }
            }
        }
        self.table.check_columns_read(hashers)
    }
}

/// The columns of a row group by their types.
struct Columns {
    texts: [Vec<Option<ByteArray>>; 4],
    longs: [Vec<Option<i64>>; 3],
    ints: [Vec<Option<i32>>; 8],
}

impl Columns {
    /// Sorts columns by type; they are in the order of the table.
    fn new(columns: Vec<Data>) -> Result<Self, String> {
        let (mut texts, mut longs, mut ints) = (Vec::new(), Vec::new(), Vec::new());
        for data in columns {
            match data {
                Data::Text(values) => texts.push(values),
                Data::Int64(values) => longs.push(values),
                Data::Int32(values) => ints.push(values),
                _ => return Err("a column has another type".to_owned()),
            }
        }
        let wrong = |_| "a column has another type".to_owned();
        Ok(Self {
            texts: texts.try_into().map_err(|_| wrong(()))?,
            longs: longs.try_into().map_err(|_| wrong(()))?,
            ints: ints.try_into().map_err(|_| wrong(()))?,
        })
    }

    fn len(&self) -> usize {
        self.longs[0].len()
    }

    fn rows(&self, range: Range<usize>, labels: usize) -> Result<Vec<Row>, String> {
        range.map(|at| self.row(at, labels)).collect()
    }

    fn row(&self, at: usize, labels: usize) -> Result<Row, String> {
        let [sfen, played, ..] = &self.texts;
        let [key, game_hash, _] = &self.longs;
        let [ply, random_plies, result, ..] = &self.ints;
        let result = result[at].map(|number| {
            GameResult::from_number(number.into()).ok_or_else(|| "a wrong result".to_owned())
        });
        Ok(Row {
            sfen: text(&sfen[at])?.ok_or("a null in column sfen")?.to_owned(),
            key: key[at].ok_or("a null in column key")? as u64,
            ply: count(ply[at], "ply")?,
            game_hash: game_hash[at].map(|hash| hash as u64),
            random_plies: count(random_plies[at], "random_plies")?
                .ok_or("a null in column random_plies")?,
            played: mv(&played[at])?,
            result: result.transpose()?,
            label: self.label(at, labels)?,
        })
    }

    fn label(&self, at: usize, labels: usize) -> Result<Option<Label>, String> {
        let [_, _, _, source, score, mate, mate_plies, depth] = &self.ints;
        let Some(source) = count(source[at], "label")? else {
            return Ok(None);
        };
        if source as usize >= labels {
            return Err("a label of nobody".to_owned());
        }
        let score = match (score[at], mate[at]) {
            (Some(cp), None) => RowScore::Cp(cp),
            (None, Some(side @ (1 | -1))) => RowScore::Mate {
                wins: side == 1,
                plies: count(mate_plies[at], "mate_plies")?,
            },
            _ => return Err("a label without a score".to_owned()),
        };
        let [_, _, best, lines] = &self.texts;
        Ok(Some(Label {
            source,
            score,
            best: mv(&best[at])?,
            depth: count(depth[at], "depth")?,
            nodes: self.longs[2][at].map(|nodes| nodes as u64),
            lines: text(&lines[at])?.map(str::to_owned),
        }))
    }
}

fn text(value: &Option<ByteArray>) -> Result<Option<&str>, String> {
    let text = value
        .as_ref()
        .map(|bytes| std::str::from_utf8(bytes.data()));
    text.transpose()
        .map_err(|_| "a text is not UTF-8".to_owned())
}

fn mv(value: &Option<ByteArray>) -> Result<Option<Move>, String> {
    let text = text(value)?;
    let mv = text.map(Move::from_usi).transpose();
    mv.map_err(|error| error.to_string())
}

fn count(value: Option<i32>, column: &str) -> Result<Option<u32>, String> {
    value
        .map(u32::try_from)
        .transpose()
        .map_err(|_| format!("a negative number in column {column}"))
}

/// What is wrong with a row as such: its SFEN is not that of a position, not the canonical one, or does not fit key and ply; a
/// move is illegal.
#[must_use]
pub fn fault(row: &Row) -> Option<String> {
    let (setup, _) = match Setup::from_sfen(&row.sfen) {
        Ok(setup) => setup,
        Err(error) => return Some(error.to_string()),
    };
    let position = match Position::from_setup(&setup, Accept::OneKing) {
        Ok(position) => position,
        Err(error) => return Some(error.to_string()),
    };
    if Row::new(&position, row.ply).sfen != row.sfen {
        return Some("the SFEN is not the canonical one, or does not fit the ply".to_owned());
    }
    if position.key() != row.key {
        return Some("the key does not fit the SFEN".to_owned());
    }
    let best = row.label.as_ref().and_then(|label| label.best);
    let refusals = [row.played, best].into_iter().flatten();
    refusals
        .filter_map(|mv| position.refusal(mv))
        .map(|refusal| refusal.to_string())
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joban_engine::rng::SplitMix64;

    /// Rows for several row groups, the last of them not full.
    fn rows() -> Vec<Row> {
        let start = Position::startpos();
        let mut rng = SplitMix64::new(9);
        let row = |number: usize| Row {
            game_hash: Some(rng.next_u64()),
            ..Row::new(&start, Some(number as u32))
        };
        (0..GROUP_ROWS * 3 + 5).map(row).collect()
    }

    fn write(rows: &[Row], path: &Path, threads: usize) -> TableDigest {
        let mut writer = SetWriter::create(path).unwrap();
        writer.threads = threads;
        for row in rows {
            writer.push(row).unwrap();
        }
        writer.finish(&SetFacts::default()).unwrap()
    }

    #[test]
    fn groups_come_in_their_order_from_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let rows = rows();
        let paths = [1, 2, 5].map(|threads| {
            let path = folder.path().join(threads.to_string());
            assert_eq!(write(&rows, &path, threads).rows, rows.len() as u64);
            path
        });
        let bytes = std::fs::read(&paths[0]).unwrap();
        for path in &paths[1..] {
            assert_eq!(std::fs::read(path).unwrap(), bytes);
        }
        let read = SetReader::open(&paths[0]).unwrap();
        assert!(read.map(Result::unwrap).eq(rows.iter().cloned()));
        // Given up half way, nothing hangs.
        let mut left = SetReader::open(&paths[0]).unwrap();
        assert_eq!(left.next().unwrap().unwrap(), rows[0]);
        drop(left);
        // Damage is told once, and ends the rows.
        let mut damaged = bytes;
        let middle = damaged.len() / 2;
        damaged[middle..middle + 1000].fill(0xA5);
        std::fs::write(&paths[1], damaged).unwrap();
        let mut read = SetReader::open(&paths[1]).unwrap();
        assert!(read.by_ref().any(|row| row.is_err()));
        assert!(read.next().is_none());
    }
}
