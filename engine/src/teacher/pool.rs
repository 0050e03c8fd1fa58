//! Several engines that answer the questions of one asker.
//!
//! Each worker has an engine, a thread, and one search under way at a time. Questions wait in a short queue of the pool, never in an
//! engine: an engine that is sent its next position ahead answers differently.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::identity::HashedFile;
use super::plan::{Plan, Sent};
use super::program::{Files, Overridden};
use super::session::{Launcher, Session, nodes_argument};
use super::{
    Answer, Asker, Control, Event, Failure, FailureKind, Identity, Isolation, Profile, Program,
    Query, QueryError, Role, RunSummary, Teacher, TeacherConfig, TeacherError, Ticket,
};
use crate::usi::{EngineCommand, Root, TimeLimits, UsiEngine, UsiError, UsiErrorKind, UsiOption};

/// How often the control is asked while nothing happens.
const LOOK: Duration = Duration::from_millis(100);

/// Something about a pool that its user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// More threads would run than the machine has cores.
    MoreThreadsThanCores {
        /// Engines.
        processes: usize,
        /// Threads of each.
        threads: u32,
        /// Cores of the machine.
        cores: usize,
    },
    /// Engines keep what they remember between questions: answers may not repeat.
    SharedMemory,
    /// Engines use several threads: answers may not repeat.
    SeveralThreads {
        /// Threads of each.
        threads: u32,
    },
    /// The program is a bridge, and no word stands for it.
    ProgramNotHashed {
        /// The command line.
        command: String,
    },
    /// Nobody has measured the scale of this family: the thresholds are a guess.
    UnmeasuredScale {
        /// The profile.
        profile: String,
    },
    /// A file of the engine sets options behind our back; those that we set are sent again after it is read.
    OptionsFile {
        /// The file.
        file: String,
        /// The options that it sets.
        options: Vec<String>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoreThreadsThanCores {
                processes,
                threads,
                cores,
            } => write!(
                f,
                "{processes} engines with {threads} threads each on {cores} cores"
            ),
            Self::SharedMemory => {
                f.write_str("engines keep what they remember: answers may not repeat")
            }
            Self::SeveralThreads { threads } => {
                write!(f, "engines use {threads} threads: answers may not repeat")
            }
            Self::ProgramNotHashed { command } => {
                write!(f, "program not hashed: {command}")
            }
            Self::UnmeasuredScale { profile } => write!(
                f,
                "profile {profile}: the scale of this engine is not known, its thresholds are a guess"
            ),
            Self::OptionsFile { file, options } => {
                write!(f, "{file} sets {}", options.join(", "))
            }
        }
    }
}

/// Engines that answer questions.
pub struct Pool {
    launcher: Box<dyn Launcher>,
    plan: Plan,
    identity: Identity,
    options: Vec<UsiOption>,
    notes: Vec<Note>,
    tries: u32,
    workers: Vec<Worker>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("identity", &self.identity)
            .field("workers", &self.workers.len())
            .finish_non_exhaustive()
    }
}

/// Starts the program of a configuration.
pub(crate) struct Programs {
    command: EngineCommand,
    limits: TimeLimits,
}

impl Programs {
    pub(crate) fn of(config: &TeacherConfig) -> Self {
        Self {
            command: config.command.clone(),
            limits: config.limits,
        }
    }
}

/// Who an engine is and how it is spoken to.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) plan: Plan,
    pub(crate) identity: Identity,
    pub(crate) notes: Vec<Note>,
}

impl Known {
    /// Looks at a started engine and at its files.
    pub(crate) fn of(config: &TeacherConfig, engine: &UsiEngine) -> Result<Self, TeacherError> {
        let options = engine.options();
        let mut plan = Plan::new(config, engine.name(), options)?;
        let files = Files::find(
            &config.command,
            config.teacher_id.as_deref(),
            options,
            &plan.start,
        )?;
        plan.defend(&files.overridden, options);
        Ok(Self {
            notes: notes(config, &plan, &files),
            identity: identity(config, &plan, files, options),
            plan,
        })
    }
}

