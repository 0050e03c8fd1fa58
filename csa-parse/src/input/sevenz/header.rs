//! The header of a 7z archive: where its streams lie, how they are packed, what the entries are.
//!
//! Every number is checked against what is really there before it is used: a count against the
//! bytes that are left and the limit of entries, a position against the length of the file.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;

use super::super::Limits;
use super::super::meter::Shared;
use super::super::zip::{u32_at, u64_at};
use super::decode::{self, Coder, Folder, Refusal};

const SIGNATURE_BYTES: u64 = 32;

const END: u8 = 0x00;
const HEADER: u8 = 0x01;
const ARCHIVE_PROPERTIES: u8 = 0x02;
const MAIN_STREAMS: u8 = 0x04;
const FILES: u8 = 0x05;
const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SUB_STREAMS: u8 = 0x08;
const SIZE: u8 = 0x09;
const CRC: u8 = 0x0a;
const FOLDER: u8 = 0x0b;
const UNPACK_SIZES: u8 = 0x0c;
const NUMBER_OF_STREAMS: u8 = 0x0d;
const EMPTY_STREAM: u8 = 0x0e;
const EMPTY_FILE: u8 = 0x0f;
const NAMES: u8 = 0x11;
const ENCODED_HEADER: u8 = 0x17;

/// How often a header may be packed in a header; writers do it once.
const MAX_PACKED_HEADERS: usize = 4;

/// The unpacked stream of one entry.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    pub(super) folder: usize,
    pub(super) size: u64,
    pub(super) crc: Option<u32>,
}

/// One entry.
#[derive(Debug)]
pub(super) struct File<'h> {
    pub(super) name: &'h str,
    pub(super) is_folder: bool,
    /// Index of its stream, if it has bytes.
    pub(super) stream: Option<usize>,
}

/// The parsed header.
#[derive(Debug, Default)]
pub(super) struct Header {
    packed_at: u64,
    packed: Vec<u64>,
    folders: Vec<Folder>,
    pub(super) streams: Vec<Stream>,
    /// All names in UTF-8, a NUL after each.
    names: String,
    /// For each entry without a stream whether it is a folder; else `None`.
    without_stream: Vec<Option<bool>>,
}

impl Header {
    /// The entries in their order.
    pub(super) fn files(&self) -> impl Iterator<Item = File<'_>> {
        let mut next = 0;
        self.names
            .split_terminator('\0')
            .zip(&self.without_stream)
            .map(move |(name, without)| {
                let stream = without.is_none().then(|| {
                    next += 1;
                    next - 1
                });
                File {
                    name,
                    is_folder: without.unwrap_or(false),
                    stream,
                }
            })
    }

    /// Bytes of the streams that lie before this one in its folder.
    pub(super) fn bytes_before(&self, stream: usize) -> u64 {
        let folder = self.streams[stream].folder;
        let before = self.streams[..stream]
            .iter()
            .rev()
            .take_while(|s| s.folder == folder);
        before.fold(0, |sum, s| sum.saturating_add(s.size))
    }

    /// A decoder for a folder, standing at its first byte.
    pub(super) fn decoder<R: Read + Seek + 'static>(
        &self,
        folder: usize,
        source: Shared<R>,
        limits: &Limits,
    ) -> Result<Box<dyn Read>, Refusal> {
        let folder = &self.folders[folder];
        decode::decoder(
            folder,
            source,
            folder.packed_at,
            folder.packed_bytes,
            limits,
        )
    }

    /// Finds the packed bytes of every folder.
    fn place(&mut self) -> Result<(), Refusal> {
        const BEYOND: Refusal = Refusal::Damaged("a stream beyond all bounds");
        let mut at = self.packed_at.checked_add(SIGNATURE_BYTES).ok_or(BEYOND)?;
        let mut packed = self.packed.iter();
        for folder in &mut self.folders {
            folder.packed_at = at;
            for nth in 0..folder.packed_streams {
                let bytes = *packed
                    .next()
                    .ok_or(Refusal::Damaged("a folder without a stream"))?;
                if nth == 0 {
                    folder.packed_bytes = bytes;
                }
                at = at.checked_add(bytes).ok_or(BEYOND)?;
            }
        }
        Ok(())
    }
}

