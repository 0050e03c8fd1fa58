//! A real engine: a child process; a thread drains its standard error.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::io::{EngineIo, Gone, Received};
use super::output::Output;

/// How much of standard error is kept, in bytes.
const STDERR_TAIL: usize = 8 << 10;
/// How often the end of a process is asked for.
const POLL: Duration = Duration::from_millis(2);
/// How often a silent engine is looked at: has its process ended while something else holds its output open?
const LOOK: Duration = Duration::from_millis(250);
/// How long a killed process may take to be gone.
const KILL_GRACE: Duration = Duration::from_secs(2);

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

    /// The command line for people.
    #[must_use]
    pub fn text(&self) -> String {
        let words = [self.program.as_os_str()]
            .into_iter()
            .chain(self.args.iter().map(OsString::as_os_str));
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    /// The file of the program: links resolved, PATH searched; `None` if there is none.
    #[must_use]
    pub fn resolve(&self) -> Option<PathBuf> {
        if self.has_folder() {
            return self.program.canonicalize().ok();
        }
        let path = std::env::var_os("PATH")?;
        let mut with_suffix = self.program.clone().into_os_string();
        // On Windows the extension may be left out.
        with_suffix.push(std::env::consts::EXE_SUFFIX);
        let names = [self.program.clone(), with_suffix.into()];
        std::env::split_paths(&path)
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
            .find(|file| file.is_file())
            .and_then(|file| file.canonicalize().ok())
    }

    /// The working folder of the engine; `None` is the caller's.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        let own = || {
            let program = self.has_folder().then(|| self.program.canonicalize().ok());
            program.flatten()?.parent().map(Path::to_path_buf)
        };
        self.cwd.clone().or_else(own)
    }

    fn has_folder(&self) -> bool {
        let folder = self.program.parent();
        folder.is_some_and(|folder| folder != Path::new(""))
    }

    fn command(&self) -> io::Result<Command> {
        // A relative path and a working folder together mean different things on different systems. Links stay: some programs
        // look at the name by which they were called.
        let program = if self.has_folder() {
            std::path::absolute(&self.program)?
        } else {
            self.program.clone()
        };
        let mut command = Command::new(&program);
        command.args(&self.args).envs(self.env.iter().cloned());
        if let Some(folder) = self.folder() {
            command.current_dir(folder);
        }
        Ok(command)
    }
}

/// A running engine process with all that it has started: a process group on Unix, a job object on Windows.
///
/// The end of the process itself is the end of the engine, even if a descendant still holds the pipes open.
/// Dropping it kills the whole group.
#[derive(Debug)]
pub struct ProcessIo {
    child: Box<dyn ChildWrapper>,
    stdin: Option<ChildStdin>,
    output: Option<Output>,
    stderr: Arc<Mutex<Vec<u8>>>,
    started: Instant,
    exit: Option<ExitStatus>,
    killed: bool,
}

impl ProcessIo {
    /// Starts the program with all three standard streams piped.
    ///
    /// # Errors
    /// The system's error if the program cannot be started.
    pub fn spawn(command: &EngineCommand) -> io::Result<Self> {
        let mut program = command.command()?;
        program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = grouped(program).spawn()?;
        let stdin = child.stdin().take();
        let output = child.stdout().take().map(Output::new);
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr().take() {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || keep_tail(pipe, &tail));
        }
        Ok(Self {
            child,
            stdin,
            output,
            stderr,
            started: Instant::now(),
            exit: None,
            killed: false,
        })
    }

    /// Whether the process itself has ended.
    fn has_ended(&mut self) -> bool {
        if self.exit.is_none() {
            // An error means that there is nothing left to wait for; the pipes tell then.
            self.exit = self.child.try_wait().ok().flatten();
        }
        self.exit.is_some()
    }

    fn wait_until(&mut self, end: Instant) -> bool {
        loop {
            if self.has_ended() {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            self.let_talk(POLL.min(left));
        }
    }

    /// Waits a little, and reads what a program says that is about to end: it may not end before.
    fn let_talk(&mut self, time: Duration) {
        let talks = self
            .output
            .as_mut()
            .is_some_and(|output| output.discard(time));
        if !talks {
            thread::sleep(time);
        }
    }

    fn receive_for(&mut self, limit: Duration) -> Received {
        let output = self.output.as_mut();
        output.map_or(Received::Closed, |output| output.receive(limit))
    }
}

/// The command in a group of its own, so that it can be ended with all that it starts.
#[cfg(unix)]
fn grouped(command: Command) -> CommandWrap {
    let mut wrap = CommandWrap::from(command);
    wrap.wrap(process_wrap::std::ProcessGroup::leader());
    wrap
}

/// The command in a job of its own, so that it can be ended with all that it starts.
#[cfg(windows)]
fn grouped(command: Command) -> CommandWrap {
    let mut wrap = CommandWrap::from(command);
    wrap.wrap(process_wrap::std::JobObject);
    wrap
}

#[cfg(not(any(unix, windows)))]
fn grouped(command: Command) -> CommandWrap {
    CommandWrap::from(command)
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

/// Some bytes of a pipe; `None` at its end.
pub(super) fn read_some<'a>(pipe: &mut impl Read, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
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
        self.send_all(&[line])
    }

    fn send_all(&mut self, lines: &[&str]) -> Result<(), Gone> {
        let stdin = self.stdin.as_mut().ok_or(Gone)?;
        let mut text = lines.join("\n");
        text.push('\n');
        let sent = stdin
            .write_all(text.as_bytes())
            .and_then(|()| stdin.flush());
        sent.map_err(|_| Gone)
    }

    fn receive(&mut self, limit: Duration) -> Received {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.receive_for(left.min(LOOK)) {
                Received::Timeout if self.has_ended() => {
                    // What it wrote before its end may still be on its way.
                    return match self.receive_for(LOOK.min(left)) {
                        Received::Timeout => Received::Closed,
                        received => received,
                    };
                }
                Received::Timeout if left > LOOK => {}
                received => return received,
            }
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
        self.wait_until(Instant::now() + limit);
        self.exit.map(exit_code)
    }

    fn kill(&mut self) {
        self.stdin = None;
        if !self.killed {
            self.killed = true;
            // An error means that the whole group has ended already.
            let _ = self.child.start_kill();
            self.wait_until(Instant::now() + KILL_GRACE);
        }
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
