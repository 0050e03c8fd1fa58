//! Object files of `sdasgb` (the ASxxxx text format, little-endian hexadecimal): areas with their bytes, and symbols.
//!
//! Only what data files need: an area's `T` lines are taken as they stand, relocations are refused.

use std::collections::BTreeMap;

/// What an object file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// Bytes of all areas in their order.
    pub bytes: Vec<u8>,
    /// Symbols defined here and their place in [`Object::bytes`] (one area has bytes, so that is unambiguous).
    pub symbols: BTreeMap<String, usize>,
}

/// A line that is not understood.
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

/// Reads an object file.
///
/// # Errors
/// [`ReadError`] for a damaged line, a gap in the bytes, or a relocation.
pub fn read(text: &str) -> Result<Object, ReadError> {
    let mut object = Object::default();
    for (index, line) in text.lines().enumerate() {
        statement(line, &mut object).map_err(|reason| ReadError {
            line: index + 1,
            text: line.to_owned(),
            reason,
        })?;
    }
    Ok(object)
}

fn statement(line: &str, object: &mut Object) -> Result<(), &'static str> {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("S") => symbol(words, object),
        Some("T") => bytes(words, object),
        // Two bytes of mode and two of the area; more would be a relocation.
        Some("R") if words.count() > 4 => Err("a relocation, this is not plain data"),
        _ => Ok(()),
    }
}

/// `S _name Def000000` defines, `S name Ref000000` asks for a symbol.
fn symbol<'a>(
    mut words: impl Iterator<Item = &'a str>,
    object: &mut Object,
) -> Result<(), &'static str> {
    let (name, value) = words
        .next()
        .zip(words.next())
        .ok_or("a symbol needs a name and a value")?;
    if let Some(place) = value.strip_prefix("Def") {
        let place = usize::from_str_radix(place, 16).map_err(|_| "no number")?;
        object.symbols.insert(name.to_owned(), place);
    }
    Ok(())
}

/// `T aa aa [aa] dd dd …`: the address of the first byte (three bytes in XL3 files), then bytes.
fn bytes<'a>(
    words: impl Iterator<Item = &'a str>,
    object: &mut Object,
) -> Result<(), &'static str> {
    let bytes: Vec<u8> = words
        .map(|word| u8::from_str_radix(word, 16).map_err(|_| "no byte"))
        .collect::<Result<_, _>>()?;
    let (address, data) = bytes.split_at_checked(3).ok_or("no address")?;
    let address = address
        .iter()
        .rev()
        .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    if !data.is_empty() && address != object.bytes.len() {
        return Err("a gap in the bytes");
    }
    object.bytes.extend_from_slice(data);
    Ok(())
}
