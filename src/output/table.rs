//! Short tables for people: columns aligned, East Asian characters counted as two cells.

/// Side on which a column is aligned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of text under a header, or without one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    pub(crate) fn new(columns: &[Align]) -> Self {
        Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty, further ones are dropped.
    pub(crate) fn row<I, S>(&mut self, cells: I)
    where
        I: IntoIterator<Item = S>,
        S: Into<String>,
    {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// The lines, indented by two blanks, without blanks at their ends.
    pub(crate) fn lines(&self) -> Vec<String> {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                self.rows
                    .iter()
                    .map(|row| width(&row[column]))
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        self.rows
            .iter()
            .map(|row| self.line(row, &widths))
            .collect()
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for ((cell, &align), &to) in row.iter().zip(&self.columns).zip(widths) {
            let pad = " ".repeat(to - width(cell));
            line.push_str("  ");
            match align {
                Align::Left => line.extend([cell, pad.as_str()]),
                Align::Right => line.extend([pad.as_str(), cell]),
            }
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Number of terminal cells of a text.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// East Asian wide and full-width characters, in the ranges that names and messages use.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}

/// A number with a comma after every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text shortened to a number of terminal cells, with an ellipsis where something is missing.
pub(crate) fn shortened(text: &str, cells: usize) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short) + width(c.encode_utf8(&mut [0; 4])) + 1 > cells {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_cells() {
        let mut table = Table::new(&[Align::Left, Align::Right]);
        table.row(["終局", "1,234"]);
        table.row(["length", "5"]);
        table.row(["x"]);
        assert_eq!(table.lines(), ["  終局    1,234", "  length      5", "  x"]);
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (72127, "72,127")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn long_text_is_shortened() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        assert_eq!(shortened("将棋連盟", 5), "将棋…");
    }
}
