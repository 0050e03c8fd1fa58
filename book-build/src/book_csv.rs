//! `book.csv`: one row an entry of the book. Format page: `docs/formats/book-csv.md`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::str::FromStr;

use joban_engine::book::{Book, BookEntry, BookError, candidate_probability};
use joban_engine::rules::{
    Accept, Color, Move, MoveTextError, Position, PositionRejected, Refusal, Setup, SfenError,
};
use joban_positions::Date;
use joban_positions::date::DateError;
use polars::prelude::DataFrame;

use crate::built::BookRow;
use crate::stats::Figures;
use crate::table::{BOM, column, figure_columns, to_io, write_csv};

/// Revision of `book.csv`, `moves.csv` and `zobrist.bin`.
pub const CSV_REVISION: u32 = 1;

/// Names of the columns, in order.
pub const COLUMNS: [&str; 17] = [
    "ply",
    "side",
    "sfen",
    "key",
    "move",
    "weight",
    "probability",
    "count",
    "points",
    "wins",
    "draws",
    "losses",
    "games",
    "pairings",
    "mean_rating",
    "first_date",
    "last_date",
];

/// Writes the rows of a book in their order.
///
/// # Errors
///
/// Passes on what the writer reports.
pub fn write_book_csv(out: &mut dyn Write, rows: &[BookRow], bom: bool) -> io::Result<()> {
    if bom {
        out.write_all(BOM)?;
    }
    write_csv(out, &mut table(rows).map_err(to_io)?, true)
}

fn table(rows: &[BookRow]) -> polars::prelude::PolarsResult<DataFrame> {
    let text = |name: &str, value: &dyn Fn(&BookRow) -> String| {
        column(name, rows.iter().map(value).collect::<Vec<_>>())
    };
    let mut columns = vec![
        text("ply", &|row| row.ply.to_string()),
        text("side", &|row| row.side.as_str().to_owned()),
        text("sfen", &|row| row.sfen.clone()),
        text("key", &|row| format!("{:04x}", row.key)),
        text("move", &|row| row.mv.to_string()),
        text("weight", &|row| row.weight.to_string()),
        text("probability", &|row| format!("{:.6}", row.probability)),
    ];
    columns.extend(figure_columns(rows.iter().map(|row| &row.figures)));
    DataFrame::new_infer_height(columns)
}

/// Text that is no `book.csv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct CsvError {
    /// Line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: CsvReason,
}

/// What can be wrong with a line of `book.csv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CsvReason {
    /// Bytes that are no text.
    #[error("the text is neither UTF-8 nor UTF-16LE with a byte-order mark")]
    NoText,
    /// Other columns than those of a `book.csv`.
    #[error("the columns must be {}", COLUMNS.join(","))]
    Columns,
    /// A row with another number of fields.
    #[error("{found} columns, expected {}", COLUMNS.len())]
    FieldCount {
        /// Fields of the row.
        found: usize,
    },
    /// Other columns than those of a `moves.csv`.
    #[error("these are not the columns of a moves.csv")]
    MovesColumns,
    /// A row of a `moves.csv` with another number of fields.
    #[error("{found} columns do not make a row of a moves.csv")]
    MovesFieldCount {
        /// Fields of the row.
        found: usize,
    },
    /// A move twice at one position and ply of a `moves.csv`.
    #[error("move {mv} at ply {ply} stands twice")]
    Twice {
        /// The move.
        mv: Move,
        /// The ply.
        ply: u8,
    },
    /// A file that cannot be read.
    #[error("{0}")]
    Read(String),
    /// A field that is no number, or one out of its range.
    #[error("{column}: {text:?} is no number in its range")]
    Number {
        /// The column.
        column: &'static str,
        /// The field.
        text: String,
    },
    /// A field that is no date.
    #[error("{column}: {error}")]
    Date {
        /// The column.
        column: &'static str,
        /// What is wrong.
        error: DateError,
    },
    /// A key of another form.
    #[error("key: {text:?} is not four hex digits (a spreadsheet may have changed it)")]
    Key {
        /// The field.
        text: String,
    },
    /// A position that is no SFEN.
    #[error("sfen: {0}")]
    Sfen(#[from] SfenError),
    /// A diagram that is no position of a game.
    #[error("sfen: {0}")]
    Position(#[from] PositionRejected),
    /// Side, ply and position do not go together.
    #[error("side {side:?} does not go with ply {ply} and the side to move in the sfen")]
    Side {
        /// The field.
        side: String,
        /// The ply.
        ply: u8,
    },
    /// A move that is no USI move.
    #[error("move: {0}")]
    MoveText(#[from] MoveTextError),
    /// A move against the rules.
    #[error("move {mv} is not legal: {refusal}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule.
        refusal: Refusal,
    },
    /// The rows make no book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// One position with two keys, or one key with two positions.
    #[error("key {key:04x} at ply {ply} does not belong to one position alone")]
    Place {
        /// The key.
        key: u16,
        /// The ply.
        ply: u8,
    },
    /// Weights of a position that do not add up.
    #[error(
        "the weights of a position with {candidates} candidates must add up to {expected}, not {found}"
    )]
    Weights {
        /// Candidates of the position.
        candidates: usize,
        /// What the sum must be.
        expected: u16,
        /// What it is.
        found: u16,
    },
}

