//! CSA game records and archives of them: bytes to records, text only.
