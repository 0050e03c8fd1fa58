//! Reading files of start positions, our own and those of others.
//!
//! Lines are cut, decoded and parsed by `joban-csa-parse` (the same reader as for games of one line); here they are
//! replayed, and lines that say the same are found.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use joban_csa_parse::{
    Inputs, Issue, Item, Parser, RawRecord, ReadOptions, Record, Split, split_records,
};
use joban_engine::rules::{Move, Position, Replay, STARTPOS_SFEN};
use rustc_hash::FxHashMap;

use super::identity::{Identity, Likeness};
use crate::error::Error;

/// One start position with the line it comes from.
#[derive(Clone, Debug)]
pub struct StartLine {
    /// The file as named.
    pub file: String,
    /// The line in it, from 1.
    pub line: u64,
    /// Where the moves begin: SFEN with move number.
    pub start_sfen: String,
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// The position after them, with its history.
    pub position: Position,
    /// What stands behind `#` or behind a comma.
    pub comments: Vec<String>,
}

impl StartLine {
    /// Whether the moves begin at the start of an even game.
    #[must_use]
    pub fn is_from_even_start(&self) -> bool {
        self.start_sfen == STARTPOS_SFEN
    }

    /// Number of moves played before the position, by its move number: the move number of the start, minus 1, plus the moves.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.position.move_number().saturating_sub(1)
    }
}

/// A line that is dropped, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The file as named.
    pub file: String,
    /// What is wrong: kind, line, byte, text, reason. Line 0 means the file as a whole.
    pub issue: Issue,
}

/// In what two lines are alike.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateKind {
    /// They have the same start and the same moves.
    Line,
    /// They end in the same position.
    Position,
    /// The positions are equal after one is turned by 180 degrees with the colours swapped.
    Flipped,
}

/// A line that repeats an earlier one. Both stay in the list: whoever uses it decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Index of the later line in [`SuiteLines::starts`].
    pub later: usize,
    /// Index of the first line that is like it.
    pub first: usize,
    /// In what they are alike.
    pub kind: DuplicateKind,
}

/// Everything that was understood of files of start positions.
#[derive(Clone, Debug, Default)]
pub struct SuiteLines {
    /// The good lines in their order.
    pub starts: Vec<StartLine>,
    /// The dropped lines in their order.
    pub errors: Vec<LineError>,
    /// What there is to know although no line was dropped.
    pub warnings: Vec<LineError>,
}

impl SuiteLines {
    /// Lines that repeat an earlier one, in their order.
    #[must_use]
    pub fn duplicates(&self) -> Vec<Duplicate> {
        let identities: Vec<Identity> = self
            .starts
            .iter()
            .map(|line| Identity::of(&line.position))
            .collect();
        let mut seen: FxHashMap<(u64, &str), usize> = FxHashMap::default();
        let mut lines: FxHashMap<(&str, &[Move]), usize> = FxHashMap::default();
        let mut found = Vec::new();
        for (later, (line, identity)) in self.starts.iter().zip(&identities).enumerate() {
            let by_line = *lines
                .entry((&line.start_sfen, &line.moves))
                .or_insert(later);
            let by_position = *seen.entry(identity.canonical()).or_insert(later);
            if by_line < later {
                found.push(Duplicate {
                    later,
                    first: by_line,
                    kind: DuplicateKind::Line,
                });
            } else if by_position < later {
                let kind = match identities[by_position].likeness(identity.sfen()) {
                    Some(Likeness::Same) => DuplicateKind::Position,
                    _ => DuplicateKind::Flipped,
                };
                found.push(Duplicate {
                    later,
                    first: by_position,
                    kind,
                });
            }
        }
        found
    }
}

/// Reads files of start positions. Accepted are `startpos`, `sfen …` and bare SFENs, with `moves …` or without, with
/// `position` in front or without; lines that begin with `#` and blank lines are passed over; what stands behind ` #` or a
/// comma is kept as a comment; byte-order marks, UTF-16LE with one, and all line ends. The inputs must have been opened with
/// [`ReadOptions::lines`].
///
/// # Errors
///
/// [`Error::Input`] where reading had to stop.
pub fn read_lines(inputs: &Inputs, options: &ReadOptions) -> Result<SuiteLines, Error> {
    let mut reader = Reader::new(options);
    inputs.for_each(&mut |item| {
        match item {
            Item::Record(raw) => reader.line(&raw),
            Item::Rejected { file, issue } => reader.error(&file, issue),
            Item::Warning { file, issue } => reader.warning(&file, issue),
            Item::Progress { .. } => {}
        }
        ControlFlow::Continue(())
    })?;
    Ok(reader.lines)
}

