//! `joban engine techniques`: what each technique of the search saves or costs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::Position;
use joban_engine::search::textbook::{Variant, added_in_turn, left_out_in_turn};
use joban_engine::search::{Limits, Outcome as Found, Profile, Request, Searcher};
use serde::Serialize;

use crate::args::TechniquesArgs;
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::text;

const DEFAULT_DEPTH: u32 = 3;
const DEFAULT_NODES: u64 = 2_000_000;

#[derive(Serialize)]
struct Report {
    profile: &'static str,
    sfen: String,
    max_nodes: u64,
    added_in_turn: Vec<Row>,
    left_out_in_turn: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    technique: Option<&'static str>,
    depths: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    depth: u32,
    nodes: u64,
    /// Whether the depth was reached within the limit of nodes.
    finished: bool,
    milliseconds: f64,
    best: Option<String>,
}

/// Searches one position with every variant to every depth.
///
/// # Errors
///
/// An SFEN or a profile that is none; a failed write.
pub(super) fn run(args: &TechniquesArgs, context: &Context<'_>) -> Outcome {
    let report = measure(args)?;
    if context.global.json {
        return context.show_json(&report);
    }
    let mut out = Out::default();
    for (heading, rows, sign) in [
        (text!(TechniquesAdded), &report.added_in_turn, '+'),
        (text!(TechniquesLeftOut), &report.left_out_in_turn, '-'),
    ] {
        out.line(heading.get(context.lang))?;
        for line in table(rows, sign, context).lines() {
            out.line(&line)?;
        }
    }
    out.finish()
}

fn measure(args: &TechniquesArgs) -> Outcome<Report> {
    let bad =
        |name: &str, error: &dyn std::fmt::Display| Failure::usage(text!(BadOption, name, error));
    let name = args.profile.as_deref().unwrap_or(Profile::FREE.name);
    let profile = name
        .parse::<Profile>()
        .map_err(|error| bad("profile", &error))?;
    let sfen = args.sfen.as_deref().unwrap_or("startpos");
    let position = Position::from_sfen(sfen).map_err(|error| bad("sfen", &error))?;
    let max_nodes = args.max_nodes.unwrap_or(DEFAULT_NODES);
    let depth = args.depth.unwrap_or(DEFAULT_DEPTH);
    let rows = |variants: Vec<Variant>| -> Vec<Row> {
        let one = |variant: Variant| Row {
            technique: variant.technique.map(|technique| technique.as_str()),
            depths: cells(variant.of(profile), &position, depth, max_nodes),
        };
        variants.into_iter().map(one).collect()
    };
    Ok(Report {
        profile: profile.name,
        sfen: position.sfen(),
        max_nodes,
        added_in_turn: rows(added_in_turn(&profile)),
        left_out_in_turn: rows(left_out_in_turn(&profile)),
    })
}

/// Depth after depth, up to the first that is not reached.
fn cells(profile: Profile, position: &Position, last: u32, nodes: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for depth in 1..=last {
        let start = Instant::now();
        let found = search(profile, position, depth, nodes);
        let cell = cell(depth, &found, start.elapsed());
        let finished = cell.finished;
        cells.push(cell);
        if !finished {
            break;
        }
    }
    cells
}

fn search(profile: Profile, position: &Position, depth: u32, nodes: u64) -> Found {
    let keys = Arc::new(RomKeys::from_seed(0, Layout::Full));
    let request = Request::new(Limits {
        nodes: Some(nodes),
        ..Limits::depth(depth)
    });
    let stop = AtomicBool::new(false);
    Searcher::new(keys, profile).search(position, &request, &stop, &mut |_| {})
}

fn cell(depth: u32, found: &Found, time: Duration) -> Cell {
    let finished = found.depth() == depth || found.best.is_none();
    Cell {
        depth,
        nodes: found.nodes,
        finished,
        milliseconds: time.as_secs_f64() * 1_000.0,
        best: found.best.filter(|_| finished).map(|mv| mv.to_string()),
    }
}

fn table(rows: &[Row], sign: char, context: &Context<'_>) -> Table {
    let depths = rows.iter().map(|row| row.depths.len()).max().unwrap_or(0);
    let mut columns = vec![Align::Left];
    let mut header = vec![String::new()];
    for depth in 1..=depths {
        columns.extend([Align::Right; 2]);
        header.push(text!(TechniquesDepth, depth).get(context.lang).to_owned());
        header.push("ms".to_owned());
    }
    let mut table = Table::new(&columns);
    table.row(header);
    for row in rows {
        let first = match (row.technique, sign) {
            (Some(name), sign) => format!("{sign} {name}"),
            (None, '+') => text!(TechniquesMinimax).get(context.lang).to_owned(),
            (None, _) => text!(TechniquesAll).get(context.lang).to_owned(),
        };
        table.row(std::iter::once(first).chain(row.depths.iter().flat_map(shown)));
    }
    table
}

fn shown(cell: &Cell) -> [String; 2] {
    let more = if cell.finished { "" } else { ">" };
    [
        format!("{more}{}", grouped(cell.nodes)),
        format!("{:.1}", cell.milliseconds),
    ]
}
