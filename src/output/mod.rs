//! What commands write: standard output, result folders, tables.

pub mod folder;
pub mod stdout;
pub mod table;
