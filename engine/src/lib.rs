//! Shogi rules, keys, book codec and USI client.
