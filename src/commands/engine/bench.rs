//! `joban engine bench`: one number that changes with every change of the search.

use joban_engine::search::bench::{Searched, bench};
use serde::Serialize;

use crate::commands::Context;
use crate::failure::Outcome;
use crate::output::stdout::Out;

#[derive(Serialize)]
struct Report {
    signature: u64,
    positions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    nodes: u64,
    sfen: String,
}

impl From<Searched> for Row {
    fn from(searched: Searched) -> Self {
        Self {
            nodes: searched.nodes,
            sfen: searched.sfen,
        }
    }
}

/// Prints the signature; with `--json` the nodes of each position too.
pub(super) fn run(context: &Context<'_>) -> Outcome {
    let positions: Vec<Row> = bench().map(Row::from).collect();
    let signature: u64 = positions.iter().map(|row| row.nodes).sum();
    if context.global.json {
        return context.show_json(&Report {
            signature,
            positions,
        });
    }
    let mut out = Out::default();
    out.line(&signature.to_string())?;
    out.finish()
}
