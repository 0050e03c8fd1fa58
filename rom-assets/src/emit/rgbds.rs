//! Assembler for RGBDS (`rgbasm` 0.5 and later).

use super::{comment_head, entry, hex, lines, words};
use crate::assets::{Asset, Assets, Shape, entry_text};
use joban_engine::book::ENTRY_BYTES;
use std::fmt::Write;

/// `joban_NAME.inc`: the constants.
#[must_use]
pub fn constants(assets: &Assets, asset: &Asset) -> String {
    let mut text = comment_head(assets, asset, ";");
    text.push('\n');
    for constant in &asset.constants {
        let _ = writeln!(
            text,
            "DEF {} EQU {} ; {}",
            constant.name, constant.value, constant.about
        );
    }
    text
}

/// `joban_NAME.asm`: the table in a section of its own in ROM0.
#[must_use]
pub fn source(assets: &Assets, asset: &Asset) -> String {
    let symbol = asset.symbol();
    let mut text = comment_head(assets, asset, ";");
    let _ = write!(text, "\nSECTION \"{symbol}\", ROM0\n\n{symbol}::\n");
    for line in lines(asset) {
        let _ = match asset.shape {
            Shape::Entries => writeln!(text, "{}", entry_lines(entry(line))),
            _ => writeln!(text, "    db {}", hex("$", line)),
        };
    }
    text
}

fn entry_lines(entry: [u8; ENTRY_BYTES]) -> String {
    let [key, mv] = words(entry);
    let [.., weight, ply] = entry;
    format!(
        "    dw ${key:04X}, ${mv:04X} ; {}\n    db ${weight:02X}, ${ply:02X}",
        entry_text(entry)
    )
}