/// A `book.csv` read back.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvBook {
    /// The entries.
    pub book: Book,
    /// The rows, in the order of the entries whatever the order in the file.
    pub rows: Vec<BookRow>,
}

/// Reads a `book.csv`: UTF-8 with or without BOM or UTF-16LE with BOM; LF, CRLF or CR; rows in any order; fields may stand in
/// double quotes. The probability is computed again from the weights.
///
/// # Errors
///
/// [`CsvError`] with the line: other columns, a value out of its range, an illegal move, weights that do not add up.
pub fn read_book_csv(bytes: &[u8]) -> Result<CsvBook, CsvError> {
    let text = decode(bytes)?;
    let mut lines = lines(&text);
    let header = lines.next().map_or("", |(_, line)| line);
    if fields(header).ne(COLUMNS) {
        return Err(CsvError {
            line: 1,
            reason: CsvReason::Columns,
        });
    }
    let mut rows = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let row = row(text).map_err(|reason| CsvError { line, reason })?;
        rows.push((line, row));
    }
    finish(rows)
}

fn decode(bytes: &[u8]) -> Result<String, CsvError> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => {
            let (units, left) = rest.as_chunks::<2>();
            let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
            String::from_utf16(&units).ok().filter(|_| left.is_empty())
        }
        _ => std::str::from_utf8(bytes.strip_prefix(BOM).unwrap_or(bytes))
            .ok()
            .map(str::to_owned),
    };
    text.ok_or(CsvError {
        line: 1,
        reason: CsvReason::NoText,
    })
}

/// Numbered lines ended by LF, CRLF or CR.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut rest = Some(text);
    (1..).map_while(move |number| {
        let all = rest.take()?;
        let Some(end) = all.find(['\n', '\r']) else {
            return Some((number, all));
        };
        let after = &all[end..];
        rest = Some(after.strip_prefix("\r\n").unwrap_or(&after[1..]));
        Some((number, &all[..end]))
    })
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| {
        let field = field.trim();
        field
            .strip_prefix('"')
            .and_then(|inner| inner.strip_suffix('"'))
            .unwrap_or(field)
    })
}

