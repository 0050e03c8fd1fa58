//! Reading archives: parse and replay on worker threads.

use joban_csa_parse::ReadOptions;

use crate::corpus::PlyLimit;

/// Is told how far reading has come; called from several threads.
pub trait Progress: Sync {
    /// Bytes of the input files read so far, and their total where it is known.
    fn bytes(&self, done: u64, total: Option<u64>);
    /// Games read and rejected so far.
    fn games(&self, read: u64, rejected: u64);
}

/// Shows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn bytes(&self, _done: u64, _total: Option<u64>) {}
    fn games(&self, _read: u64, _rejected: u64) {}
}

/// What to keep of the games and how to read.
#[derive(Clone, Debug)]
pub struct ReadPlan {
    /// Positions kept of each game.
    pub plies: PlyLimit,
    /// Times and scores are kept too (tables need them, books do not).
    pub details: bool,
    /// Worker threads, at least 1.
    pub jobs: usize,
    /// Stop at the first refused game.
    pub fail_fast: bool,
    /// How records are read; the same as for the inputs.
    pub read: ReadOptions,
}
