//! What several test files need.
#![allow(dead_code, reason = "each test file uses a part")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};

use joban_csa_parse::{InputArg, Inputs, Limits, ReadOptions};
use joban_engine::rules::{Move, Position};
use joban_positions::corpus::EVEN_START;
use joban_positions::hash::game_hash;
use joban_positions::{
    Corpus, Error, GameFacts, Ingested, NoProgress, Plies, PlyLimit, ReadPlan, Reject, read_games,
};

/// The shared data, or `None` with one line that says so.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
pub(crate) fn shared(test: &str) -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let shared = std::env::var_os("JOBAN_SHARED").unwrap_or_else(|| default.into());
    let data = Path::new(&shared).join("data");
    if data.is_dir() {
        return Some(data);
    }
    println!("skipped: {test}: no shared data (JOBAN_SHARED)");
    None
}

/// A plan with times and scores.
pub(crate) fn plan(plies: PlyLimit, jobs: usize) -> ReadPlan {
    ReadPlan {
        plies,
        details: true,
        jobs,
        fail_fast: false,
        read: ReadOptions::default(),
    }
}

/// Reads paths.
pub(crate) fn try_read(paths: &[PathBuf], plan: &ReadPlan) -> Result<Ingested, Error> {
    let args: Vec<InputArg> = paths.iter().cloned().map(InputArg::from).collect();
    let inputs = Inputs::open(&args, &Limits::default(), &plan.read)?;
    read_games(&inputs, plan, &NoProgress)
}

/// Reads paths to a corpus of 60 plies.
pub(crate) fn read(paths: &[PathBuf], jobs: usize) -> Corpus {
    try_read(paths, &plan(PlyLimit::First(60), jobs))
        .unwrap()
        .corpus
}

/// What can be seen of a corpus from outside; without the places, which depend on the packing, unless `places`.
pub(crate) fn view(corpus: &Corpus, places: bool) -> String {
    let mut text = String::new();
    for game in corpus.games() {
        let names = corpus.names(game);
        let texts =
            [game.event, game.start_time, game.time_control].map(|id| id.map(|id| corpus.text(id)));
        let facts = (
            game.hash,
            game.raw_sha256,
            corpus.start_sfen(game),
            game.plies,
            game.end,
            game.winner,
        );
        let more = (
            game.verified,
            game.ratings,
            game.forced_plies,
            game.instant_plies,
        );
        text += &format!("{facts:?} {names:?} {texts:?} {more:?}\n");
        text += &format!("{:?} {:?}\n", corpus.moves(game), corpus.keys(game));
        if places {
            let illegal = game.illegal.map(|index| &corpus.rejects()[index as usize]);
            text += &format!(
                "{} {:?} {:?} {illegal:?}\n",
                corpus.file(&game.place),
                game.place.game,
                game.place.line
            );
        }
    }
    for reject in corpus.rejects() {
        let file = if places { reject.file.as_str() } else { "" };
        text += &format!(
            "{file} {} {} {:?} {}\n",
            reject.game, reject.line, reject.kind, reject.reason
        );
    }
    text
}

/// Puts a game from the even start into a corpus, with its hash and its plies.
pub(crate) fn push_game(
    corpus: &mut Corpus,
    moves: &[Move],
    facts: GameFacts<'_>,
    reject: Option<Reject>,
) {
    let mut position = Position::startpos();
    let (mut words, mut keys) = (Vec::new(), Vec::new());
    for &mv in moves {
        words.push(mv.word());
        keys.push(position.key());
        position.play(mv).unwrap();
    }
    words.push(0);
    keys.push(position.key());
    let facts = GameFacts {
        hash: game_hash(EVEN_START, moves.iter().copied()),
        plies: moves.len() as u32,
        ..facts
    };
    corpus.push(&facts, Plies::new(&words, &keys), reject);
}
