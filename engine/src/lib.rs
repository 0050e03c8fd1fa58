//! Shogi rules, keys, book codec and USI client.
//!
//! - [`rules`]: positions, moves, legality with reasons, repetition, declaration, replay of records.
//! - [`keys`]: the frozen 64-bit key of the tables; [`rom_key`]: the 16-bit key of the ROM book.
//! - [`arena`]: matches between two engines, and what they say.
//! - [`book`]: the book model, the six-byte entry, weights, the choice between two candidates, the probe.
//! - [`refill`]: the trait by which a dropped book entry is replaced.
//! - [`rng`]: SplitMix64, the only source of pseudo-random numbers here.
//! - [`search`]: the ROM's engine: evaluation, search, and the book before it.
//! - [`teacher`]: questions to engines about positions, and their answers.
//! - [`usi`]: a client for engines that speak USI, and a scripted fake engine for tests.

pub mod arena;
pub mod book;
pub mod keys;
mod lines;
pub mod refill;
pub mod rng;
pub mod rom_key;
pub mod rules;
pub mod search;
pub mod teacher;
pub mod usi;
