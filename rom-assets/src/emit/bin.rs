//! Plain bytes.

use super::File;
use crate::assets::Asset;

/// `NAME.bin`: the bytes and nothing else.
#[must_use]
pub fn file(asset: &Asset) -> File {
    File {
        path: format!("{}.bin", asset.name),
        bytes: asset.bytes.clone(),
    }
}