fn row(text: &str) -> Result<BookRow, CsvReason> {
    let fields: Vec<&str> = fields(text).collect();
    let Ok([ply, side, sfen, key, mv, weight, _, figures @ ..]) =
        <[&str; 17]>::try_from(fields.as_slice())
    else {
        return Err(CsvReason::FieldCount {
            found: fields.len(),
        });
    };
    let ply: u8 = number("ply", ply)?;
    let position = position(sfen)?;
    if position.side().as_str() != side
        || (position.side() == Color::Black) != ply.is_multiple_of(2)
    {
        return Err(CsvReason::Side {
            side: side.to_owned(),
            ply,
        });
    }
    let mv = Move::from_usi(mv)?;
    if let Some(refusal) = position.refusal(mv) {
        return Err(CsvReason::IllegalMove { mv, refusal });
    }
    Ok(BookRow {
        ply,
        side: position.side(),
        sfen: position.sfen_key(),
        key: hex_key(key)?,
        mv,
        weight: number("weight", weight)?,
        probability: 0.0,
        figures: figures_of(figures)?,
    })
}

fn position(sfen: &str) -> Result<Position, CsvReason> {
    let (setup, _) = Setup::from_sfen(sfen)?;
    Ok(Position::from_setup(&setup, Accept::Strict)?)
}

pub(crate) fn number<T: FromStr>(column: &'static str, text: &str) -> Result<T, CsvReason> {
    text.parse().map_err(|_| CsvReason::Number {
        column,
        text: text.to_owned(),
    })
}

fn hex_key(text: &str) -> Result<u16, CsvReason> {
    let exact = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let key = u16::from_str_radix(text, 16).ok().filter(|_| exact);
    key.ok_or_else(|| CsvReason::Key {
        text: text.to_owned(),
    })
}

pub(crate) fn figures_of(fields: [&str; 10]) -> Result<Figures, CsvReason> {
    let [
        count,
        points,
        wins,
        draws,
        losses,
        games,
        pairings,
        rating,
        first,
        last,
    ] = fields;
    let date = |column: &'static str, text: &str| match text {
        "" => Ok(None),
        text => text
            .parse::<Date>()
            .map(Some)
            .map_err(|error| CsvReason::Date { column, error }),
    };
    let rating: Option<f64> = if rating.is_empty() {
        None
    } else {
        Some(number("mean_rating", rating)?)
    };
    Ok(Figures {
        count: number("count", count)?,
        points: number("points", points)?,
        wins: number("wins", wins)?,
        draws: number("draws", draws)?,
        losses: number("losses", losses)?,
        games: number("games", games)?,
        pairings: number("pairings", pairings)?,
        mean_rating: rating.filter(|rating| rating.is_finite()),
        first: date("first_date", first)?,
        last: date("last_date", last)?,
    })
}

