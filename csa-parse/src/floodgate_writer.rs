//! The writer of the Floodgate dialect, for games that a program plays or makes up: the form of the
//! records that the server has written since 2020 (V2, ASCII, final board and summary as comments).

use std::fmt::{self, Write};

use crate::setup::RowSquare;
use crate::token::{MoveToken, PieceCode, Sign};

/// The even start as the server writes it.
const EVEN_START: &str = "\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA * 
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  * 
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI * 
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
";

/// A game, from the even start or from another one.
#[derive(Clone, Debug)]
pub struct FloodgateGame<'a> {
    /// Names of Black and White.
    pub names: [&'a str; 2],
    /// Identifier (`name+hash`) and rating of Black and White; the server writes both or none.
    pub ratings: Option<[(&'a str, i32); 2]>,
    /// `$EVENT`; its third part, such as `300-10F`, tells the time control.
    pub event: &'a str,
    /// `$START_TIME` and `'$END_TIME`, `YYYY/MM/DD hh:mm:ss`; where a program's games must not depend on the clock, none.
    pub times: Option<[&'a str; 2]>,
    /// The start; `None` is the even one.
    pub start: Option<Diagram>,
    /// So many moves at the beginning were prescribed: a buoy game, as the server calls it.
    pub forced_plies: u32,
    /// The game is a draw after this many moves.
    pub max_moves: u32,
    /// Seconds added to the clock for each move.
    pub increment_s: u32,
    /// The moves.
    pub moves: &'a [FloodgateMove],
    /// The move that was refused, as it was sent.
    pub refused: Option<&'a str>,
    /// The `%` word of the last line; the server writes none for several endings.
    pub ending: Option<&'a str>,
    /// Kind of the summary, such as `toryo`.
    pub summary: &'a str,
    /// `win`, `lose` or `draw` of Black and White.
    pub results: [&'a str; 2],
    /// The board after the last move.
    pub last: Diagram,
}

/// A move with its time and what the engine said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloodgateMove {
    /// The move.
    pub token: MoveToken,
    /// Thinking time in seconds, where it is told.
    pub seconds: Option<u32>,
    /// Score in Black's view; no comment is written without one.
    pub black_score: Option<i32>,
    /// Nodes searched; written with a score only.
    pub nodes: Option<u64>,
    /// The expected continuation after the move.
    pub pv: Vec<MoveToken>,
}

/// A board with hands and side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Ranks 1 to 9, each from file 9 to file 1.
    pub rows: [[RowSquare; 9]; 9],
    /// The pieces in hand of Black and White, each as often as it is held, in any order.
    pub hands: [Vec<PieceCode>; 2],
    /// The side to move.
    pub side: Sign,
}

/// Writes the record. With names, event and times in ASCII the text is ASCII; lines end with LF.
///
/// # Errors
///
/// Only those of `out`.
pub fn write_floodgate(game: &FloodgateGame<'_>, out: &mut impl Write) -> fmt::Result {
    head(game, out)?;
    moves(game, out)?;
    if let Some(word) = game.refused {
        writeln!(out, "'ILLEGAL_MOVE({word})")?;
    }
    if let Some(word) = game.ending {
        writeln!(out, "{word}")?;
    }
    diagram(&game.last, "'", out)?;
    let ([black, white], [first, second]) = (game.names, game.results);
    writeln!(
        out,
        "'summary:{}:{black} {first}:{white} {second}",
        game.summary
    )?;
    match game.times {
        Some([_, end]) => writeln!(out, "'$END_TIME:{end}"),
        None => Ok(()),
    }
}

fn head(game: &FloodgateGame<'_>, out: &mut impl Write) -> fmt::Result {
    let [black, white] = game.names;
    writeln!(out, "V2\nN+{black}\nN-{white}")?;
    writeln!(out, "'Max_Moves:{}\n'Least_Time_Per_Move:0", game.max_moves)?;
    writeln!(out, "'Increment:{}", game.increment_s)?;
    writeln!(out, "$EVENT:{}", game.event)?;
    if let Some([start, _]) = game.times {
        writeln!(out, "$START_TIME:{start}")?;
    }
    match &game.start {
        Some(start) => diagram(start, "", out)?,
        None => out.write_str(EVEN_START)?,
    }
    if game.forced_plies > 0 {
        let plies = game.forced_plies;
        writeln!(out, "'buoy game starting with {plies} moves")?;
    }
    let Some([(black, black_rate), (white, white_rate)]) = game.ratings else {
        return Ok(());
    };
    writeln!(out, "'rating:{black}:{white}")?;
    writeln!(out, "'black_rate:{black}:{black_rate}")?;
    writeln!(out, "'white_rate:{white}:{white_rate}")
}

fn moves(game: &FloodgateGame<'_>, out: &mut impl Write) -> fmt::Result {
    for played in game.moves {
        writeln!(out, "{}", played.token)?;
        if let Some(seconds) = played.seconds {
            writeln!(out, "T{seconds}")?;
        }
        if let Some(score) = played.black_score {
            write!(out, "'** {score}")?;
            played
                .pv
                .iter()
                .try_for_each(|token| write!(out, " {token}"))?;
            if let Some(nodes) = played.nodes {
                write!(out, " #{nodes}")?;
            }
            out.write_char('\n')?;
        }
    }
    Ok(())
}

/// The rows, hands and side to move, each line after `mark`: a comment, or nothing.
fn diagram(diagram: &Diagram, mark: &str, out: &mut impl Write) -> fmt::Result {
    for (rank, row) in (1..).zip(&diagram.rows) {
        write!(out, "{mark}P{rank}")?;
        for square in row {
            match square {
                Some((side, piece)) => write!(out, "{}{}", side.as_char(), piece.as_str())?,
                None => out.write_str(" * ")?,
            }
        }
        out.write_char('\n')?;
    }
    for (side, hand) in [Sign::Plus, Sign::Minus].into_iter().zip(&diagram.hands) {
        self::hand(side, hand, mark, out)?;
    }
    writeln!(out, "{mark}{}", diagram.side.as_char())
}

/// The server sorts a hand by its letters, and leaves an empty one out.
fn hand(side: Sign, hand: &[PieceCode], mark: &str, out: &mut impl Write) -> fmt::Result {
    if hand.is_empty() {
        return Ok(());
    }
    let mut held: Vec<&str> = hand.iter().map(|piece| piece.as_str()).collect();
    held.sort_unstable();
    write!(out, "{mark}P{}", side.as_char())?;
    held.iter().try_for_each(|piece| write!(out, "00{piece}"))?;
    out.write_char('\n')
}
