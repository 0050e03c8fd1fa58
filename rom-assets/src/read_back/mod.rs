//! Reading asset files without the writers: what a file really holds.

pub mod rel;
pub mod rgbds;
