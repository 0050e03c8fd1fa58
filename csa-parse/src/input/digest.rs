//! SHA-256 of the inputs, for the manifest.
//!
//! A file's (or archive's, or standard input's) digest is that of its bytes as they lie on disk. A
//! folder's is that of a list with one line for each file read: the file's digest in lower-case hex,
//! two blanks, its name relative to the folder, a line feed; ordered by the bytes of the name. That
//! is what `sha256sum` prints for the same files in that order.

use sha2::{Digest, Sha256};

use super::names::path_label;
use super::walk::{Argument, Plan};
use super::{Unit, UnitReport};

/// What a digest was taken of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DigestKind {
    /// The bytes of a file, an archive or standard input.
    File,
    /// The list of a folder's files.
    Folder,
}

/// One argument of the run and what its bytes were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDigest {
    /// The argument as shown: a path with `/`, or `-`.
    pub label: String,
    /// What the digest was taken of.
    pub kind: DigestKind,
    /// The digest; `None` if something could not be read to its end, or if all of it had been
    /// reached by an earlier argument.
    pub sha256: Option<[u8; 32]>,
    /// Files read for this argument.
    pub files: u64,
    /// Bytes read for this argument.
    pub bytes: u64,
}

/// The digests of all arguments, from the reports ordered by unit.
pub(crate) fn of_arguments(plan: &Plan, reports: &[UnitReport]) -> Vec<InputDigest> {
    let mut digests: Vec<_> = plan.arguments.iter().map(Accumulator::new).collect();
    for report in reports {
        let unit = &plan.units[report.unit];
        digests[unit.argument].add(unit, report);
    }
    let missing = unread_arguments(plan, reports);
    digests
        .into_iter()
        .zip(missing)
        .map(|(digest, missing)| digest.finish(missing))
        .collect()
}

/// For each argument, whether a unit of it has no report.
fn unread_arguments(plan: &Plan, reports: &[UnitReport]) -> Vec<bool> {
    let mut left = vec![0usize; plan.arguments.len()];
    plan.units.iter().for_each(|unit| left[unit.argument] += 1);
    reports
        .iter()
        .for_each(|report| left[plan.units[report.unit].argument] -= 1);
    left.into_iter().map(|left| left > 0).collect()
}

struct Accumulator<'a> {
    argument: &'a Argument,
    list: Vec<(String, [u8; 32])>,
    single: Option<[u8; 32]>,
    complete: bool,
    files: u64,
    bytes: u64,
}

impl<'a> Accumulator<'a> {
    fn new(argument: &'a Argument) -> Self {
        Self {
            argument,
            list: Vec::new(),
            single: None,
            complete: true,
            files: 0,
            bytes: 0,
        }
    }

    fn add(&mut self, unit: &Unit, report: &UnitReport) {
        self.files += 1;
        self.bytes += report.bytes;
        self.single = report.sha256;
        let Some(sha256) = report.sha256 else {
            self.complete = false;
            return;
        };
        if self.argument.is_folder {
            let inner = unit
                .path
                .strip_prefix(&self.argument.path)
                .unwrap_or(&unit.path);
            self.list.push((path_label(inner), sha256));
        }
    }

    fn finish(self, missing: bool) -> InputDigest {
        let folder = self.argument.is_folder;
        let whole = self.complete && !missing;
        let sha256 = if folder {
            Some(of_list(self.list))
        } else {
            self.single
        };
        InputDigest {
            label: self.argument.label.clone(),
            kind: if folder {
                DigestKind::Folder
            } else {
                DigestKind::File
            },
            sha256: sha256.filter(|_| whole),
            files: self.files,
            bytes: self.bytes,
        }
    }
}

fn of_list(mut list: Vec<(String, [u8; 32])>) -> [u8; 32] {
    list.sort_unstable();
    let mut hash = Sha256::new();
    for (name, sha256) in list {
        hash.update(format!("{}  {name}\n", hex(&sha256)).as_bytes());
    }
    hash.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    bytes
        .iter()
        .flat_map(|b| [digit(b >> 4), digit(b & 15)])
        .collect()
}
