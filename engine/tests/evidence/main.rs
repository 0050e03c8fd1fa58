//! The evidence log: resuming after a kill at any byte, other settings, damage, merging, compacting.

mod cases;
mod contract;
mod damage;
mod kill;
mod merging;
mod resume;
mod support;
