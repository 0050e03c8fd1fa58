//! Ingest with the filter funnel, tables, hold-out split.
