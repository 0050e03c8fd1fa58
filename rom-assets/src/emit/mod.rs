//! The writers: one model, four forms. Each has a read-back in [`crate::read_back`].

pub mod bin;
pub mod c;
pub mod rgbds;
pub mod sdas;

use crate::assets::{Asset, Assets, Shape};
use joban_engine::book::ENTRY_BYTES;

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path below the output folder, with `/`.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// All asset files: `*.bin`, `c/`, `sdas/`, `rgbds/`.
#[must_use]
pub fn files(assets: &Assets) -> Vec<File> {
    let mut files = Vec::new();
    for asset in assets.list() {
        let name = asset.symbol();
        let mut text = |path: String, text: String| {
            let bytes = text.into_bytes();
            files.push(File { path, bytes });
        };
        text(format!("c/{name}.h"), c::header(assets, asset));
        text(format!("sdas/{name}.inc"), sdas::constants(assets, asset));
        text(format!("rgbds/{name}.inc"), rgbds::constants(assets, asset));
        if asset.shape != Shape::Nothing {
            text(format!("c/{name}.c"), c::source(assets, asset));
            text(format!("sdas/{name}.s"), sdas::source(assets, asset));
            text(format!("rgbds/{name}.asm"), rgbds::source(assets, asset));
            files.push(bin::file(asset));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The head of a text file as comment lines.
fn comment_head(assets: &Assets, asset: &Asset, mark: &str) -> String {
    let lines = assets.head().iter().map(String::as_str);
    let lines = std::iter::once(asset.about).chain(lines);
    lines.map(|line| format!("{mark} {line}\n")).collect()
}

/// The bytes in lines: a comment and the bytes of the line.
fn lines(asset: &Asset) -> impl Iterator<Item = &[u8]> {
    let per_line = match asset.shape {
        Shape::Bytes { per_line } => per_line,
        Shape::Entries | Shape::Nothing => ENTRY_BYTES,
    };
    asset.bytes.chunks(per_line)
}

/// The six bytes of a line of entries.
fn entry(line: &[u8]) -> [u8; ENTRY_BYTES] {
    let mut entry = [0; ENTRY_BYTES];
    entry.copy_from_slice(line);
    entry
}

/// Key and move of an entry.
fn words(entry: [u8; ENTRY_BYTES]) -> [u16; 2] {
    [
        u16::from_le_bytes([entry[0], entry[1]]),
        u16::from_le_bytes([entry[2], entry[3]]),
    ]
}

/// `values` in hexadecimal after `prefix`, with commas.
fn hex(prefix: &str, line: &[u8]) -> String {
    let texts: Vec<String> = line
        .iter()
        .map(|byte| format!("{prefix}{byte:02x}"))
        .collect();
    texts.join(", ")
}
