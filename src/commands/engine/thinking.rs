//! One `go`, on a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use joban_engine::rules::Position;
use joban_engine::search::{Answer, Iteration, Player, Request};

use super::lines::{self, say};

/// A question to the player.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) request: Request,
    /// Whether book and declaration are left out: the search itself is asked about.
    pub(super) analysis: bool,
    /// Whether the answer waits for `stop`.
    pub(super) holds: bool,
}

/// A player at work.
#[derive(Debug)]
pub(super) struct Thinking {
    thread: Thread,
    stop: Arc<AtomicBool>,
    done: Receiver<Player>,
    pub(super) holds: bool,
}

impl Thinking {
    /// Lets a player answer a question; the answer goes to standard output.
    pub(super) fn start(mut player: Player, question: Question) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (give_back, done) = mpsc::channel();
        let holds = question.holds;
        let flag = Arc::clone(&stop);
        let handle = thread::spawn(move || {
            // A reader that went away ends the program when its input ends; nothing else is left to do here.
            let _ = answer(&mut player, &question, &flag);
            let _ = give_back.send(player);
        });
        Self {
            thread: handle.thread().clone(),
            stop,
            done,
            holds,
        }
    }

    /// Asks for the answer now.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.unpark();
    }

    /// Waits for the player, at most for a time.
    pub(super) fn wait(&self, time: Duration) -> Waited {
        match self.done.recv_timeout(time) {
            Ok(player) => Waited::Back(player),
            Err(RecvTimeoutError::Timeout) => Waited::Busy,
            Err(RecvTimeoutError::Disconnected) => Waited::Lost,
        }
    }
}

/// What became of a player.
#[derive(Debug)]
pub(super) enum Waited {
    /// It has answered.
    Back(Player),
    /// It is still at work.
    Busy,
    /// Its thread failed.
    Lost,
}

fn answer(player: &mut Player, question: &Question, stop: &AtomicBool) -> io::Result<()> {
    let start = Instant::now();
    let mut failed = None;
    let mut report = |done: &Iteration| {
        let all = lines::iteration(done, question.request.multi_pv, start.elapsed());
        if let Err(error) = all.iter().try_for_each(|line| say(line)) {
            stop.store(true, Ordering::Relaxed);
            failed = Some(error);
        }
    };
    let Question {
        position, request, ..
    } = question;
    let answer = if question.analysis {
        Answer::Search(player.analyse(position, request, stop, &mut report))
    } else {
        player.play(position, request, stop, &mut report)
    };
    failed.map_or(Ok(()), Err)?;
    if let Answer::Search(outcome) = &answer {
        say(&lines::total(
            outcome,
            question.request.multi_pv,
            start.elapsed(),
        ))?;
    }
    hold(question.holds, stop);
    tell(&answer)
}

/// Waits for `stop` where the answer may not come before.
fn hold(holds: bool, stop: &AtomicBool) {
    while holds && !stop.load(Ordering::Relaxed) {
        thread::park();
    }
}

fn tell(answer: &Answer) -> io::Result<()> {
    if let Answer::Book { mv, candidates } = answer {
        say(&lines::book(*mv, candidates))?;
    }
    match (answer, answer.best()) {
        (Answer::Declaration, _) => say("bestmove win"),
        (_, Some(mv)) => say(&format!("bestmove {mv}")),
        (_, None) => say("bestmove resign"),
    }
}
