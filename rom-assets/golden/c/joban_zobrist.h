/*
 * The key table: values for piece on square, pieces in hand, side to move.
 * Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
 * Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
 * Key table: full, seed 0
 */
#ifndef JOBAN_ZOBRIST_H
#define JOBAN_ZOBRIST_H

#include <stdint.h>

#define JOBAN_ZOBRIST_LAYOUT 0 /* 0 full stream, 1 compact stream, 2 table */
#define JOBAN_ZOBRIST_BYTES 2346 /* bytes of the table */
#define JOBAN_ZOBRIST_HANDS 2268 /* number of the first value for pieces in hand */
#define JOBAN_ZOBRIST_SIDE 2344 /* number of the value for White to move */

extern const uint8_t joban_zobrist[2346];

#endif
