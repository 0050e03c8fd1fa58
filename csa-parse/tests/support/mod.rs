//! What the tests of the input side share: reading into lists, and writing archives.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use joban_csa_parse::input::{InputArg, InputError, InputSummary, Inputs, Item, Limits};
use joban_csa_parse::{IssueKind, RawRecord, ReadOptions};

/// A short record; the number makes it distinct.
pub(crate) fn record(number: u32) -> String {
    format!(
        "V2\nN+a{number}\nN-b{number}\n$EVENT:wdoor+{number}\nPI\n+\n+7776FU\nT1\n-3334FU\nT{number}\n%TORYO\n'summary:toryo:a{number} lose:b{number} win\n"
    )
}

/// What reading gave.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) records: Vec<RawRecord>,
    pub(crate) rejected: Vec<(String, IssueKind, String)>,
    pub(crate) warnings: Vec<(String, IssueKind)>,
    pub(crate) progress: u64,
    pub(crate) end: Result<InputSummary, InputError>,
}

impl Read {
    /// The labels of the records, in their order.
    pub(crate) fn files(&self) -> Vec<&str> {
        self.records.iter().map(|record| &*record.file).collect()
    }

    /// The labels and kinds of what was rejected.
    pub(crate) fn refusals(&self) -> Vec<(&str, IssueKind)> {
        self.rejected
            .iter()
            .map(|(file, kind, _)| (file.as_str(), *kind))
            .collect()
    }

    /// The summary of a run that reached its end.
    pub(crate) fn summary(&self) -> &InputSummary {
        self.end.as_ref().expect("the run reaches its end")
    }

    /// The error of a run that did not.
    pub(crate) fn error(&self) -> &InputError {
        self.end.as_ref().expect_err("the run stops")
    }
}

/// Reads arguments with limits and options.
pub(crate) fn read_with(args: &[InputArg], limits: &Limits, options: &ReadOptions) -> Read {
    let mut read = Read {
        records: Vec::new(),
        rejected: Vec::new(),
        warnings: Vec::new(),
        progress: 0,
        end: Ok(InputSummary::default()),
    };
    let inputs = match Inputs::open(args, limits, options) {
        Ok(inputs) => inputs,
        Err(error) => {
            read.end = Err(error);
            return read;
        }
    };
    let end = inputs.for_each(&mut |item| {
        match item {
            Item::Record(record) => read.records.push(record),
            Item::Rejected { file, issue } => {
                read.rejected
                    .push((file.to_string(), issue.kind, issue.reason));
            }
            Item::Warning { file, issue } => read.warnings.push((file.to_string(), issue.kind)),
            Item::Progress { bytes } => read.progress += bytes,
        }
        ControlFlow::Continue(())
    });
    read.end = end;
    read
}

/// Reads paths with the default limits.
pub(crate) fn read(paths: &[&Path]) -> Read {
    read_limited(paths, &Limits::default())
}

/// Reads paths with limits.
pub(crate) fn read_limited(paths: &[&Path], limits: &Limits) -> Read {
    read_with(&args(paths), limits, &ReadOptions::default())
}

/// Paths as arguments.
pub(crate) fn args(paths: &[&Path]) -> Vec<InputArg> {
    paths
        .iter()
        .map(|path| InputArg::Path(path.to_path_buf()))
        .collect()
}

/// The folder of shared data, if it is there; else a line that says so.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
pub(crate) fn shared(inner: &str) -> Option<PathBuf> {
    let root = std::env::var_os("JOBAN_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let path = root.join(inner);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no shared data at {}", path.display());
    None
}

/// An entry of a zip made by hand, so that it may lie.
#[derive(Clone)]
pub(crate) struct ZipEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) flags: u16,
    pub(crate) data: Vec<u8>,
    pub(crate) deflate: bool,
    /// The unpacked size to declare, if not the right one.
    pub(crate) declared: Option<u32>,
}

impl ZipEntry {
    pub(crate) fn new(name: impl Into<Vec<u8>>, data: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            flags: 0,
            data: data.into(),
            deflate: true,
            declared: None,
        }
    }
}

