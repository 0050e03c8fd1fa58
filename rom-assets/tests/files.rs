//! The asset files: read back by other programs, golden bytes, every bit matters.

mod support;

use joban_engine::book::{Book, BookEntry};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::Move;
use joban_rom_assets::assets::{Asset, Assets, AssetsError, KeySource, Shape, sha256_hex};
use joban_rom_assets::emit::{self, File, c};
use joban_rom_assets::read_back::{rel, rgbds};
use joban_rom_assets::sdcc;
use joban_rom_assets::sizes::sizes;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use support::corpus;

/// The small book of the golden files, with the entry of the case rom-001.
fn golden_book() -> Book {
    let entry = |key, usi, weight, ply| BookEntry {
        key,
        mv: Move::from_usi(usi).expect("a move"),
        weight,
        ply,
    };
    Book::new(vec![
        entry(0xFF00, "7g7f", 156, 0),
        entry(0xFF00, "2g2f", 100, 0),
        entry(0x0001, "8c8d", 255, 1),
        entry(0x8000, "3c3d", 255, 1),
        entry(0x1234, "7g7f", 64, 3),
    ])
    .expect("a good book")
}

fn golden_assets(layout: Layout) -> Assets {
    let keys = RomKeys::from_seed(0, layout);
    Assets::new(&golden_book(), &keys, &KeySource::Seed(0), "0.0.0").expect("a small book")
}

fn large_assets() -> Assets {
    let keys = RomKeys::from_seed(7, Layout::Compact);
    let book = corpus::book(&corpus::made_games(100, 24, 1), &keys, 512);
    Assets::new(&book, &keys, &KeySource::Seed(7), "0.0.0").expect("a small book")
}

fn tables(assets: &Assets) -> impl Iterator<Item = &Asset> {
    assets
        .list()
        .iter()
        .filter(|asset| asset.shape != Shape::Nothing)
}

fn text(assets: &Assets, path: &str) -> String {
    let file = emit::files(assets)
        .into_iter()
        .find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("no file {path}"));
    String::from_utf8(file.bytes).expect("text")
}

/// Bytes of one table as a file of some form gives them.
fn rgbds_bytes(text: &str, symbol: &str) -> Option<Vec<u8>> {
    rgbds::read(text).ok()?.tables.remove(symbol)
}

fn sdas_bytes(folder: &Path, text: &str, symbol: &str) -> Option<Vec<u8>> {
    let path = format!("sdas/{symbol}.s");
    let file = File {
        path: path.clone(),
        bytes: text.as_bytes().to_vec(),
    };
    sdcc::write(folder, &file).expect("a temporary file");
    let object = sdcc::assemble(folder, &path).ok()?;
    let object =
        rel::read(&fs::read_to_string(folder.join(object)).expect("an object file")).ok()?;
    (object.symbols.get(&format!("_{symbol}")) == Some(&0)).then_some(object.bytes)
}

#[test]
fn rgbds_text_holds_the_bytes_and_the_constants() {
    for assets in [golden_assets(Layout::Full), large_assets()] {
        for asset in tables(&assets) {
            let symbol = asset.symbol();
            let source = text(&assets, &format!("rgbds/{symbol}.asm"));
            assert_eq!(
                rgbds_bytes(&source, &symbol).as_ref(),
                Some(&asset.bytes),
                "{symbol}"
            );
        }
        for asset in assets.list() {
            let constants = text(&assets, &format!("rgbds/{}.inc", asset.symbol()));
            let read = rgbds::read(&constants).expect("constants");
            for constant in &asset.constants {
                assert_eq!(read.constants[constant.name], u32::from(constant.value));
            }
            assert_eq!(read.constants.len(), asset.constants.len());
        }
    }
}

#[test]
fn sdasgb_assembles_the_bytes() {
    if support::sdcc_is_missing("sdasgb read-back") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for assets in [golden_assets(Layout::Full), large_assets()] {
        for asset in tables(&assets) {
            let symbol = asset.symbol();
            let source = text(&assets, &format!("sdas/{symbol}.s"));
            assert_eq!(
                sdas_bytes(folder.path(), &source, &symbol).as_ref(),
                Some(&asset.bytes),
                "{symbol}"
            );
        }
    }
}

