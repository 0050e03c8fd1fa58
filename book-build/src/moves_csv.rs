//! `moves.csv`: every aggregated row. Format page: `docs/formats/book-csv.md`.

use std::cmp::Reverse;
use std::io::{self, Write};

use joban_engine::rules::Color;
use polars::prelude::DataFrame;

use crate::aggregate::{Aggregate, MoveRow, PositionRow};
use crate::stats::Figures;
use crate::table::{BOM, column, figure_columns, to_io, write_csv};

/// Positions written at once: the table of a large archive is never held whole.
const POSITIONS_AT_ONCE: usize = 1 << 15;

/// Writes all rows, ordered by ply, SFEN bytes, points descending, move word. Works in the current rayon thread pool.
///
/// # Errors
///
/// Passes on what the writer reports.
pub fn write_moves_csv(
    out: &mut dyn Write,
    aggregate: &Aggregate<'_>,
    bom: bool,
) -> io::Result<()> {
    if bom {
        out.write_all(BOM)?;
    }
    write_csv(out, &mut table(&[]).map_err(to_io)?, true)?;
    for ply in 0..aggregate.options().book_plies {
        for positions in of_ply(aggregate, ply).chunks(POSITIONS_AT_ONCE) {
            let rows = rows(aggregate, positions);
            write_csv(out, &mut table(&rows).map_err(to_io)?, false)?;
        }
    }
    Ok(())
}

/// The positions of a ply with their SFEN, ordered by it.
fn of_ply<'a>(aggregate: &'a Aggregate<'_>, ply: u8) -> Vec<(String, &'a PositionRow)> {
    let positions: Vec<&PositionRow> = aggregate
        .positions()
        .iter()
        .filter(|row| row.ply == ply)
        .collect();
    let mut named: Vec<_> = aggregate
        .sfens(&positions)
        .into_iter()
        .zip(positions)
        .collect();
    named.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    named
}

/// One row of the file.
type Row<'a> = (&'a str, &'a MoveRow, Figures);

fn rows<'a>(aggregate: &'a Aggregate<'_>, positions: &'a [(String, &PositionRow)]) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (sfen, position) in positions {
        let mut moves: Vec<&MoveRow> = aggregate.moves_of(position).iter().collect();
        moves.sort_unstable_by_key(|row| (Reverse(row.stats.points), row.mv.word()));
        rows.extend(
            moves
                .into_iter()
                .map(|row| (sfen.as_str(), row, Figures::from(&row.stats))),
        );
    }
    rows
}

fn table(rows: &[Row<'_>]) -> polars::prelude::PolarsResult<DataFrame> {
    let mut columns = vec![
        column(
            "ply",
            rows.iter()
                .map(|row| u32::from(row.1.ply))
                .collect::<Vec<_>>(),
        ),
        column(
            "side",
            rows.iter()
                .map(|row| side(row.1.ply).as_str())
                .collect::<Vec<_>>(),
        ),
        column("sfen", rows.iter().map(|row| row.0).collect::<Vec<_>>()),
        column(
            "move",
            rows.iter()
                .map(|row| row.1.mv.to_string())
                .collect::<Vec<_>>(),
        ),
    ];
    columns.extend(figure_columns(rows.iter().map(|row| &row.2)));
    DataFrame::new_infer_height(columns)
}

/// Black moves at even plies: every counted game begins at the even start.
fn side(ply: u8) -> Color {
    if ply.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}
