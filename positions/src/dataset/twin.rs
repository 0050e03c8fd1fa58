//! A hash that a position and its twin, turned by 180 degrees with the colours swapped, have in common.

use std::sync::LazyLock;

use joban_engine::rng::SplitMix64;
use sha2::{Digest, Sha256};

use super::row::canonical;

const SQUARES: usize = 81;
/// The code of a piece is twice its place here, plus 16 if promoted, plus 1 for white.
const LETTERS: &[u8; 8] = b"PLNSGBRK";
const PROMOTED: usize = 16;
/// The code of what is no piece, and the number of codes, promoted nothings included.
const NOTHING: usize = 2 * PROMOTED;
const CODES: usize = NOTHING + PROMOTED + 1;

/// Numbers that add up to the hash of a position, each beside the one of the same thing turned.
struct Numbers {
    board: Vec<[[u128; 2]; SQUARES]>,
    hands: [u128; PROMOTED],
    white: u128,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut rng = SplitMix64::new(0x7477_696e_0000_0001);
    let mut number = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
    let single: Vec<[u128; SQUARES]> = (0..NOTHING)
        .map(|_| std::array::from_fn(|_| number()))
        .collect();
    let pair = |code: usize, square| [single[code][square], single[code ^ 1][SQUARES - 1 - square]];
    let mut board: Vec<_> = (0..NOTHING)
        .map(|code| std::array::from_fn(|square| pair(code, square)))
        .collect();
    // What is no piece adds nothing.
    board.resize(CODES, [[0; 2]; SQUARES]);
    Numbers {
        board,
        hands: std::array::from_fn(|_| number()),
        white: number(),
    }
});

/// What a byte of a board means: the code of its piece, squares to go on, and what it adds to the code of the next piece.
static BYTES: [Option<(u8, u8, u8)>; 256] = {
    let mut bytes = [None; 256];
    let mut at = 0;
    while at < LETTERS.len() {
        let code = 2 * at as u8;
        bytes[LETTERS[at] as usize] = Some((code, 1, 0));
        bytes[LETTERS[at].to_ascii_lowercase() as usize] = Some((code + 1, 1, 0));
        at += 1;
    }
    let mut digit = 1;
    while digit <= 9 {
        bytes[b'0' as usize + digit] = Some((NOTHING as u8, digit as u8, 0));
        digit += 1;
    }
    bytes[b'/' as usize] = Some((NOTHING as u8, 0, 0));
    bytes[b'+' as usize] = Some((NOTHING as u8, 0, PROMOTED as u8));
    bytes
};

/// The common hash of a position and its twin, and which of the two this text is: the answer differs between them. The text is a
/// canonical SFEN without move number. Never stored.
///
/// Two positions have the same 128 bits by chance only: once in 10²² sets of a hundred million positions.
pub(super) fn twin_hash(sfen_key: &str) -> (u128, bool) {
    if let Some((own, twin)) = both(sfen_key) {
        return (own.min(twin), twin < own);
    }
    let text = canonical(sfen_key);
    let digest = Sha256::digest(text.as_bytes());
    let bytes = digest.first_chunk().copied().unwrap_or_default();
    (u128::from_be_bytes(bytes), text != sfen_key)
}

/// The hashes of a position and of its twin; `None` for a text that is no SFEN.
fn both(sfen_key: &str) -> Option<(u128, u128)> {
    let mut fields = sfen_key.split(' ');
    let [own, twin] = board(fields.next()?.as_bytes())?;
    let (own_white, twin_white) = match fields.next()? {
        "w" => (NUMBERS.white, 0),
        "b" => (0, NUMBERS.white),
        _ => return None,
    };
    let [own_hand, twin_hand] = hands(fields.next()?.as_bytes())?;
    let own = own.wrapping_add(own_white).wrapping_add(own_hand);
    let twin = twin.wrapping_add(twin_white).wrapping_add(twin_hand);
    fields.next().is_none().then_some((own, twin))
}

/// No branch depends on a piece: nobody could foretell it.
fn board(text: &[u8]) -> Option<[u128; 2]> {
    let numbers = &NUMBERS.board;
    let mut sum = [0_u128; 2];
    let (mut square, mut promoted) = (0, 0);
    for &byte in text {
        let (code, step, next) = BYTES[usize::from(byte)]?;
        // Nothing stands behind the last square of a board.
        let [own, twin] = numbers.get(usize::from(code + promoted))?.get(square)?;
        sum = [sum[0].wrapping_add(*own), sum[1].wrapping_add(*twin)];
        promoted = next;
        square += usize::from(step);
    }
    (square == SQUARES).then_some(sum)
}

fn hands(text: &[u8]) -> Option<[u128; 2]> {
    let mut sum = [0_u128; 2];
    let mut count = 0_u32;
    for &byte in text {
        match byte {
            b'-' => {}
            b'0'..=b'9' => count = count.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            letter => {
                let (code, ..) = BYTES[usize::from(letter)]?;
                let code = usize::from(code);
                let times = u128::from(count.max(1));
                let [own, twin] = [NUMBERS.hands.get(code)?, NUMBERS.hands.get(code ^ 1)?];
                sum[0] = sum[0].wrapping_add(own.wrapping_mul(times));
                sum[1] = sum[1].wrapping_add(twin.wrapping_mul(times));
                count = 0;
            }
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::dataset::row::flipped_sfen_key;
    use crate::dataset::row::tests::positions;

    #[test]
    fn twins_and_only_they_share_a_hash() {
        let mut seen: BTreeMap<u128, String> = BTreeMap::new();
        for position in positions() {
            let key = position.sfen_key();
            let (own, other) = both(&key).unwrap();
            assert_eq!(both(&flipped_sfen_key(&key)), Some((other, own)), "{key}");
            let ((hash, turned), twin) = (twin_hash(&key), twin_hash(&flipped_sfen_key(&key)));
            assert_eq!(twin, (hash, !turned), "{key}");
            let first = seen.entry(hash).or_insert_with(|| canonical(&key));
            assert_eq!(*first, canonical(&key));
        }
        assert!(seen.len() > 2000);
    }

    #[test]
    fn other_texts_are_told_apart_as_texts() {
        let texts = [
            "",
            "9/9 b",
            "x b -",
            "9/9/9/9/9/9/9/9/9 b 99999999999P",
            "9/9 w -",
        ];
        for (index, text) in texts.iter().enumerate() {
            assert_eq!(both(text), None, "{text}");
            for other in &texts[..index] {
                assert_ne!(twin_hash(text).0, twin_hash(other).0, "{text}, {other}");
            }
        }
        assert!(both("9/9/9/9/9/9/9/9/k8 b -").is_some());
        assert_eq!(both("9/9/9/9/9/9/9/9/k9 b -"), None);
        assert_eq!(both("9/9/9/9/9/9/9/9/9k b -"), None);
    }
}
