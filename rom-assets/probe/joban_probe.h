/*
 * joban opening book: the probe for the SM83 (Game Boy).
 *
 * Squares are (file - 1) * 9 + (rank - 1), 0..80. A piece byte is 0 for an
 * empty square, else 1 + kind for Black and 15 + kind for White, with kind
 *   0 pawn  1 lance  2 knight  3 silver  4 bishop  5 rook  6 gold  7 king
 *   8 +pawn 9 +lance 10 +knight 11 +silver 12 horse 13 dragon.
 * A move is bits 0-6 target, 7-13 source (81..87 drops P L N S B R G),
 * 14 promotion; 0 is "no move".
 *
 * The three position variables are the caller's and are only read here.
 */
#ifndef JOBAN_PROBE_H
#define JOBAN_PROBE_H

#include <stdint.h>

/* The caller defines these three (96 bytes of RAM). */
extern uint8_t joban_board[81]; /* piece bytes by square */
extern uint8_t joban_hand[14];  /* counts P L N S B R G of Black, then of White */
extern uint8_t joban_side;      /* side to move: 0 Black, 1 White */

/* State of the random generator, 1..255 (never 0). Set it once, from a timer for example. */
extern uint8_t joban_random;

/* Key of the position before `move` -> key after it. Call it before the move is made. */
uint16_t joban_update(uint16_t key, uint16_t move);

/* Number of candidates (0, 1 or 2) of the position with this key after `ply` moves (0..254). */
uint8_t joban_lookup(uint8_t ply, uint16_t key);

/*
 * After joban_lookup() has found something: the move to try first. Steps the generator
 * once if there are two candidates. Check the move for legality; if it is illegal
 * (another position with the same key), try joban_other(), which is 0 if there is none.
 * Do not call joban_choose() a second time for the same look-up.
 */
uint16_t joban_choose(void);
uint16_t joban_other(void);

/* The key from scratch. Slow; needed once at the start of a game (joban_key.c). */
uint16_t joban_key(void);

#endif