impl Launcher for Programs {
    fn launch(&self, _worker: usize, more_args: &[String]) -> Result<UsiEngine, UsiError> {
        let mut command = self.command.clone();
        command.args.extend(more_args.iter().map(Into::into));
        UsiEngine::launch(&command, self.limits)
    }
}

impl Pool {
    /// Starts an engine, finds its profile and its identity; the other engines start with the first run.
    ///
    /// # Errors
    /// [`TeacherError`] if no engine can be started, or profile or options do not fit.
    pub fn start(config: &TeacherConfig) -> Result<Self, TeacherError> {
        Self::start_with(config, Box::new(Programs::of(config)))
    }

    /// The same with another way of starting engines; the command of the configuration then only names the program.
    ///
    /// # Errors
    /// As [`Pool::start`].
    pub fn start_with(
        config: &TeacherConfig,
        launcher: Box<dyn Launcher>,
    ) -> Result<Self, TeacherError> {
        let processes = config.processes.max(1);
        let (first, engine) = first_engine(config, launcher.as_ref(), processes)?;
        let options = engine.options().to_vec();
        let Known {
            plan,
            identity,
            notes,
        } = Known::of(config, &engine)?;
        let mut workers: Vec<Worker> = (0..processes).map(Worker::new).collect();
        // A program that takes its node limit as an argument is started anew for the first question.
        workers[first].session = Session::prepare(engine, &plan, None).ok();
        Ok(Self {
            launcher,
            notes,
            identity,
            plan,
            options,
            tries: config.tries.max(1),
            workers,
        })
    }

    /// The profile in force.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.plan.profile
    }

    /// The options that the engine lists.
    #[must_use]
    pub fn options(&self) -> &[UsiOption] {
        &self.options
    }

    /// What the user should know.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The number of workers.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.workers.len()
    }

    /// Ends all engines, politely.
    pub fn quit(mut self) {
        self.workers.iter_mut().for_each(Worker::quit);
    }
}

/// The first worker whose engine starts.
fn first_engine(
    config: &TeacherConfig,
    launcher: &dyn Launcher,
    processes: usize,
) -> Result<(usize, UsiEngine), TeacherError> {
    let mut last = None;
    for worker in 0..processes {
        match launcher.launch(worker, &[]) {
            Ok(engine) => return Ok((worker, engine)),
            Err(error) => last = Some(error),
        }
    }
    let source = last.unwrap_or_else(|| {
        UsiError::new(
            UsiErrorKind::EngineStart,
            crate::usi::Step::Start,
            "no worker",
        )
    });
    Err(TeacherError::Start {
        command: config.command.text(),
        source,
    })
}

fn identity(config: &TeacherConfig, plan: &Plan, files: Files, listed: &[UsiOption]) -> Identity {
    let args = match &files.program {
        Program::Sha256(_) => config.command.args.iter(),
        Program::Named(_) | Program::NotHashed(_) => [].iter(),
    };
    Identity {
        id_name: plan.id_name.clone(),
        program: files.program,
        args: args.map(|arg| arg.to_string_lossy().into_owned()).collect(),
        options_sent: plan
            .start
            .iter()
            .map(|sent| without_folder(sent, &files.hashed, listed))
            .collect(),
        files: files.hashed,
        profile: plan.profile.name.clone(),
        isolation: plan.isolation,
    }
}

/// Of a path whose files are hashed only the last part counts: the same network may lie elsewhere on another machine.
fn without_folder(sent: &Sent, hashed: &[HashedFile], listed: &[UsiOption]) -> Sent {
    let option = listed.iter().find(|option| option.name == sent.0);
    let label = match option.and_then(Role::of) {
        Some(Role::EvalFile) => "EvalFile",
        Some(Role::EvalDir) => "EvalDir/",
        _ => return sent.clone(),
    };
    if !hashed.iter().any(|file| file.label.starts_with(label)) {
        return sent.clone();
    }
    let last = |path: &String| {
        let mut parts = path.rsplit(['/', '\\']).filter(|part| !part.is_empty());
        parts.next().unwrap_or_default().to_owned()
    };
    (sent.0.clone(), sent.1.as_ref().map(last))
}

