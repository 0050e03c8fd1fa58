//! Reading columns of one Parquet file, with every value checked against the digests in its footer.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::column::{ColumnHasher, Data, table_digest};
use super::schema::{REVISION, Table};
use crate::error::Error;
use crate::manifest::hex;

/// Rows decoded at a time.
const BATCH: usize = 1 << 15;

/// Largest column of one row group once decompressed; ours stay far below.
const MAX_CHUNK_BYTES: i64 = 1 << 28;

/// One file of a table, checked to be one of ours.
pub(crate) struct TableReader {
    table: &'static Table,
    path: PathBuf,
    file: SerializedFileReader<File>,
    facts: Vec<(String, String)>,
    column_sha256: Vec<String>,
    rows: u64,
}

impl TableReader {
    /// Opens a file and checks revision, columns and the sizes that its footer claims.
    pub(crate) fn open(table: &'static Table, path: &Path) -> Result<Self, Error> {
        let io = |source| Error::Io {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let reader = guarded(path, || SerializedFileReader::new(file))?;
        let facts = footer_facts(&reader);
        let mut opened = Self {
            table,
            path: path.to_owned(),
            file: reader,
            facts,
            column_sha256: Vec::new(),
            rows: 0,
        };
        opened.check_revision()?;
        opened.check_columns()?;
        opened.check_sizes(length)?;
        opened.check_digests()?;
        Ok(opened)
    }

    /// A fact of the footer.
    pub(crate) fn fact(&self, key: &str) -> Option<&str> {
        self.facts
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// An error about this file.
    pub(crate) fn damaged(&self, reason: impl Into<String>) -> Error {
        Error::Table {
            path: self.path.clone(),
            reason: reason.into(),
        }
    }

    /// Number of row groups.
    pub(crate) fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// Reads one row group, its columns in the order of the table. Hand them to [`TableReader::check_columns_read`], hashed over all groups.
    pub(crate) fn group(&self, group: usize) -> Result<Vec<Data>, Error> {
        let read = |index: usize| {
            let mut whole: Option<Data> = None;
            guarded(&self.path, || {
                let reader = self.file.get_row_group(group)?;
                let rows = usize::try_from(reader.metadata().num_rows())?;
                read_chunk(reader.get_column_reader(index)?, rows, &mut |data| {
                    match &mut whole {
                        Some(whole) => whole.append(data)?,
                        none => *none = Some(data),
                    }
                    Ok(())
                })
            })?;
            whole.ok_or_else(|| self.damaged("a row group without rows"))
        };
        (0..self.table.columns.len()).map(read).collect()
    }

    /// Compares what was read by [`TableReader::group`] with the digests.
    pub(crate) fn check_columns_read(&self, hashers: Vec<ColumnHasher>) -> Result<(), Error> {
        let digests = hashers.into_iter().map(|hasher| hex(&hasher.finish()));
        let mut pairs = digests.zip(&self.column_sha256).zip(self.table.columns);
        match pairs.find(|((read, stored), _)| read != *stored) {
            None => Ok(()),
            Some((_, column)) => Err(self.damaged(format!(
                "the values of column {} do not fit their digest",
                column.name
            ))),
        }
    }

    /// Reads a whole column in batches and checks it against its digest.
    pub(crate) fn column(
        &self,
        name: &str,
        sink: &mut dyn FnMut(Data) -> Result<(), String>,
    ) -> Result<(), Error> {
        let index = self
            .table
            .index(name)
            .ok_or_else(|| Error::Internal(format!("no column {name}")))?;
        let mut hasher = ColumnHasher::default();
        for group in 0..self.file.num_row_groups() {
            guarded(&self.path, || {
                let reader = self.file.get_row_group(group)?;
                let rows = usize::try_from(reader.metadata().num_rows())?;
                read_chunk(reader.get_column_reader(index)?, rows, &mut |data| {
                    hasher.update(&data);
                    sink(data)
                })
            })?;
        }
        if hex(&hasher.finish()) == self.column_sha256[index] {
            return Ok(());
        }
        Err(self.damaged(format!(
            "the values of column {name} do not fit their digest"
        )))
    }

    fn check_revision(&self) -> Result<(), Error> {
        let table = self.fact("joban.table").unwrap_or_default();
        if table != self.table.name {
            return Err(self.damaged(format!("it is no {} table of joban", self.table.name)));
        }
        match self.fact("joban.revision") {
            Some(REVISION) => Ok(()),
            other => Err(Error::Revision {
                path: self.path.clone(),
                found: other.unwrap_or_default().to_owned(),
                expected: REVISION,
            }),
        }
    }

    fn check_columns(&self) -> Result<(), Error> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let same = schema.num_columns() == self.table.columns.len()
            && self
                .table
                .columns
                .iter()
                .zip(schema.columns())
                .all(|(ours, theirs)| {
                    ours.name == theirs.name()
                        && ours.kind.physical() == theirs.physical_type()
                        && theirs.max_def_level() == 1
                        && theirs.max_rep_level() == 0
                });
        if same {
            Ok(())
        } else {
            Err(self.damaged("its columns are not those of this revision"))
        }
    }

    fn check_sizes(&mut self, length: u64) -> Result<(), Error> {
        let mut rows = 0_u64;
        for group in self.file.metadata().row_groups() {
            let count = u64::try_from(group.num_rows()).unwrap_or(u64::MAX);
            let sane = count <= 1 << 24
                && group.columns().iter().all(|chunk| {
                    let begin = chunk
                        .dictionary_page_offset()
                        .unwrap_or(chunk.data_page_offset());
                    let end = begin.checked_add(chunk.compressed_size());
                    begin >= 4
                        && chunk.compressed_size() >= 0
                        && end
                            .and_then(|end| u64::try_from(end).ok())
                            .is_some_and(|end| end <= length)
                        && (0..=MAX_CHUNK_BYTES).contains(&chunk.uncompressed_size())
                        && u64::try_from(chunk.num_values()).is_ok_and(|values| values == count)
                });
            if !sane {
                return Err(self.damaged("its footer claims impossible sizes"));
            }
            rows += count;
        }
        self.rows = rows;
        Ok(())
    }

    fn check_digests(&mut self) -> Result<(), Error> {
        let listed = self.fact("joban.column_sha256").unwrap_or_default();
        let digests: Vec<String> = listed.split(',').map(str::to_owned).collect();
        let bytes: Option<Vec<[u8; 32]>> = digests.iter().map(|digest| unhex(digest)).collect();
        let complete = bytes.filter(|bytes| bytes.len() == self.table.columns.len());
        let Some(bytes) = complete else {
            return Err(self.damaged("its digests are missing"));
        };
        let named = self
            .table
            .columns
            .iter()
            .map(|column| column.name)
            .zip(bytes);
        if Some(hex(&table_digest(named)).as_str()) != self.fact("joban.rows_sha256") {
            return Err(self.damaged("its digests do not fit each other"));
        }
        self.column_sha256 = digests;
        Ok(())
    }
}

fn footer_facts(reader: &SerializedFileReader<File>) -> Vec<(String, String)> {
    let facts = reader.metadata().file_metadata().key_value_metadata();
    let facts = facts.into_iter().flatten();
    facts
        .filter_map(|fact| Some((fact.key.clone(), fact.value.clone()?)))
        .collect()
}

/// 32 bytes from 64 hex digits.
pub(crate) fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Runs code of the Parquet crate; a damaged file must not end the program, whatever the crate does with it.
fn guarded<T>(path: &Path, run: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, Error> {
    let reason = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "its contents make no sense".to_owned(),
    };
    Err(Error::Table {
        path: path.to_owned(),
        reason,
    })
}

type Sink<'a> = &'a mut dyn FnMut(Data) -> Result<(), String>;

fn read_chunk(reader: ColumnReader, rows: usize, sink: Sink<'_>) -> Result<(), ParquetError> {
    match reader {
        ColumnReader::BoolColumnReader(reader) => read_typed(reader, rows, Data::Bool, sink),
        ColumnReader::Int32ColumnReader(reader) => read_typed(reader, rows, Data::Int32, sink),
        ColumnReader::Int64ColumnReader(reader) => read_typed(reader, rows, Data::Int64, sink),
        ColumnReader::DoubleColumnReader(reader) => read_typed(reader, rows, Data::Double, sink),
        ColumnReader::ByteArrayColumnReader(reader) => read_typed(reader, rows, Data::Text, sink),
        _ => Err(ParquetError::General(
            "a column type that is not ours".to_owned(),
        )),
    }
}

fn read_typed<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    wrap: fn(Vec<Option<T::T>>) -> Data,
    sink: Sink<'_>,
) -> Result<(), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let mut left = rows;
    while left > 0 {
        levels.clear();
        values.clear();
        let (read, _, _) =
            reader.read_records(left.min(BATCH), Some(&mut levels), None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::General("fewer values than rows".to_owned()));
        }
        left -= read;
        sink(wrap(spread(&levels, &mut values)?)).map_err(ParquetError::General)?;
    }
    Ok(())
}

/// Puts the nulls back between the values.
fn spread<V>(levels: &[i16], values: &mut Vec<V>) -> Result<Vec<Option<V>>, ParquetError> {
    let mut values = values.drain(..);
    let mut rows = Vec::with_capacity(levels.len());
    for &level in levels {
        let value = if level == 0 { None } else { values.next() };
        if level != 0 && value.is_none() {
            return Err(ParquetError::General("fewer values than levels".to_owned()));
        }
        rows.push(value);
    }
    Ok(rows)
}
