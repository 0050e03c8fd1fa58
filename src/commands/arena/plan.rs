//! `joban match plan`: how many pairs a question needs.

use joban_engine::arena::stats::{pairs_needed, score_of_elo};
use serde_json::json;

use crate::args::MatchPlanArgs;
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::output::stdout::Out;
use crate::output::table::grouped;
use crate::text;

/// Share of drawn games where nothing is said.
const DRAWS: f64 = 0.1;

/// Runs `joban match plan`.
///
/// # Errors
///
/// Exit 2 for a difference of 0 or a share that is none.
pub(super) fn run(args: &MatchPlanArgs, context: &Context<'_>) -> Outcome {
    let draws = args.draws.unwrap_or(DRAWS);
    // Of a game: E(x²) − s², with wins of s − d/2; the mean of two independent games has half of it.
    let score = score_of_elo(args.elo);
    let wins = score - draws / 2.0;
    let variance = (wins + draws / 4.0 - score * score) / 2.0;
    let is_share = (0.0..1.0).contains(&draws) && wins >= 0.0 && wins + draws <= 1.0;
    let planned = pairs_needed(args.elo, variance).filter(|_| is_share);
    let Some(planned) = planned else {
        return Err(Failure::usage(text!(MatchPlanWrong)));
    };
    if context.global.json {
        return context.show_json(&json!({
            "program": PROGRAM,
            "command": "match plan",
            "elo": args.elo,
            "draws": draws,
            "pair_variance": variance,
            "pairs": planned,
        }));
    }
    let mut out = Out::default();
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let lines = [
        text!(MatchPlanTitle, args.elo, percent(score), percent(draws)),
        text!(MatchPlanInterval, grouped(planned.for_interval)),
        text!(MatchPlanPower, grouped(planned.for_power_80)),
    ];
    for line in lines {
        out.line(line.get(context.lang))?;
    }
    out.finish()
}
