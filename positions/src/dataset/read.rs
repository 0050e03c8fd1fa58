//! Rows from files of every format, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use joban_engine::rules::{Accept, Move, Position, Setup};

use super::format::{Format, set_file};
use super::json;
use super::packed::{hcpe, psv};
use super::row::{GameResult, Label, LabelSource, Row, RowScore};
use super::store::{SetFacts, SetReader};
use crate::error::Error;
use crate::manifest::{FILE_NAME, Manifest};

/// Longest line in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Records looked at to tell the layout of moves.
const PROBE: usize = 4096;

/// How the words of moves in a PSV file are laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MoveLayout {
    /// YaneuraOu's ([`psv::move_word`]).
    Yaneuraou,
    /// Apery's ([`Move::word`]), as older files have it.
    Apery,
}

impl MoveLayout {
    /// The name in options and manifests.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Yaneuraou => "yaneuraou",
            Self::Apery => "apery",
        }
    }

    fn decode(self, word: u16) -> Option<Move> {
        match self {
            Self::Yaneuraou => psv::move_of_word(word),
            Self::Apery => Move::from_word(word),
        }
    }
}

/// How files of others are read.
#[derive(Clone, Debug, Default)]
pub struct ReadRules {
    /// The format; without it, that of the file's name.
    pub format: Option<Format>,
    /// Scores of PSV and HCPE that are at least this far from 0 are mates.
    pub mate_as: Option<i16>,
    /// Who labelled; without it, what a manifest of joban beside the file says.
    pub label: Option<LabelSource>,
    /// The layout of moves in PSV; without it, the one in which more moves are legal.
    pub moves: Option<MoveLayout>,
}

/// Reads rows of any format.
///
/// An [`Error::Row`] concerns that row only: the next call goes on behind it. After any other error there is no further row.
#[derive(Debug)]
pub struct RowReader {
    path: PathBuf,
    format: Format,
    moves: MoveLayout,
    mate_as: Option<i16>,
    facts: SetFacts,
    input: Input,
    number: u64,
    done: bool,
}

#[derive(Debug)]
enum Input {
    Set(Box<SetReader>),
    Bytes(BufReader<File>),
}

