//! The evidence log: resuming after a kill at any byte, other settings, damage, merging, compacting.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod contract;
mod damage;
mod kill;
mod merging;
mod real;
mod resume;
mod support;
