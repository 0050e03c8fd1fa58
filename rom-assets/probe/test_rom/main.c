/*
 * Test ROM: answers commands in a mailbox in work RAM. The host writes a position
 * (joban_board, joban_hand, joban_side in crt0.s) and the fields it needs, then `command`
 * last; the ROM clears `command` when the answer is complete.
 */
#include "joban_probe.h"

typedef struct {
    uint8_t magic;    /* 0: 0xA5 when the ROM is ready */
    uint8_t command;  /* 1 */
    uint8_t unknown;  /* 2: counts commands that are not known */
    uint8_t ply;      /* 3 */
    uint16_t key;     /* 4 */
    uint16_t move;    /* 6 */
    uint8_t random;   /* 8: state of the generator before and after */
    uint8_t count;    /* 9: candidates found */
    uint16_t chosen;  /* 10 */
    uint16_t other;   /* 12 */
} mailbox_t;

extern volatile mailbox_t mailbox;
extern uint8_t choices[256]; /* by state of the generator before: 0 first, 1 second, 255 fault */

enum { COMPUTE = 1, PLAY, PROBE, SWEEP };

static uint8_t kind_of(uint8_t piece)
{
    if (piece >= 15) piece -= 14;
    if (piece >= 9) piece -= 8;
    return piece - 1;
}

static void play(uint16_t move)
{
    uint8_t target = (uint8_t)move & 0x7f;
    uint8_t source = (uint8_t)(move >> 7) & 0x7f;
    uint8_t piece, base = 0;

    if (joban_side) base = 7;
    if (source >= 81) {
        source -= 81;
        --joban_hand[base + source];
        piece = source + 1;
        if (joban_side) piece += 14;
    } else {
        piece = joban_board[source];
        joban_board[source] = 0;
        if (move & 0x4000) piece += 8;
        if (joban_board[target]) ++joban_hand[base + kind_of(joban_board[target])];
    }
    joban_board[target] = piece;
    joban_side ^= 1;
}

static void probe(void)
{
    joban_random = mailbox.random;
    mailbox.count = joban_lookup(mailbox.ply, mailbox.key);
    mailbox.chosen = joban_choose();
    mailbox.other = joban_other();
    mailbox.random = joban_random;
}

/* Every state of the generator. `move` is the first candidate as the host knows it. */
static void sweep(void)
{
    uint8_t state = 0;
    while (++state) {
        mailbox.random = state;
        probe();
        choices[state] = 255;
        if (mailbox.chosen == mailbox.move) choices[state] = 0;
        else if (mailbox.other == mailbox.move) choices[state] = 1;
    }
}

void main(void)
{
    mailbox.command = 0;
    mailbox.unknown = 0;
    mailbox.magic = 0xa5;
    for (;;) {
        switch (mailbox.command) {
        case 0:
            continue;
        case COMPUTE:
            mailbox.key = joban_key();
            break;
        case PLAY:
            mailbox.key = joban_update(mailbox.key, mailbox.move);
            play(mailbox.move);
            ++mailbox.ply;
            break;
        case PROBE:
            probe();
            break;
        case SWEEP:
            sweep();
            break;
        default:
            ++mailbox.unknown;
        }
        mailbox.command = 0;
    }
}
