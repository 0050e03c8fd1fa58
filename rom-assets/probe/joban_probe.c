/*
 * The probe of a joban book in C. Interface: joban_probe.h.
 *
 * Static variables instead of locals, and one job a function: SDCC then needs no stack
 * frames, which makes the code two thirds of the size. No multiplication, no division,
 * no recursion.
 */
#include "joban_probe.h"
#include "joban_probe_book.h"
#include "joban_random.h"
#include "joban_values.h"

#define ENTRY_BYTES 6

uint8_t joban_random;

uint16_t joban_sum;
static uint8_t target, piece;               /* of the move: square, piece byte that arrives */
static uint8_t wanted_ply;
static uint16_t wanted_key;
static uint8_t found;                       /* number of candidates */
static const joban_entry *hit;              /* the first candidate; after joban_choose() the other one */

/* First hand value of Black's P L N S B R G, then of White's. */
const uint8_t joban_hand_start[14] = {
    0, 18, 22, 26, 30, 32, 34, 38, 56, 60, 64, 68, 70, 72
};

#if JOBAN_ZOBRIST_LAYOUT == 1
void joban_toggle(joban_value index)
{
    const uint8_t *value = joban_zobrist + (index >> 1);
    uint8_t low = value[0], high = value[1];
    if ((uint8_t)index & 1) {
        low = (uint8_t)(low >> 4) | (uint8_t)(high << 4);
        high = (uint8_t)(high >> 4) | (uint8_t)(value[2] << 4);
    }
    joban_sum ^= low | (uint16_t)high << 8;
}
#else
void joban_toggle(joban_value value)
{
#if JOBAN_ZOBRIST_LAYOUT == 2
    joban_sum ^= *(const uint16_t *)(joban_zobrist + (uint16_t)(value << 1));
#else
    joban_sum ^= *(const uint16_t *)value;
#endif
}
#endif

/* 81 * code + square without multiplication: 16 + 64 times the code, and 80 times fits no byte. */
void joban_toggle_piece(uint8_t code, uint8_t square)
{
    uint16_t index = (uint16_t)(code << 4);
    index += index << 2;
    joban_toggle(JOBAN_VALUE(-81) + (uint8_t)(code + square) + index);
}

/* `extra` is 0 for the piece that comes into the hand, -1 for the one that leaves it. */
static void toggle_hand(uint8_t kind, uint8_t extra)
{
    if (joban_side) kind += 7;
    extra += joban_hand_start[kind];
    extra += joban_hand[kind];
    joban_toggle(JOBAN_VALUE(JOBAN_ZOBRIST_HANDS) + extra);
}

static void captured(uint8_t code)
{
    joban_toggle_piece(code, target);
    if (code >= 15) code -= 14;
    if (code >= 9) code -= 8;
    toggle_hand(code - 1, 0);
}

static void moved(uint8_t source)
{
    piece += joban_board[source];
    joban_toggle_piece(joban_board[source], source);
    if (joban_board[target]) captured(joban_board[target]);
}

static void dropped(uint8_t kind)
{
    toggle_hand(kind, 255);
    piece = kind + 1;
    if (joban_side) piece += 14;
}

uint16_t joban_update(uint16_t key, uint16_t move)
{
    uint8_t source = (uint8_t)(move >> 8);

    joban_sum = key;
    target = (uint8_t)move & 0x7f;
    piece = 0;
    if (source & 0x40) piece = 8; /* promotion: the code rises by 8 for both sides */
    source <<= 1;
    if ((uint8_t)move & 0x80) source |= 1;
    source &= 0x7f;
    if (source >= 81) dropped(source - 81);
    else moved(source);
    joban_toggle_piece(piece, target);
    joban_toggle(JOBAN_VALUE(JOBAN_ZOBRIST_SIDE));
    return joban_sum;
}

enum { SAME, BELOW, ABOVE };

/* How an entry stands to what is wanted: by ply, then by key. */
static uint8_t order(const uint8_t *entry)
{
    uint8_t value = entry[5], against = wanted_ply;

    if (value == against) {
        value = entry[1];
        against = wanted_key >> 8;
        if (value == against) {
            value = entry[0];
            against = (uint8_t)wanted_key;
        }
    }
    if (value == against) return SAME;
    if (value < against) return BELOW;
    return ABOVE;
}

uint8_t joban_lookup(uint8_t ply, uint16_t key)
{
    const uint8_t *entry = (const uint8_t *)joban_probe_book - ENTRY_BYTES;
    uint16_t step = JOBAN_PROBE_BOOK_STEP; /* in bytes: half the entries, a power of two */

    wanted_ply = ply;
    wanted_key = key;
    do {
        entry += step;
        if (order(entry) != BELOW) entry -= step;
        step >>= 1;
    } while ((uint8_t)step != ENTRY_BYTES / 2);
    entry += ENTRY_BYTES;
    hit = (const joban_entry *)entry;
    found = 0;
    if (order(entry) == SAME) {
        ++found;
        if (order(entry + ENTRY_BYTES) == SAME) ++found;
    }
    return found;
}

uint16_t joban_choose(void)
{
    const joban_entry *chosen = hit;
    uint8_t x;

    if (found == 2) {
        x = joban_random;
        x ^= x << JOBAN_RANDOM_LEFT_1;
        x ^= x >> JOBAN_RANDOM_RIGHT;
        x ^= x << JOBAN_RANDOM_LEFT_2;
        joban_random = x;
        if (x >= chosen->weight) ++chosen;
        else ++hit;
    }
    if (!found) return 0;
    return chosen->move;
}

uint16_t joban_other(void)
{
    if (found == 2) return hit->move;
    return 0;
}
