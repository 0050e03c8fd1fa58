//! Start points for tests of move generation.
#![allow(dead_code, reason = "each test file uses a part")]

/// The drop-heavy "matsuri" position: 207, 28,684 and 4,809,015 moves at depth 1 to 3.
pub(crate) const MATSURI: &str =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// The position with the most legal moves known, 593.
pub(crate) const MAX_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

/// Positions in which a pawn drop would mate, or is saved from it by a hair: a pinned defender, a covered or uncovered
/// flight square, a capture by the king or by a pinned piece along its pin.
pub(crate) const PAWN_DROPS: [&str; 24] = [
    "3lkl3/R8/9/3N2N2/9/9/9/9/4K4 b P 1",
    "3lkl3/R8/9/3N5/9/9/9/9/4K4 b P 1",
    "8k/9/7+R1/9/9/9/9/9/9 b P 1",
    "ln1g1k1nl/2+P6/4gg1p1/2p1ppp2/1+rSK3PP/p1PBSPP1L/2G+rs4/9/LN7 w BSN5Pp 102",
    "l2G4l/9/p3p+Rn2/2+Rs2p2/bN1pS3p/1PP1kB3/PS1P2P1P/2GK1PNp1/L4G1NL b G2Ps3p 95",
    "4k4/9/9/9/9/9/8g/9/7LK w p 1",
    "7lk/9/8G/9/9/9/9/9/4K4 b P 1",
    "6sk1/9/7G1/9/9/9/9/9/4K4 b P 1",
    "6skl/9/7G1/9/9/9/9/9/4K4 b P 1",
    "7nk/9/7S1/9/9/9/9/9/4K4 b P 1",
    "R6gk/9/7G1/9/9/9/9/9/4K4 b P 1",
    "7nk/7g1/9/7N1/4B4/9/9/9/4K4 b P 1",
    "7nk/7g1/9/7N1/9/4B4/9/9/4K4 b P 1",
    "4k4/4g4/9/9/4R4/9/9/9/4K4 b P 1",
    "3gkg3/9/3S1S3/9/9/9/9/9/4K4 b P 1",
    "3gkg3/4s4/9/9/4L4/9/9/9/4K4 b 2P 1",
    "2r1k1r2/9/4+P4/9/9/9/9/9/4K4 b P 1",
    "3rkr3/9/3S1S3/9/9/9/9/9/4K4 b P 1",
    "3rkb2R/9/3S1S3/9/9/9/9/9/4K4 b P 1",
    "9/9/9/9/9/9/4g4/9/3LKL3 w p 1",
    "4k4/9/9/9/9/9/4g4/9/3GKG3 w p 1",
    "4k4/9/9/9/9/3n1n3/9/9/3LKL3 w p 1",
    "4k4/9/9/9/9/3n1n3/r8/9/3LKL3 w p 1",
    "k8/2G6/9/9/9/9/9/9/4K4 b P 1",
];

/// Positions with pinned pieces, checks by two pieces, discovered checks, and promotion choices.
pub(crate) const PINS: [&str; 14] = [
    "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1",
    "4k4/9/4r4/9/b8/9/2P6/3S5/4K4 b RBGSNLP 1",
    "4k4/9/9/8b/7s1/6n2/5g3/4K4/9 b 2R2G4P 1",
    "4k4/9/9/9/r3P3K/9/9/9/9 b RB2G2S2N2L8P 1",
    "4k4/4l4/9/9/4N4/9/4K4/9/9 b G 1",
    "4k4/9/9/9/9/5b3/9/4rP3/4K4 b 2G2S 1",
    "4k4/9/9/9/9/9/3n1n3/9/4K3r b G2P 1",
    "8k/R3r4/9/9/1B7/9/9/9/4K4 b - 1",
    "4k4/P1P3P1P/9/9/4B4/9/9/4R4/4K4 b P 1",
    "l3k4/9/9/9/9/9/9/9/4K4 w - 1",
    "4k4/P8/1L7/8N/9/9/9/9/4K4 b - 1",
    "8k/7P1/7G1/9/9/9/9/9/4K4 w - 1",
    "4k4/9/4s4/9/4+R4/4g4/9/4p4/3K5 w 2b3g3s4n4l16p 1",
    "+R2nk4/4g4/9/9/9/9/4G4/9/4KN2+r b 2B2G4S2N4L9P9p 1",
];
