//! Checksummed lines: sixteen hexadecimal digits, a blank, a JSON text, a line feed.

use std::io::{self, BufRead};

use sha2::{Digest, Sha256};

use super::super::identity::hex;
use super::error::Damage;

/// Longest line in bytes, its line feed included. A search with 500 lines to depth 30 takes about 2 MB.
pub const MAX_LINE: usize = 16 << 20;

/// Digits of the checksum.
const DIGITS: usize = 16;

/// The first 64 bits of the SHA-256 of a text, as sixteen lower-case hexadecimal digits.
fn checksum(text: &[u8]) -> String {
    hex(&Sha256::digest(text)[..DIGITS / 2])
}

/// The line of a text, with its line feed.
pub(super) fn frame(text: &str) -> Vec<u8> {
    let mut line = Vec::with_capacity(text.len() + DIGITS + 2);
    line.extend(checksum(text.as_bytes()).into_bytes());
    line.push(b' ');
    line.extend(text.as_bytes());
    line.push(b'\n');
    line
}

/// The text of a line.
pub(super) fn unframe(line: &[u8]) -> Result<&str, Damage> {
    let line = line.strip_suffix(b"\n").ok_or(Damage::Cut)?;
    let (digits, text) = line.split_at_checked(DIGITS).ok_or(Damage::Form)?;
    let text = text.strip_prefix(b" ").ok_or(Damage::Form)?;
    if digits != checksum(text).as_bytes() {
        return Err(Damage::Checksum);
    }
    std::str::from_utf8(text).map_err(|_| Damage::Form)
}

/// One line of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Number, from 1.
    pub(super) number: u64,
    /// Offset of its first byte.
    pub(super) offset: u64,
    /// Its length, line feed included.
    pub(super) length: u64,
    /// Its bytes, at most [`MAX_LINE`].
    pub(super) bytes: Vec<u8>,
}

impl Line {
    /// Its text.
    pub(super) fn text(&self) -> Result<&str, Damage> {
        if self.length > MAX_LINE as u64 {
            return Err(Damage::TooLong);
        }
        unframe(&self.bytes)
    }
}

/// Reads lines one after another; memory is bounded by [`MAX_LINE`].
#[derive(Debug)]
pub(super) struct Lines<R> {
    from: R,
    line: Line,
    end: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            from,
            line: Line::default(),
            end: 0,
        }
    }

    /// Goes to the next line; whether there is one.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.line.bytes.clear();
        self.line.length = 0;
        while self.take_part()? {}
        if self.line.length == 0 {
            return Ok(false);
        }
        self.line.number += 1;
        self.line.offset = self.end;
        self.end += self.line.length;
        Ok(true)
    }

    /// The line reached last.
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    /// Whether nothing follows the line read last.
    pub(super) fn at_end(&mut self) -> io::Result<bool> {
        Ok(self.buffer()?.is_empty())
    }

    fn buffer(&mut self) -> io::Result<&[u8]> {
        while let Err(error) = self.from.fill_buf() {
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        self.from.fill_buf()
    }

    /// Takes what is in the buffer up to a line feed; whether the line goes on.
    fn take_part(&mut self) -> io::Result<bool> {
        self.buffer()?;
        let buffer = self.from.fill_buf()?;
        let feed = buffer.iter().position(|&byte| byte == b'\n');
        let taken = feed.map_or(buffer.len(), |at| at + 1);
        let room = MAX_LINE.saturating_sub(self.line.bytes.len());
        self.line.bytes.extend(&buffer[..taken.min(room)]);
        self.line.length += taken as u64;
        self.from.consume(taken);
        Ok(feed.is_none() && taken > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_back() {
        for text in ["", "{}", "{\"a\":\"\u{5c06}\u{68cb}\"}"] {
            let line = frame(text);
            assert_eq!(unframe(&line), Ok(text));
            assert_eq!(line.last(), Some(&b'\n'));
        }
        assert_eq!(frame("{}"), b"44136fa355b3678a {}\n");
    }

    #[test]
    fn any_change_of_a_byte_is_seen() {
        let line = frame("{\"answer\":1}");
        for at in 0..line.len() {
            for bit in 0..8 {
                let mut other = line.clone();
                other[at] ^= 1 << bit;
                assert!(unframe(&other).is_err(), "byte {at}, bit {bit}");
            }
            assert!(unframe(&line[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn lines_have_numbers_and_offsets() {
        let mut lines = Lines::new(&b"ab\n\nc"[..]);
        let mut seen = Vec::new();
        while lines.advance().expect("memory") {
            let line = lines.line();
            seen.push((line.number, line.offset, line.bytes.clone()));
        }
        let expected = [(1, 0, &b"ab\n"[..]), (2, 3, b"\n"), (3, 4, b"c")];
        assert_eq!(seen, expected.map(|(n, at, b)| (n, at, b.to_vec())));
    }

    #[test]
    fn a_line_without_end_takes_bounded_memory() {
        let endless = io::BufReader::new(io::Read::take(io::repeat(0), 3 * MAX_LINE as u64));
        let mut lines = Lines::new(endless);
        assert!(lines.advance().expect("memory"));
        let line = lines.line();
        assert_eq!(line.length, 3 * MAX_LINE as u64);
        assert!(line.bytes.len() <= MAX_LINE && line.text() == Err(Damage::TooLong));
    }
}
