//! `moves.csv` read back: what the games of an archive played, without the archive.

use std::io::BufRead;

use joban_engine::rules::{Move, Position};

use crate::book_csv::{self, CsvError, CsvReason, figures_of, number};
use crate::stats::Figures;

/// The columns: those of the place, then the statistics as in `book.csv`.
fn columns() -> impl Iterator<Item = &'static str> {
    let place = ["ply", "side", "sfen", "move"].into_iter();
    place.chain(book_csv::COLUMNS[7..].iter().copied())
}

/// One move that games of the archive played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// 64-bit key of the position.
    key: u64,
    /// Plies played before the move.
    pub ply: u8,
    /// The move.
    pub mv: Move,
    /// Its statistics.
    pub figures: Figures,
}

/// The moves of an archive by position and ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovesTable {
    /// Sorted by key, ply, move.
    rows: Vec<PlayedMove>,
}

impl MovesTable {
    /// Reads a `moves.csv` line by line. Memory grows with the rows, about 80 bytes each.
    ///
    /// # Errors
    ///
    /// [`CsvError`] with the line: other columns, a position that is none, an illegal move, a number out of its range, a move twice.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, CsvError> {
        let mut reader = Reader::default();
        let mut line = String::new();
        loop {
            line.clear();
            reader.line += 1;
            let read = input.read_line(&mut line);
            let bytes = read.map_err(|error| reader.error(CsvReason::Read(error.to_string())))?;
            if bytes == 0 {
                return reader.finish();
            }
            reader.take(line.trim_end_matches(['\r', '\n']))?;
        }
    }

    /// Rows in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The moves of a position at one ply, or at all plies, by ply and move word.
    pub fn of(&self, position: &Position, ply: Option<u8>) -> impl Iterator<Item = &PlayedMove> {
        let key = position.key();
        let from = self.rows.partition_point(|row| row.key < key);
        let rows = self.rows[from..]
            .iter()
            .take_while(move |row| row.key == key);
        rows.filter(move |row| ply.is_none_or(|ply| row.ply == ply))
    }
}

/// The state of reading.
#[derive(Default)]
struct Reader {
    line: u64,
    rows: Vec<PlayedMove>,
    /// The last position: rows of one stand together.
    last: Option<(String, Position, u64)>,
}

impl Reader {
    fn error(&self, reason: CsvReason) -> CsvError {
        CsvError {
            line: self.line,
            reason,
        }
    }

    fn take(&mut self, line: &str) -> Result<(), CsvError> {
        if self.line == 1 {
            return self.header(line.strip_prefix('\u{feff}').unwrap_or(line));
        }
        if line.is_empty() {
            return Ok(());
        }
        let row = self.row(line).map_err(|reason| self.error(reason))?;
        self.rows.push(row);
        Ok(())
    }

    fn header(&self, line: &str) -> Result<(), CsvError> {
        if line.split(',').eq(columns()) {
            return Ok(());
        }
        Err(self.error(CsvReason::MovesColumns))
    }

    fn row(&mut self, line: &str) -> Result<PlayedMove, CsvReason> {
        let fields: Vec<&str> = line.split(',').collect();
        let Ok([ply, _, sfen, mv, figures @ ..]) = <[&str; 14]>::try_from(fields.as_slice()) else {
            return Err(CsvReason::MovesFieldCount {
                found: fields.len(),
            });
        };
        let (position, key) = self.position(sfen.to_owned())?;
        let mv = Move::from_usi(mv)?;
        if let Some(refusal) = position.refusal(mv) {
            return Err(CsvReason::IllegalMove { mv, refusal });
        }
        Ok(PlayedMove {
            key,
            ply: number("ply", ply)?,
            mv,
            figures: figures_of(figures)?,
        })
    }

    fn position(&mut self, sfen: String) -> Result<(&Position, u64), CsvReason> {
        if self.last.as_ref().is_none_or(|(last, ..)| *last != sfen) {
            let position = Position::from_sfen(&sfen)?;
            let key = position.key();
            self.last = Some((sfen, position, key));
        }
        let last = self
            .last
            .as_ref()
            .map(|(_, position, key)| (position, *key));
        last.ok_or(CsvReason::MovesColumns)
    }

    fn finish(mut self) -> Result<MovesTable, CsvError> {
        if self.line == 1 {
            return Err(self.error(CsvReason::MovesColumns));
        }
        let place = |row: &PlayedMove| (row.key, row.ply, row.mv);
        self.rows.sort_unstable_by_key(place);
        if let Some(pair) = self
            .rows
            .windows(2)
            .find(|pair| place(&pair[0]) == place(&pair[1]))
        {
            let (mv, ply) = (pair[0].mv, pair[0].ply);
            return Err(self.error(CsvReason::Twice { mv, ply }));
        }
        Ok(MovesTable { rows: self.rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

    fn read(text: &str) -> Result<MovesTable, CsvError> {
        MovesTable::read(&mut text.as_bytes())
    }

    fn csv(rows: &str) -> String {
        let rows: Vec<String> = rows
            .lines()
            .map(|row| format!("{row},0,0,1,1,,,"))
            .collect();
        let columns: Vec<&str> = columns().collect();
        format!("\u{feff}{}\r\n{}", columns.join(","), rows.join("\n"))
    }

    #[test]
    fn moves_are_found_by_position_and_ply() {
        let text = csv(&format!(
            "0,black,{START},7g7f,5,11,3\r\n0,black,{START},2g2f,2,4,1\n2,black,{START},2g2f,1,1,0"
        ));
        let table = read(&text).unwrap();
        let start = Position::startpos();
        let counts =
            |ply| -> Vec<u32> { table.of(&start, ply).map(|row| row.figures.count).collect() };
        assert_eq!(table.len(), 3);
        assert_eq!(counts(Some(0)), [2, 5]);
        assert!(counts(Some(1)).is_empty());
        assert_eq!(counts(None), [2, 5, 1]);
    }

    #[test]
    fn wrong_rows_are_named_by_their_line() {
        for (rows, line) in [
            (format!("0,black,{START},7g7e,5,11,3"), 2),
            (
                format!("0,black,{START},7g7f,5,11,3\n0,black,nothing,7g7f,5,11,3"),
                3,
            ),
            (format!("0,black,{START},7g7f,many,11,3"), 2),
            (format!("0,black,{START}"), 2),
        ] {
            assert_eq!(read(&csv(&rows)).unwrap_err().line, line, "{rows}");
        }
        let twice = format!("0,black,{START},7g7f,5,11,3\n").repeat(2);
        let error = read(&csv(&twice)).unwrap_err();
        assert!(matches!(error.reason, CsvReason::Twice { ply: 0, .. }));
        assert!(read("").is_err());
        assert!(read("ply,sfen\n").is_err());
    }
}