/// Compiles the C files and a dump program with the host's compiler.
fn host_dump(assets: &Assets, folder: &Path) -> Vec<u8> {
    for file in emit::files(assets) {
        sdcc::write(folder, &file).expect("a temporary file");
    }
    fs::write(folder.join("c/dump.c"), c::dump_program(assets)).expect("a temporary file");
    let mut arguments = vec![
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "-o",
        "dump",
        "c/dump.c",
    ];
    let sources: Vec<String> = tables(assets)
        .map(|asset| format!("c/{}.c", asset.symbol()))
        .collect();
    arguments.extend(sources.iter().map(String::as_str));
    let output = Command::new("cc")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("cc starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    Command::new(folder.join("dump"))
        .output()
        .expect("the dump starts")
        .stdout
}

#[test]
fn the_hosts_compiler_dumps_the_bytes() {
    if Command::new("cc").arg("--version").output().is_err() || cfg!(target_endian = "big") {
        eprintln!("skipped: no C compiler of a little-endian host");
        return;
    }
    for assets in [
        golden_assets(Layout::Full),
        golden_assets(Layout::Table),
        large_assets(),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let all: Vec<u8> = tables(&assets)
            .flat_map(|asset| asset.bytes.clone())
            .collect();
        assert!(host_dump(&assets, folder.path()) == all, "the dump differs");
    }
}

#[test]
fn sdcc_compiles_the_files_without_a_warning() {
    if support::sdcc_is_missing("C files under SDCC") {
        return;
    }
    let (assets, folder) = (
        large_assets(),
        tempfile::tempdir().expect("a temporary folder"),
    );
    for file in emit::files(&assets) {
        sdcc::write(folder.path(), &file).expect("a temporary file");
    }
    for asset in tables(&assets) {
        let source = format!("c/{}.c", asset.symbol());
        let output = Command::new("sdcc")
            .current_dir(folder.path())
            .args([
                "-msm83",
                "--std-c99",
                "--Werror",
                "-c",
                &source,
                "-o",
                "out.rel",
            ])
            .output()
            .expect("sdcc starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && said.is_empty(),
            "{source}: {said}"
        );
        let object = fs::read_to_string(folder.path().join("out.rel")).expect("an object file");
        assert!(
            rel::read(&object).expect("plain data").bytes == asset.bytes,
            "{source}"
        );
    }
}

#[test]
fn rom_001_all_forms_of_one_entry() {
    let assets = golden_assets(Layout::Full);
    let book = assets.get("book").expect("the book");
    assert_eq!(book.bytes[24..], [0x34, 0x12, 0x3B, 0x1E, 0x40, 0x03]);
    assert!(text(&assets, "c/joban_book.c").contains("{ 0x1234, 0x1e3b,  64,   3 }"));
    assert!(
        text(&assets, "rgbds/joban_book.asm")
            .contains("dw $1234, $1E3B ; ply 3 7g7f\n    db $40, $03")
    );
}

/// Flips one bit of each byte of each table in turn: every form must read differently.
#[test]
fn every_bit_of_every_table_shows_in_every_form() {
    let assets = golden_assets(Layout::Full);
    let symbols = || tables(&assets).map(Asset::symbol);
    for symbol in symbols() {
        let source = text(&assets, &format!("rgbds/{symbol}.asm"));
        let whole = rgbds_bytes(&source, &symbol).expect("a table");
        let data: Vec<usize> = data_digits(&source);
        assert_eq!(
            data.len(),
            2 * whole.len(),
            "two hexadecimal digits a byte in {symbol}"
        );
        for at in data {
            let mut changed = source.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).expect("text");
            assert_ne!(
                rgbds_bytes(&changed, &symbol).as_ref(),
                Some(&whole),
                "{symbol} at {at}"
            );
        }
    }
}

/// The same for the C and sdasgb files, at some places of each table.
#[test]
fn changed_digits_show_under_the_assembler_and_the_compiler() {
    if support::sdcc_is_missing("changed digits") {
        return;
    }
    let (assets, folder) = (
        golden_assets(Layout::Full),
        tempfile::tempdir().expect("a temporary folder"),
    );
    for file in emit::files(&assets) {
        sdcc::write(folder.path(), &file).expect("a temporary file");
    }
    for asset in tables(&assets) {
        let symbol = asset.symbol();
        let source = text(&assets, &format!("sdas/{symbol}.s"));
        for changed in with_changed_digits(&source) {
            let bytes = sdas_bytes(folder.path(), &changed, &symbol);
            assert_ne!(bytes.as_ref(), Some(&asset.bytes), "{symbol}.s");
        }
        let path = format!("c/{symbol}.c");
        for changed in with_changed_digits(&text(&assets, &path)) {
            let (path, bytes) = (path.clone(), changed.into_bytes());
            sdcc::write(
                folder.path(),
                &File {
                    path: path.clone(),
                    bytes,
                },
            )
            .expect("a temporary file");
            let object = sdcc::compile(folder.path(), &path).expect("it is still C");
            let object = fs::read_to_string(folder.path().join(object)).expect("an object file");
            assert!(
                rel::read(&object).expect("plain data").bytes != asset.bytes,
                "{symbol}.c"
            );
        }
    }
}

/// Texts with the last digit of every so many `0x` numbers of data changed.
fn with_changed_digits(source: &str) -> Vec<String> {
    let start = source.find("= {\n").or(source.find("::\n"));
    let first = start.expect("the start of the data");
    let numbers: Vec<usize> = source[first..]
        .match_indices("0x")
        .map(|(at, _)| first + at)
        .collect();
    let step = numbers.len().div_ceil(8).max(1);
    let change = |&at: &usize| {
        let end = source[at + 2..]
            .find(|c: char| !c.is_ascii_hexdigit())
            .map_or(source.len(), |len| at + 2 + len);
        let mut changed = source.to_owned().into_bytes();
        changed[end - 1] = if changed[end - 1] == b'0' { b'1' } else { b'0' };
        String::from_utf8(changed).expect("text")
    };
    numbers.iter().step_by(step).map(change).collect()
}

