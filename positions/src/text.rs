//! Interned text: each different string is stored once, in one buffer.

use std::hash::BuildHasher;
use std::num::NonZeroU32;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Names a string of the [`Corpus`](crate::Corpus) it came from; [`Corpus::text`](crate::Corpus::text) reads it.
///
/// Equal ids of one corpus mean equal strings, different ids different strings. Their order means nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextId(NonZeroU32);

impl TextId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The strings of a corpus.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    buffer: String,
    /// End of each string in `buffer`; it begins where the one before ends.
    ends: Vec<usize>,
    /// Last string with this hash; earlier ones follow through `before`.
    heads: FxHashMap<u64, TextId>,
    before: Vec<Option<TextId>>,
}

impl Texts {
    /// The id of `text`, which is stored if it is new.
    ///
    /// # Panics
    ///
    /// Panics past 2³²−2 different strings.
    pub(crate) fn intern(&mut self, text: &str) -> TextId {
        let hash = FxBuildHasher.hash_one(text);
        let head = self.heads.get(&hash).copied();
        let mut next = head;
        while let Some(id) = next {
            if self.get(id) == text {
                return id;
            }
            next = self.before[id.index()];
        }
        self.push(text, hash, head)
    }

    fn push(&mut self, text: &str, hash: u64, head: Option<TextId>) -> TextId {
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len());
        self.before.push(head);
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 strings");
        let id = TextId(NonZeroU32::new(number).expect("at least one string is stored"));
        self.heads.insert(hash, id);
        id
    }

    /// The string behind an id of this store.
    pub(crate) fn get(&self, id: TextId) -> &str {
        let end = self.ends[id.index()];
        let begin = id
            .index()
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.buffer[begin..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_an_id() {
        let mut texts = Texts::default();
        let a = texts.intern("Alpha");
        let empty = texts.intern("");
        let b = texts.intern("Beta");
        assert_eq!(texts.intern("Alpha"), a);
        assert_eq!(texts.intern(""), empty);
        assert_ne!(a, b);
        assert_eq!(
            (texts.get(a), texts.get(empty), texts.get(b)),
            ("Alpha", "", "Beta")
        );
    }
}
