//! A real engine: a child process with threads that drain its output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::io::{EngineIo, Gone, Received};
use super::lines::{Line, LineSplitter};

/// How much of standard error is kept, in bytes.
const STDERR_TAIL: usize = 8 << 10;
/// Lines that may wait unread; an engine that talks more is held back by its full pipe.
const QUEUE: usize = 4096;
/// How often the end of a process is asked for.
const POLL: Duration = Duration::from_millis(2);

/// What to start: a program with arguments and the folder to start it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name that is looked up in PATH.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The working folder; `None` is the program's own folder, since engines look for their
    /// files there (for a name from PATH: the folder of the caller).
    pub cwd: Option<PathBuf>,
    /// Environment variables to add.
    pub env: Vec<(OsString, OsString)>,
}

impl EngineCommand {
    /// The program without arguments, in its own folder.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            cwd: None,
            env: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    fn command(&self) -> io::Result<Command> {
        let has_folder = self
            .program
            .parent()
            .is_some_and(|folder| folder != Path::new(""));
        // A relative path and a working folder together mean different things on different systems.
        let program = if has_folder {
            self.program.canonicalize()?
        } else {
            self.program.clone()
        };
        let own = program
            .parent()
            .filter(|_| has_folder)
            .map(Path::to_path_buf);
        let mut command = Command::new(&program);
        command.args(&self.args).envs(self.env.iter().cloned());
        if let Some(folder) = self.cwd.clone().or(own) {
            command.current_dir(folder);
        }
        Ok(command)
    }
}

/// A running engine process. Dropping it kills the process.
#[derive(Debug)]
pub struct ProcessIo {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    stderr: Arc<Mutex<Vec<u8>>>,
    started: Instant,
}

impl ProcessIo {
    /// Starts the program with all three standard streams piped.
    ///
    /// # Errors
    /// The system's error if the program cannot be started.
    pub fn spawn(command: &EngineCommand) -> io::Result<Self> {
        let mut child = command
            .command()?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdin = child.stdin.take();
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward_lines(stdout, &sender));
        }
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr.take() {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &tail));
        }
        Ok(Self {
            child,
            stdin,
            lines,
            stderr,
            started: Instant::now(),
        })
    }
}

/// Reads until the end of the pipe or until nobody listens any more.
fn forward_lines(mut pipe: impl Read, sender: &SyncSender<Line>) {
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

fn keep_tail(mut pipe: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 8 << 10];
    while let Some(bytes) = read_some(&mut pipe, &mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        append_tail(&mut tail, bytes);
    }
}

/// Appends `bytes` and keeps only the last [`STDERR_TAIL`].
pub(super) fn append_tail(tail: &mut Vec<u8>, bytes: &[u8]) {
    tail.extend_from_slice(bytes);
    let surplus = tail.len().saturating_sub(STDERR_TAIL);
    tail.drain(..surplus);
}

fn read_some<'a>(pipe: &mut impl Read, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
    loop {
        match pipe.read(buffer) {
            Ok(0) => return None,
            Ok(n) => return Some(&buffer[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

impl EngineIo for ProcessIo {
    fn send(&mut self, line: &str) -> Result<(), Gone> {
        let stdin = self.stdin.as_mut().ok_or(Gone)?;
        let sent = stdin
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| stdin.flush());
        sent.map_err(|_| Gone)
    }

    fn receive(&mut self, limit: Duration) -> Received {
        match self.lines.recv_timeout(limit) {
            Ok(Line::Text(line)) => Received::Line(line),
            Ok(Line::Overlong(bytes)) => Received::Overlong(bytes),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
        }
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn stderr_tail(&self) -> String {
        let tail = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&tail).into_owned()
    }

    fn wait(&mut self, limit: Duration) -> Option<i32> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(exit_code(status)),
                Ok(None) if begin.elapsed() < limit => thread::sleep(POLL),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    fn kill(&mut self) {
        self.stdin = None;
        // An error means that the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for ProcessIo {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn exit_code(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal))
        .unwrap_or(-1)
}

#[cfg(not(unix))]
fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or(-1)
}
