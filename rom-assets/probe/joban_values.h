/* Shared by joban_probe.c and joban_key.c: how values of the key table enter a key. */
#ifndef JOBAN_VALUES_H
#define JOBAN_VALUES_H

#include <stdint.h>
#include "joban_zobrist.h"

/* JOBAN_ZOBRIST_LAYOUT: 0 full stream, value i is bytes i and i + 1; 1 compact stream, value i is
   nibbles i to i + 3, low nibble of a byte first; 2 table, value i is bytes 2i and 2i + 1. */
#if JOBAN_ZOBRIST_LAYOUT == 0
typedef const uint8_t *joban_value; /* by address: the offset is added at compile time */
#define JOBAN_VALUE(index) (joban_zobrist + (index))
#else
typedef uint16_t joban_value;
#define JOBAN_VALUE(index) ((joban_value)(index))
#endif

extern uint16_t joban_sum;                  /* the key under construction */
extern const uint8_t joban_hand_start[14];

void joban_toggle(joban_value value);
void joban_toggle_piece(uint8_t code, uint8_t square);

#endif
