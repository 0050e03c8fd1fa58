//! The coders of a 7z folder, one behind the other.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};

use flate2::bufread::DeflateDecoder;
use lzma_rust2::filter::bcj::BcjReader;
use lzma_rust2::filter::delta::DeltaReader;
use lzma_rust2::{Lzma2Reader, LzmaReader};

use super::super::Limits;
use super::super::meter::{READ_BUFFER, Shared};
use super::super::zip::u32_at;

/// Why an archive, or a part of it, cannot be read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Something lies past the end of the file.
    Truncated(&'static str),
    /// The structure is wrong.
    Damaged(&'static str),
    /// A method that is not read.
    Method(String),
    /// A decoder or header that wants so many bytes.
    Memory(u64),
    /// More entries than allowed.
    Entries,
    /// What a read or a decoder said.
    Io(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// One coder: a method with its properties.
#[derive(Clone, Debug)]
pub(super) struct Coder {
    pub(super) method: Vec<u8>,
    pub(super) properties: Vec<u8>,
    pub(super) inputs: usize,
    /// Bytes that come out of it.
    pub(super) unpacked: u64,
}

/// A folder: coders that are bound together, for one or more entries.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub(super) coders: Vec<Coder>,
    /// Pairs of an input and the output (coder) that feeds it.
    pub(super) binds: Vec<(u64, u64)>,
    pub(super) packed_streams: usize,
    /// Where its first packed stream begins in the file.
    pub(super) packed_at: u64,
    /// Bytes of its first packed stream.
    pub(super) packed_bytes: u64,
}

impl Folder {
    /// Bytes that come out of the last coder: the one whose output feeds no other.
    pub(super) fn unpacked(&self) -> u64 {
        let feeds = |index: usize| self.binds.iter().any(|(_, output)| *output == index as u64);
        let last = (0..self.coders.len()).rev().find(|index| !feeds(*index));
        last.map_or(0, |index| self.coders[index].unpacked)
    }

    /// The coders from the packed bytes to the unpacked ones.
    fn chain(&self) -> Result<Vec<&Coder>, Refusal> {
        if let Some(coder) = self.coders.iter().find(|coder| coder.inputs != 1) {
            return Err(Refusal::Method(method_name(&coder.method)));
        }
        let fed = |index: usize| self.binds.iter().any(|(input, _)| *input == index as u64);
        let mut at = (0..self.coders.len()).find(|index| !fed(*index));
        let mut chain = Vec::new();
        while let Some(coder) = at.and_then(|index| self.coders.get(index)) {
            if chain.len() == self.coders.len() {
                break;
            }
            chain.push(coder);
            let bind = self
                .binds
                .iter()
                .find(|(_, output)| at.map(|i| i as u64) == Some(*output));
            at = bind.and_then(|(input, _)| usize::try_from(*input).ok());
        }
        if chain.len() == self.coders.len() {
            Ok(chain)
        } else {
            Err(Refusal::Damaged("coders that are not bound in a chain"))
        }
    }
}

/// A decoder over the packed stream at a place in the file. The memory of all its coders is
/// checked before the first is made.
pub(super) fn decoder<R: Read + Seek + 'static>(
    folder: &Folder,
    mut source: Shared<R>,
    at: u64,
    size: u64,
    limits: &Limits,
) -> Result<Box<dyn Read>, Refusal> {
    let chain = folder.chain()?;
    let mut memory: u64 = 0;
    for coder in &chain {
        memory += u64::from(dictionary(coder)?);
    }
    if memory > limits.decoder_memory {
        return Err(Refusal::Memory(memory));
    }
    source.seek(SeekFrom::Start(at))?;
    let packed: BufReader<Take<Shared<R>>> =
        BufReader::with_capacity(READ_BUFFER, source.take(size));
    let mut reader: Box<dyn Read> = Box::new(packed);
    for coder in chain {
        reader = wrap(reader, coder)?;
    }
    Ok(reader)
}

/// What a method is, by its number (Methods.txt of the LZMA SDK).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Method {
    Copy,
    Lzma,
    Lzma2,
    Delta,
    Deflate,
    X86,
    Ppc,
    Ia64,
    Arm,
    ArmThumb,
    Sparc,
    Arm64,
    RiscV,
}

