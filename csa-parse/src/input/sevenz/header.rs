//! The header of a 7z archive before the crate sees it: found, unpacked, its counts compared with
//! the limits (7zFormat.txt of the LZMA SDK).

use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};

use flate2::Crc;
use sevenz_rust2::{Archive, BlockDecoder, Password};

use super::super::Limits;
use super::super::meter::{READ_BUFFER, Shared};
use super::{Refusal, check_coders};

const SIGNATURE_BYTES: usize = 32;

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
const ENCODED_HEADER: u8 = 0x17;

/// How often a header may be packed in a header; writers do it once.
const MAX_PACKED_HEADERS: usize = 4;

/// Coders in all blocks together, for each entry that is allowed; writers take at most four.
const CODERS_PER_ENTRY: u64 = 4;

/// Reads the header and has it parsed. Headers are kept with room for a signature in front.
pub(super) fn open<R: Read + Seek>(
    source: &mut Shared<R>,
    limits: &Limits,
) -> Result<Archive, Refusal> {
    let mut file = end_header(source, limits)?;
    for _ in 0..=MAX_PACKED_HEADERS {
        match file.get(SIGNATURE_BYTES) {
            None => return Ok(Archive::default()),
            Some(&ENCODED_HEADER) => file = unpacked(&file[SIGNATURE_BYTES..], source, limits)?,
            Some(_) => return parse(file, limits),
        }
    }
    Err(damaged("a header packed in itself"))
}

fn damaged(what: &str) -> Refusal {
    Refusal::Damaged(what.to_owned())
}

/// The bytes of the header at the end of the file.
fn end_header<R: Read + Seek>(source: &mut Shared<R>, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let length = source.seek(SeekFrom::End(0))?;
    let mut start = [0; SIGNATURE_BYTES];
    source.seek(SeekFrom::Start(0))?;
    source.read_exact(&mut start)?;
    let mut fields = Input(&start[8..]);
    let (start_crc, offset) = (fields.fixed()?, fields.fixed()?);
    let (size, crc) = (fields.fixed()?, fields.fixed()?);
    let (offset, size) = (u64::from_le_bytes(offset), u64::from_le_bytes(size));
    let at = offset.saturating_add(SIGNATURE_BYTES as u64);
    if at.saturating_add(size) > length {
        return Err(Refusal::Truncated);
    }
    if crc_of(&start[12..]) != u32::from_le_bytes(start_crc) {
        return Err(damaged("the checksum of its first bytes is wrong"));
    }
    if size > limits.decoder_memory {
        return Err(Refusal::Memory(size));
    }
    source.seek(SeekFrom::Start(at))?;
    let mut file = vec![0; SIGNATURE_BYTES];
    source.take(size).read_to_end(&mut file)?;
    if crc_of(&file[SIGNATURE_BYTES..]) != u32::from_le_bytes(crc) {
        return Err(damaged("the checksum of its header is wrong"));
    }
    Ok(file)
}

fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Compares a plain header's counts with the limits and has the crate parse it. The crate reads
/// from a file, so the room in front is filled to make it one of nothing but the header.
fn parse(mut file: Vec<u8>, limits: &Limits) -> Result<Archive, Refusal> {
    let header = &file[SIGNATURE_BYTES..];
    Counter::new(limits).header(&mut Input(header))?;
    let (size, crc) = (header.len() as u64, crc_of(header));
    file[..12].copy_from_slice(b"7z\xbc\xaf\x27\x1c\x00\x04\0\0\0\0");
    file[12..20].fill(0);
    file[20..28].copy_from_slice(&size.to_le_bytes());
    file[28..32].copy_from_slice(&crc.to_le_bytes());
    let start_crc = crc_of(&file[12..SIGNATURE_BYTES]);
    file[8..12].copy_from_slice(&start_crc.to_le_bytes());
    Ok(Archive::read(&mut Cursor::new(file), &Password::empty())?)
}

