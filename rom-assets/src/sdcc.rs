//! Building a test ROM with SDCC from exported assets, the probe and the test program.

use crate::assets::Assets;
use crate::emit::{self, File};
use crate::probe::{self, SDCC_FLAGS};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// Which of the two probes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Probe {
    /// The one in C.
    C,
    /// The one in assembly.
    Assembly,
}

impl Probe {
    /// Both.
    pub const ALL: [Self; 2] = [Self::C, Self::Assembly];

    /// `c` or `asm`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Assembly => "asm",
        }
    }
}

/// In which form the tables are linked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tables {
    /// The C files.
    C,
    /// The files for `sdasgb`.
    Assembly,
}

/// A built ROM.
#[derive(Clone, Debug)]
pub struct TestRom {
    /// 32,768 bytes.
    pub image: Vec<u8>,
    /// Global symbols of the linker's map: address and module.
    pub symbols: BTreeMap<String, (u16, String)>,
    /// The symbol file (`.noi`), for other emulators.
    pub noi: String,
}

/// SDCC failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SdccError {
    /// A program could not be started.
    #[error("{program} cannot be started (Debian: apt-get install sdcc): {source}")]
    Start {
        /// The program.
        program: &'static str,
        /// Why.
        source: io::Error,
    },
    /// A program ended with an error.
    #[error("{program} failed:\n{output}")]
    Failed {
        /// The program.
        program: &'static str,
        /// What it wrote.
        output: String,
    },
    /// A file could not be written or read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The map has no such symbol.
    #[error("the linker's map has no {what}")]
    Map {
        /// What is missing.
        what: String,
    },
}

impl TestRom {
    /// The address of a global symbol.
    ///
    /// # Errors
    /// [`SdccError::Map`] if there is none.
    pub fn address(&self, symbol: &str) -> Result<u16, SdccError> {
        let found = self.symbols.get(symbol).map(|(address, _)| *address);
        found.ok_or_else(|| SdccError::Map {
            what: format!("symbol {symbol}"),
        })
    }

    /// Bytes of code of the probe (update, look-up, choice and their constants), from the linker's map: from its first
    /// symbol to the first of the module behind it.
    ///
    /// # Errors
    /// [`SdccError::Map`] if a module is missing.
    pub fn probe_bytes(&self) -> Result<u16, SdccError> {
        Ok(self.first_of("joban_key")? - self.first_of("joban_probe")?)
    }

    fn first_of(&self, module: &str) -> Result<u16, SdccError> {
        let addresses = self
            .symbols
            .values()
            .filter(|(at, of)| of == module && *at < 0x8000);
        let first = addresses.map(|(at, _)| *at).min();
        first.ok_or_else(|| SdccError::Map {
            what: format!("module {module}"),
        })
    }
}

/// Whether SDCC's three programs are on the PATH.
#[must_use]
pub fn is_available() -> bool {
    let starts = |name, flag| Command::new(name).arg(flag).output().is_ok();
    starts("sdcc", "--version") && starts("sdasgb", "-h") && starts("makebin", "-h")
}

/// Builds a ROM in `folder`, which must exist and may hold files of an earlier build.
///
/// # Errors
/// [`SdccError`] if SDCC is missing or fails, or a file cannot be written.
pub fn build(
    assets: &Assets,
    probe: Probe,
    tables: Tables,
    folder: &Path,
) -> Result<TestRom, SdccError> {
    for file in emit::files(assets)
        .into_iter()
        .chain(probe::files())
        .chain(probe::test_rom_files())
    {
        write(folder, &file)?;
    }
    let mut objects = vec![
        assemble(folder, "test_rom/crt0.s")?,
        compile(folder, "test_rom/main.c")?,
    ];
    for part in ["probe/joban_probe", "probe/joban_key"] {
        objects.push(match probe {
            Probe::C => compile(folder, &format!("{part}.c"))?,
            Probe::Assembly => assemble(folder, &format!("{part}.s"))?,
        });
    }
    for table in ["joban_zobrist", "joban_probe_book"] {
        objects.push(match tables {
            Tables::C => compile(folder, &format!("c/{table}.c"))?,
            Tables::Assembly => assemble(folder, &format!("sdas/{table}.s"))?,
        });
    }
    link(folder, &objects)?;
    let map = read_text(folder, "rom.map")?;
    Ok(TestRom {
        image: read(folder, "rom.gb")?,
        symbols: symbols(&map),
        noi: read_text(folder, "rom.noi")?,
    })
}

/// Assembles one file of `folder` with `sdasgb` and gives the name of the object file beside it.
///
/// # Errors
/// [`SdccError`] if `sdasgb` is missing or fails.
pub fn assemble(folder: &Path, source: &str) -> Result<String, SdccError> {
    let object = source.replace(".s", ".rel");
    run(
        folder,
        "sdasgb",
        &["-Isdas", "-plosgff", "-o", &object, source],
    )?;
    Ok(object)
}

/// Compiles one file of `folder` with the stated flags and gives the name of the object file beside it.
///
/// # Errors
/// [`SdccError`] if `sdcc` is missing or fails.
pub fn compile(folder: &Path, source: &str) -> Result<String, SdccError> {
    let object = source.replace(".c", ".rel");
    let mut arguments = SDCC_FLAGS.to_vec();
    arguments.extend(["-Ic", "-Iprobe", "-c", source, "-o", &object]);
    run(folder, "sdcc", &arguments)?;
    Ok(object)
}

fn link(folder: &Path, objects: &[String]) -> Result<(), SdccError> {
    let mut arguments = vec!["-msm83", "--no-std-crt0"];
    arguments.extend([
        "--code-loc",
        "0x0200",
        "--data-loc",
        "0xC200",
        "-o",
        "rom.ihx",
    ]);
    arguments.extend(objects.iter().map(String::as_str));
    run(folder, "sdcc", &arguments)?;
    run(
        folder,
        "makebin",
        &["-Z", "-yo", "2", "-yn", "JOBAN", "rom.ihx", "rom.gb"],
    )
}

fn run(folder: &Path, program: &'static str, arguments: &[&str]) -> Result<(), SdccError> {
    let output = Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .output();
    let output = output.map_err(|source| SdccError::Start { program, source })?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let output = String::from_utf8_lossy(&text).into_owned();
    Err(SdccError::Failed { program, output })
}

/// Writes a file below a folder, with the folders on its way.
///
/// # Errors
/// [`SdccError::File`] if it cannot be written.
pub fn write(folder: &Path, file: &File) -> Result<(), SdccError> {
    let path = folder.join(&file.path);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(&path, &file.bytes))
        .map_err(|source| SdccError::File {
            path: file.path.clone(),
            source,
        })
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, SdccError> {
    fs::read(folder.join(name)).map_err(|source| SdccError::File {
        path: name.to_owned(),
        source,
    })
}

fn read_text(folder: &Path, name: &str) -> Result<String, SdccError> {
    Ok(String::from_utf8_lossy(&read(folder, name)?).into_owned())
}

/// Lines `     000003B3  _joban_toggle      joban_probe` of a map.
fn symbols(map: &str) -> BTreeMap<String, (u16, String)> {
    let symbol = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        let address = u32::from_str_radix(words.next().filter(|word| word.len() == 8)?, 16).ok()?;
        let name = words.next()?.to_owned();
        let module = words.next()?.to_owned();
        Some((name, (u16::try_from(address).ok()?, module)))
    };
    map.lines().filter_map(symbol).collect()
}
