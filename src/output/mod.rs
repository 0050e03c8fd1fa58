//! What commands write: standard output, result folders, tables.

pub(crate) mod folder;
pub(crate) mod interrupt;
pub(crate) mod stdout;
pub(crate) mod table;
