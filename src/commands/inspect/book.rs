//! `joban inspect BOOK`: YaneuraOu's text books, lists of entries and ROM books, position by position.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::ops::ControlFlow;
use std::path::Path;

use joban_engine::book::db::{DbIssue, DbItem, DbPosition, read_positions};
use joban_engine::book::{BookFormat, ListItem, read_jsonl};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::damage;
use serde_json::{Value, json};

use crate::commands::{Context, book_format};
use crate::failure::{Failure, Outcome};
use crate::output::stdout::Out;
use crate::text;

/// Largest file that can be a book of six-byte entries: every ply and key with two candidates.
const ROM_LIMIT: u64 = 6 * 2 * (1 << 16) * 60;

/// The format of an argument that is a book; `None` for records, archives and what cannot be read.
///
/// Lines of moves count as records here: `--lines` reads them as games.
pub(super) fn format_of(path: &OsString) -> Option<BookFormat> {
    let path = Path::new(path);
    let format = path.is_file().then(|| book_format(path).ok()).flatten()?;
    format.filter(|&format| format != BookFormat::MoveLines)
}

/// Shows the positions of a book one by one; memory does not grow with the book.
///
/// # Errors
///
/// A file that cannot be read (3), a failed write (5).
pub(super) fn run(path: &Path, format: BookFormat, context: &Context<'_>) -> Outcome {
    let unreadable = |error: io::Error| {
        Failure::input(text!(InputFailed, format!("{}: {error}", path.display())))
    };
    let mut shower = Shower {
        out: Out::default(),
        json: context.global.json,
        file: path.display().to_string(),
        result: Ok(()),
    };
    let input = BufReader::new(File::open(path).map_err(unreadable)?);
    match format {
        BookFormat::Db => {
            read_positions(input, &mut |item| shower.db(item)).map_err(unreadable)?;
        }
        BookFormat::Rom => {
            let mut bytes = Vec::new();
            let read = input.take(ROM_LIMIT + 1).read_to_end(&mut bytes);
            read.map_err(unreadable)?;
            if bytes.len() as u64 > ROM_LIMIT {
                return Err(Failure::input(text!(NoRomBook, path.display())));
            }
            shower.rom(&bytes);
        }
        BookFormat::Jsonl => {
            read_jsonl(input, &mut |item| shower.entry(item)).map_err(unreadable)?;
        }
        // `format_of` leaves these to the reader of games.
        BookFormat::MoveLines => {}
    }
    shower.result?;
    shower.out.finish()
}

struct Shower {
    out: Out,
    json: bool,
    file: String,
    /// The first failed write.
    result: Outcome,
}

impl Shower {
    fn show(&mut self, value: Value, line: &str) -> ControlFlow<()> {
        self.result = if self.json {
            let mut value = value;
            value["file"] = json!(self.file);
            self.out.json_line(&value)
        } else {
            self.out.line(line)
        };
        match self.result {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn issue(&mut self, kind: &str, line: u64, reason: &str, is_error: bool) -> ControlFlow<()> {
        let issue = json!({"kind": kind, "line": line, "reason": reason});
        let member = if is_error { "error" } else { "warning" };
        let text = format!("  {line}: {kind}: {reason}");
        self.show(json!({ member: issue }), &text)
    }

    fn db(&mut self, item: DbItem) -> ControlFlow<()> {
        match item {
            DbItem::Head(lines) if self.json => {
                let lines: Vec<String> = lines.iter().map(|line| shown(line)).collect();
                self.show(json!({"head": lines}), "")
            }
            DbItem::Head(_) => ControlFlow::Continue(()),
            DbItem::Issue(DbIssue { kind, line, reason }) => {
                self.issue(kind.as_str(), line, &reason, kind.is_error())
            }
            DbItem::Position(position) => {
                let (value, line) = (db_json(&position), db_line(&position));
                self.show(value, &line)
            }
        }
    }

    fn entry(&mut self, item: ListItem) -> ControlFlow<()> {
        match item {
            ListItem::Issue(issue) => self.issue(
                issue.kind.as_str(),
                issue.line,
                &issue.reason,
                issue.kind.is_error(),
            ),
            ListItem::Entry(entry) => {
                let legal = entry.position().ok().map(|place| place.is_legal(entry.mv));
                let value = json!({
                    "line": entry.line,
                    "sfen": entry.sfen,
                    "ply": entry.ply,
                    "move": entry.mv.to_string(),
                    "side": entry.side.map(|side| side.as_str()),
                    "legal": legal,
                });
                let line = format!("{} {}", entry.sfen, entry.mv);
                self.show(value, &line)
            }
        }
    }

    /// The faults, then the six-byte entries as they stand; `rom decode` finds their positions.
    fn rom(&mut self, bytes: &[u8]) {
        let read = damage::read(bytes);
        for damage in &read.damage {
            let (fault, entry) = (&damage.fault, damage.index);
            let value = json!({"error": {"kind": fault.name(), "entry": entry, "reason": fault.to_string()}});
            if self.show(value, &format!("  {entry}: {fault}")).is_break() {
                return;
            }
        }
        for (index, entry) in read.entries.iter().enumerate() {
            let mv = Move::from_word(entry.word).map(|mv| mv.to_string());
            let value = json!({
                "index": index,
                "key": format!("{:04x}", entry.key),
                "move": mv,
                "word": entry.word,
                "weight": entry.weight,
                "ply": entry.ply,
            });
            let mv = mv.unwrap_or_else(|| format!("{:04x}", entry.word));
            let line = format!(
                "{index:5} {:04x} {mv} {} {}",
                entry.key, entry.weight, entry.ply
            );
            if self.show(value, &line).is_break() {
                return;
            }
        }
    }
}

/// Bytes of a comment as text; what is no UTF-8 is replaced.
fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

fn comments(lines: &[Box<[u8]>]) -> Vec<String> {
    let written = lines.iter().filter(|line| !line.trim_ascii().is_empty());
    written.map(|line| shown(line)).collect()
}

fn db_json(position: &DbPosition) -> Value {
    let accepted = position.position();
    let legal = |mv: Move| {
        accepted
            .as_ref()
            .ok()
            .map(|place: &Position| place.is_legal(mv))
    };
    let moves: Vec<Value> = position
        .moves
        .iter()
        .map(|row| {
            json!({
                "move": row.mv.to_string(),
                "ponder": row.ponder.map(|mv| mv.to_string()),
                "value": row.known_value(),
                "depth": row.depth,
                "count": row.count,
                "rest": shown(&row.rest),
                "legal": legal(row.mv),
                "line": row.line,
                "comments": comments(&row.after),
            })
        })
        .collect();
    json!({
        "line": position.line,
        "sfen": position.sfen,
        "ply": position.ply,
        "valid": accepted.is_ok(),
        "comments": comments(&position.after),
        "moves": moves,
    })
}

fn db_line(position: &DbPosition) -> String {
    let number = position
        .ply
        .map_or_else(String::new, |ply| format!(" {ply}"));
    let rows = position.moves.iter().map(|row| {
        let value = row
            .known_value()
            .map_or_else(String::new, |cp| format!(" {cp}"));
        format!("\n  {}{value}", row.mv)
    });
    format!("{}{number}{}", position.sfen, rows.collect::<String>())
}
