//! Everything a 32 KB ROM needs from a joban book, and the proof that it works there.
//!
//! - [`assets`]: the model: named tables with their constants, made from a book and its key table.
//! - [`tables`]: the direction, file and rank tables.
//! - [`emit`]: the writers: `.bin`, C, assembler for `sdasgb`, assembler for RGBDS.
//! - [`read_back`]: what those files hold, read independently of the writers.
//! - [`sizes`]: what the assets take of the ROM.
//! - [`probe`]: the sources of the probe for the SM83 and of the test ROM; [`sdcc`]: building a test ROM with SDCC.
//! - [`damage`]: what is wrong with a book file, entry by entry; [`decode`]: from a book file back to positions.
//!
//! Format page: `docs/formats/rom-assets.md`.

pub mod assets;
pub mod damage;
pub mod decode;
pub mod emit;
pub mod probe;
pub mod read_back;
pub mod sdcc;
pub mod sizes;
pub mod tables;