fn notes(config: &TeacherConfig, plan: &Plan, files: &Files) -> Vec<Note> {
    let mut notes = Vec::new();
    let (processes, threads) = (config.processes.max(1), plan.threads());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if processes.saturating_mul(threads as usize) > cores {
        notes.push(Note::MoreThreadsThanCores {
            processes,
            threads,
            cores,
        });
    }
    if plan.isolation == Isolation::Shared {
        notes.push(Note::SharedMemory);
    }
    if threads > 1 {
        notes.push(Note::SeveralThreads { threads });
    }
    if let Program::NotHashed(command) = &files.program {
        let command = command.clone();
        notes.push(Note::ProgramNotHashed { command });
    }
    if !plan.profile.measured && config.thresholds.is_none() {
        let profile = plan.profile.name.clone();
        notes.push(Note::UnmeasuredScale { profile });
    }
    notes.extend(option_files(&files.overridden));
    notes
}

fn option_files(overridden: &[Overridden]) -> impl Iterator<Item = Note> {
    let mut by_file: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for option in overridden {
        let options = by_file.entry(&option.file).or_default();
        options.push(option.name.clone());
    }
    let notes = by_file
        .into_iter()
        .map(|(file, options)| Note::OptionsFile {
            file: file.to_owned(),
            options,
        });
    notes.collect::<Vec<_>>().into_iter()
}

/// A question on its way.
#[derive(Debug)]
struct Job {
    ticket: Ticket,
    query: Query,
    /// Its position, or why there is none.
    root: Result<Root, QueryError>,
    tries: u32,
}

impl Job {
    fn new(ticket: Ticket, query: Query) -> Self {
        Self {
            ticket,
            root: query.root(),
            query,
            tries: 0,
        }
    }
}

/// What workers tell the thread of the asker.
enum Report {
    Event(Event),
    Done {
        worker: usize,
        ticket: Ticket,
        answer: Answer,
        time: Duration,
    },
    /// A worker has panicked; nobody waits for its answer any more.
    Panicked,
}

/// Closes the queue at the end of its life, a panic included: nobody waits for questions that never come.
struct Closing<'a>(&'a Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Tells of a worker's panic, so that nobody waits for its answer.
struct Alarm<'a> {
    queue: &'a Queue,
    to: Sender<Report>,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.queue.close();
            drop(self.to.send(Report::Panicked));
        }
    }
}

/// Questions that wait for a worker.
#[derive(Default)]
struct Queue {
    inner: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    /// A question that a lost worker gives back is the next one.
    fn give_back(&self, job: Job) {
        self.lock().jobs.push_front(job);
        self.changed.notify_one();
    }

    /// The next question; waits for one, `None` after the end.
    fn take(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if let Some(job) = waiting.jobs.pop_front() {
                return Some(job);
            }
            if waiting.closed {
                return None;
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// No questions any more; those that wait are dropped.
    fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.jobs.clear();
        drop(waiting);
        self.changed.notify_all();
    }
}

/// A worker's engine, kept from run to run.
#[derive(Debug)]
struct Worker {
    index: usize,
    session: Option<Session>,
    /// The fault after which the engine must be started again.
    fault: Option<String>,
}

/// What every worker of a run shares.
struct Shared<'a> {
    launcher: &'a dyn Launcher,
    plan: &'a Plan,
    tries: u32,
    queue: Queue,
}

impl Worker {
    fn new(index: usize) -> Self {
        Self {
            index,
            session: None,
            fault: None,
        }
    }

    fn quit(&mut self) {
        if let Some(session) = self.session.take() {
            session.quit();
        }
    }