impl RowReader {
    /// Opens a file, or the set in a result folder.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read; for Parquet files also [`Error::Table`] and [`Error::Revision`].
    pub fn open(path: &Path, rules: &ReadRules) -> Result<Self, Error> {
        let path = set_file(path);
        let io = |source| Error::Io {
            path: path.clone(),
            source,
        };
        let format = match rules.format {
            Some(format) => format,
            None => Format::detect(&path).map_err(io)?,
        };
        let (input, facts) = match format {
            Format::Parquet => {
                let reader = SetReader::open(&path)?;
                let facts = reader.facts().clone();
                (Input::Set(Box::new(reader)), facts)
            }
            _ => {
                let file = File::open(&path).map_err(io)?;
                let input = Input::Bytes(BufReader::with_capacity(1 << 18, file));
                (input, foreign_facts(&path, rules))
            }
        };
        let moves = match (format, rules.moves) {
            (_, Some(moves)) => moves,
            (Format::Psv, None) => probe_moves(&path).map_err(io)?,
            _ => MoveLayout::Apery,
        };
        Ok(Self {
            path,
            format,
            moves,
            mate_as: rules.mate_as,
            facts,
            input,
            number: 0,
            done: false,
        })
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The layout of moves in a PSV file.
    #[must_use]
    pub fn moves(&self) -> MoveLayout {
        self.moves
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the set is besides its rows.
    #[must_use]
    pub fn facts(&self) -> &SetFacts {
        &self.facts
    }

    /// Number of the last row: of a text the line, else the record.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Number of rows where it is known before reading.
    #[must_use]
    pub fn rows(&self) -> Option<u64> {
        match &self.input {
            Input::Set(set) => Some(set.len()),
            Input::Bytes(_) => None,
        }
    }

    /// An error about the present row.
    #[must_use]
    pub fn row_error(&self, reason: impl Into<String>) -> Error {
        let kind = match self.format {
            Format::Jsonl | Format::Lines => "line",
            _ => "record",
        };
        Error::Row {
            path: self.path.clone(),
            kind,
            number: self.number,
            reason: reason.into(),
        }
    }

    fn read(&mut self) -> Option<Result<Row, Error>> {
        match (&mut self.input, self.format) {
            (Input::Set(set), _) => {
                self.number += 1;
                set.next()
            }
            (Input::Bytes(_), Format::Psv) => self.record(Self::psv),
            (Input::Bytes(_), Format::Hcpe) => self.record(Self::hcpe),
            (Input::Bytes(_), _) => self.line(),
        }
    }

    fn fatal(&mut self, source: io::Error) -> Error {
        self.done = true;
        Error::Io {
            path: self.path.clone(),
            source,
        }
    }

    /// The next line that is neither blank nor a comment.
    fn line(&mut self) -> Option<Result<Row, Error>> {
        loop {
            let mut line = Vec::new();
            let Input::Bytes(input) = &mut self.input else {
                return None;
            };
            match input
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)
            {
                Err(error) => return Some(Err(self.fatal(error))),
                Ok(0) => return None,
                Ok(_) => self.number += 1,
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                self.done = true;
                return Some(Err(self.row_error("a line of more than 1 MiB")));
            }
            let row = match std::str::from_utf8(&line) {
                Err(_) => Err("the text is not UTF-8".to_owned()),
                Ok(text) => match content(text) {
                    "" => continue,
                    text if self.format == Format::Jsonl => {
                        json::from_line(text, self.facts.labels.len())
                    }
                    text => row_of_line(text),
                },
            };
            return Some(row.map_err(|reason| self.row_error(reason)));
        }
    }

    /// The next record of `N` bytes.
    fn record<const N: usize>(
        &mut self,
        decode: fn(&Self, &[u8; N]) -> Result<Row, String>,
    ) -> Option<Result<Row, Error>> {
        let mut bytes = [0; N];
        let Input::Bytes(input) = &mut self.input else {
            return None;
        };
        self.number += 1;
        match read_whole(input, &mut bytes) {
            Err(error) => Some(Err(self.fatal(error))),
            Ok(0) => None,
            Ok(read) if read < N => {
                self.done = true;
                Some(Err(self.row_error("the file ends within a record")))
            }
            Ok(_) => Some(decode(self, &bytes).map_err(|reason| self.row_error(reason))),
        }
    }

    fn psv(&self, bytes: &[u8; psv::RECORD_BYTES]) -> Result<Row, String> {
        let record = psv::Record::decode(bytes).map_err(|error| error.to_string())?;
        let position = accepted(&record.setup)?;
        // Words for no move, a null move, resignation, a declared win.
        let best = match record.word {
            0 | 0x81 | 0x102 | 0x183 => None,
            word => Some(legal(&position, self.moves.decode(word), word)?),
        };
        let result = GameResult::from_number(record.result.into())
            .ok_or_else(|| format!("result {} is not 1, 0 or -1", record.result))?;
        Ok(Row {
            result: Some(result),
            label: Some(self.label(record.score, best)),
            ..Row::new(&position, u32::from(record.move_number).checked_sub(1))
        })
    }

    fn hcpe(&self, bytes: &[u8; hcpe::RECORD_BYTES]) -> Result<Row, String> {
        let record = hcpe::Record::decode(bytes).map_err(|error| error.to_string())?;
        let position = accepted(&record.setup)?;
        let best = match record.word {
            0 => None,
            word => Some(legal(&position, Move::from_word(word), word)?),
        };
        let black = match record.result {
            0 => GameResult::Draw,
            1 => GameResult::Win,
            2 => GameResult::Loss,
            other => return Err(format!("result {other} is not 0, 1 or 2")),
        };
        let row = Row::new(&position, None);
        Ok(Row {
            result: Some(of_black(&row, black)),
            label: Some(self.label(record.score, best)),
            ..row
        })
    }

    fn label(&self, score: i16, best: Option<Move>) -> Label {
        let far = |bound: i16| i32::from(score).abs() >= i32::from(bound);
        let score = match self.mate_as {
            Some(bound) if far(bound) => RowScore::Mate {
                wins: score > 0,
                plies: None,
            },
            _ => RowScore::Cp(score.into()),
        };
        Label {
            source: 0,
            score,
            best,
            depth: None,
            nodes: None,
            lines: None,
        }
    }
}

impl Iterator for RowReader {
    type Item = Result<Row, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read();
        self.done |= next.is_none();
        next
    }
}

