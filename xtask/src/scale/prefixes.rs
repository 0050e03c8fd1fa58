//! Games to begin with: the legal moves of every record that begins from the even position.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;

use joban_csa_parse::{InputArg, Inputs, Item, Limits, Parser, RawRecord, ReadOptions, Record};
use joban_engine::rules::{Move, Replay};

/// Shorter games give no variety.
const MIN_PLIES: usize = 20;

/// The move sequences of all games of at least 20 moves, without repeats, in the order of the inputs.
///
/// # Errors
/// Inputs that cannot be read, or that hold no such game.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Vec<Move>>, Box<dyn Error>> {
    let args: Vec<InputArg> = paths.iter().cloned().map(InputArg::from).collect();
    let options = ReadOptions::default();
    let inputs = Inputs::open(&args, &Limits::default(), &options)?;
    let mut reader = Reader::new(options);
    let (mut seen, mut games) = (BTreeSet::new(), Vec::new());
    inputs.for_each(&mut |item| {
        if let Item::Record(raw) = item
            && let Some(moves) = reader.even_game(&raw)
            && seen.insert(moves.clone())
        {
            games.push(moves);
        }
        ControlFlow::Continue(())
    })?;
    if games.is_empty() {
        return Err("the inputs hold no game from the even position with 20 moves or more".into());
    }
    Ok(games)
}

struct Reader {
    parser: Parser,
    record: Record,
    replay: Replay,
}

impl Reader {
    fn new(options: ReadOptions) -> Self {
        Self {
            parser: Parser::new(options),
            record: Record::new(),
            replay: Replay::new(),
        }
    }

    /// The moves of a game that is legal to its end and begins from the even position.
    fn even_game(&mut self, raw: &RawRecord) -> Option<Vec<Move>> {
        self.parser.parse(raw, &mut self.record).ok()?;
        self.replay.run(&self.record, |_, _, _| {}).ok()?;
        let even = self.replay.start().is_none() && self.replay.moves().len() >= MIN_PLIES;
        even.then(|| self.replay.moves().to_vec())
    }
}