/// Reads and parses the header.
pub(super) fn open<R: Read + Seek + 'static>(
    source: &mut Shared<R>,
    limits: &Limits,
) -> Result<Header, Refusal> {
    let length = source.seek(SeekFrom::End(0))?;
    let mut bytes = end_header(source, length, limits)?;
    for _ in 0..=MAX_PACKED_HEADERS {
        let mut input = Input(&bytes);
        match input.byte().unwrap_or(END) {
            _ if bytes.is_empty() => return Ok(Header::default()),
            HEADER => return header(&mut input, limits),
            ENCODED_HEADER => bytes = unpacked_header(&mut input, source, limits)?,
            _ => return Err(Refusal::Damaged("no header where one should be")),
        }
    }
    Err(Refusal::Damaged("a header packed in itself"))
}

/// The bytes of the header at the end of the file.
fn end_header<R: Read + Seek>(
    source: &mut Shared<R>,
    length: u64,
    limits: &Limits,
) -> Result<Vec<u8>, Refusal> {
    let mut start = [0; SIGNATURE_BYTES as usize];
    source.seek(SeekFrom::Start(0))?;
    source.read_exact(&mut start)?;
    let (offset, size, crc) = (u64_at(&start, 12), u64_at(&start, 20), u32_at(&start, 28));
    let at = offset.checked_add(SIGNATURE_BYTES);
    let end = at.and_then(|at| at.checked_add(size));
    let (Some(at), Some(_)) = (at, end.filter(|end| *end <= length)) else {
        return Err(Refusal::Truncated("its header lies past its end"));
    };
    if crc_of(&start[12..]) != u32_at(&start, 8) {
        return Err(Refusal::Damaged("the checksum of its first bytes is wrong"));
    }
    if size > limits.decoder_memory {
        return Err(Refusal::Memory(size));
    }
    source.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    source.take(size).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != size || crc_of(&bytes) != crc {
        return Err(Refusal::Damaged("the checksum of its header is wrong"));
    }
    Ok(bytes)
}

fn unpacked_header<R: Read + Seek + 'static>(
    input: &mut Input<'_>,
    source: &mut Shared<R>,
    limits: &Limits,
) -> Result<Vec<u8>, Refusal> {
    let outer = streams(input, limits)?;
    let stream = outer
        .streams
        .first()
        .ok_or(Refusal::Damaged("a packed header without a stream"))?;
    if stream.size > limits.decoder_memory {
        return Err(Refusal::Memory(stream.size));
    }
    let mut bytes = Vec::new();
    let decoder = outer.decoder(stream.folder, source.share(), limits)?;
    decoder.take(stream.size).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != stream.size {
        return Err(Refusal::Io(io::ErrorKind::UnexpectedEof.into()));
    }
    if stream.crc.is_some_and(|crc| crc != crc_of(&bytes)) {
        return Err(Refusal::Damaged("the checksum of its header is wrong"));
    }
    Ok(bytes)
}

fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn header(input: &mut Input<'_>, limits: &Limits) -> Result<Header, Refusal> {
    let mut id = input.byte()?;
    if id == ARCHIVE_PROPERTIES {
        skip_properties(input)?;
        id = input.byte()?;
    }
    let mut header = Header::default();
    if id == MAIN_STREAMS {
        header = streams(input, limits)?;
        id = input.byte()?;
    }
    if id == FILES {
        files(input, &mut header, limits)?;
    }
    Ok(header)
}

fn skip_properties(input: &mut Input<'_>) -> Result<(), Refusal> {
    while input.byte()? != END {
        let size = input.number()?;
        input.take(size)?;
    }
    Ok(())
}

