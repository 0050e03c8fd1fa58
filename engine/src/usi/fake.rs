//! A scripted engine for tests: the session scripts of the cases, played against the client.
//!
//! One step a line: `> x` the client sends x; `< x` the engine writes x to standard output, `! x` to
//! standard error; `<hex …` raw bytes to standard output, then a line feed; `@ 40s` (or `ms`) the
//! engine waits; `@ exit=N`, `@ close-stdout` it ends; `@ limit` it is silent until the next line
//! from the client; `@ repeat every …` the last line is repeated for ever. `\r` stands for a carriage
//! return; `300000 bytes of text` and `5000000 characters` for a text of that length.
//!
//! Lines that the script does not expect are allowed and recorded; `isready` among them is answered
//! by `readyok`, `quit` by the end of the program. Time is the script's own: nothing sleeps.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::io::{EngineIo, Gone, Received};
use super::lines::{Line, LineSplitter};
use super::process::append_tail;

/// One step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptStep {
    /// The client sends this line.
    Expect(String),
    /// The engine writes these bytes to standard output.
    Stdout(Vec<u8>),
    /// The engine writes these bytes to standard error.
    Stderr(Vec<u8>),
    /// The engine waits.
    Pause(Duration),
    /// The last line is repeated for ever at this interval.
    Repeat(Duration),
    /// The engine is silent until the client says something.
    Limit,
    /// The program ends with this code.
    Exit(i32),
    /// Standard output ends; the program goes on.
    CloseStdout,
}

/// Reads a script.
///
/// # Errors
/// The line that has no known form.
pub fn parse_script(text: &str) -> Result<Vec<ScriptStep>, String> {
    let steps = text.lines().filter(|line| !line.trim().is_empty());
    steps
        .map(|line| step(line).ok_or_else(|| line.to_owned()))
        .collect()
}

fn step(line: &str) -> Option<ScriptStep> {
    if let Some(hex) = line.strip_prefix("<hex") {
        return bytes_of_hex(hex).map(ScriptStep::Stdout);
    }
    let (mark, rest) = line.split_at_checked(1)?;
    let text = rest.strip_prefix(' ').unwrap_or(rest);
    match mark {
        ">" => Some(ScriptStep::Expect(text.trim_end().to_owned())),
        "<" => Some(ScriptStep::Stdout(expand(text))),
        "!" => Some(ScriptStep::Stderr(expand(text))),
        "@" => action(text.trim()),
        _ => None,
    }
}

fn action(text: &str) -> Option<ScriptStep> {
    if let Some(code) = text.strip_prefix("exit=") {
        return code.parse().ok().map(ScriptStep::Exit);
    }
    if let Some(interval) = text.strip_prefix("repeat every ") {
        return duration(interval).map(ScriptStep::Repeat);
    }
    match text {
        "limit" => Some(ScriptStep::Limit),
        "close-stdout" => Some(ScriptStep::CloseStdout),
        _ => duration(text).map(ScriptStep::Pause),
    }
}

fn duration(text: &str) -> Option<Duration> {
    if let Some(ms) = text.strip_suffix("ms") {
        return ms.parse().ok().map(Duration::from_millis);
    }
    text.strip_suffix('s')?
        .parse()
        .ok()
        .map(Duration::from_secs)
}

fn bytes_of_hex(hex: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = hex
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16))
        .collect::<Option<_>>()?;
    let mut bytes: Vec<u8> = digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | *digit as u8))
        .collect();
    bytes.push(b'\n');
    Some(bytes)
}

/// The text with its line feed; `\r` and described lengths are filled in.
fn expand(text: &str) -> Vec<u8> {
    let text = text.replace("\\r", "\r");
    let described = ["characters", "bytes of text"].iter().find_map(|unit| {
        let head = text.strip_suffix(unit)?.trim_end();
        let (before, count) = head.rsplit_once(' ').unwrap_or(("", head));
        Some((before.to_owned(), count.parse::<usize>().ok()?))
    });
    let mut bytes = match described {
        Some((before, count)) => format!("{before} {}", "x".repeat(count))
            .trim_start()
            .as_bytes()
            .to_vec(),
        None => text.into_bytes(),
    };
    bytes.push(b'\n');
    bytes
}

