/*
 * The generator of the choice: x ^= x << 7; x ^= x >> 5; x ^= x << 3 in 8 bits, never 0.
 * Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
 * Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
 * Key table: full, seed 0
 */
#ifndef JOBAN_RANDOM_H
#define JOBAN_RANDOM_H

#include <stdint.h>

#define JOBAN_RANDOM_LEFT_1 7 /* first shift, to the left */
#define JOBAN_RANDOM_RIGHT 5 /* second shift, to the right */
#define JOBAN_RANDOM_LEFT_2 3 /* third shift, to the left */

#endif
