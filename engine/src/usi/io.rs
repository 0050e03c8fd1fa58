//! The line between client and engine: a trait, so that a scripted fake can stand in for a program.

use std::time::Duration;

/// Something that arrived from the engine, or did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line of standard output.
    Line(String),
    /// A line that was longer than the limit and was dropped; its bytes.
    Overlong(u64),
    /// Nothing came within the time given.
    Timeout,
    /// Standard output has ended.
    Closed,
}

/// The engine can no longer be written to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gone;

/// A running engine as the client sees it.
///
/// Time is asked of the implementation, so that a fake can let hours pass at once.
pub trait EngineIo: Send {
    /// Sends one line; `line` has no line end.
    ///
    /// # Errors
    /// [`Gone`] if the engine no longer reads.
    fn send(&mut self, line: &str) -> Result<(), Gone>;

    /// Sends several lines, where it can at once.
    ///
    /// # Errors
    /// As [`EngineIo::send`]; some of the lines may have been read.
    fn send_all(&mut self, lines: &[&str]) -> Result<(), Gone> {
        lines.iter().try_for_each(|line| self.send(line))
    }

    /// Waits for the next line of standard output, at most `limit`; without any time, one that lies there already is seen.
    fn receive(&mut self, limit: Duration) -> Received;

    /// Time since the engine was started.
    fn elapsed(&self) -> Duration;

    /// The end of what the engine wrote to standard error.
    fn stderr_tail(&self) -> String;

    /// Waits at most `limit` for the program to end; its exit code if it did
    /// (128 + n for signal n, -1 if the system tells none).
    fn wait(&mut self, limit: Duration) -> Option<i32>;

    /// Ends the program by force.
    fn kill(&mut self);
}
