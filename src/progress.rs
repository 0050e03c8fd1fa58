//! Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing with `--quiet`.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joban_positions::Progress;

use crate::i18n::Lang;
use crate::output::stdout::note;
use crate::output::table::grouped;
use crate::text;

/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How progress is shown.
#[derive(Debug)]
enum Show {
    Nothing,
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
}

impl Show {
    fn new(quiet: bool) -> Self {
        match (quiet, io::stderr().is_terminal()) {
            (true, _) => Show::Nothing,
            (false, true) => Show::Bar(bar()),
            (false, false) => Show::Lines(Mutex::new(Instant::now())),
        }
    }
}

/// Progress of reading.
#[derive(Debug)]
pub(crate) struct Reading {
    lang: Lang,
    start: Instant,
    done: AtomicU64,
    total: AtomicU64,
    games: AtomicU64,
    show: Show,
}

impl Reading {
    /// Progress as the options and standard error allow.
    pub(crate) fn new(quiet: bool, lang: Lang) -> Self {
        Reading {
            lang,
            start: Instant::now(),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            games: AtomicU64::new(0),
            show: Show::new(quiet),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }

    fn update(&self) {
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                bar.set_position(self.permille());
                bar.set_message(self.line());
            }
            Show::Lines(last) => line_now_and_then(last, || self.line()),
        }
    }

    fn permille(&self) -> u64 {
        let (done, total) = (
            self.done.load(Ordering::Relaxed),
            self.total.load(Ordering::Relaxed),
        );
        if total == 0 {
            0
        } else {
            (done.min(total) as u128 * 1000 / u128::from(total)) as u64
        }
    }

    /// Share, games, rate, time left.
    fn line(&self) -> String {
        let games = self.games.load(Ordering::Relaxed);
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (games as f64 / seconds.max(0.001)).round() as u64;
        let share = self.permille();
        let percent = format!("{}.{}%", share / 10, share % 10);
        let line = text!(ProgressReading, percent, grouped(games), grouped(rate));
        if share == 0 {
            return line.get(self.lang).to_owned();
        }
        let left = seconds * (1000 - share) as f64 / share as f64;
        text!(ProgressLeft, line, clock(left))
            .get(self.lang)
            .to_owned()
    }
}

/// Progress of a run of teachers.
#[derive(Debug)]
pub(crate) struct Asking {
    lang: Lang,
    start: Instant,
    /// Answers in this run.
    answers: u64,
    failures: u64,
    show: Show,
}

impl Asking {
    /// Progress as the options and standard error allow.
    pub(crate) fn new(quiet: bool, lang: Lang) -> Self {
        Asking {
            lang,
            start: Instant::now(),
            answers: 0,
            failures: 0,
            show: Show::new(quiet),
        }
    }

    /// Counts an answer, or a question that stays without one, when `done` of `total` positions are finished and engines have waited
    /// for this share of the time, if that is known.
    pub(crate) fn count(
        &mut self,
        is_answer: bool,
        (done, total): (usize, usize),
        idle: Option<f64>,
    ) {
        if is_answer {
            self.answers += 1;
        } else {
            self.failures += 1;
        }
        let share = (done * 1000).checked_div(total).unwrap_or(0);
        let line = || self.line(done, total, idle);
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                bar.set_position(share as u64);
                bar.set_message(line());
            }
            Show::Lines(last) => line_now_and_then(last, line),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }

    /// Positions, answers, rate, idle share of the engines, time left.
    fn line(&self, done: usize, total: usize, idle: Option<f64>) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let asked = self.answers + self.failures;
        let rate = format!("{:.1}", asked as f64 / seconds.max(0.001));
        let (done_text, total_text) = (grouped(done as u64), grouped(total as u64));
        let line = text!(ProgressAsking, done_text, total_text, grouped(asked), rate);
        let line = if self.failures > 0 {
            text!(ProgressFailed, line, grouped(self.failures))
        } else {
            line
        };
        let line = match idle {
            Some(share) => text!(ProgressIdle, line, format!("{:.1}%", 100.0 * share)),
            None => line,
        };
        if done == 0 {
            return line.get(self.lang).to_owned();
        }
        let left = seconds * (total - done.min(total)) as f64 / done as f64;
        text!(ProgressLeft, line, clock(left))
            .get(self.lang)
            .to_owned()
    }
}

/// Progress through the rows of a set, or the games of an archive.
#[derive(Debug)]
pub(crate) struct Counting {
    lang: Lang,
    start: Instant,
    total: Option<u64>,
    show: Show,
}

impl Counting {
    /// Items between two looks at the clock.
    const EVERY: u64 = 1 << 10;

