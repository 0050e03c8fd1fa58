/*
 * Rank of each square, 1 to 9.
 * Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
 * Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
 * Key table: full, seed 0
 */
#ifndef JOBAN_RANKS_H
#define JOBAN_RANKS_H

#include <stdint.h>

extern const uint8_t joban_ranks[81];

#endif
