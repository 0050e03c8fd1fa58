//! Statistics as polars columns, and the one way in which tables become CSV text.

use std::io::{self, Write};

use joban_positions::Date;
use polars::prelude::{Column, CsvWriter, DataFrame, PolarsError, QuoteStyle, SerWriter};

use crate::stats::Figures;

/// Bytes of the byte-order mark that some spreadsheets want.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The columns from `count` to `last_date`. Values that are not known are null.
pub(crate) fn figure_columns<'f>(
    figures: impl Iterator<Item = &'f Figures> + Clone,
) -> Vec<Column> {
    let number = |name: &str, value: fn(&Figures) -> u32| {
        column(name, figures.clone().map(value).collect::<Vec<u32>>())
    };
    let date = |value: Option<Date>| value.map(|date| date.to_string());
    vec![
        number("count", |each| each.count),
        column(
            "points",
            figures
                .clone()
                .map(|each| each.points)
                .collect::<Vec<u64>>(),
        ),
        number("wins", |each| each.wins),
        number("draws", |each| each.draws),
        number("losses", |each| each.losses),
        number("games", |each| each.games),
        number("pairings", |each| each.pairings),
        column(
            "mean_rating",
            figures
                .clone()
                .map(|each| each.mean_rating.map(one_decimal))
                .collect::<Vec<_>>(),
        ),
        column(
            "first_date",
            figures
                .clone()
                .map(|each| date(each.first))
                .collect::<Vec<_>>(),
        ),
        column(
            "last_date",
            figures
                .clone()
                .map(|each| date(each.last))
                .collect::<Vec<_>>(),
        ),
    ]
}

/// A column of values.
pub(crate) fn column<T, P>(name: &str, values: T) -> Column
where
    T: AsRef<P>,
    P: ?Sized,
    polars::prelude::Series: polars::prelude::NamedFrom<T, P>,
{
    Column::new(name.into(), values)
}

/// One decimal; minus zero is zero.
fn one_decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    if text == "-0.0" {
        "0.0".to_owned()
    } else {
        text
    }
}

/// Appends a table as CSV: commas, LF, null as nothing. No value needs quotes.
pub(crate) fn write_csv(
    out: &mut dyn Write,
    table: &mut DataFrame,
    header: bool,
) -> io::Result<()> {
    CsvWriter::new(out)
        .include_header(header)
        .with_quote_style(QuoteStyle::Never)
        .with_line_terminator("\n".into())
        .finish(table)
        .map_err(to_io)
}

pub(crate) fn to_io(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nulls_are_empty_and_numbers_are_plain() {
        let figures = [
            Figures {
                count: 3,
                points: 7,
                mean_rating: Some(3_000.25),
                first: Date::new(2020, 2, 1),
                ..Figures::default()
            },
            Figures {
                mean_rating: Some(-0.01),
                ..Figures::default()
            },
        ];
        let mut table = DataFrame::new_infer_height(figure_columns(figures.iter())).unwrap();
        let mut out = Vec::new();
        write_csv(&mut out, &mut table, true).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "count,points,wins,draws,losses,games,pairings,mean_rating,first_date,last_date\n\
             3,7,0,0,0,0,0,3000.2,2020-02-01,\n0,0,0,0,0,0,0,0.0,,\n"
        );
    }
}