    /// Answers questions until there are none or the engine cannot be started.
    fn work(&mut self, shared: &Shared<'_>, to: Sender<Report>) {
        let _alarm = Alarm {
            queue: &shared.queue,
            to: to.clone(),
        };
        // The receiver lives as long as the workers; a report that nobody takes does no harm.
        let tell = |report| drop(to.send(report));
        while let Some(mut job) = shared.queue.take() {
            let (worker, ticket) = (self.index, job.ticket);
            tell(Report::Event(Event::Asked { worker, ticket }));
            let begin = Instant::now();
            match self.answer(&mut job, shared, &tell) {
                Ok(answer) => tell(Report::Done {
                    worker,
                    ticket,
                    answer,
                    time: begin.elapsed(),
                }),
                Err(reason) => {
                    shared.queue.give_back(job);
                    tell(Report::Event(Event::WorkerLost { worker, reason }));
                    return;
                }
            }
        }
    }

    /// The answer to a question after all tries; an error if the engine cannot be started.
    fn answer(
        &mut self,
        job: &mut Job,
        shared: &Shared<'_>,
        tell: &impl Fn(Report),
    ) -> Result<Answer, String> {
        let root = match &job.root {
            Ok(root) => root,
            Err(error) => return Ok(Err(no_position(error))),
        };
        loop {
            let session = self.session(&job.query, shared, tell)?;
            let fault = match session.ask(&job.query, root, shared.plan) {
                Ok(found) => return Ok(Ok(found)),
                Err(fault) => fault,
            };
            job.tries += 1;
            if fault.retry {
                // The engine may be in any state now; dropping it ends it with all that it has started.
                self.session = None;
                self.fault = Some(fault.shown);
            }
            if !fault.retry || job.tries >= shared.tries {
                return Ok(Err(Failure {
                    kind: fault.kind,
                    reason: fault.reason,
                    tries: job.tries,
                }));
            }
        }
    }

    /// The engine, started again where the question needs it.
    fn session(
        &mut self,
        query: &Query,
        shared: &Shared<'_>,
        tell: &impl Fn(Report),
    ) -> Result<&mut Session, String> {
        if let Some(old) = self.session.take_if(|old| !old.fits(query, shared.plan)) {
            old.quit();
        }
        let session = match self.session.take() {
            Some(session) => session,
            None => self.start(query, shared, tell)?,
        };
        Ok(self.session.insert(session))
    }

    fn start(
        &mut self,
        query: &Query,
        shared: &Shared<'_>,
        tell: &impl Fn(Report),
    ) -> Result<Session, String> {
        let session = start_in_tries(self.index, query, shared)?;
        if let Some(reason) = self.fault.take() {
            let worker = self.index;
            tell(Report::Event(Event::Restarted { worker, reason }));
        }
        Ok(session)
    }
}

fn no_position(error: &QueryError) -> Failure {
    Failure {
        kind: FailureKind::EngineProtocol,
        reason: error.to_string(),
        tries: 1,
    }
}

/// Starts an engine; a program that ends at once gets some tries.
fn start_in_tries(worker: usize, query: &Query, shared: &Shared<'_>) -> Result<Session, String> {
    let nodes = nodes_argument(query, shared.plan);
    let mut tries = 0;
    let session = loop {
        tries += 1;
        match Session::start(shared.launcher, worker, shared.plan, nodes) {
            Ok(session) => break session,
            Err(error) if error.kind() == UsiErrorKind::EngineTimeout || tries >= shared.tries => {
                return Err(error.to_string());
            }
            Err(_) => {}
        }
    };
    if session.id_name() == shared.plan.id_name {
        return Ok(session);
    }
    Err(format!(
        "the engine calls itself {}, the first one {}",
        session.id_name(),
        shared.plan.id_name
    ))
}

/// The thread of the asker.
struct Run<'a> {
    queue: &'a Queue,
    asker: &'a mut dyn Asker,
    control: &'a mut dyn Control,
    summary: RunSummary,
    /// Questions handed out and not answered yet.
    open: usize,
    /// Workers with an engine.
    alive: usize,
    lost: String,
    /// A worker has panicked: its panic goes on when all others have ended.
    panicked: bool,
}

