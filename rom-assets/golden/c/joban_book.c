/*
 * The book: entries ordered by ply, key, weight from high to low, move.
 * Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
 * Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
 * Key table: full, seed 0
 */
#include "joban_book.h"

const joban_entry joban_book[5] = {
    { 0xff00, 0x1e3b, 156,   0 }, /* ply 0 7g7f */
    { 0xff00, 0x078e, 100,   0 }, /* ply 0 2g2f */
    { 0x0001, 0x20c2, 255,   1 }, /* ply 1 8c8d */
    { 0x8000, 0x0a15, 255,   1 }, /* ply 1 3c3d */
    { 0x1234, 0x1e3b,  64,   3 }, /* ply 3 7g7f */
};
