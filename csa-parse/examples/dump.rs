//! Prints one JSON object a game: what csa-parse understood, for comparison with other readers.
//!
//! `cargo run -p joban-csa-parse --example dump -- [--lines] FILE…`

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;

use joban_csa_parse::{Issue, Parser, ReadOptions, Record, Sign, Split, split_records};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let mut opts = ReadOptions::default();
    for arg in std::env::args().skip(1) {
        if arg == "--lines" {
            opts.lines = true;
            continue;
        }
        let label: Arc<str> = Arc::from(arg.as_str());
        let mut reader = BufReader::new(File::open(&arg)?);
        let mut parser = Parser::new(opts.clone());
        let mut record = Record::new();
        split_records(&mut reader, &label, &opts, &mut |split| {
            let value = match split {
                Split::Record(raw) => {
                    let result = parser.parse(&raw, &mut record);
                    game(&record, result.err(), &raw.file)
                }
                Split::Problem(issue) | Split::Warning(issue) => {
                    json!({"file": arg, "problem": show(&issue)})
                }
            };
            match writeln!(std::io::stdout().lock(), "{value}") {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
    }
    Ok(())
}

fn show(issue: &Issue) -> Value {
    json!({"kind": issue.kind.as_str(), "line": issue.line, "byte": issue.byte,
        "text": issue.text, "reason": issue.reason})
}

fn game(record: &Record, error: Option<Issue>, file: &str) -> Value {
    let outcome = record.outcome(record.end_side());
    let pvs: Vec<Vec<String>> = (0..record.moves.len())
        .map(|ply| record.pv_tokens(ply).map(|t| t.to_string()).collect())
        .collect();
    json!({
        "file": file,
        "version": record.version(),
        "encoding": record.encoding.map(|e| e.as_str()),
        "names": [record.name(Sign::Plus), record.name(Sign::Minus)],
        "moves": record.moves.iter().map(|m| m.token.to_string()).collect::<Vec<_>>(),
        "times_ms": record.moves.iter().map(|m| m.time_ms).collect::<Vec<_>>(),
        "scores": record.moves.iter().map(|m| m.black_score).collect::<Vec<_>>(),
        "pvs": pvs,
        "comments": (0..record.moves.len())
            .map(|ply| record.comments(ply).collect::<Vec<_>>().join("\n"))
            .collect::<Vec<_>>(),
        "head": record.head_comments().collect::<Vec<_>>(),
        "tail": record.end_comments().count(),
        "ending": record.ending().map(|e| e.word),
        "end_time_ms": record.ending().and_then(|e| e.time_ms),
        "protocol": record.protocol_ending(),
        "summary": record.summary().map(|s| s.kind),
        "end": outcome.end.as_str(),
        "winner": outcome.winner.map(|w| w.as_str()),
        "ratings": record.ratings,
        "event": record.event(),
        "start": record.start_time(),
        "end_time": record.end_time(),
        "time_control": record.time_control(),
        "max_moves": record.max_moves,
        "forced_plies": record.forced_plies,
        "setup": record.setup.statements.len(),
        "warnings": record.warnings.iter().map(show).collect::<Vec<_>>(),
        "error": error.as_ref().map(show),
    })
}
