//! C99 for SDCC and any other compiler. Entries are structures of numbers, so their byte order is the compiler's.

use super::{comment_head, entry, hex, lines, words};
use crate::assets::{Asset, Assets, Shape, entry_text};
use joban_engine::book::ENTRY_BYTES;
use std::fmt::Write;

const ENTRY_TYPE: &str = "\
#ifndef JOBAN_ENTRY
#define JOBAN_ENTRY
typedef struct {
    uint16_t key;
    uint16_t move;
    uint8_t weight;
    uint8_t ply;
} joban_entry;
#endif
";

/// `joban_NAME.h`: constants and the declaration.
#[must_use]
pub fn header(assets: &Assets, asset: &Asset) -> String {
    let guard = format!("{}_H", asset.symbol().to_uppercase());
    let mut text = head(assets, asset);
    let _ = write!(
        text,
        "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n"
    );
    for constant in &asset.constants {
        let _ = writeln!(
            text,
            "#define {} {} /* {} */",
            constant.name, constant.value, constant.about
        );
    }
    if !asset.constants.is_empty() {
        text.push('\n');
    }
    if asset.shape == Shape::Entries {
        let _ = writeln!(text, "{ENTRY_TYPE}");
    }
    if asset.shape != Shape::Nothing {
        let _ = writeln!(text, "extern const {};\n", declarator(asset));
    }
    text + "#endif\n"
}

/// `joban_NAME.c`: the definition.
#[must_use]
pub fn source(assets: &Assets, asset: &Asset) -> String {
    let mut text = head(assets, asset);
    let _ = writeln!(
        text,
        "#include \"{}.h\"\n\nconst {} = {{",
        asset.symbol(),
        declarator(asset)
    );
    for line in lines(asset) {
        let _ = match asset.shape {
            Shape::Entries => writeln!(text, "    {}", entry_line(entry(line))),
            _ => writeln!(text, "    {},", hex("0x", line)),
        };
    }
    text + "};\n"
}

/// A program that writes the bytes of all arrays, one after another, to standard output. For a read-back on a
/// little-endian host.
#[must_use]
pub fn dump_program(assets: &Assets) -> String {
    let tables = || {
        assets
            .list()
            .iter()
            .filter(|asset| asset.shape != Shape::Nothing)
    };
    let mut text = "#include <stdio.h>\n".to_owned();
    for asset in assets.list() {
        let _ = writeln!(text, "#include \"{}.h\"", asset.symbol());
    }
    text += "\nint main(void)\n{\n    size_t done = 0;\n";
    for symbol in tables().map(Asset::symbol) {
        let _ = writeln!(
            text,
            "    done += fwrite({symbol}, sizeof {symbol}, 1, stdout);"
        );
    }
    let _ = writeln!(text, "    return done == {} ? 0 : 1;\n}}", tables().count());
    text
}

fn head(assets: &Assets, asset: &Asset) -> String {
    format!("/*\n{} */\n", comment_head(assets, asset, " *"))
}

fn declarator(asset: &Asset) -> String {
    let (kind, size) = match asset.shape {
        Shape::Entries => ("joban_entry", ENTRY_BYTES),
        _ => ("uint8_t", 1),
    };
    format!("{kind} {}[{}]", asset.symbol(), asset.bytes.len() / size)
}

fn entry_line(entry: [u8; ENTRY_BYTES]) -> String {
    let [key, mv] = words(entry);
    let [.., weight, ply] = entry;
    format!(
        "{{ 0x{key:04x}, 0x{mv:04x}, {weight:3}, {ply:3} }}, /* {} */",
        entry_text(entry)
    )
}