/// Unpacks a packed header. It is described as the streams of entries are, so a header is made in
/// which it is the one entry, and the crate decodes that.
fn unpacked<R: Read + Seek>(
    packed: &[u8],
    source: &Shared<R>,
    limits: &Limits,
) -> Result<Vec<u8>, Refusal> {
    let archive = parse(as_entry(&packed[1..], limits)?, limits)?;
    let block = archive.blocks.first();
    let block = block.ok_or_else(|| damaged("a packed header without a stream"))?;
    check_coders(block, limits.decoder_memory)?;
    if block.get_unpack_size() > limits.decoder_memory {
        return Err(Refusal::Memory(block.get_unpack_size()));
    }
    let mut file = vec![0; SIGNATURE_BYTES];
    let password = Password::empty();
    let mut source = BufReader::with_capacity(READ_BUFFER, source.share());
    let decoder = BlockDecoder::new(1, 0, &archive, &password, &mut source);
    decoder.for_each_entries(&mut |_, header| {
        header.read_to_end(&mut file)?;
        Ok(true)
    })?;
    file.shrink_to_fit();
    Ok(file)
}

/// A header of one entry without a name, from the description of its stream. The crate wants a
/// list of the streams in each block, which most writers leave out here.
fn as_entry(streams: &[u8], limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let mut rest = Input(streams);
    let is_listed = Counter::new(limits).streams(&mut rest)?;
    let end = streams.len() - rest.0.len() - 1;
    let mut file = vec![0; SIGNATURE_BYTES];
    file.extend([HEADER, MAIN_STREAMS]);
    file.extend(&streams[..end]);
    if !is_listed {
        file.extend([SUB_STREAMS, END]);
    }
    file.extend([END, FILES, 1, END, END]);
    Ok(file)
}

/// One block as far as the counts of the streams in it need it.
struct Shape {
    coders: u64,
    streams: u64,
    has_crc: bool,
}

/// Walks over a header as far as the number of entries and adds up what is counted in it.
struct Counter {
    max: u64,
    coders_left: u64,
}

impl Counter {
    fn new(limits: &Limits) -> Self {
        Self {
            max: limits.max_entries,
            coders_left: limits.max_entries.saturating_mul(CODERS_PER_ENTRY),
        }
    }

    fn header(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        expect(input.byte()?, HEADER)?;
        let mut id = input.byte()?;
        if id == ARCHIVE_PROPERTIES {
            while input.byte()? != END {
                let size = input.number()?;
                input.take(size)?;
            }
            id = input.byte()?;
        }
        if id == MAIN_STREAMS {
            self.streams(input)?;
            id = input.byte()?;
        }
        if id == FILES {
            return self.count(input).map(|_| ());
        }
        expect(id, END)
    }

    /// Tells whether the streams in each block are listed.
    fn streams(&mut self, input: &mut Input<'_>) -> Result<bool, Refusal> {
        let mut id = input.byte()?;
        let mut shapes = Vec::new();
        if id == PACK_INFO {
            self.pack_info(input)?;
            id = input.byte()?;
        }
        if id == UNPACK_INFO {
            shapes = self.unpack_info(input)?;
            id = input.byte()?;
        }
        let is_listed = id == SUB_STREAMS;
        if is_listed {
            self.sub_streams(input, &mut shapes)?;
            id = input.byte()?;
        }
        expect(id, END)?;
        Ok(is_listed)
    }

    fn pack_info(&self, input: &mut Input<'_>) -> Result<(), Refusal> {
        input.number()?;
        let count = self.count(input)?;
        let mut id = input.byte()?;
        if id == SIZE {
            input.numbers(count)?;
            id = input.byte()?;
        }
        if id == CRC {
            input.digests(count)?;
            id = input.byte()?;
        }
        expect(id, END)
    }

    fn unpack_info(&mut self, input: &mut Input<'_>) -> Result<Vec<Shape>, Refusal> {
        expect(input.byte()?, FOLDER)?;
        let count = self.count(input)?;
        expect(input.byte()?, END)?;
        let mut shapes = Vec::new();
        for _ in 0..count {
            shapes.push(self.block(input)?);
        }
        expect(input.byte()?, UNPACK_SIZES)?;
        for shape in &shapes {
            input.numbers(shape.coders)?;
        }
        let mut id = input.byte()?;
        if id == CRC {
            let defined = input.digests(count)?;
            for (shape, defined) in shapes.iter_mut().zip(defined) {
                shape.has_crc = defined;
            }
            id = input.byte()?;
        }
        expect(id, END)?;
        Ok(shapes)
    }