/// Packed streams, folders, and the streams in them.
fn streams(input: &mut Input<'_>, limits: &Limits) -> Result<Header, Refusal> {
    let mut header = Header::default();
    let mut id = input.byte()?;
    if id == PACK_INFO {
        pack_info(input, &mut header, limits)?;
        id = input.byte()?;
    }
    let mut crcs = Vec::new();
    if id == UNPACK_INFO {
        crcs = unpack_info(input, &mut header, limits)?;
        id = input.byte()?;
    }
    if id == SUB_STREAMS {
        sub_streams(input, &mut header, &crcs, limits)?;
        id = input.byte()?;
    } else {
        header.streams = whole_folders(&header.folders, &crcs);
    }
    header.place()?;
    if id == END {
        Ok(header)
    } else {
        Err(Refusal::Damaged("a part of the header that is not known"))
    }
}

fn whole_folders(folders: &[Folder], crcs: &[Option<u32>]) -> Vec<Stream> {
    let stream = |(index, folder): (usize, &Folder)| Stream {
        folder: index,
        size: folder.unpacked(),
        crc: crcs.get(index).copied().flatten(),
    };
    folders.iter().enumerate().map(stream).collect()
}

fn pack_info(input: &mut Input<'_>, header: &mut Header, limits: &Limits) -> Result<(), Refusal> {
    header.packed_at = input.number()?;
    let count = input.count(limits)?;
    let mut id = input.byte()?;
    if id == SIZE {
        header.packed = (0..count)
            .map(|_| input.number())
            .collect::<Result<_, _>>()?;
        id = input.byte()?;
    }
    if id == CRC {
        input.digests(count)?;
        id = input.byte()?;
    }
    expect(id, END)
}

fn unpack_info(
    input: &mut Input<'_>,
    header: &mut Header,
    limits: &Limits,
) -> Result<Vec<Option<u32>>, Refusal> {
    expect(input.byte()?, FOLDER)?;
    let count = input.count(limits)?;
    expect(input.byte()?, 0)?;
    for _ in 0..count {
        header.folders.push(folder(input)?);
    }
    expect(input.byte()?, UNPACK_SIZES)?;
    for folder in &mut header.folders {
        for coder in &mut folder.coders {
            coder.unpacked = input.number()?;
        }
    }
    let mut crcs = Vec::new();
    let mut id = input.byte()?;
    if id == CRC {
        crcs = input.digests(count)?;
        id = input.byte()?;
    }
    expect(id, END)?;
    Ok(crcs)
}

fn folder(input: &mut Input<'_>) -> Result<Folder, Refusal> {
    const MAX_CODERS: u64 = 32;
    let coders = input.number()?;
    if coders == 0 || coders > MAX_CODERS {
        return Err(Refusal::Damaged("a folder with a wrong number of coders"));
    }
    let coders = (0..coders)
        .map(|_| coder(input))
        .collect::<Result<Vec<_>, _>>()?;
    let inputs: usize = coders.iter().map(|coder| coder.inputs).sum();
    let binds = coders.len() - 1;
    let bind = |input: &mut Input<'_>| Ok((input.number()?, input.number()?));
    let binds = (0..binds)
        .map(|_| bind(input))
        .collect::<Result<Vec<_>, Refusal>>()?;
    let packed_streams = inputs
        .checked_sub(binds.len())
        .filter(|count| *count > 0)
        .ok_or(Refusal::Damaged("a folder without a packed stream"))?;
    if packed_streams > 1 {
        for _ in 0..packed_streams {
            input.number()?;
        }
    }
    Ok(Folder {
        coders,
        binds,
        packed_streams,
        packed_at: 0,
        packed_bytes: 0,
    })
}

