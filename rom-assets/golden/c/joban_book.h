/*
 * The book: entries ordered by ply, key, weight from high to low, move.
 * Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
 * Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
 * Key table: full, seed 0
 */
#ifndef JOBAN_BOOK_H
#define JOBAN_BOOK_H

#include <stdint.h>

#define JOBAN_BOOK_ENTRIES 5 /* entries of the book */

#ifndef JOBAN_ENTRY
#define JOBAN_ENTRY
typedef struct {
    uint16_t key;
    uint16_t move;
    uint8_t weight;
    uint8_t ply;
} joban_entry;
#endif

extern const joban_entry joban_book[5];

#endif
