//! The games, plies and sources tables: Parquet files, described in `docs/formats/tables.md`.

mod column;
mod load;
mod reader;
mod schema;
mod store;
mod writer;

pub(crate) use column::{ColumnHasher, Data};
pub use load::{is_table, load_tables, table_limit};
pub(crate) use reader::TableReader;
pub(crate) use schema::DATASET;
pub use schema::REVISION;
pub use store::write_tables;
pub use writer::TableDigest;
pub(crate) use writer::{EncodedGroup, TableWriter};