fn coder(input: &mut Input<'_>) -> Result<Coder, Refusal> {
    const MAX_STREAMS: u64 = 32;
    let flags = input.byte()?;
    let method = input.take(u64::from(flags & 15))?.to_vec();
    let (mut inputs, mut outputs) = (1, 1);
    if flags & 0x10 != 0 {
        (inputs, outputs) = (input.number()?, input.number()?);
    }
    if inputs > MAX_STREAMS || outputs != 1 || flags & 0xc0 != 0 {
        return Err(Refusal::Damaged("a coder of a shape that is not known"));
    }
    let size = if flags & 0x20 != 0 {
        input.number()?
    } else {
        0
    };
    let properties = input.take(size)?.to_vec();
    Ok(Coder {
        method,
        properties,
        inputs: inputs as usize,
        unpacked: 0,
    })
}

fn sub_streams(
    input: &mut Input<'_>,
    header: &mut Header,
    crcs: &[Option<u32>],
    limits: &Limits,
) -> Result<(), Refusal> {
    let mut id = input.byte()?;
    let mut counts = vec![1; header.folders.len()];
    if id == NUMBER_OF_STREAMS {
        for count in &mut counts {
            *count = input.count(limits)?;
        }
        id = input.byte()?;
    }
    if counts.iter().sum::<u64>() > limits.max_entries {
        return Err(Refusal::Entries);
    }
    stream_sizes(input, header, &counts, id == SIZE)?;
    if id == SIZE {
        id = input.byte()?;
    }
    take_known_crcs(header, &counts, crcs);
    if id == CRC {
        let unknown = header
            .streams
            .iter()
            .filter(|stream| stream.crc.is_none())
            .count();
        let mut digests = input.digests(unknown as u64)?.into_iter();
        for stream in header
            .streams
            .iter_mut()
            .filter(|stream| stream.crc.is_none())
        {
            stream.crc = digests.next().flatten();
        }
        id = input.byte()?;
    }
    expect(id, END)
}

/// All sizes of a folder are written but the last, which follows from the folder's.
fn stream_sizes(
    input: &mut Input<'_>,
    header: &mut Header,
    counts: &[u64],
    written: bool,
) -> Result<(), Refusal> {
    for (index, (folder, count)) in header.folders.iter().zip(counts).enumerate() {
        let mut left = folder.unpacked();
        for nth in 1..=*count {
            let size = match nth == *count {
                true => left,
                false if written => input.number()?,
                false => return Err(Refusal::Damaged("entries without sizes")),
            };
            left = left
                .checked_sub(size)
                .ok_or(Refusal::Damaged("entries larger than their folder"))?;
            header.streams.push(Stream {
                folder: index,
                size,
                crc: None,
            });
        }
    }
    Ok(())
}

/// A folder with one stream has its checksum already.
fn take_known_crcs(header: &mut Header, counts: &[u64], crcs: &[Option<u32>]) {
    for stream in &mut header.streams {
        if counts[stream.folder] == 1 {
            stream.crc = crcs.get(stream.folder).copied().flatten();
        }
    }
}

fn files(input: &mut Input<'_>, header: &mut Header, limits: &Limits) -> Result<(), Refusal> {
    let count = input.number()?;
    if count > limits.max_entries {
        return Err(Refusal::Entries);
    }
    // A name takes at least its two bytes of end.
    if count > input.0.len() as u64 {
        return Err(Refusal::Damaged("more entries than the header has bytes"));
    }
    let mut empty = vec![false; count as usize];
    let mut empty_file = Vec::new();
    loop {
        let id = input.byte()?;
        if id == END {
            break;
        }
        let size = input.number()?;
        let mut data = Input(input.take(size)?);
        match id {
            EMPTY_STREAM => empty = data.bits(count)?,
            EMPTY_FILE => {
                let number = empty.iter().filter(|empty| **empty).count();
                empty_file = data.bits(number as u64)?;
            }
            NAMES => header.names = names(&mut data, count)?,
            _ => {}
        }
    }
    header.without_stream = without_stream(&empty, &empty_file);
    check_files(header, count)
}

/// For each entry: a folder or an empty file, if it has no stream.
fn without_stream(empty: &[bool], empty_file: &[bool]) -> Vec<Option<bool>> {
    let mut files = empty_file.iter();
    let kind = |is_empty: &bool| is_empty.then(|| !files.next().copied().unwrap_or(false));
    empty.iter().map(kind).collect()
}

