//! `joban match analyse`: the report of a log.

use joban_engine::arena::{Event, MatchLog, Report, Side, Table};
use joban_engine::teacher::Identity;
use serde_json::{Value, json};

use super::{log_failure, report, settings};
use crate::args::MatchAnalyseArgs;
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::text;

/// Runs `joban match analyse`.
///
/// # Errors
///
/// Usage (2), a log that is damaged or holds no finished pair (3), one that cannot be read (5).
pub(super) fn run(args: &MatchAnalyseArgs, context: &Context<'_>) -> Outcome {
    let sprt = settings::sprt([args.elo0, args.elo1], [args.alpha, args.beta])?;
    if !args.log.exists() {
        return Err(Failure::usage(text!(NotFound, args.log.display())));
    }
    let (head, events) = MatchLog::read(&args.log).map_err(|error| log_failure(&error))?;
    let pairs = events.iter().map(|event| match event {
        Event::Game(game) => game.pair,
        Event::Void(void) => void.pair,
    });
    // A pair number beyond the number of lines is no pair of a match that was played in order.
    let last = pairs
        .max()
        .map_or(0, |last| (last as usize).min(events.len() * 64) + 1);
    let table = Table::new(last, events);
    let engines = ["first", "second"].map(|which| engine(&head[which]));
    let [Some(first), Some(second)] = engines else {
        let reason = "settings";
        return Err(Failure::input(text!(
            MatchDamaged,
            args.log.display(),
            1,
            reason
        )));
    };
    let report = Report::new(&table, last, sprt, &[first.1, second.1]);
    if report.repeats.pairs == 0 {
        return Err(Failure::input(text!(MatchNoPair, args.log.display())));
    }
    if context.global.json {
        return context.show_json(&json!({
            "program": PROGRAM,
            "command": "match analyse",
            "engines": [first.0, second.0],
            "result": report,
        }));
    }
    let shown = report::Shown {
        names: [&first.0, &second.0],
        is_repeatable: report
            .actual
            .iter()
            .all(|each| !each.requested.starts_with("time")),
        report: &report,
        discarded: 0,
        fast: None,
        uses: None,
        out: None,
    };
    shown.print(context.lang)
}

/// Name, limit and options of an engine as the log tells them.
fn engine(value: &Value) -> Option<(String, Side)> {
    let identity = Identity::from_json(&value["identity"]).ok()?;
    let side = Side {
        requested: value["limit"].as_str()?.to_owned(),
        options: identity.options_sent,
    };
    Some((value["name"].as_str()?.to_owned(), side))
}
