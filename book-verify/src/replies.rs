//! What an archive knows, as far as the audit needs it.

use joban_engine::rules::{Move, Position};

/// A move that games of an archive played in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// Games that played it here.
    pub count: u64,
    /// Its points as the builder counts them; the count where there are none.
    pub points: u64,
}

/// An archive, or the tables made of it.
pub trait Replies {
    /// The moves played in a position at a ply (0 at the start), at any ply for `None`; each once, in any order. Empty where the archive does not
    /// know the position.
    fn replies(&self, position: &Position, ply: Option<u32>) -> Vec<Reply>;
}

/// The share of each reply in all of them, the most frequent first; of equal ones the smaller move word.
pub(crate) fn shares(mut replies: Vec<Reply>) -> Vec<(Reply, f64)> {
    replies.sort_by_key(|reply| (std::cmp::Reverse(reply.count), reply.mv));
    let total: u64 = replies.iter().map(|reply| reply.count).sum();
    let share = |reply: Reply| (reply, reply.count as f64 / total as f64);
    replies
        .into_iter()
        .filter(|_| total > 0)
        .map(share)
        .collect()
}