/// What will happen at a moment of the script's time.
#[derive(Debug)]
enum Happening {
    Line(Line),
    Closed,
    Exited(i32),
}

/// The engine of a script.
#[derive(Debug)]
pub struct FakeEngine {
    script: VecDeque<ScriptStep>,
    now: Duration,
    clock: Duration,
    coming: VecDeque<(Duration, Happening)>,
    splitter: LineSplitter,
    repeat: Option<(Duration, Line)>,
    last: Option<Line>,
    closed: bool,
    exit: Option<i32>,
    stderr: Vec<u8>,
    log: SessionLog,
}

/// What the client sent, and what the script still waits for; shared with the test.
#[derive(Clone, Debug, Default)]
pub struct SessionLog {
    inner: Arc<Mutex<(Vec<String>, Vec<String>)>>,
}

impl SessionLog {
    /// The lines that the client sent, in order.
    #[must_use]
    pub fn sent(&self) -> Vec<String> {
        self.inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .0
            .clone()
    }

    /// The lines of the script that the client has not sent (yet).
    #[must_use]
    pub fn missing(&self) -> Vec<String> {
        self.inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .1
            .clone()
    }
}

impl FakeEngine {
    /// An engine that plays `script`, with the log of the session.
    #[must_use]
    pub fn new(script: Vec<ScriptStep>) -> (Self, SessionLog) {
        let log = SessionLog::default();
        let mut fake = Self {
            script: script.into(),
            now: Duration::ZERO,
            clock: Duration::ZERO,
            coming: VecDeque::new(),
            splitter: LineSplitter::default(),
            repeat: None,
            last: None,
            closed: false,
            exit: None,
            stderr: Vec::new(),
            log: log.clone(),
        };
        fake.play();
        (fake, log)
    }

    /// The engine of a script in text.
    ///
    /// # Errors
    /// The line that has no known form.
    pub fn from_text(text: &str) -> Result<(Self, SessionLog), String> {
        parse_script(text).map(Self::new)
    }

    /// Does the engine's steps up to the next line expected from the client.
    fn play(&mut self) {
        self.clock = self.clock.max(self.now);
        while !matches!(self.script.front(), None | Some(ScriptStep::Expect(_))) {
            if let Some(step) = self.script.pop_front() {
                self.act(step);
            }
        }
        let missing = self.script.iter().filter_map(|step| match step {
            ScriptStep::Expect(line) => Some(line.clone()),
            _ => None,
        });
        self.log
            .inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .1 = missing.collect();
    }

    fn act(&mut self, step: ScriptStep) {
        match step {
            ScriptStep::Stdout(bytes) => self.write(&bytes),
            ScriptStep::Stderr(bytes) => append_tail(&mut self.stderr, &bytes),
            ScriptStep::Pause(time) => self.clock += time,
            ScriptStep::Repeat(interval) => {
                self.repeat = self.last.clone().map(|line| (interval, line));
            }
            ScriptStep::Exit(code) => self.coming.push_back((self.clock, Happening::Exited(code))),
            ScriptStep::CloseStdout => self.coming.push_back((self.clock, Happening::Closed)),
            ScriptStep::Expect(_) | ScriptStep::Limit => {}
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let (at, coming, last) = (self.clock, &mut self.coming, &mut self.last);
        self.splitter.push(bytes, |line| {
            *last = Some(line.clone());
            coming.push_back((at, Happening::Line(line)));
        });
    }

    fn is_expected(&self, line: &str) -> bool {
        matches!(self.script.front(), Some(ScriptStep::Expect(text)) if text == line)
    }

    /// An answer to a line that the script does not know.
    fn answer_unscripted(&mut self, line: &str) {
        self.clock = self.clock.max(self.now);
        match line {
            "isready" => self.write(b"readyok\n"),
            "quit" => self.coming.push_back((self.clock, Happening::Exited(0))),
            _ => {}
        }
    }

    /// Waits until something happens, at most `limit` of the script's time.
    fn next(&mut self, limit: Duration) -> Option<Happening> {
        let end = self.now.saturating_add(limit);
        if let Some((at, _)) = self.coming.front().filter(|(at, _)| *at <= end) {
            self.now = self.now.max(*at);
            return self.coming.pop_front().map(|(_, happening)| happening);
        }
        if let Some((interval, line)) = self.repeat.clone()
            && self.coming.is_empty()
            && self.now + interval <= end
        {
            self.now += interval;
            return Some(Happening::Line(line));
        }
        self.now = end;
        None
    }
}

impl EngineIo for FakeEngine {
    fn send(&mut self, line: &str) -> Result<(), Gone> {
        if self.exit.is_some() {
            return Err(Gone);
        }
        let mut log = self
            .log
            .inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        log.0.push(line.to_owned());
        drop(log);
        if self.is_expected(line) {
            self.script.pop_front();
            self.repeat = None;
            self.play();
        } else {
            self.answer_unscripted(line);
        }
        Ok(())
    }

