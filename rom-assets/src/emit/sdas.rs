//! Assembler for `sdasgb`, SDCC's assembler for the SM83. Symbols have C's leading underscore, so that the tables can take
//! the place of the C ones.

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
            "{} = {} ; {}",
            constant.name, constant.value, constant.about
        );
    }
    text
}

/// `joban_NAME.s`: the table.
#[must_use]
pub fn source(assets: &Assets, asset: &Asset) -> String {
    let symbol = asset.symbol();
    let mut text = comment_head(assets, asset, ";");
    let _ = write!(
        text,
        "\n        .module {symbol}\n        .area   _CODE\n_{symbol}::\n"
    );
    for line in lines(asset) {
        let _ = match asset.shape {
            Shape::Entries => writeln!(text, "{}", entry_lines(entry(line))),
            _ => writeln!(text, "        .db     {}", hex("0x", line)),
        };
    }
    text
}

fn entry_lines(entry: [u8; ENTRY_BYTES]) -> String {
    let [key, mv] = words(entry);
    let [.., weight, ply] = entry;
    format!(
        "        .dw     0x{key:04x}, 0x{mv:04x} ; {}\n        .db     {weight}, {ply}",
        entry_text(entry)
    )
}