/// A result in black's view from the side to move, and back.
pub(super) fn of_black(row: &Row, result: GameResult) -> GameResult {
    match row.side() {
        joban_engine::rules::Color::Black => result,
        joban_engine::rules::Color::White => result.negated(),
    }
}

/// What a manifest of joban beside the file, or the options, say about its labels.
fn foreign_facts(path: &Path, rules: &ReadRules) -> SetFacts {
    let beside = path
        .parent()
        .map(|folder| folder.join(FILE_NAME))
        .and_then(|manifest| Manifest::read(&manifest).ok());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let known = beside
        .filter(|manifest| manifest.outputs.iter().any(|output| output.path == name))
        .and_then(|manifest| serde_json::from_value(manifest.options.get("labels")?.clone()).ok());
    let labels: Vec<LabelSource> = match (&rules.label, known) {
        (Some(label), _) => vec![label.clone()],
        (None, Some(known)) => known,
        (None, None) => vec![LabelSource::named("unknown", "unknown")],
    };
    SetFacts {
        labels,
        order_seed: None,
    }
}

/// The layout in which more of the first moves are legal; YaneuraOu's where both are as good.
fn probe_moves(path: &Path) -> io::Result<MoveLayout> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut legal = [0; 2];
    let mut bytes = [0; psv::RECORD_BYTES];
    for _ in 0..PROBE {
        if read_whole(&mut input, &mut bytes)? < bytes.len() {
            break;
        }
        let Ok(record) = psv::Record::decode(&bytes) else {
            continue;
        };
        let Ok(position) = accepted(&record.setup) else {
            continue;
        };
        let layouts = [MoveLayout::Yaneuraou, MoveLayout::Apery];
        for (count, layout) in legal.iter_mut().zip(layouts) {
            let mv = layout.decode(record.word);
            *count += u32::from(mv.is_some_and(|mv| position.is_legal(mv)));
        }
    }
    Ok(match legal {
        [yaneuraou, apery] if apery > yaneuraou => MoveLayout::Apery,
        _ => MoveLayout::Yaneuraou,
    })
}

fn accepted(setup: &Setup) -> Result<Position, String> {
    Position::from_setup(setup, Accept::Strict).map_err(|error| error.to_string())
}

fn legal(position: &Position, mv: Option<Move>, word: u16) -> Result<Move, String> {
    let mv = mv.ok_or_else(|| format!("the word {word:#06x} is no move"))?;
    match position.refusal(mv) {
        None => Ok(mv),
        Some(refusal) => Err(refusal.to_string()),
    }
}

/// Fills the bytes as far as the input goes.
fn read_whole(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match input.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// A line without byte-order mark and line end; empty if it is a comment.
fn content(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.starts_with('#') || line.starts_with("//") {
        ""
    } else {
        line
    }
}

/// A line of a suite: a start with or without moves; what stands behind a comma or ` #` is passed over.
fn row_of_line(line: &str) -> Result<Row, String> {
    let end = line.find(',').unwrap_or(line.len());
    let end = line[..end].find(" #").unwrap_or(end);
    let (setup, notes, moves) =
        Setup::from_position_text(&line[..end]).map_err(|error| error.to_string())?;
    let mut position =
        Position::from_setup(&setup, Accept::OneKing).map_err(|error| error.to_string())?;
    for text in moves {
        let mv = Move::from_usi(text).map_err(|error| error.to_string())?;
        position.play(mv).map_err(|refusal| refusal.to_string())?;
    }
    let ply = notes.ply_given.then(|| position.move_number() - 1);
    Ok(Row::new(&position, ply))
}
