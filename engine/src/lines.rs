//! Text files cut into lines with bounded memory, whatever comes.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes.
pub const MAX_LINE: usize = 1 << 16;

/// How a line ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum LineEnd {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
    /// `\r`.
    Cr,
    /// Not at all: the last line of a file without a line end.
    None,
}

impl LineEnd {
    /// The bytes.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
            Self::None => b"",
        }
    }
}

/// One line of a file.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: u64,
    /// Where it begins, in bytes.
    pub(crate) offset: u64,
    /// Without its end; only the beginning if it is too long.
    pub(crate) bytes: &'a [u8],
    pub(crate) end: LineEnd,
    /// Longer than [`MAX_LINE`].
    pub(crate) overlong: bool,
}

/// Cuts an input into lines.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    input: R,
    line: Vec<u8>,
    overlong: bool,
    number: u64,
    offset: u64,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            line: Vec::new(),
            overlong: false,
            number: 0,
            offset: 0,
        }
    }

    /// The next line, `None` at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        self.overlong = false;
        let offset = self.offset;
        let end = self.fill()?;
        if self.offset == offset {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line {
            number: self.number,
            offset,
            bytes: &self.line,
            end,
            overlong: self.overlong,
        }))
    }

    /// Reads up to and with the next line end.
    fn fill(&mut self) -> io::Result<LineEnd> {
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                return Ok(LineEnd::None);
            }
            let end = chunk.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let text = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LINE - self.line.len();
            self.overlong |= text.len() > room;
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            let taken = text.len();
            let carriage_return = end.is_some_and(|at| chunk[at] == b'\r');
            self.consume(taken + usize::from(end.is_some()));
            match end {
                Some(_) if carriage_return => return self.after_carriage_return(),
                Some(_) => return Ok(LineEnd::Lf),
                None => {}
            }
        }
    }

    fn after_carriage_return(&mut self) -> io::Result<LineEnd> {
        if self.input.fill_buf()?.first() == Some(&b'\n') {
            self.consume(1);
            return Ok(LineEnd::CrLf);
        }
        Ok(LineEnd::Cr)
    }

    fn consume(&mut self, bytes: usize) {
        self.input.consume(bytes);
        self.offset += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<(u64, u64, String, LineEnd, bool)> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, bytes));
        let mut found = Vec::new();
        while let Some(line) = reader.next().expect("memory") {
            let text = String::from_utf8_lossy(line.bytes).into_owned();
            found.push((line.number, line.offset, text, line.end, line.overlong));
        }
        found
    }

    #[test]
    fn all_three_line_ends_whatever_the_chunks() {
        for buffer in [1, 2, 3, 64] {
            let found = lines(b"a\nb\r\n\rc\r\nd", buffer);
            let ends: Vec<_> = found
                .iter()
                .map(|line| (line.1, line.2.as_str(), line.3))
                .collect();
            assert_eq!(
                ends,
                [
                    (0, "a", LineEnd::Lf),
                    (2, "b", LineEnd::CrLf),
                    (5, "", LineEnd::Cr),
                    (6, "c", LineEnd::CrLf),
                    (9, "d", LineEnd::None),
                ]
            );
        }
    }

    #[test]
    fn an_overlong_line_is_cut_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 5];
        bytes.extend_from_slice(b"\nok\n");
        let found = lines(&bytes, 1000);
        assert_eq!(found[0].2.len(), MAX_LINE);
        assert!(found[0].4);
        assert_eq!((found[1].0, found[1].2.as_str()), (2, "ok"));
        assert!(!found[1].4);
    }
}
