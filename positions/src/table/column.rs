//! Values of one column for some rows, and the digest over them.

use parquet::data_type::ByteArray;
use sha2::{Digest, Sha256};

/// Values of one column; `None` is null.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data {
    Text(Vec<Option<ByteArray>>),
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Double(Vec<Option<f64>>),
    Bool(Vec<Option<bool>>),
}

impl Data {
    /// Adds the rows of the same column that follow.
    pub(crate) fn append(&mut self, next: Self) -> Result<(), String> {
        match (self, next) {
            (Self::Text(all), Self::Text(next)) => all.extend(next),
            (Self::Int32(all), Self::Int32(next)) => all.extend(next),
            (Self::Int64(all), Self::Int64(next)) => all.extend(next),
            (Self::Double(all), Self::Double(next)) => all.extend(next),
            (Self::Bool(all), Self::Bool(next)) => all.extend(next),
            _ => return Err("a column changes its type".to_owned()),
        }
        Ok(())
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Int32(values) => values.len(),
            Self::Int64(values) => values.len(),
            Self::Double(values) => values.len(),
            Self::Bool(values) => values.len(),
        }
    }
}

/// The digest of a column: SHA-256 over its values in row order. A null is the byte 0; another value is the byte 1 and then its
/// bytes: numbers little-endian, a truth value one byte, text its length as 32-bit number and its UTF-8 bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnHasher {
    hasher: Sha256,
    buffer: Vec<u8>,
}

impl ColumnHasher {
    /// Adds values.
    pub(crate) fn update(&mut self, data: &Data) {
        match data {
            Data::Text(values) => self.each(values, |value, out| {
                out.extend_from_slice(&(value.len() as u32).to_le_bytes());
                out.extend_from_slice(value.data());
            }),
            Data::Int32(values) => self.each(values, |value, out| {
                out.extend_from_slice(&value.to_le_bytes())
            }),
            Data::Int64(values) => self.each(values, |value, out| {
                out.extend_from_slice(&value.to_le_bytes())
            }),
            Data::Double(values) => self.each(values, |value, out| {
                out.extend_from_slice(&value.to_le_bytes())
            }),
            Data::Bool(values) => self.each(values, |value, out| out.push(u8::from(*value))),
        }
    }

    fn each<T>(&mut self, values: &[Option<T>], bytes: impl Fn(&T, &mut Vec<u8>)) {
        for value in values {
            self.buffer.push(u8::from(value.is_some()));
            if let Some(value) = value {
                bytes(value, &mut self.buffer);
            }
            if self.buffer.len() > 1 << 14 {
                self.flush();
            }
        }
        self.flush();
    }

    fn flush(&mut self) {
        self.hasher.update(&self.buffer);
        self.buffer.clear();
    }

    /// The digest of everything added.
    pub(crate) fn finish(self) -> [u8; 32] {
        self.hasher.finalize().into()
    }
}

/// The digest of a table: SHA-256 over, for each column in order, its name in UTF-8, a zero byte and its digest.
pub(crate) fn table_digest<'a>(columns: impl Iterator<Item = (&'a str, [u8; 32])>) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for (name, digest) in columns {
        hasher.update(name);
        hasher.update([0]);
        hasher.update(digest);
    }
    hasher.finalize().into()
}