/// Orders the rows, checks the book as a whole and computes the probabilities.
fn finish(mut rows: Vec<(u64, BookRow)>) -> Result<CsvBook, CsvError> {
    rows.sort_by_key(|(_, row)| row.entry());
    check_places(&rows)?;
    let entries: Vec<BookEntry> = rows.iter().map(|(_, row)| row.entry()).collect();
    let book = Book::new(entries).map_err(|error| CsvError {
        line: line_of(&error, &rows),
        reason: error.into(),
    })?;
    for group in rows.chunk_by_mut(|a, b| (a.1.ply, a.1.key) == (b.1.ply, b.1.key)) {
        give_probabilities(group)?;
    }
    Ok(CsvBook {
        book,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}

/// One position has one key at a ply, and one key one position.
fn check_places(rows: &[(u64, BookRow)]) -> Result<(), CsvError> {
    let mut keys = BTreeMap::new();
    let mut sfens = BTreeMap::new();
    for (line, row) in rows {
        let same_key = *keys.entry((row.ply, &row.sfen)).or_insert(row.key) == row.key;
        let same_sfen = *sfens.entry((row.ply, row.key)).or_insert(&row.sfen) == &row.sfen;
        if !same_key || !same_sfen {
            let (key, ply) = (row.key, row.ply);
            return Err(CsvError {
                line: *line,
                reason: CsvReason::Place { key, ply },
            });
        }
    }
    Ok(())
}

fn line_of(error: &BookError, rows: &[(u64, BookRow)]) -> u64 {
    let index = match error {
        BookError::Move { index, .. }
        | BookError::Weight { index }
        | BookError::Order { index }
        | BookError::Candidates { index, .. }
        | BookError::SameMove { index, .. } => *index,
        _ => 0,
    };
    rows.get(index).map_or(1, |(line, _)| *line)
}

fn give_probabilities(group: &mut [(u64, BookRow)]) -> Result<(), CsvError> {
    let weights: Vec<u8> = group.iter().map(|(_, row)| row.weight).collect();
    let sum: u16 = weights.iter().map(|&weight| u16::from(weight)).sum();
    let expected = if weights.len() == 1 { 255 } else { 256 };
    if sum != expected {
        let reason = CsvReason::Weights {
            candidates: weights.len(),
            expected,
            found: sum,
        };
        return Err(CsvError {
            line: group[0].0,
            reason,
        });
    }
    for (index, (_, row)) in group.iter_mut().enumerate() {
        row.probability = candidate_probability(&weights, index);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "ply,side,sfen,key,move,weight,probability,count,points,wins,draws,losses,games,pairings,mean_rating,first_date,last_date\n";
    const FIRST: &str = "0,black,lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -,0a1f,7g7f,171,0.666667,10,20,5,0,5,10,3,3123.4,2020-01-02,2026-06-01\n";
    const SECOND: &str = "0,black,lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -,0a1f,2g2f,85,0.333333,5,10,2,1,2,5,2,,,\n";

    fn file(rows: &[&str]) -> String {
        [&[HEADER], rows].concat().concat()
    }

    fn problem(rows: &[&str]) -> String {
        read_book_csv(file(rows).as_bytes())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = file(&[FIRST, SECOND]);
        let book = read_book_csv(text.as_bytes()).unwrap();
        let mut again = Vec::new();
        write_book_csv(&mut again, &book.rows, false).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), text);
        assert_eq!(
            book.book.encode(),
            [
                0x1f, 0x0a, 0x3b, 0x1e, 171, 0, 0x1f, 0x0a, 0x8e, 0x07, 85, 0
            ]
        );
    }

    #[test]
    fn line_ends_marks_and_order_do_not_matter() {
        let plain = read_book_csv(file(&[FIRST, SECOND]).as_bytes()).unwrap();
        let swapped = file(&[SECOND, FIRST]);
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(swapped.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        let bom = ["\u{feff}", &swapped].concat();
        for bytes in [
            swapped.replace('\n', "\r\n").as_bytes(),
            swapped.replace('\n', "\r").as_bytes(),
            bom.as_bytes(),
            &utf16,
        ] {
            assert_eq!(read_book_csv(bytes).as_ref(), Ok(&plain));
        }
    }

    #[test]
    fn errors_have_a_line() {
        let change = |from: &str, to: &str| problem(&[FIRST, &SECOND.replace(from, to)]);
        assert!(problem(&["0,black\n"]).starts_with("line 2: 2 columns, expected 17"));
        assert!(change("2g2f", "2g2e").starts_with("line 3: move 2g2e is not legal"));
        assert!(change("0,black", "1,black").starts_with("line 3: side"));
        assert!(change("0a1f", "a1f").starts_with("line 3: key"));
        assert!(change("0a1f", "0a20").starts_with("line 3: key 0a20 at ply 0"));
        assert!(change(",85,", ",86,").starts_with("line 2: the weights"));
        assert!(change(",85,", ",300,").starts_with("line 3: weight"));
        assert!(problem(&[FIRST, FIRST]).starts_with("line 3: entry 1: the same move twice"));
        assert!(
            problem(&[FIRST]).starts_with("line 2: the weights of a position with 1 candidates")
        );
        assert_eq!(read_book_csv(b"").unwrap_err().line, 1);
        assert_eq!(read_book_csv(&[0xff, 0xfe, 0]).unwrap_err().line, 1);
    }
}
