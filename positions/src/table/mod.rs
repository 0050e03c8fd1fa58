//! The games and plies tables: Parquet files, described in `docs/formats/tables.md`.
