//! The games, plies and sources tables: Parquet files, described in `docs/formats/tables.md`.

mod column;
mod load;
mod reader;
mod schema;
mod store;
mod writer;

pub use load::{is_table, load_tables, table_limit};
pub use schema::REVISION;
pub use store::write_tables;
pub use writer::TableDigest;