fn check_files(header: &Header, count: u64) -> Result<(), Refusal> {
    let with_stream = header
        .without_stream
        .iter()
        .filter(|without| without.is_none())
        .count();
    if with_stream != header.streams.len() {
        return Err(Refusal::Damaged("as many streams as entries were expected"));
    }
    if header.names.split_terminator('\0').count() as u64 != count {
        return Err(Refusal::Damaged("as many names as entries were expected"));
    }
    Ok(())
}

/// Names in UTF-16 to names in UTF-8, each with a NUL behind it.
fn names(data: &mut Input<'_>, count: u64) -> Result<String, Refusal> {
    if data.byte()? != 0 {
        return Err(Refusal::Damaged("names outside of the header"));
    }
    let (pairs, _) = data.0.as_chunks::<2>();
    let mut names = String::with_capacity(data.0.len() / 2 + count as usize);
    let units = pairs.iter().map(|pair| u16::from_le_bytes(*pair));
    names.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    Ok(names)
}

fn expect(found: u8, expected: u8) -> Result<(), Refusal> {
    if found == expected {
        Ok(())
    } else {
        Err(Refusal::Damaged("its header is out of order"))
    }
}

/// What is left of the header.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], Refusal> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let split = self.0.split_at_checked(count);
        let (taken, rest) = split.ok_or(Refusal::Damaged("its header is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Refusal> {
        Ok(self.take(1)?[0])
    }

    /// A number of one to nine bytes: the leading ones of the first tell how many follow.
    fn number(&mut self) -> Result<u64, Refusal> {
        let first = self.byte()?;
        let follow = first.leading_ones();
        let mut value = 0;
        for (index, byte) in self.take(u64::from(follow))?.iter().enumerate() {
            value |= u64::from(*byte) << (8 * index);
        }
        let mask = 0x7f_u8.checked_shr(follow).unwrap_or(0);
        let high = u64::from(first & mask);
        Ok(value | high.checked_shl(8 * follow).unwrap_or(0))
    }

    /// A number of things of which there may be as many as entries.
    fn count(&mut self, limits: &Limits) -> Result<u64, Refusal> {
        let count = self.number()?;
        if count > limits.max_entries {
            Err(Refusal::Entries)
        } else {
            Ok(count)
        }
    }

    /// So many flags, highest bit first.
    fn bits(&mut self, count: u64) -> Result<Vec<bool>, Refusal> {
        let bytes = self.take(count.div_ceil(8))?;
        Ok((0..count as usize)
            .map(|at| bytes[at / 8] & (0x80 >> (at % 8)) != 0)
            .collect())
    }

    /// Checksums, where they are defined.
    fn digests(&mut self, count: u64) -> Result<Vec<Option<u32>>, Refusal> {
        if self.byte()? != 0 {
            let bytes = self.take(count.saturating_mul(4))?;
            return Ok(bytes.chunks_exact(4).map(|b| Some(u32_at(b, 0))).collect());
        }
        let defined = self.bits(count)?;
        let mut one = |defined: bool| {
            defined
                .then(|| self.take(4).map(|b| u32_at(b, 0)))
                .transpose()
        };
        defined.into_iter().map(&mut one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_to_nine_bytes() {
        let cases: [(&[u8], u64); 6] = [
            (&[0x00], 0),
            (&[0x7f], 0x7f),
            (&[0x81, 0x02], 0x102),
            (&[0xc1, 0x02, 0x03], 0x1_0302),
            (&[0xff, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
            (&[0xfe, 1, 2, 3, 4, 5, 6, 7], 0x07_0605_0403_0201),
        ];
        for (bytes, value) in cases {
            assert_eq!(Input(bytes).number().ok(), Some(value), "{bytes:?}");
        }
        assert!(Input(&[0x81]).number().is_err());
    }
}
