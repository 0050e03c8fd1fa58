//! The conversation: one command a line from standard input, answers to standard output.

use std::io::{self, BufRead};
use std::time::Duration;

use joban_engine::rules::Position;
use joban_engine::search::{Player, Request};

use super::go::{self, Go};
use super::lines::{self, say};
use super::options::{Options, Set};
use super::thinking::{Question, Thinking, Waited};
use crate::failure::{Failure, Outcome};
use crate::i18n::Lang;
use crate::text;

/// Longer lines are cut: the longest game fits several times.
const LONGEST_LINE: u64 = 4 << 20;

/// How long a search with a limit may still take after the input has ended.
const GRACE: Duration = Duration::from_secs(10);

/// How long a stopped search may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves until `quit` or the end of the input.
///
/// # Errors
///
/// Options with which the engine cannot start, a failed write to standard output.
pub(super) fn run(lang: Lang) -> Outcome {
    let mut server = Server::new(lang);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return server.input_ended();
        }
        let text = String::from_utf8_lossy(&line);
        if server.command(text.trim())? == Next::Quit {
            return server.stop();
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Next {
    GoOn,
    Quit,
}

struct Server {
    lang: Lang,
    options: Options,
    /// Options with values that were refused: the engine does not start with them.
    refused: Vec<(String, String)>,
    /// The player, once options are loaded; also `None` while it thinks.
    player: Option<Player>,
    thinking: Option<Thinking>,
    /// The position, or why there is none.
    position: Result<Position, String>,
}

impl Server {
    fn new(lang: Lang) -> Self {
        Self {
            lang,
            options: Options::default(),
            refused: Vec::new(),
            player: None,
            thinking: None,
            position: Ok(Position::startpos()),
        }
    }

    fn command(&mut self, line: &str) -> Outcome<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "quit" => return Ok(Next::Quit),
            "usi" => self.introduce()?,
            "isready" => self.ready()?,
            "usinewgame" => self.new_game()?,
            "setoption" => self.set_option(rest)?,
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" | "ponderhit" | "gameover" => self.stop()?,
            "" => {}
            _ => tell(&lines::error(&format!("unknown command `{word}`")))?,
        }
        Ok(Next::GoOn)
    }

    fn introduce(&self) -> Outcome {
        tell(concat!("id name joban engine ", env!("CARGO_PKG_VERSION")))?;
        tell("id author the authors of joban")?;
        for line in Options::lines() {
            tell(&line)?;
        }
        tell("usiok")
    }

    fn ready(&mut self) -> Outcome {
        self.stop()?;
        self.load()?;
        tell("readyok")
    }

    fn new_game(&mut self) -> Outcome {
        self.stop()?;
        if let Some(player) = &mut self.player {
            player.new_game();
        }
        Ok(())
    }

    /// Makes the player of the options, unless there is one. An engine that is set up wrongly does not start: playing on
    /// without its book, say, would pass unnoticed.
    fn load(&mut self) -> Outcome {
        if self.player.is_some() {
            return Ok(());
        }
        let loaded = match self.refused.first() {
            Some((name, value)) => {
                let refused = format!("{name} `{value}`");
                Err(Failure::usage(text!(EngineOption, refused)))
            }
            None => self.options.player().map_err(|failure| Failure {
                text: text!(EngineNotReady, failure.text),
                ..failure
            }),
        };
        if let Err(failure) = &loaded {
            tell(&lines::error(failure.text.get(self.lang)))?;
        }
        self.player = Some(loaded?);
        Ok(())
    }

    fn set_option(&mut self, rest: &str) -> Outcome {
        self.stop()?;
        let rest = rest.trim().strip_prefix("name ").unwrap_or(rest);
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        let known = |refused: &(String, String)| refused.0.eq_ignore_ascii_case(name);
        self.refused.retain(|refused| !known(refused));
        let before = self.options.clone();
        match self.options.set(name, value) {
            // A value that was there already changes nothing: the draws of a game go on.
            Set::Done if self.options == before => {}
            Set::Done => self.player = None,
            Set::Unknown => tell(&lines::error(&format!("there is no option `{name}`")))?,
            Set::Bad => {
                self.player = None;
                self.refused.push((name.to_owned(), value.to_owned()));
                tell(&lines::error(&format!("`{value}` is no value of {name}")))?;
            }
        }
        Ok(())
    }

    fn set_position(&mut self, rest: &str) -> Outcome {
        self.position = go::position(rest);
        match &self.position {
            Ok(_) => Ok(()),
            Err(reason) => tell(&lines::error(&format!("the position is refused: {reason}"))),
        }
    }

    fn go(&mut self, rest: &str) -> Outcome {
        self.stop()?;
        self.load()?;
        let question = self.asked(rest)?;
        match question {
            Ok(None) => tell("checkmate notimplemented"),
            Ok(Some(question)) => {
                let player = self.player.take();
                self.thinking = player.map(|player| Thinking::start(player, question));
                Ok(())
            }
            // `resign` would be an opinion about a position that was never seen.
            Err(reason) => {
                tell(&lines::error(&reason))?;
                tell("bestmove none")
            }
        }
    }

    /// What `go` asks for, `None` for a mate; or why it cannot be answered. Words that are passed over are told.
    fn asked(&self, rest: &str) -> Outcome<Result<Option<Question>, String>> {
        let mut go = match Go::read(rest) {
            Ok(go) if go.mate => return Ok(Ok(None)),
            Ok(go) => go,
            Err(reason) => return Ok(Err(reason)),
        };
        let position = match &self.position {
            Ok(position) => position.clone(),
            Err(reason) => {
                return Ok(Err(format!("there is no position to search: {reason}")));
            }
        };
        let checked = go.check_moves(&position);
        for complaint in &go.complaints {
            tell(&lines::error(complaint))?;
        }
        Ok(checked.map(|()| Some(self.question(go, position))))
    }

    fn question(&self, go: Go, position: Position) -> Question {
        let multi_pv = self.options.multi_pv;
        Question {
            analysis: go.holds || multi_pv > 1 || go.asks_about_moves,
            holds: go.holds,
            request: Request {
                limits: go.limits(position.side()),
                searchmoves: go.searchmoves,
                multi_pv,
            },
            position,
        }
    }

    /// Ends the search, if there is one, and waits for its answer.
    fn stop(&mut self) -> Outcome {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
            return self.take_back(&thinking, PATIENCE);
        }
        Ok(())
    }

    fn take_back(&mut self, thinking: &Thinking, time: Duration) -> Outcome {
        match thinking.wait(time) {
            Waited::Back(player) => {
                self.player = Some(player);
                Ok(())
            }
            Waited::Busy | Waited::Lost => Err(Failure::internal(text!(EngineStuck))),
        }
    }

    /// After the end of the input a search with a limit is finished, if that does not take long; any other is stopped.
    fn input_ended(&mut self) -> Outcome {
        let limited = self.thinking.take_if(|thinking| !thinking.holds);
        let Some(thinking) = limited else {
            return self.stop();
        };
        match thinking.wait(GRACE) {
            Waited::Busy => {
                thinking.stop();
                self.take_back(&thinking, PATIENCE)
            }
            Waited::Back(_) => Ok(()),
            Waited::Lost => Err(Failure::internal(text!(EngineStuck))),
        }
    }
}

fn tell(line: &str) -> Outcome {
    say(line).map_err(|error| Failure::stdout(&error))
}
