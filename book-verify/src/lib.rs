//! Audit of opening books by a teacher engine.
