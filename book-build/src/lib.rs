//! Aggregation, selection, weights and keys of opening books.
