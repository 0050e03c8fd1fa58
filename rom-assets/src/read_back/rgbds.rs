//! RGBDS text: labels with their `db` and `dw` lines, and `DEF … EQU` constants. Only what data files need: numbers in
//! decimal, `$` hexadecimal and `%` binary, comments from `;`, `SECTION` lines.

use std::collections::BTreeMap;

/// What a text holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Bytes by label.
    pub tables: BTreeMap<String, Vec<u8>>,
    /// Constants by name.
    pub constants: BTreeMap<String, u32>,
}

/// A line that is none of the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}: `{text}`")]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// Reads a text.
///
/// # Errors
/// [`ReadError`] for a line of an unknown form, a number out of range, or data before the first label.
pub fn read(text: &str) -> Result<Text, ReadError> {
    let mut read = Text::default();
    let mut label = None;
    for (index, whole) in text.lines().enumerate() {
        let line = whole.split(';').next().unwrap_or_default().trim();
        statement(line, &mut read, &mut label).map_err(|reason| ReadError {
            line: index + 1,
            text: whole.to_owned(),
            reason,
        })?;
    }
    Ok(read)
}

fn statement(line: &str, read: &mut Text, label: &mut Option<String>) -> Result<(), &'static str> {
    if line.is_empty() || line.starts_with("SECTION ") {
        return Ok(());
    }
    if let Some(name) = line.strip_suffix("::") {
        read.tables.insert(name.to_owned(), Vec::new());
        *label = Some(name.to_owned());
        return Ok(());
    }
    let (word, rest) = line.split_once(' ').ok_or("no known statement")?;
    if word == "DEF" {
        let (name, value) = rest.split_once(" EQU ").ok_or("DEF without EQU")?;
        read.constants.insert(name.to_owned(), number(value)?);
        return Ok(());
    }
    let width = match word {
        "db" => 1,
        "dw" => 2,
        _ => return Err("no known statement"),
    };
    let label = label.as_ref().ok_or("data without a label")?;
    let table = read.tables.entry(label.clone()).or_default();
    data(rest, width, table)
}

/// Appends numbers of `width` bytes, little-endian as the SM83 has them.
fn data(list: &str, width: usize, table: &mut Vec<u8>) -> Result<(), &'static str> {
    for text in list.split(',') {
        let bytes = number(text)?.to_le_bytes();
        if bytes[width..].iter().any(|&byte| byte != 0) {
            return Err("number out of range");
        }
        table.extend_from_slice(&bytes[..width]);
    }
    Ok(())
}

fn number(text: &str) -> Result<u32, &'static str> {
    let text = text.trim();
    let (digits, radix) = match text.split_at_checked(1) {
        Some(("$", rest)) => (rest, 16),
        Some(("%", rest)) => (rest, 2),
        _ => (text, 10),
    };
    u32::from_str_radix(digits, radix).map_err(|_| "no number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_little_endian() {
        // The case rom-001 of the assembler side.
        let text =
            "SECTION \"x\", ROM0\nx::\n    dw $1234, $1E3B ; ply 3\n    db $40, $03\nDEF N EQU 6\n";
        let read = read(text).expect("a plain text");
        assert_eq!(read.tables["x"], [0x34, 0x12, 0x3B, 0x1E, 0x40, 0x03]);
        assert_eq!(read.constants["N"], 6);
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        for (text, line) in [
            ("db 1", 1),
            ("x::\n db 256", 2),
            ("x::\n dw $10000", 2),
            ("x::\n db 1,", 2),
            ("x::\n\n nop", 3),
            ("DEF N 6", 1),
        ] {
            assert_eq!(read(text).expect_err(text).line, line, "{text}");
        }
    }
}
