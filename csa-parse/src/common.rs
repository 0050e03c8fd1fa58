//! The two lines that records are made of, a move and its time, read byte by byte.
//!
//! The grammar of [`crate::line`] says what statements are; this is a short cut to the same answer, which the tests compare.

use crate::line::Statement;
use crate::token::{FileRank, MoveToken, PieceCode, Sign};

/// Longest time read here, in digits: it fits into milliseconds.
const MAX_DIGITS: usize = 6;

/// The statement at the beginning of a text, if it is a move or a whole number of seconds and a line feed comes right after
/// it; with its length. `None` says nothing about the text.
#[inline]
pub(crate) fn statement(text: &[u8]) -> Option<(Statement<'static>, usize)> {
    match text {
        [b'+' | b'-', _, _, _, _, _, _, b'\n', ..] => {
            let token = move_token(text.first_chunk()?)?;
            Some((Statement::Move(token), 7))
        }
        [b'T', digits @ ..] => {
            let (seconds, len) = seconds(digits)?;
            Some((Statement::Time(seconds * 1000), len + 1))
        }
        _ => None,
    }
}

#[inline]
fn move_token(text: &[u8; 7]) -> Option<MoveToken> {
    let &[sign, from_file, from_rank, to_file, to_rank, first, second] = text;
    let from = match [from_file, from_rank] {
        [b'0', b'0'] => None,
        from => Some(square(from)?),
    };
    Some(MoveToken {
        sign: Some(if sign == b'+' {
            Sign::Plus
        } else {
            Sign::Minus
        }),
        from,
        to: square([to_file, to_rank])?,
        piece: PieceCode::from_bytes([first, second])?,
    })
}

#[inline]
fn square(digits: [u8; 2]) -> Option<FileRank> {
    let [file, rank] = digits.map(|digit| digit.wrapping_sub(b'0'));
    ((1..=9).contains(&file) && (1..=9).contains(&rank)).then_some((file, rank))
}

/// A number of one digit or more up to a line feed, and how many digits it has.
#[inline]
fn seconds(text: &[u8]) -> Option<(u32, usize)> {
    let mut sum = 0;
    for (len, &byte) in text.iter().enumerate().take(MAX_DIGITS + 1) {
        match byte {
            b'0'..=b'9' => sum = sum * 10 + u32::from(byte - b'0'),
            b'\n' if len > 0 => return Some((sum, len)),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line;
    use proptest::prelude::*;

    /// Whatever is read here, the grammar reads the same.
    fn agrees(text: &str) -> bool {
        match statement(text.as_bytes()) {
            Some((found, len)) => {
                assert_eq!(text.as_bytes()[len], b'\n', "{text:?}");
                assert_eq!(line::statement(&text[..len]), Ok(found), "{text:?}");
                true
            }
            None => false,
        }
    }

    #[test]
    fn every_move_and_usual_time_is_read() {
        let squares = || (1..=9).flat_map(|file| (1..=9).map(move |rank| (file, rank)));
        for (file, rank) in squares() {
            for piece in PieceCode::ALL {
                for sign in ['+', '-'] {
                    let piece = piece.as_str();
                    assert!(agrees(&format!("{sign}{file}{rank}{rank}{file}{piece}\n")));
                    assert!(agrees(&format!("{sign}00{rank}{file}{piece}\n")));
                }
            }
        }
        for seconds in (0..1000).chain([9_999, 99_999, 999_999]) {
            assert!(agrees(&format!("T{seconds}\n")));
        }
    }

    #[test]
    fn other_lines_are_left_to_the_grammar() {
        let others = [
            "",
            "\n",
            "+",
            "+\n",
            "T\n",
            "T1",
            "T1.5\n",
            "T12345678\n",
            "+7776FU",
            "+7776FU,T1\n",
            "+0776FU\n",
            "+7700FU\n",
            "+7776XX\n",
            "*7776FU\n",
            "'7776FU\n",
            "+7776FU\r\n",
        ];
        for text in others {
            assert_eq!(statement(text.as_bytes()), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_the_grammar_reads(
            text in "[-+T0-9]{1,3}[0-9T.+]{0,7}[A-Z ]{0,3}[\n\r,]{0,2}.{0,3}",
        ) {
            agrees(&text);
        }

        #[test]
        fn all_moves_of_the_grammar_are_read(
            text in "[-+](00|[0-9]{2})[0-9]{2}(FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY|F[A-Z])",
        ) {
            let found = statement(format!("{text}\n").as_bytes()).map(|(found, _)| found);
            prop_assert_eq!(found, line::statement(&text).ok());
        }
    }
}
