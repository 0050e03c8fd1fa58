//! Whole-program tests: the program is started as a user starts it, and its output, files and exit code are read.

mod cases;
mod config;
mod exit_codes;
mod inspect;
mod language;
mod position;
mod support;
