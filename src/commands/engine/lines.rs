//! What the engine says: lines of USI.

use std::io::{self, Write};
use std::time::Duration;

use joban_engine::book::Candidates;
use joban_engine::rules::Move;
use joban_engine::search::{Iteration, Line, Outcome, Score};

/// Writes one line to standard output at once.
///
/// # Errors
///
/// The reader went away, or standard output cannot be written.
pub(super) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// One `info` line for each line of an iteration.
pub(super) fn iteration(done: &Iteration, multi_pv: usize, time: Duration) -> Vec<String> {
    let lines = done.lines.iter().zip(1_usize..);
    lines
        .map(|(line, rank)| {
            let rank = (multi_pv > 1).then_some(rank);
            info(done, line, rank, time)
        })
        .collect()
}

fn info(done: &Iteration, line: &Line, rank: Option<usize>, time: Duration) -> String {
    let rank = rank.map_or_else(String::new, |rank| format!(" multipv {rank}"));
    // The move of an unfinished iteration is worth at least this much; moves after it may be worth more.
    let bound = if done.finished { "" } else { " lowerbound" };
    format!(
        "info depth {}{rank} score {}{bound} nodes {} nps {} time {} pv {}",
        done.depth,
        score(line.score),
        done.nodes,
        per_second(done.nodes, time),
        time.as_millis(),
        moves(&line.moves)
    )
}

/// The first line once more with the nodes of the whole search, those of an unfinished iteration too.
pub(super) fn total(outcome: &Outcome, multi_pv: usize, time: Duration) -> String {
    let last = outcome.unfinished.as_ref().or(outcome.finished.as_ref());
    let Some((last, line)) = last.and_then(|last| Some((last, last.lines.first()?))) else {
        let (nodes, nps) = (outcome.nodes, per_second(outcome.nodes, time));
        return format!("info nodes {nodes} nps {nps} time {}", time.as_millis());
    };
    let whole = Iteration {
        nodes: outcome.nodes,
        ..last.clone()
    };
    info(&whole, line, (multi_pv > 1).then_some(1), time)
}

fn score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::MateIn(plies) => format!("mate {plies}"),
        Score::MatedIn(plies) => format!("mate -{plies}"),
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

fn moves(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// Says that a move comes from the book, with all the entries there were.
pub(super) fn book(mv: Move, candidates: &Candidates) -> String {
    let entries: Vec<String> = candidates
        .iter()
        .map(|candidate| {
            let legal = if candidate.legal { "" } else { " illegal" };
            let entry = candidate.entry;
            format!("{} weight {}{legal}", entry.mv, entry.weight)
        })
        .collect();
    format!("info string book {mv} ({})", entries.join(", "))
}

/// Says what is wrong, without a line break that would make two lines of it.
pub(super) fn error(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("info string error: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_usi() {
        assert_eq!(score(Score::Centipawns(-12)), "cp -12");
        assert_eq!(score(Score::MateIn(3)), "mate 3");
        assert_eq!(score(Score::MatedIn(2)), "mate -2");
    }

    #[test]
    fn speed_does_not_overflow_or_divide_by_nothing() {
        assert_eq!(per_second(1_000, Duration::from_millis(500)), 2_000);
        assert_eq!(per_second(3, Duration::ZERO), 3_000_000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }

    #[test]
    fn an_error_is_one_line() {
        assert_eq!(error("a\nb\rc"), "info string error: a b c");
    }
}