/// A zip archive of these entries.
pub(crate) fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let at = out.len() as u32;
        let packed = if entry.deflate {
            deflate(&entry.data)
        } else {
            entry.data.clone()
        };
        let mut crc = flate2::Crc::new();
        crc.update(&entry.data);
        let mut common = Vec::new();
        put16(
            &mut common,
            &[20, entry.flags, if entry.deflate { 8 } else { 0 }, 0, 0],
        );
        let size = entry.declared.unwrap_or(entry.data.len() as u32);
        put32(&mut common, &[crc.sum(), packed.len() as u32, size]);
        put16(&mut common, &[entry.name.len() as u16, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(&entry.name);
        out.extend(&packed);
        directory.extend(b"PK\x01\x02");
        put16(&mut directory, &[20]);
        directory.extend(&common);
        put16(&mut directory, &[0, 0, 0]);
        put32(&mut directory, &[0, at]);
        directory.extend(&entry.name);
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    put16(
        &mut out,
        &[0, 0, entries.len() as u16, entries.len() as u16],
    );
    put32(&mut out, &[directory.len() as u32, start]);
    put16(&mut out, &[0]);
    out
}

pub(crate) fn put16(out: &mut Vec<u8>, values: &[u16]) {
    values
        .iter()
        .for_each(|value| out.extend(value.to_le_bytes()));
}

pub(crate) fn put32(out: &mut Vec<u8>, values: &[u32]) {
    values
        .iter()
        .for_each(|value| out.extend(value.to_le_bytes()));
}

pub(crate) fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(data).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

pub(crate) fn gz(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(data).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

pub(crate) fn zst(data: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("a level that exists");
    encoder.include_checksum(true).expect("a known parameter");
    encoder.write_all(data).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

pub(crate) fn xz(data: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(4);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).expect("known options");
    encoder.write_all(data).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

/// A tar of these entries; names are written as they are.
pub(crate) fn tar(entries: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, data) in entries {
        let mut header = tar::Header::new_gnu();
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name);
        header.set_size(data.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, *data).expect("memory takes all");
    }
    builder.into_inner().expect("memory takes all")
}

/// A solid 7z of these entries, packed by the crate `sevenz-rust2`.
pub(crate) fn sevenz(entries: &[(&str, &[u8])], dictionary: u32) -> Vec<u8> {
    sevenz_by(entries, vec![lzma2(dictionary)])
}

pub(crate) fn lzma2(dictionary: u32) -> sevenz_rust2::EncoderConfiguration {
    let mut options = sevenz_rust2::encoder_options::Lzma2Options::from_level(1);
    options.set_dictionary_size(dictionary);
    sevenz_rust2::EncoderConfiguration::new(sevenz_rust2::EncoderMethod::LZMA2)
        .with_options(options.into())
}

pub(crate) fn sevenz_by(
    entries: &[(&str, &[u8])],
    methods: Vec<sevenz_rust2::EncoderConfiguration>,
) -> Vec<u8> {
    let mut writer =
        sevenz_rust2::ArchiveWriter::new(std::io::Cursor::new(Vec::new())).expect("memory");
    writer.set_content_methods(methods);
    let files = entries
        .iter()
        .map(|(name, _)| sevenz_rust2::ArchiveEntry::new_file(name))
        .collect();
    let readers = entries
        .iter()
        .map(|(_, data)| sevenz_rust2::SourceReader::new(*data))
        .collect::<Vec<_>>();
    writer
        .push_archive_entries(files, readers)
        .expect("memory takes all");
    writer.finish().expect("memory takes all").into_inner()
}

/// The containers that hold several entries: extension and bytes.
pub(crate) fn containers(entries: &[(&str, &[u8])]) -> Vec<(&'static str, Vec<u8>)> {
    let raw: Vec<_> = entries
        .iter()
        .map(|(name, data)| (name.as_bytes(), *data))
        .collect();
    let tar = tar(&raw);
    let zipped: Vec<_> = entries
        .iter()
        .map(|(name, data)| ZipEntry::new(*name, data.to_vec()))
        .collect();
    vec![
        ("tar.gz", gz(&tar)),
        ("tgz", gz(&tar)),
        ("tar.xz", xz(&tar)),
        ("tar.zst", zst(&tar)),
        ("tar", tar),
        ("zip", zip(&zipped)),
        ("7z", sevenz(entries, 1 << 20)),
    ]
}

/// Writes a file into a folder and gives its path.
pub(crate) fn put(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(&path, bytes).expect("a file");
    path
}