    /// Progress as the options and standard error allow; `total` where it is known.
    pub(crate) fn new(quiet: bool, lang: Lang, total: Option<u64>) -> Self {
        Counting {
            lang,
            start: Instant::now(),
            total,
            show: Show::new(quiet),
        }
    }

    /// Tells that `done` items are done.
    pub(crate) fn count(&self, done: u64) {
        if !done.is_multiple_of(Self::EVERY) {
            return;
        }
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                let share = self.total.map_or(0, |total| done * 1000 / total.max(1));
                bar.set_position(share.min(1000));
                bar.set_message(self.line(done));
            }
            Show::Lines(last) => line_now_and_then(last, || self.line(done)),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }

    /// Items, rate, time left.
    fn line(&self, done: u64) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (done as f64 / seconds.max(0.001)).round() as u64;
        let line = match self.total {
            Some(total) => text!(ProgressOf, grouped(done), grouped(total), grouped(rate)),
            None => text!(ProgressRows, grouped(done), grouped(rate)),
        };
        let line = match self.total {
            Some(total) if done > 0 => {
                let left = seconds * total.saturating_sub(done) as f64 / done as f64;
                text!(ProgressLeft, line, clock(left))
            }
            _ => line,
        };
        line.get(self.lang).to_owned()
    }
}

/// Progress of a match.
#[derive(Debug)]
pub(crate) struct Playing {
    lang: Lang,
    start: Instant,
    /// Games of this run.
    played: u64,
    show: Show,
}

impl Playing {
    /// Progress as the options and standard error allow.
    pub(crate) fn new(quiet: bool, lang: Lang) -> Self {
        Playing {
            lang,
            start: Instant::now(),
            played: 0,
            show: Show::new(quiet),
        }
    }

    /// Counts a game, when `done` of `total` are finished and the first engine has scored so many per cent.
    pub(crate) fn count(&mut self, done: usize, total: usize, percent: Option<f64>) {
        self.played += 1;
        let line = || self.line(done, total, percent);
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                bar.set_position((done * 1000).checked_div(total).unwrap_or(0) as u64);
                bar.set_message(line());
            }
            Show::Lines(last) => line_now_and_then(last, line),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }

    /// Games, score, time left.
    fn line(&self, done: usize, total: usize, percent: Option<f64>) -> String {
        let percent = percent.map_or_else(|| "-".to_owned(), |p| format!("{p:.1}%"));
        let line = text!(
            ProgressPlaying,
            grouped(done as u64),
            grouped(total as u64),
            percent
        );
        let seconds = self.start.elapsed().as_secs_f64();
        let left = seconds * (total - done.min(total)) as f64 / self.played.max(1) as f64;
        text!(ProgressLeft, line, clock(left))
            .get(self.lang)
            .to_owned()
    }
}

/// Writes a line if the last one is long enough ago.
fn line_now_and_then(last: &Mutex<Instant>, line: impl FnOnce() -> String) {
    // Another thread is about to write: nothing is lost by leaving it to that one.
    let Ok(mut last) = last.try_lock() else {
        return;
    };
    if last.elapsed() >= LINE_EVERY {
        *last = Instant::now();
        note(&line());
    }
}

impl Progress for Reading {
    fn bytes(&self, done: u64, total: Option<u64>) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
        self.update();
    }

    fn games(&self, read: u64, _rejected: u64) {
        self.games.store(read, Ordering::Relaxed);
        self.update();
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(1000), ProgressDrawTarget::stderr_with_hz(8));
    if let Ok(style) = ProgressStyle::with_template("[{bar:30}] {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// `m:ss` or `h:mm:ss`.
fn clock(seconds: f64) -> String {
    let all = seconds.round() as u64;
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_a_clock() {
        assert_eq!(clock(5.4), "0:05");
        assert_eq!(clock(65.0), "1:05");
        assert_eq!(clock(3725.0), "1:02:05");
    }

    #[test]
    fn the_idle_share_is_told_where_it_is_known() {
        let mut asking = Asking::new(true, Lang::En);
        asking.count(true, (1, 4), Some(0.125));
        let line = asking.line(1, 4, Some(0.125));
        assert!(line.contains(" a second, engines idle 12.5%, "), "{line}");
        assert!(!asking.line(1, 4, None).contains("idle"));
        let japanese = Asking::new(true, Lang::Ja).line(1, 4, Some(0.125));
        assert!(japanese.contains("、エンジンの待ち 12.5%"), "{japanese}");
    }

    #[test]
    fn share_is_bounded() {
        let reading = Reading::new(true, Lang::En);
        assert_eq!(reading.permille(), 0);
        reading.bytes(5, Some(10));
        assert_eq!(reading.permille(), 500);
        reading.bytes(50, Some(10));
        assert_eq!(reading.permille(), 1000);
        assert!(reading.line().starts_with("reading: 100.0%, 0 games"));
    }
}