impl Run<'_> {
    /// Hands out questions and answers until there are none.
    fn go(&mut self, reports: &Receiver<Report>) -> Result<(), TeacherError> {
        loop {
            self.hand_out();
            if self.open == 0 || self.panicked {
                return Ok(());
            }
            if self.alive == 0 {
                let reason = self.lost.clone();
                return Err(TeacherError::AllLost { reason });
            }
            self.wait(reports);
            if self.summary.stopped {
                self.drop_waiting();
            }
        }
    }

    /// Keeps one question waiting for each worker, so that none waits for this thread.
    fn hand_out(&mut self) {
        while !self.summary.stopped && self.open < 2 * self.alive {
            self.summary.stopped = !self.control.go_on();
            let Some((ticket, query)) =
                (!self.summary.stopped).then(|| self.asker.next()).flatten()
            else {
                return;
            };
            self.open += 1;
            self.summary.asked += 1;
            self.queue.push(Job::new(ticket, query));
        }
    }

    /// Takes one report, and those that lie there already.
    fn wait(&mut self, reports: &Receiver<Report>) {
        match reports.recv_timeout(LOOK) {
            Ok(report) => self.take(report),
            Err(RecvTimeoutError::Timeout) => self.summary.stopped |= !self.control.go_on(),
            Err(RecvTimeoutError::Disconnected) => self.alive = 0,
        }
        while let Ok(report) = reports.try_recv() {
            self.take(report);
        }
    }

    fn take(&mut self, report: Report) {
        match report {
            Report::Event(event) => self.event(event),
            Report::Done {
                worker,
                ticket,
                answer,
                time,
            } => self.done(worker, ticket, answer, time),
            Report::Panicked => self.panicked = true,
        }
    }

    fn event(&mut self, event: Event) {
        match &event {
            Event::Restarted { .. } => self.summary.restarts += 1,
            Event::WorkerLost { reason, .. } => {
                self.summary.workers_lost += 1;
                self.alive -= 1;
                self.lost.clone_from(reason);
            }
            _ => {}
        }
        self.control.event(event);
    }

    fn done(&mut self, worker: usize, ticket: Ticket, answer: Answer, time: Duration) {
        self.open -= 1;
        let event = match &answer {
            Ok(_) => {
                self.summary.answered += 1;
                Event::Answered {
                    worker,
                    ticket,
                    time,
                }
            }
            Err(failure) => {
                self.summary.failed += 1;
                let kind = failure.kind;
                Event::Failed {
                    worker,
                    ticket,
                    kind,
                }
            }
        };
        self.control.event(event);
        self.asker.take(ticket, answer);
    }

    /// After a stop: what no worker has taken yet is not asked any more.
    fn drop_waiting(&mut self) {
        let dropped = std::mem::take(&mut self.queue.lock().jobs).len();
        self.open -= dropped;
        self.summary.asked -= dropped;
    }
}

impl Teacher for Pool {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn run(
        &mut self,
        asker: &mut dyn Asker,
        control: &mut dyn Control,
    ) -> Result<RunSummary, TeacherError> {
        let shared = Shared {
            launcher: self.launcher.as_ref(),
            plan: &self.plan,
            tries: self.tries,
            queue: Queue::default(),
        };
        let (sender, reports) = channel();
        let mut run = Run {
            queue: &shared.queue,
            asker,
            control,
            summary: RunSummary::default(),
            open: 0,
            alive: self.workers.len(),
            lost: String::new(),
            panicked: false,
        };
        thread::scope(|scope| {
            // Dropped before the workers are waited for, after a panic of the asker too.
            let _closing = Closing(&shared.queue);
            for worker in &mut self.workers {
                let (shared, reports) = (&shared, sender.clone());
                scope.spawn(move || worker.work(shared, reports));
            }
            drop(sender);
            run.go(&reports).map(|()| run.summary)
        })
    }
}
