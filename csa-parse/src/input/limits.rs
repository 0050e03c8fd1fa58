//! Bounds for what an input may make us do, with defaults that a yearly Floodgate archive
//! (130,000 records, 2 GB unpacked, 350 MB packed) passes with room to spare.

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Bounds on inputs that come out of a decompressor or an archive.
///
/// Everything is counted while unpacking; a size that an archive declares is neither believed nor
/// allocated. Plain files on disk are not bounded: their bytes exist.
///
/// A fault of one entry (its size, its ratio, its nesting) rejects that entry and the run goes on.
/// The total size, the number of entries and the decoder's memory stop the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Unpacked bytes of one entry. Default 256 MiB. An entry over it is rejected.
    pub max_entry_bytes: u64,
    /// Unpacked bytes of one archive, skipped entries of a solid archive included.
    /// Default 64 GiB. More stops the run.
    pub max_total_bytes: u64,
    /// Unpacked bytes of one entry for each packed byte read for it. Default 250 (records pack
    /// about 6 to 1, in a solid archive 20 to 1; blanks reach 1,000 to 1 and more).
    /// An entry over it is rejected.
    pub max_ratio: u64,
    /// Unpacked bytes of one entry below which its ratio is not looked at. Default 8 MiB.
    pub ratio_floor_bytes: u64,
    /// Entries of one archive, whatever they are. Default 1,000,000. More stops the run.
    pub max_entries: u64,
    /// How deep archives may lie in one another. Default 1: an archive inside an archive is
    /// rejected. 0 reads no archive at all. A compressed tar counts as one level. An inner archive
    /// is read from memory, so [`Limits::max_entry_bytes`] bounds it.
    pub nesting: u32,
    /// Bytes a decoder may need for its dictionary or window, and an archive for its directory.
    /// Default 512 MiB. More stops the run before anything is allocated.
    pub decoder_memory: u64,
}

impl Limits {
    /// The largest [`Limits::nesting`] that the command line takes.
    pub const MAX_NESTING: u32 = 8;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_entry_bytes: 256 * MIB,
            max_total_bytes: 64 * GIB,
            max_ratio: 250,
            ratio_floor_bytes: 8 * MIB,
            max_entries: 1_000_000,
            nesting: 1,
            decoder_memory: 512 * MIB,
        }
    }
}
