//! What a file is: by its first bytes, then by its name.

use super::db::HEADER;

/// The format of a book file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BookFormat {
    /// YaneuraOu's text, [`super::db`].
    Db,
    /// JSON lines, [`super::read_jsonl`].
    Jsonl,
    /// Lines of `startpos moves …` or `sfen … moves …`, [`super::read_move_lines`].
    MoveLines,
    /// Six-byte entries, [`super::Book`].
    Rom,
}

impl BookFormat {
    /// How many first bytes [`BookFormat::detect`] wants to see.
    pub const PROBE_BYTES: usize = 4096;

    /// The name used in output: `db`, `jsonl`, `lines`, `rom`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Db => "db",
            Self::Jsonl => "jsonl",
            Self::MoveLines => "lines",
            Self::Rom => "rom",
        }
    }

    /// The format of a file that begins with `head`; `None` for what is no book: a game record, or nothing known here.
    ///
    /// The content decides; of the name only `.bin` counts, since six-byte entries have nothing to be known by.
    #[must_use]
    pub fn detect(head: &[u8], name: &str) -> Option<Self> {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        if head.starts_with(HEADER) {
            return Some(Self::Db);
        }
        if name.to_ascii_lowercase().ends_with(".bin") {
            return Some(Self::Rom);
        }
        let mut lines = head
            .split(|b| matches!(b, b'\n' | b'\r'))
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"//"));
        let first = lines.next()?;
        if first.starts_with(b"{") {
            return Some(Self::Jsonl);
        }
        let has_moves = first.windows(6).any(|word| word == b" moves");
        let word = first.split(u8::is_ascii_whitespace).next().unwrap_or(first);
        match word {
            b"startpos" | b"position" => Some(Self::MoveLines),
            b"sfen" if !has_moves => Some(Self::Db),
            b"sfen" => Some(Self::MoveLines),
            board if has_moves && board.iter().filter(|&&b| b == b'/').count() == 8 => {
                Some(Self::MoveLines)
            }
            _ => None,
        }
    }
}
