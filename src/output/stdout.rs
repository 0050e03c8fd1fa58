//! Standard output and standard error, safe against readers that go away.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::failure::{Failure, Outcome};

/// Buffered standard output.
///
/// A closed pipe ends the command quietly with exit code 0.
#[derive(Debug)]
pub(crate) struct Out {
    to: BufWriter<StdoutLock<'static>>,
}

impl Default for Out {
    fn default() -> Self {
        Out {
            to: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        }
    }
}

impl Out {
    /// Writes one line.
    pub(crate) fn line(&mut self, line: &str) -> Outcome {
        self.to
            .write_all(line.as_bytes())
            .and_then(|()| self.to.write_all(b"\n"))
            .map_err(|error| Failure::stdout(&error))
    }

    /// Writes one value as one line of JSON.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Outcome {
        serde_json::to_writer(&mut self.to, value)
            .map_err(io::Error::from)
            .and_then(|()| self.to.write_all(b"\n"))
            .map_err(|error| Failure::stdout(&error))
    }

    /// Writes one value as indented JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Outcome {
        serde_json::to_writer_pretty(&mut self.to, value)
            .map_err(io::Error::from)
            .and_then(|()| self.to.write_all(b"\n"))
            .map_err(|error| Failure::stdout(&error))
    }

    /// Hands everything to the reader; errors show here at the latest.
    pub(crate) fn finish(mut self) -> Outcome {
        self.to.flush().map_err(|error| Failure::stdout(&error))
    }
}

/// Writes one line to standard error; nothing can be done when that fails.
pub(crate) fn note(line: &str) {
    let mut to = io::stderr().lock();
    let _ = to
        .write_all(line.as_bytes())
        .and_then(|()| to.write_all(b"\n"));
}
