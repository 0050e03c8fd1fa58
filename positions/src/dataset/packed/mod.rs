//! Positions in 256 bits, as the teacher files of shogi engines hold them.
//!
//! Two codes are in use: that of YaneuraOu ([`psv`], "PackedSfen") and that of Apery ([`hcpe`], "HuffmanCodedPos"). Both begin with the side to
//! move and the squares of the kings; then come the other squares from 0 to 80, the hands, and the pieces that are nowhere
//! (handicap games). A full set always fills 256 bits exactly, which is what a reader can check. Format page:
//! `docs/formats/dataset.md`.

pub mod hcpe;
pub mod psv;

use std::fmt;

use joban_engine::rules::{Color, Hand, Piece, PieceKind, PositionIssue, Setup, Square};

/// Bytes of a packed position.
pub const POSITION_BYTES: usize = 32;

/// Why a position cannot be packed, or why bytes are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// BadPosition: not exactly one king a side, or more pieces than a set has.
    #[error("BadPosition: {}", Issues(.issues))]
    BadPosition {
        /// What is wrong.
        issues: Vec<PositionIssue>,
    },
    /// A king stands on no square, or both on one.
    #[error("the king squares {black} and {white} are none, or the same")]
    Kings {
        /// Of black, as stored.
        black: u8,
        /// Of white, as stored.
        white: u8,
    },
    /// Bits that stand for nothing.
    #[error("bit {at}: no piece has this code")]
    Code {
        /// Number of the first bit of the code.
        at: usize,
    },
    /// The pieces do not fill the bits as a set does.
    #[error("the pieces are no full set")]
    NoSet,
}

struct Issues<'a>(&'a [PositionIssue]);

impl fmt::Display for Issues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, issue) in self.0.iter().enumerate() {
            write!(f, "{}{issue}", if n == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// Some bits, the first one in the lowest place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Code {
    value: u8,
    bits: u8,
}

const fn code(value: u8, bits: u8) -> Code {
    Code { value, bits }
}

impl Code {
    /// This code with one more bit behind it.
    const fn then(self, bit: bool) -> Self {
        code(self.value | ((bit as u8) << self.bits), self.bits + 1)
    }
}

/// Where a piece is that stands on no square.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Off {
    Hand(Color, PieceKind),
    /// Not in the game.
    Box(PieceKind),
}

/// The codes of one format.
struct Codes {
    /// An empty square, or any piece but a king.
    board: fn(Option<Piece>) -> Code,
    off: fn(Off) -> Code,
}

/// What the next bits say, by their lowest eight; `None` where they say nothing.
type Lookup<T> = Box<[Option<(T, u8)>; 256]>;

/// Codes with what is needed to read them.
struct Layout {
    codes: Codes,
    board: Lookup<Option<Piece>>,
    off: Lookup<Off>,
}

impl Layout {
    fn new(codes: Codes) -> Self {
        let pieces = Color::ALL.into_iter().flat_map(|color| {
            let kinds = PieceKind::ALL
                .into_iter()
                .filter(|kind| *kind != PieceKind::King);
            kinds.map(move |kind| Some(Piece::new(color, kind)))
        });
        let hands = Color::ALL
            .into_iter()
            .flat_map(|color| PieceKind::HAND.map(|kind| Off::Hand(color, kind)));
        let boxes = PieceKind::HAND.map(Off::Box);
        Self {
            board: lookup(pieces.chain([None]), codes.board),
            off: lookup(hands.chain(boxes), codes.off),
            codes,
        }
    }

    /// Packs a position.
    fn encode(&self, setup: &Setup) -> Result<[u8; POSITION_BYTES], PackedError> {
        check(setup)?;
        let mut bits = Bits::default();
        bits.push(u32::from(setup.side == Color::White), 1);
        for color in Color::ALL {
            bits.push(king(setup, color), 7);
        }
        for piece in setup.board {
            if piece.is_none_or(|piece| piece.kind != PieceKind::King) {
                bits.push_code((self.codes.board)(piece));
            }
        }
        for off in off_board(setup) {
            bits.push_code((self.codes.off)(off));
        }
        Ok(bits.bytes)
    }

    /// Unpacks a position; its move number is 1.
    fn decode(&self, bytes: &[u8; POSITION_BYTES]) -> Result<Setup, PackedError> {
        let mut bits = Bits {
            bytes: *bytes,
            at: 0,
        };
        let mut setup = Setup::empty();
        if bits.take(1) == 1 {
            setup.side = Color::White;
        }
        let kings = [bits.take(7), bits.take(7)];
        place_kings(&mut setup, kings)?;
        for square in Square::all() {
            if !kings.contains(&(square.index() as u8)) {
                setup.board[square.index()] = bits.read(&self.board)?;
            }
        }
        let mut boxed = Hand::EMPTY;
        while bits.at < Bits::END {
            match bits.read(&self.off)? {
                Off::Hand(color, kind) => setup.hands[color.index()].add(kind, 1),
                Off::Box(kind) => boxed.add(kind, 1),
            }
        }
        let is_full = PieceKind::HAND
            .into_iter()
            .all(|kind| count(&setup, kind) + boxed.count(kind) == kind.in_a_set());
        if bits.at == Bits::END && is_full {
            return Ok(setup);
        }
        Err(PackedError::NoSet)
    }
}

