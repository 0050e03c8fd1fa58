//! Writing one Parquet file, row group by row group.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::{
    ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer_mut,
};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, SchemaDescPtr, SchemaDescriptor};

use super::column::{ColumnHasher, Data, table_digest};
use super::schema::{REVISION, Table};
use crate::error::Error;
use crate::manifest::hex;

/// Rows of a row group: enough for compression, few enough for memory.
pub(crate) const GROUP_ROWS: usize = 1 << 17;

/// What stands in a table, whatever the bytes of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDigest {
    /// Name of the table: `games`, `plies` or `sources`.
    pub table: &'static str,
    /// Name of the file.
    pub file: &'static str,
    /// Number of rows.
    pub rows: u64,
    /// Digest over the rows in their order, 64 hex digits.
    pub sha256: String,
}

/// One file being written.
pub(crate) struct TableWriter<W: Write + Send> {
    table: &'static Table,
    path: PathBuf,
    writer: SerializedFileWriter<W>,
    encoder: Encoder,
    hashers: Vec<ColumnHasher>,
    rows: u64,
}

impl<W: Write + Send> TableWriter<W> {
    pub(crate) fn new(table: &'static Table, path: &Path, out: W) -> Result<Self, Error> {
        let level = ZstdLevel::try_new(3);
        let properties = level.map(|level| {
            WriterProperties::builder()
                .set_compression(Compression::ZSTD(level))
                .set_created_by("joban".to_owned())
                .set_statistics_enabled(EnabledStatistics::Chunk)
                .set_offset_index_disabled(true)
                .build()
        });
        let opened = properties.and_then(|properties| {
            let schema = table.parquet()?;
            let writer = SerializedFileWriter::new(out, Arc::clone(&schema), Arc::new(properties))?;
            let encoder = Encoder {
                path: path.to_owned(),
                schema: Arc::new(SchemaDescriptor::new(schema)),
                properties: Arc::clone(writer.properties()),
            };
            Ok((writer, encoder))
        });
        let (writer, encoder) = opened.map_err(|error| write_error(path, error))?;
        Ok(Self {
            table,
            path: path.to_owned(),
            writer,
            encoder,
            hashers: vec![ColumnHasher::default(); table.columns.len()],
            rows: 0,
        })
    }

    /// Writes one row group; `columns` are in the order of the table.
    pub(crate) fn write(&mut self, columns: &[Data]) -> Result<(), Error> {
        self.digest(columns);
        let group = self.encoder().encode(columns);
        self.append(group.map_err(|error| write_error(&self.path, error))?)
    }

    /// What makes row groups of this file, on any thread. Each is handed to [`TableWriter::digest`] and [`TableWriter::append`] too.
    pub(crate) fn encoder(&self) -> Encoder {
        self.encoder.clone()
    }

    /// Adds the next row group to the digests.
    pub(crate) fn digest(&mut self, columns: &[Data]) {
        self.rows += columns.first().map_or(0, Data::len) as u64;
        for (hasher, data) in self.hashers.iter_mut().zip(columns) {
            hasher.update(data);
        }
    }

    /// Writes the next row group.
    pub(crate) fn append(&mut self, group: EncodedGroup) -> Result<(), Error> {
        append_group(&mut self.writer, group).map_err(|error| write_error(&self.path, error))
    }

    /// Writes the footer; `extra` are further facts for it.
    pub(crate) fn finish(mut self, extra: &[(&str, String)]) -> Result<(W, TableDigest), Error> {
        let digests: Vec<[u8; 32]> = self.hashers.into_iter().map(ColumnHasher::finish).collect();
        let named = self
            .table
            .columns
            .iter()
            .map(|column| column.name)
            .zip(digests.iter().copied());
        let sha256 = hex(&table_digest(named));
        let columns = digests
            .iter()
            .map(|digest| hex(digest))
            .collect::<Vec<_>>()
            .join(",");
        let facts = [
            ("joban.table", self.table.name.to_owned()),
            ("joban.revision", REVISION.to_owned()),
            ("joban.rows_sha256", sha256.clone()),
            ("joban.column_sha256", columns),
        ];
        for (key, value) in facts.iter().chain(extra) {
            let fact = KeyValue::new((*key).to_owned(), value.clone());
            self.writer.append_key_value_metadata(fact);
        }
        let out = self
            .writer
            .into_inner()
            .map_err(|error| write_error(&self.path, error))?;
        let digest = TableDigest {
            table: self.table.name,
            file: self.table.file,
            rows: self.rows,
            sha256,
        };
        Ok((out, digest))
    }
}

/// Makes row groups in memory.
#[derive(Clone)]
pub(crate) struct Encoder {
    path: PathBuf,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
}

/// A row group in memory: the bytes of each column, and what the footer will say about it.
pub(crate) struct EncodedGroup(Vec<(Bytes, ColumnCloseResult)>);

impl Encoder {
    /// The error of [`Encoder::encode`] for people.
    pub(crate) fn failed(&self, error: ParquetError) -> Error {
        write_error(&self.path, error)
    }

    /// One row group; `columns` are in the order of the table.
    pub(crate) fn encode(&self, columns: &[Data]) -> Result<EncodedGroup, ParquetError> {
        let columns = self.schema.columns().iter().zip(columns);
        let encoded = columns.map(|(column, data)| self.column(column, data));
        encoded.collect::<Result<_, _>>().map(EncodedGroup)
    }

    fn column(
        &self,
        column: &ColumnDescPtr,
        data: &Data,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut bytes = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut bytes));
        let properties = Arc::clone(&self.properties);
        let mut writer = get_column_writer(Arc::clone(column), properties, pages);
        match data {
            Data::Text(values) => write_values::<ByteArrayType>(&mut writer, values)?,
            Data::Int32(values) => write_values::<Int32Type>(&mut writer, values)?,
            Data::Int64(values) => write_values::<Int64Type>(&mut writer, values)?,
            Data::Double(values) => write_values::<DoubleType>(&mut writer, values)?,
            Data::Bool(values) => write_values::<BoolType>(&mut writer, values)?,
        }
        let closed = writer.close()?;
        Ok((bytes.into_inner()?.into(), closed))
    }
}

fn append_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: EncodedGroup,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (bytes, closed) in columns.0 {
        group.append_column(&bytes, closed)?;
    }
    group.close()?;
    Ok(())
}

fn write_values<T: DataType>(
    column: &mut ColumnWriter<'_>,
    rows: &[Option<T::T>],
) -> Result<(), ParquetError> {
    let levels: Vec<i16> = rows
        .iter()
        .map(|value| i16::from(value.is_some()))
        .collect();
    let values: Vec<T::T> = rows.iter().flatten().cloned().collect();
    get_typed_column_writer_mut::<T>(column).write_batch(&values, Some(&levels), None)?;
    Ok(())
}

/// A full disk and the like come wrapped.
fn write_error(path: &Path, error: ParquetError) -> Error {
    let source = match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(source) => *source,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    };
    Error::Io {
        path: path.to_owned(),
        source,
    }
}
