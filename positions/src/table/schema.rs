//! Columns of the tables; `docs/formats/tables.md` describes them for people.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::{Type, TypePtr};

/// Revision of the columns and their meaning. Readers refuse any other.
pub const REVISION: &str = "1";

/// What a column holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// UTF-8.
    Text,
    /// 32-bit number.
    Int32,
    /// 64-bit number or bit pattern.
    Int64,
    /// Floating point.
    Double,
    /// Truth value.
    Bool,
    /// Days since 1970-01-01.
    Date,
}

/// One column; every column may hold nulls, so that a reader needs one rule only.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// One table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Name in the file's metadata and in manifests.
    pub(crate) name: &'static str,
    /// Name of the file.
    pub(crate) file: &'static str,
    pub(crate) columns: &'static [Column],
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

/// One row a record.
pub(crate) const GAMES: Table = Table {
    name: "games",
    file: "games.parquet",
    columns: &[
        column("game_hash", Kind::Int64),
        column("copy", Kind::Int32),
        column("raw_sha256", Kind::Text),
        column("status", Kind::Text),
        column("reason", Kind::Text),
        column("start_sfen", Kind::Text),
        column("plies", Kind::Int32),
        column("stored_positions", Kind::Int32),
        column("ending", Kind::Text),
        column("winner", Kind::Text),
        column("ending_shown", Kind::Bool),
        column("black", Kind::Text),
        column("white", Kind::Text),
        column("black_rating", Kind::Double),
        column("white_rating", Kind::Double),
        column("event", Kind::Text),
        column("start_time", Kind::Text),
        column("date", Kind::Date),
        column("time_control", Kind::Text),
        column("forced_plies", Kind::Int32),
        column("instant_plies", Kind::Int32),
    ],
};

/// One row a stored position.
pub(crate) const PLIES: Table = Table {
    name: "plies",
    file: "plies.parquet",
    columns: &[
        column("game_hash", Kind::Int64),
        column("copy", Kind::Int32),
        column("ply", Kind::Int32),
        column("key", Kind::Int64),
        column("move", Kind::Int32),
        column("usi", Kind::Text),
        column("time_ms", Kind::Int64),
        column("black_score_cp", Kind::Int32),
    ],
};

/// Where each row of the games table was read: file name and line, without the folder or archive around the file.
pub(crate) const SOURCES: Table = Table {
    name: "sources",
    file: "sources.parquet",
    columns: &[
        column("raw_sha256", Kind::Text),
        column("file", Kind::Text),
        column("game", Kind::Int32),
        column("line", Kind::Int64),
        column("error_line", Kind::Int64),
    ],
};

/// A data set: one row a position. `docs/formats/dataset.md` describes it.
pub(crate) const DATASET: Table = Table {
    name: "dataset",
    file: "positions.parquet",
    columns: &[
        column("sfen", Kind::Text),
        column("key", Kind::Int64),
        column("ply", Kind::Int32),
        column("game_hash", Kind::Int64),
        column("random_plies", Kind::Int32),
        column("played", Kind::Text),
        column("result_stm", Kind::Int32),
        column("label", Kind::Int32),
        column("score_stm_cp", Kind::Int32),
        column("mate_stm", Kind::Int32),
        column("mate_plies", Kind::Int32),
        column("best", Kind::Text),
        column("depth", Kind::Int32),
        column("nodes", Kind::Int64),
        column("lines", Kind::Text),
    ],
};

impl Table {
    /// The Parquet schema.
    pub(crate) fn parquet(&self) -> Result<TypePtr, ParquetError> {
        let fields = self
            .columns
            .iter()
            .map(|column| column.parquet().map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        Ok(Arc::new(
            Type::group_type_builder(self.name)
                .with_fields(fields)
                .build()?,
        ))
    }

    /// Index of a column.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

impl Column {
    fn parquet(&self) -> Result<Type, ParquetError> {
        Type::primitive_type_builder(self.name, self.kind.physical())
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(self.kind.logical())
            .build()
    }
}

impl Kind {
    /// The storage type of Parquet.
    pub(crate) fn physical(self) -> Physical {
        match self {
            Self::Text => Physical::BYTE_ARRAY,
            Self::Int32 | Self::Date => Physical::INT32,
            Self::Int64 => Physical::INT64,
            Self::Double => Physical::DOUBLE,
            Self::Bool => Physical::BOOLEAN,
        }
    }

    fn logical(self) -> Option<LogicalType> {
        match self {
            Self::Text => Some(LogicalType::String),
            Self::Date => Some(LogicalType::Date),
            _ => None,
        }
    }
}