    fn block(&mut self, input: &mut Input<'_>) -> Result<Shape, Refusal> {
        let coders = input.number()?;
        let left = self.coders_left.checked_sub(coders);
        self.coders_left = left.ok_or(Refusal::Entries)?;
        let mut inputs: u64 = 0;
        for _ in 0..coders {
            inputs = inputs.saturating_add(coder(input)?);
        }
        let binds = coders.saturating_sub(1);
        input.numbers(2 * binds)?;
        let packed = inputs.saturating_sub(binds);
        if packed > 1 {
            input.numbers(packed)?;
        }
        Ok(Shape {
            coders,
            streams: 1,
            has_crc: false,
        })
    }

    fn sub_streams(&self, input: &mut Input<'_>, shapes: &mut [Shape]) -> Result<(), Refusal> {
        let mut id = input.byte()?;
        if id == NUMBER_OF_STREAMS {
            for shape in &mut *shapes {
                shape.streams = self.count(input)?;
            }
            id = input.byte()?;
        }
        if shapes.iter().map(|shape| shape.streams).sum::<u64>() > self.max {
            return Err(Refusal::Entries);
        }
        if id == SIZE {
            for shape in &*shapes {
                input.numbers(shape.streams.saturating_sub(1))?;
            }
            id = input.byte()?;
        }
        if id == CRC {
            let unknown = shapes
                .iter()
                .filter(|shape| shape.streams != 1 || !shape.has_crc);
            input.digests(unknown.map(|shape| shape.streams).sum())?;
            id = input.byte()?;
        }
        expect(id, END)
    }

    /// A number of things of which there may be as many as entries.
    fn count(&self, input: &mut Input<'_>) -> Result<u64, Refusal> {
        let count = input.number()?;
        if count > self.max {
            Err(Refusal::Entries)
        } else {
            Ok(count)
        }
    }
}

/// Passes over a coder; gives the number of streams that go into it.
fn coder(input: &mut Input<'_>) -> Result<u64, Refusal> {
    let flags = input.byte()?;
    input.take(u64::from(flags & 15))?;
    let mut inputs = 1;
    if flags & 0x10 != 0 {
        inputs = input.number()?;
        if input.number()? != 1 {
            return Err(damaged("a coder with several outputs"));
        }
    }
    if flags & 0x20 != 0 {
        let size = input.number()?;
        input.take(size)?;
    }
    Ok(inputs)
}

fn expect(found: u8, expected: u8) -> Result<(), Refusal> {
    if found == expected {
        Ok(())
    } else {
        Err(damaged("its header is out of order"))
    }
}

/// What is left of the header.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], Refusal> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let split = self.0.split_at_checked(count);
        let (taken, rest) = split.ok_or_else(|| damaged("its header is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N as u64)?);
        Ok(bytes)
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

    fn numbers(&mut self, count: u64) -> Result<(), Refusal> {
        for _ in 0..count {
            self.number()?;
        }
        Ok(())
    }

    /// Passes over checksums; tells which are there.
    fn digests(&mut self, count: u64) -> Result<Vec<bool>, Refusal> {
        let defined = match self.byte()? {
            0 => self.bits(count)?,
            _ => vec![true; usize::try_from(count).unwrap_or(0)],
        };
        let known = defined.iter().filter(|defined| **defined).count();
        self.take(known as u64 * 4)?;
        Ok(defined)
    }

    /// So many flags, highest bit first.
    fn bits(&mut self, count: u64) -> Result<Vec<bool>, Refusal> {
        let bytes = self.take(count.div_ceil(8))?;
        let flags = bytes
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| byte & (0x80 >> bit) != 0));
        Ok(flags.take(usize::try_from(count).unwrap_or(0)).collect())
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
