//! What the test files share: reading bytes as a file of records.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::BufReader;
use std::ops::ControlFlow;
use std::sync::Arc;

use joban_csa_parse::{Issue, Parser, ReadOptions, Record, Split, split_records};

/// One game of a file: the record as far as it was read, and the error.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) error: Option<Issue>,
}

/// Everything read from one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadFile {
    pub(crate) games: Vec<Game>,
    pub(crate) problems: Vec<Issue>,
    pub(crate) warnings: Vec<Issue>,
}

/// Reads a file with a reader that hands out `chunk` bytes at a time.
pub(crate) fn read_chunked(bytes: &[u8], opts: &ReadOptions, chunk: usize) -> ReadFile {
    let mut reader = BufReader::with_capacity(chunk.max(1), bytes);
    let mut file = ReadFile::default();
    let mut parser = Parser::new(opts.clone());
    let label: Arc<str> = Arc::from("test.csa");
    split_records(&mut reader, &label, opts, &mut |split| {
        match split {
            Split::Record(raw) => {
                let mut record = Record::new();
                let error = parser.parse(&raw, &mut record).err();
                file.games.push(Game { record, error });
            }
            Split::Problem(issue) => file.problems.push(issue),
            Split::Warning(issue) => file.warnings.push(issue),
        }
        ControlFlow::Continue(())
    })
    .expect("a slice is always readable");
    file
}

/// Reads a file as a whole.
pub(crate) fn read(bytes: &[u8], opts: &ReadOptions) -> ReadFile {
    read_chunked(bytes, opts, 8192)
}

/// Reads a file with default options.
pub(crate) fn read_default(bytes: &[u8]) -> ReadFile {
    read(bytes, &ReadOptions::default())
}
