//! Aggregation, selection, weights and keys of opening books.
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)
)]

pub mod kernel;
