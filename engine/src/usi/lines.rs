//! Bytes to lines, with a limit on the length of one line.

/// The longest line that is kept, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// A line, or the fact that one was too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line longer than [`MAX_LINE`] was dropped; this many bytes.
    Overlong(u64),
}

/// Cuts a byte stream into lines. Memory is bounded by [`MAX_LINE`], whatever comes.
#[derive(Debug, Default)]
pub(super) struct LineSplitter {
    line: Vec<u8>,
    dropped: u64,
}

impl LineSplitter {
    /// Takes some bytes and hands every finished line to `sink`.
    pub(super) fn push(&mut self, bytes: &[u8], mut sink: impl FnMut(Line)) {
        let mut parts = bytes.split(|&b| b == b'\n').peekable();
        while let Some(part) = parts.next() {
            self.extend(part);
            if parts.peek().is_some() {
                sink(self.take());
            }
        }
    }

    /// The last line, if it lacks its end.
    pub(super) fn finish(&mut self) -> Option<Line> {
        (self.dropped > 0 || !self.line.is_empty()).then(|| self.take())
    }

    fn extend(&mut self, part: &[u8]) {
        if self.dropped > 0 || self.line.len() + part.len() > MAX_LINE {
            self.dropped += (self.line.len() + part.len()) as u64;
            self.line = Vec::new();
        } else {
            self.line.extend_from_slice(part);
        }
    }

    fn take(&mut self) -> Line {
        let line = std::mem::take(&mut self.line);
        match std::mem::take(&mut self.dropped) {
            0 => Line::Text(
                String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line)).into_owned(),
            ),
            dropped => Line::Overlong(dropped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(parts: &[&[u8]]) -> Vec<Line> {
        let mut splitter = LineSplitter::default();
        let mut lines = Vec::new();
        for part in parts {
            splitter.push(part, |line| lines.push(line));
        }
        lines.extend(splitter.finish());
        lines
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lines_across_reads_and_both_line_ends() {
        assert_eq!(
            split(&[b"us", b"iok\r\nready", b"ok\n", b"\nx"]),
            [text("usiok"), text("readyok"), text(""), text("x"),]
        );
    }

    #[test]
    fn an_overlong_line_is_dropped_and_the_next_one_read() {
        let long = vec![b'x'; MAX_LINE];
        assert_eq!(
            split(&[&long, b"yz\nok\n"]),
            [Line::Overlong(MAX_LINE as u64 + 2), text("ok")]
        );
        assert_eq!(split(&[&long, b"\n"]).len(), 1);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(split(&[b"id name \xff\n"]), [text("id name \u{fffd}")]);
    }
}
