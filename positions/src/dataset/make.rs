//! Writing a set and describing it at the same time, each on its own thread.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::card::{Card, CardMaker};
use super::row::Row;
use super::store::{SetFacts, SetWriter};
use crate::error::Error;
use crate::table::TableDigest;

/// Rows handed over at a time, and how often that may wait.
const BATCH: usize = 1 << 10;
const WAITING: usize = 8;

type Batch = Arc<Vec<Row>>;

/// A set in the making. Rows keep the order in which they come, so threads change nothing in the results.
#[derive(Debug)]
pub struct SetMaker {
    batch: Vec<Row>,
    rows: u64,
    writer: Worker<SetWriter>,
    card: Worker<CardMaker>,
}

impl SetMaker {
    /// Makes the file; `folder` takes files where memory is not enough.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be made.
    pub fn create(path: &Path, folder: &Path) -> Result<Self, Error> {
        // Several sets may be made in one folder.
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let card = CardMaker::new(folder, &format!("card-{name}"));
        Ok(Self {
            batch: Vec::with_capacity(BATCH),
            rows: 0,
            writer: Worker::new(SetWriter::create(path)?, SetWriter::push),
            card: Worker::new(card, CardMaker::push),
        })
    }

    /// Number of rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written; the error may be about a row before.
    pub fn push(&mut self, row: Row) -> Result<(), Error> {
        self.rows += 1;
        self.batch.push(row);
        if self.batch.len() < BATCH {
            return Ok(());
        }
        self.hand_over()
    }

    fn hand_over(&mut self) -> Result<(), Error> {
        let next = Vec::with_capacity(BATCH);
        let batch = Arc::new(std::mem::replace(&mut self.batch, next));
        self.writer.send(&batch)?;
        self.card.send(&batch)
    }

    /// Ends the file; its digest, and the card.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    pub fn finish(mut self, facts: &SetFacts) -> Result<(TableDigest, Card), Error> {
        self.hand_over()?;
        let (writer, card) = (&mut self.writer, &mut self.card);
        thread::scope(|scope| {
            let card = scope.spawn(|| card.end()?.finish(&facts.labels));
            let digest = writer.end()?.finish(facts)?;
            let failed = |_| Error::Internal("a writer has failed".to_owned());
            Ok((digest, card.join().map_err(failed)??))
        })
    }
}

/// A thread that takes rows.
#[derive(Debug)]
struct Worker<T> {
    to: Option<SyncSender<Batch>>,
    thread: Option<JoinHandle<Result<T, Error>>>,
}

impl<T: Send + 'static> Worker<T> {
    fn new(mut state: T, push: fn(&mut T, &Row) -> Result<(), Error>) -> Self {
        let (to, from): (_, Receiver<Batch>) = sync_channel(WAITING);
        let thread = thread::spawn(move || {
            for batch in from {
                for row in batch.iter() {
                    push(&mut state, row)?;
                }
            }
            Ok(state)
        });
        Self {
            to: Some(to),
            thread: Some(thread),
        }
    }

    fn send(&mut self, batch: &Batch) -> Result<(), Error> {
        let sent = self.to.as_ref().map(|to| to.send(Arc::clone(batch)));
        match sent {
            Some(Ok(())) => Ok(()),
            // The thread ends early for an error only.
            _ => match self.end() {
                Err(error) => Err(error),
                Ok(_) => Err(Error::Internal("a writer has ended".to_owned())),
            },
        }
    }

    /// Waits for the last row.
    fn end(&mut self) -> Result<T, Error> {
        self.to = None;
        let joined = self.thread.take().map(JoinHandle::join);
        match joined {
            Some(Ok(result)) => result,
            _ => Err(Error::Internal("a writer has failed".to_owned())),
        }
    }
}

/// What is left half done ends before its folder goes.
impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.to = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