/// Refuses what has no place in 256 bits.
fn check(setup: &Setup) -> Result<(), PackedError> {
    let matters = |issue: &PositionIssue| {
        matches!(
            issue,
            PositionIssue::MissingKing { .. }
                | PositionIssue::TooManyKings { .. }
                | PositionIssue::TooMany { .. }
        )
    };
    let issues: Vec<_> = setup.issues().into_iter().filter(matters).collect();
    if issues.is_empty() {
        return Ok(());
    }
    Err(PackedError::BadPosition { issues })
}

/// Square of a king; 81 where there is none, which [`check`] has refused.
fn king(setup: &Setup, color: Color) -> u32 {
    let king = Some(Piece::new(color, PieceKind::King));
    let at = setup.board.iter().position(|piece| *piece == king);
    at.unwrap_or(Square::COUNT) as u32
}

fn place_kings(setup: &mut Setup, kings: [u8; 2]) -> Result<(), PackedError> {
    let [black, white] = kings;
    if black == white || kings.iter().any(|&at| usize::from(at) >= Square::COUNT) {
        return Err(PackedError::Kings { black, white });
    }
    for (color, at) in Color::ALL.into_iter().zip(kings) {
        setup.board[usize::from(at)] = Some(Piece::new(color, PieceKind::King));
    }
    Ok(())
}

/// Pieces of a kind on the board, promoted or not, and in hand.
fn count(setup: &Setup, kind: PieceKind) -> u8 {
    let on_board = setup.board.iter().flatten();
    let on_board = on_board.filter(|piece| piece.kind.unpromoted() == kind);
    let in_hand = Color::ALL.map(|color| setup.hand(color).count(kind));
    (on_board.count() as u8)
        .saturating_add(in_hand[0])
        .saturating_add(in_hand[1])
}

/// Black's hand, white's hand, then what is missing, each in the order P L N S G B R.
fn off_board(setup: &Setup) -> Vec<Off> {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    const ORDER: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];
    let mut all = Vec::new();
    for color in Color::ALL {
        for kind in ORDER {
            let held = usize::from(setup.hand(color).count(kind));
            all.extend(std::iter::repeat_n(Off::Hand(color, kind), held));
        }
    }
    for kind in ORDER {
        let missing = kind.in_a_set().saturating_sub(count(setup, kind));
        all.extend(std::iter::repeat_n(Off::Box(kind), missing.into()));
    }
    all
}

fn lookup<T: Copy>(items: impl Iterator<Item = T>, code_of: fn(T) -> Code) -> Lookup<T> {
    let mut table = Box::new([None; 256]);
    for item in items {
        let Code { value, bits } = code_of(item);
        for rest in 0..1_usize << (8 - bits) {
            table[usize::from(value) | rest << bits] = Some((item, bits));
        }
    }
    table
}

/// 256 bits, the lowest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: [u8; POSITION_BYTES],
    at: usize,
}

impl Bits {
    const END: usize = 8 * POSITION_BYTES;

    fn push(&mut self, value: u32, bits: usize) {
        for bit in 0..bits {
            // A full set fills the bits exactly; `check` refuses everything else.
            if let Some(byte) = self.bytes.get_mut(self.at / 8) {
                *byte |= ((value >> bit & 1) as u8) << (self.at % 8);
            }
            self.at += 1;
        }
    }

    fn push_code(&mut self, code: Code) {
        self.push(code.value.into(), code.bits.into());
    }

    /// The next eight bits, zeros behind the end.
    fn peek(&self) -> u8 {
        let byte = |at: usize| u16::from(self.bytes.get(at).copied().unwrap_or(0));
        let (at, shift) = (self.at / 8, self.at % 8);
        ((byte(at) | byte(at + 1) << 8) >> shift) as u8
    }

    fn take(&mut self, bits: usize) -> u8 {
        let value = self.peek() & ((1 << bits) - 1);
        self.at += bits;
        value
    }

    fn read<T: Copy>(&mut self, table: &Lookup<T>) -> Result<T, PackedError> {
        let (item, bits) =
            table[usize::from(self.peek())].ok_or(PackedError::Code { at: self.at })?;
        self.at += usize::from(bits);
        Ok(item)
    }
}

/// A score within 16 bits: beyond ±32767 the bound, the same for both signs; whether it was cut is told.
#[must_use]
pub fn clamped(score: i32) -> (i16, bool) {
    const BOUND: i32 = i16::MAX as i32;
    let within = score.clamp(-BOUND, BOUND);
    (within as i16, within != score)
}