fn method(coder: &Coder) -> Result<Method, Refusal> {
    Ok(match coder.method.as_slice() {
        [0x00] => Method::Copy,
        [0x03, 0x01, 0x01] => Method::Lzma,
        [0x21] => Method::Lzma2,
        [0x03] => Method::Delta,
        [0x04, 0x01, 0x08] => Method::Deflate,
        [0x04] | [0x03, 0x03, 0x01, 0x03] => Method::X86,
        [0x05] | [0x03, 0x03, 0x02, 0x05] => Method::Ppc,
        [0x06] | [0x03, 0x03, 0x04, 0x01] => Method::Ia64,
        [0x07] | [0x03, 0x03, 0x05, 0x01] => Method::Arm,
        [0x08] | [0x03, 0x03, 0x07, 0x01] => Method::ArmThumb,
        [0x09] | [0x03, 0x03, 0x08, 0x05] => Method::Sparc,
        [0x0a] => Method::Arm64,
        [0x0b] => Method::RiscV,
        other => return Err(Refusal::Method(method_name(other))),
    })
}

/// The name of a method that is not read, for the message.
fn method_name(id: &[u8]) -> String {
    let known = match id {
        [0x03, 0x03, 0x01, 0x1b] => "BCJ2",
        [0x03, 0x04, 0x01] => "PPMd",
        [0x04, 0x02, 0x02] => "BZip2",
        [0x04, 0x01, 0x09] => "Deflate64",
        [0x06, 0xf1, 0x07, 0x01] => "AES-256 (encryption)",
        [0x04, 0xf7, 0x11, 0x01] => "Zstandard",
        [0x04, 0xf7, 0x11, 0x02] => "Brotli",
        [0x04, 0xf7, 0x11, 0x04] => "LZ4",
        _ => "",
    };
    if known.is_empty() {
        id.iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        known.to_owned()
    }
}

/// The dictionary of a coder in bytes; 0 for those without one.
fn dictionary(coder: &Coder) -> Result<u32, Refusal> {
    const SHORT: Refusal = Refusal::Damaged("a coder without its properties");
    match method(coder)? {
        Method::Lzma if coder.properties.len() < 5 => Err(SHORT),
        Method::Lzma => Ok(u32_at(&coder.properties, 1)),
        Method::Lzma2 => match coder.properties.first() {
            None => Err(SHORT),
            Some(40) => Ok(u32::MAX),
            Some(bits @ 0..40) => Ok((2 | u32::from(bits & 1)) << (bits / 2 + 11)),
            Some(_) => Err(Refusal::Damaged("a dictionary of impossible size")),
        },
        _ => Ok(0),
    }
}

fn wrap(input: Box<dyn Read>, coder: &Coder) -> Result<Box<dyn Read>, Refusal> {
    Ok(match method(coder)? {
        Method::Copy => input,
        Method::Lzma => {
            let (props, dictionary) = (coder.properties[0], dictionary(coder)?);
            let mut reader =
                LzmaReader::new_with_props(input, coder.unpacked, props, dictionary, None)?;
            reader.set_relaxed_end_condition(false);
            reader.set_defer_errors(true);
            Box::new(reader)
        }
        Method::Lzma2 => Box::new(Lzma2Reader::new(input, dictionary(coder)?, None)),
        Method::Delta => {
            let distance = coder
                .properties
                .first()
                .map_or(1, |byte| usize::from(*byte) + 1);
            Box::new(DeltaReader::new(input, distance))
        }
        Method::Deflate => Box::new(DeflateDecoder::new(BufReader::new(input))),
        Method::X86 => Box::new(BcjReader::new_x86(input, 0)),
        Method::Ppc => Box::new(BcjReader::new_ppc(input, 0)),
        Method::Ia64 => Box::new(BcjReader::new_ia64(input, 0)),
        Method::Arm => Box::new(BcjReader::new_arm(input, 0)),
        Method::ArmThumb => Box::new(BcjReader::new_arm_thumb(input, 0)),
        Method::Sparc => Box::new(BcjReader::new_sparc(input, 0)),
        Method::Arm64 => Box::new(BcjReader::new_arm64(input, 0)),
        Method::RiscV => Box::new(BcjReader::new_riscv(input, 0)),
    })
}
