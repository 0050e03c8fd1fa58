//! What the assets take of the ROM.

use crate::assets::{ARTICLE_BYTES, Asset, Assets};

/// One asset and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRow {
    /// Name of the asset.
    pub name: &'static str,
    /// Bytes in the ROM.
    pub bytes: usize,
    /// Whether a ROM with the probe links it: the probe's copy stands for the book.
    pub linked: bool,
}

/// The size table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// One row an asset, in the order of the assets; those without bytes are left out.
    pub rows: Vec<SizeRow>,
    /// Bytes of the probe's book and the key table.
    pub book_and_keys: usize,
    /// Bytes of all linked assets.
    pub linked: usize,
    /// What book and key table leave of the article's bytes for the two; below 0 if they take more.
    pub left_of_article: i64,
}

/// Adds up the assets.
#[must_use]
pub fn sizes(assets: &Assets) -> Sizes {
    let rows: Vec<SizeRow> = assets
        .list()
        .iter()
        .filter(|asset| !asset.bytes.is_empty())
        .map(|asset| SizeRow {
            name: asset.name,
            bytes: asset.bytes.len(),
            linked: asset.name != "book",
        })
        .collect();
    let length = |name| {
        assets
            .get(name)
            .map_or(0, |asset: &Asset| asset.bytes.len())
    };
    let book_and_keys = length("probe_book") + length("zobrist");
    Sizes {
        book_and_keys,
        linked: rows
            .iter()
            .filter(|row| row.linked)
            .map(|row| row.bytes)
            .sum(),
        left_of_article: ARTICLE_BYTES as i64 - book_and_keys as i64,
        rows,
    }
}
