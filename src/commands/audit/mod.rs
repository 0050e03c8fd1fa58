//! What the commands that ask a teacher have in common: the engine, the archive's moves, the watch over a run.

pub(crate) mod archive;
pub(crate) mod bench;
pub(crate) mod rebuild;
pub(crate) mod teacher;
pub(crate) mod watch;
