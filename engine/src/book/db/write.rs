//! Writing `.db` files: as they were read, or sorted.

use super::book::DbBook;
use super::join::canonical_order;
use super::line::{DbLine, HEADER};
use super::model::{DbMove, DbPosition, KeptLine};
use crate::lines::LineEnd;
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes lines; the end of a line is written before the next one, so that the last may go without.
struct Lines<'a> {
    out: &'a mut dyn Write,
    end: LineEnd,
    begun: bool,
}

impl Lines<'_> {
    fn put(&mut self, line: &[u8]) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            self.out.write_all(self.end.bytes())?;
        }
        self.out.write_all(line)
    }

    fn put_all(&mut self, lines: &[KeptLine]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.put(line))
    }

    fn put_comments(&mut self, lines: &[KeptLine]) -> io::Result<()> {
        let comments = lines.iter().filter(|line| is_comment(line));
        comments.into_iter().try_for_each(|line| self.put(line))
    }

    fn finish(self, open_end: bool) -> io::Result<()> {
        if !open_end {
            self.out.write_all(self.end.bytes())?;
        }
        Ok(())
    }
}

fn is_comment(line: &[u8]) -> bool {
    DbLine::parse(line) == DbLine::Comment
}

/// `# NOE:<number of positions>` with the number that is true now; other lines as they are.
fn counted(line: &[u8], positions: usize) -> Cow<'_, [u8]> {
    let number = line.strip_prefix(b"# NOE:").map(<[u8]>::trim_ascii);
    match number.and_then(|n| std::str::from_utf8(n).ok()?.parse::<usize>().ok()) {
        Some(number) if number != positions => {
            Cow::Owned(format!("# NOE:{positions}").into_bytes())
        }
        _ => Cow::Borrowed(line),
    }
}

impl DbBook {
    /// Writes the book in its order, with its comments, columns, line ends and byte-order mark. A line that was not changed is
    /// written as it was read; so a well-formed file comes back byte for byte. See the format page for what is normalised.
    ///
    /// # Errors
    /// What the output gives.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.shape.bom {
            out.write_all(b"\xef\xbb\xbf")?;
        }
        let mut lines = self.lines(out);
        lines.put_all(&self.head_lines(self.positions().len()))?;
        for position in self.positions() {
            lines.put(&position.text())?;
            lines.put_all(&position.after)?;
            for row in &position.moves {
                lines.put(&row.text())?;
                lines.put_all(&row.after)?;
            }
        }
        lines.finish(self.shape.open_end)
    }

    /// Writes the canonical form: positions by the bytes of their lines, moves by count and value descending (what is missing
    /// last), then by USI text; single blanks, `none` for what is missing; no blank lines, no position without moves. Comments
    /// stay with what they belong to.
    ///
    /// # Errors
    /// What the output gives.
    pub fn write_sorted(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sorted: Vec<(Vec<u8>, &DbPosition)> = self
            .positions()
            .iter()
            .filter(|position| !position.moves.is_empty())
            .map(|position| (position.canonical(), position))
            .collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let mut lines = self.lines(out);
        lines.put_comments(&self.head_lines(sorted.len()))?;
        for (text, position) in sorted {
            lines.put(&text)?;
            lines.put_comments(&position.after)?;
            let mut rows: Vec<&DbMove> = position.moves.iter().collect();
            rows.sort_by(|a, b| canonical_order(a, b));
            for row in rows {
                lines.put(&row.canonical())?;
                lines.put_comments(&row.after)?;
            }
        }
        lines.finish(false)
    }

    fn lines<'a>(&self, out: &'a mut dyn Write) -> Lines<'a> {
        Lines {
            out,
            end: self.shape.line_end,
            begun: false,
        }
    }

    /// The lines before the first position, with a header, and the number of positions where there is a line for it.
    fn head_lines(&self, positions: usize) -> Vec<KeptLine> {
        let has_header = self
            .head
            .first()
            .is_some_and(|line| line.starts_with(HEADER));
        let header = (!has_header).then(|| [HEADER, b" 1.00"].concat().into());
        let head = self.head.iter().map(|line| counted(line, positions).into());
        header.into_iter().chain(head).collect()
    }
}
