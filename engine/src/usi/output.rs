//! Standard output of an engine, line by line, with a time limit.
//!
//! Where the system can wait for a pipe, whoever wants a line reads it: a thread between would cost a change of threads for each
//! line. Elsewhere a thread reads and hands the lines on.

use super::io::Received;
use super::lines::Line;

pub(super) use system::Output;

impl From<Line> for Received {
    fn from(line: Line) -> Self {
        match line {
            Line::Text(line) => Self::Line(line),
            Line::Overlong(bytes) => Self::Overlong(bytes),
        }
    }
}

#[cfg(unix)]
mod system {
    use std::collections::VecDeque;
    use std::os::fd::AsFd;
    use std::process::ChildStdout;
    use std::time::{Duration, Instant};

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    use super::super::lines::{Line, LineSplitter};
    use super::super::process::read_some;
    use super::Received;

    /// The longest wait of one call to the system.
    const LONGEST: Duration = Duration::from_secs(60);

    /// Lines are read when they are asked for; an engine that talks more than is read is held back by its full pipe.
    #[derive(Debug)]
    pub(in super::super) struct Output {
        pipe: ChildStdout,
        splitter: LineSplitter,
        lines: VecDeque<Line>,
        ended: bool,
    }

    impl Output {
        pub(in super::super) fn new(pipe: ChildStdout) -> Self {
            Self {
                pipe,
                splitter: LineSplitter::default(),
                lines: VecDeque::new(),
                ended: false,
            }
        }

        /// The next line; what lies in the pipe already is seen even without any time.
        pub(in super::super) fn receive(&mut self, limit: Duration) -> Received {
            let begin = Instant::now();
            loop {
                if let Some(line) = self.lines.pop_front() {
                    return line.into();
                }
                if self.ended {
                    return Received::Closed;
                }
                let left = limit.saturating_sub(begin.elapsed());
                if self.is_readable(left) {
                    self.read();
                } else if left.is_zero() {
                    return Received::Timeout;
                }
            }
        }

        /// Drops what comes within a time, so that an engine that talks at its end does not wait for a reader; whether it was worth
        /// the wait.
        pub(in super::super) fn discard(&mut self, limit: Duration) -> bool {
            if self.ended {
                return false;
            }
            if self.is_readable(limit) {
                self.read();
                self.lines.clear();
            }
            true
        }

        fn is_readable(&self, limit: Duration) -> bool {
            // Rounded up: a wait of no time at all would be repeated until the millisecond is over.
            let milliseconds = limit.min(LONGEST).as_micros().div_ceil(1000);
            let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::ZERO);
            let mut pipes = [PollFd::new(self.pipe.as_fd(), PollFlags::POLLIN)];
            // A signal is no event; whoever waits looks at the clock and comes back.
            matches!(poll(&mut pipes, timeout), Ok(1..))
        }

        fn read(&mut self) {
            let mut buffer = [0; 8 << 10];
            let lines = &mut self.lines;
            match read_some(&mut self.pipe, &mut buffer) {
                Some(bytes) => self.splitter.push(bytes, |line| lines.push_back(line)),
                None => {
                    self.ended = true;
                    lines.extend(self.splitter.finish());
                }
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::ChildStdout;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
    use std::thread;
    use std::time::Duration;

    use super::super::lines::{Line, LineSplitter};
    use super::super::process::read_some;
    use super::Received;

    /// Lines that may wait unread; an engine that talks more is held back by its full pipe.
    const QUEUE: usize = 4096;

    /// A thread reads, since nothing waits for a pipe with a time limit.
    #[derive(Debug)]
    pub(in super::super) struct Output {
        lines: Receiver<Line>,
    }

    impl Output {
        pub(in super::super) fn new(pipe: ChildStdout) -> Self {
            let (sender, lines) = sync_channel(QUEUE);
            thread::spawn(move || forward(pipe, &sender));
            Self { lines }
        }

        /// The next line; one that lies there already is seen even without any time.
        pub(in super::super) fn receive(&mut self, limit: Duration) -> Received {
            match self.lines.recv_timeout(limit) {
                Ok(line) => line.into(),
                Err(RecvTimeoutError::Timeout) => Received::Timeout,
                Err(RecvTimeoutError::Disconnected) => Received::Closed,
            }
        }

        /// Drops what comes within a time, so that an engine that talks at its end does not wait for a reader; whether it was worth
        /// the wait.
        pub(in super::super) fn discard(&mut self, limit: Duration) -> bool {
            !matches!(self.receive(limit), Received::Closed)
        }
    }

    /// Reads until the end of the pipe or until nobody listens any more.
    fn forward(mut pipe: ChildStdout, sender: &SyncSender<Line>) {
        let mut splitter = LineSplitter::default();
        let mut buffer = [0; 8 << 10];
        let mut listening = true;
        while listening {
            let Some(bytes) = read_some(&mut pipe, &mut buffer) else {
                break;
            };
            splitter.push(bytes, |line| listening &= sender.send(line).is_ok());
        }
        if let Some(line) = splitter.finish() {
            // The receiver may be gone already; then nobody misses the line.
            let _ = sender.send(line);
        }
    }
}