/// Reads start positions from bytes in memory; otherwise as [`read_lines`].
///
/// # Errors
///
/// [`Error::Internal`] if memory could not be read, which cannot happen.
pub fn read_lines_from(file: &str, bytes: &[u8]) -> Result<SuiteLines, Error> {
    let options = ReadOptions {
        lines: true,
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(&options);
    let name: Arc<str> = Arc::from(file);
    let read = split_records(&mut io::Cursor::new(bytes), &name, &options, &mut |split| {
        match split {
            Split::Record(raw) => reader.line(&raw),
            Split::Problem(issue) => reader.error(file, issue),
            Split::Warning(issue) => reader.warning(file, issue),
        }
        ControlFlow::Continue(())
    });
    read.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(reader.lines)
}

struct Reader {
    parser: Parser,
    record: Record,
    replay: Replay,
    lines: SuiteLines,
}

impl Reader {
    fn new(options: &ReadOptions) -> Self {
        Self {
            parser: Parser::new(ReadOptions {
                lines: true,
                ..options.clone()
            }),
            record: Record::new(),
            replay: Replay::new(),
            lines: SuiteLines::default(),
        }
    }

    fn line(&mut self, raw: &RawRecord) {
        let understood = self.parser.parse(raw, &mut self.record).and_then(|()| {
            self.replay
                .run(&self.record, |_, _, _| {})
                .map_err(|broken| broken.issue)
        });
        match understood {
            Ok(()) => self.lines.starts.push(StartLine {
                file: raw.file.to_string(),
                line: raw.first_line,
                start_sfen: self.replay.start_sfen(),
                moves: self.replay.moves().to_vec(),
                position: self.replay.position().clone(),
                comments: self.record.head_comments().map(str::to_owned).collect(),
            }),
            Err(issue) => self.error(&raw.file, issue),
        }
    }

    fn error(&mut self, file: &str, issue: Issue) {
        let file = file.to_owned();
        self.lines.errors.push(LineError { file, issue });
    }

    fn warning(&mut self, file: &str, issue: Issue) {
        let file = file.to_owned();
        self.lines.warnings.push(LineError { file, issue });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> SuiteLines {
        read_lines_from("suite.txt", text.as_bytes()).unwrap()
    }

    #[test]
    fn every_form_that_others_write() {
        let bare = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        let text = format!(
            "\u{feff}# list\r\nstartpos\r\n\r\nposition startpos moves 7g7f\r\nstartpos moves 2g2f 8c8d # note\r\n\
             {bare}\r\nsfen {bare}\r\nposition sfen {bare} moves 3c3d\r\n{bare}, score=12, depth=3\r\n"
        );
        let lines = read(&text);
        assert_eq!(lines.errors, []);
        let plies: Vec<u32> = lines.starts.iter().map(StartLine::ply).collect();
        assert_eq!(plies, [0, 1, 2, 1, 1, 2, 1]);
        let numbers: Vec<u64> = lines.starts.iter().map(|line| line.line).collect();
        assert_eq!(numbers, [2, 4, 5, 6, 7, 8, 9]);
        assert_eq!(lines.starts[2].comments, ["note"]);
        assert_eq!(lines.starts[6].comments, ["score=12, depth=3"]);
        assert!(lines.starts[1].is_from_even_start() && !lines.starts[3].is_from_even_start());
    }

    #[test]
    fn repeated_lines_are_found_by_what_they_say() {
        let lines = read(
            "startpos moves 7g7f 3c3d 2g2f 8c8d\nposition startpos  moves 7g7f 3c3d 2g2f 8c8d\n\
             startpos moves 2g2f 8c8d 7g7f 3c3d\nstartpos moves 7g7f\n\
             sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n",
        );
        let found: Vec<_> = lines
            .duplicates()
            .iter()
            .map(|d| (d.later, d.first, d.kind))
            .collect();
        assert_eq!(
            found,
            [
                (1, 0, DuplicateKind::Line),
                (2, 0, DuplicateKind::Position),
                (4, 3, DuplicateKind::Flipped)
            ]
        );
    }

    #[test]
    fn a_bad_line_is_dropped_whole() {
        let lines = read(
            "startpos moves 7g7f 7g7e 2g2f\nhello\n9/9/9/9/9/9/9/9/9 b - 1\nstartpos moves 2g2f\n",
        );
        assert_eq!(lines.starts.len(), 1);
        let errors: Vec<u64> = lines.errors.iter().map(|error| error.issue.line).collect();
        assert_eq!(errors, [1, 2, 3]);
        assert_eq!(lines.errors[0].issue.text, "7g7e");
    }

    #[test]
    fn utf16_with_its_mark() {
        let bytes: Vec<u8> = "\u{feff}startpos moves 2g2f\r\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read_lines_from("x", &bytes).unwrap().starts.len(), 1);
    }
}