/// Places of the hexadecimal digits behind `$` in data lines.
fn data_digits(source: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let data = line.split(';').next().unwrap_or_default();
        if data.trim_start().starts_with('d') {
            for (at, _) in data.match_indices('$') {
                let digits = data[at + 1..]
                    .bytes()
                    .take_while(u8::is_ascii_hexdigit)
                    .count();
                places.extend((at + 1..at + 1 + digits).map(|at| start + at));
            }
        }
        start += line.len();
    }
    places
}

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// All files of the golden book, byte for byte. After an intended change: `JOBAN_BLESS=1 cargo test -p joban-rom-assets`,
/// and read the difference.
#[test]
fn golden_files() {
    let files = emit::files(&golden_assets(Layout::Full));
    if env::var_os("JOBAN_BLESS").is_some() {
        let _ = fs::remove_dir_all(golden_folder());
        for file in &files {
            sdcc::write(&golden_folder(), file).expect("a golden file");
        }
    }
    for file in &files {
        let golden = fs::read(golden_folder().join(&file.path)).unwrap_or_default();
        assert!(
            golden == file.bytes,
            "{} differs from golden/{}",
            file.path,
            file.path
        );
    }
    let mut listed = Vec::new();
    list(&golden_folder(), &mut listed);
    assert_eq!(listed.len(), files.len(), "golden/ holds other files");
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Tables from seeds and the tables of the board are frozen.
#[test]
fn digests_of_the_tables_are_frozen() {
    let digest = |layout, name| {
        let assets = golden_assets(layout);
        sha256_hex(&assets.get(name).expect("an asset").bytes)
    };
    let got = [
        digest(Layout::Full, "zobrist"),
        digest(Layout::Compact, "zobrist"),
        digest(Layout::Full, "ray_next"),
        digest(Layout::Full, "files"),
        digest(Layout::Full, "ranks"),
    ];
    let golden =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/digests.txt"));
    let golden = golden.expect("the list of digests");
    let want: Vec<&str> = golden
        .lines()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(got.as_slice(), want.as_slice());
}

#[test]
fn writing_twice_gives_the_same_bytes_and_no_date() {
    assert_eq!(emit::files(&large_assets()), emit::files(&large_assets()));
    let assets = large_assets();
    let book = &assets.get("book").expect("the book").bytes;
    for file in emit::files(&assets) {
        let Ok(text) = String::from_utf8(file.bytes) else {
            continue;
        };
        if file.path.contains('/') {
            assert!(
                text.contains(&sha256_hex(book)) && text.contains("seed 7"),
                "{}",
                file.path
            );
            assert!(
                text.contains("joban 0.0.0") && text.contains("assets 1"),
                "{}",
                file.path
            );
        }
    }
}

#[test]
fn the_probes_copy_is_the_book_with_padding_and_a_sentinel() {
    let assets = golden_assets(Layout::Full);
    let copy = assets.get("probe_book").expect("the copy");
    assert_eq!(copy.bytes.len(), 513 * 6);
    assert_eq!(
        copy.bytes[..30],
        assets.get("book").expect("the book").bytes
    );
    assert!(copy.bytes[30..].iter().all(|&byte| byte == 0xFF));
    assert_eq!(copy.constant("JOBAN_PROBE_BOOK_STEP"), Some(1536));
    assert_eq!(assets.get("book").expect("the book").bytes.len(), 30);
}

#[test]
fn sizes_say_what_is_left_of_the_articles_bytes() {
    let sizes = sizes(&golden_assets(Layout::Full));
    assert_eq!(sizes.book_and_keys, 3_078 + 2_346);
    assert_eq!(sizes.left_of_article, 3_072 + 6_208 - 3_078 - 2_346);
    assert_eq!(sizes.linked, 3_078 + 2_346 + 648 + 81 + 81);
}

#[test]
fn books_that_fit_no_rom_are_refused() {
    let mv = Move::from_usi("7g7f").expect("a move");
    let keys = RomKeys::from_seed(0, Layout::Full);
    let book = |count: u16, ply| {
        let entries = (0..count).map(|key| BookEntry {
            key,
            mv,
            weight: 255,
            ply,
        });
        Book::new(entries.collect()).expect("one entry a key")
    };
    let assets = |book| Assets::new(&book, &keys, &KeySource::Seed(0), "0");
    assert_eq!(
        assets(book(4097, 0)),
        Err(AssetsError::TooManyEntries { entries: 4097 })
    );
    assert_eq!(
        assets(book(2, 255)),
        Err(AssetsError::PaddingPly { index: 0 })
    );
    assert!(assets(book(4096, 59)).is_ok());
}