    fn receive(&mut self, limit: Duration) -> Received {
        if self.closed {
            return Received::Closed;
        }
        match self.next(limit) {
            Some(Happening::Line(Line::Text(line))) => return Received::Line(line),
            Some(Happening::Line(Line::Overlong(bytes))) => return Received::Overlong(bytes),
            Some(Happening::Exited(code)) => self.exit = Some(code),
            Some(Happening::Closed) => {}
            None => return Received::Timeout,
        }
        self.closed = true;
        Received::Closed
    }

    fn elapsed(&self) -> Duration {
        self.now
    }

    fn stderr_tail(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    fn wait(&mut self, limit: Duration) -> Option<i32> {
        let end = self.now.saturating_add(limit);
        while self.exit.is_none() && self.now < end {
            if let Some(Happening::Exited(code)) = self.next(end - self.now) {
                self.exit = Some(code);
            }
        }
        self.exit
    }

    fn kill(&mut self) {
        self.exit = self.exit.or(Some(137));
        self.closed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn fake(text: &str) -> FakeEngine {
        FakeEngine::from_text(text).expect("a script").0
    }

    #[test]
    fn lines_come_only_after_what_they_answer() {
        let mut fake = fake("> usi\n< usiok\n");
        assert_eq!(fake.receive(SECOND), Received::Timeout);
        fake.send("usi").expect("it listens");
        assert_eq!(fake.receive(SECOND), Received::Line("usiok".to_owned()));
    }

    #[test]
    fn waiting_takes_only_the_scripts_time() {
        let mut fake = fake("> go\n@ 40s\n< bestmove resign\n");
        fake.send("go").expect("it listens");
        assert_eq!(fake.receive(30 * SECOND), Received::Timeout);
        assert_eq!(
            fake.receive(30 * SECOND),
            Received::Line("bestmove resign".to_owned())
        );
        assert_eq!(fake.elapsed(), 40 * SECOND);
    }

    #[test]
    fn an_end_is_seen_as_closed_output_and_as_exit_code() {
        let mut fake = fake("> usi\n@ exit=127\n");
        fake.send("usi").expect("it listens");
        assert_eq!(fake.receive(SECOND), Received::Closed);
        assert_eq!(fake.wait(SECOND), Some(127));
        assert_eq!(fake.send("isready"), Err(Gone));
    }

    #[test]
    fn a_line_is_repeated_for_ever() {
        let mut fake = fake("> go\n< info string working\n@ repeat every 100ms\n");
        fake.send("go").expect("it listens");
        for _ in 0..11 {
            assert_eq!(
                fake.receive(SECOND),
                Received::Line("info string working".to_owned())
            );
        }
        assert_eq!(fake.elapsed(), SECOND);
    }

    #[test]
    fn unknown_steps_are_refused() {
        assert_eq!(parse_script("> usi\n? what\n"), Err("? what".to_owned()));
        assert_eq!(parse_script("<hex 69 6x\n"), Err("<hex 69 6x".to_owned()));
        assert!(parse_script("<hex 6964ff\n< a\\r\n! 300000 bytes of text\n").is_ok());
    }

    #[test]
    fn described_texts_have_their_length() {
        assert_eq!(expand("300000 bytes of text").len(), 300_001);
        assert_eq!(expand("info string 5000000 characters").len(), 5_000_013);
    }
}
