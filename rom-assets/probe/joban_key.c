/* The key of a position from scratch: once at the start of a game. */
#include "joban_probe.h"
#include "joban_values.h"

uint16_t joban_key(void)
{
    uint8_t square, kind, index, left;

    joban_sum = 0;
    for (square = 0; square != 81; ++square) {
        if (joban_board[square]) joban_toggle_piece(joban_board[square], square);
    }
    for (kind = 0; kind != 14; ++kind) {
        index = joban_hand_start[kind];
        for (left = joban_hand[kind]; left; --left) {
            joban_toggle(JOBAN_VALUE(JOBAN_ZOBRIST_HANDS) + index);
            ++index;
        }
    }
    if (joban_side) joban_toggle(JOBAN_VALUE(JOBAN_ZOBRIST_SIDE));
    return joban_sum;
}
