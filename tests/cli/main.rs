//! Whole-program tests: the program is started as a user starts it, and its output, files and exit code are read.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod arena;
mod build;
mod cases;
mod config;
mod dataset;
mod demo;
mod docs;
mod engine;
mod evidence;
mod exit_codes;
mod ingest;
mod inspect;
mod language;
mod match_book;
mod output;
mod position;
mod robust;
mod rom;
mod suite;
mod support;
mod verify;
