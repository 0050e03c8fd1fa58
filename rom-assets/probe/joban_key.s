; The key of a position from scratch: once at the start of a game. Goes with joban_probe.s.
;
;   _joban_key   -> BC key

        .module joban_key
        .include "joban_zobrist.inc"

        .globl  _joban_hand, _joban_side
        .globl  joban_toggle, joban_toggle_piece, joban_piece_on, joban_hand_start

        .area   _CODE

_joban_key::
        ld      bc, #0
        ld      e, c
1$:     call    joban_piece_on
        or      a, a
        jr      z, 2$
        push    de
        call    joban_toggle_piece
        pop     de
2$:     inc     e
        ld      a, e
        cp      a, #81
        jr      nz, 1$
        ld      de, #0          ; one of the 14 hand counts
3$:     ld      hl, #joban_hand_start
        add     hl, de
        ld      a, (hl)
        ld      hl, #_joban_hand
        add     hl, de
        push    de
        ld      d, (hl)         ; pieces left
        ld      e, a            ; index of the next value
        inc     d
        jr      5$
4$:     push    de
        ld      d, #0
        ld      hl, #JOBAN_ZOBRIST_HANDS
        add     hl, de
        call    joban_toggle
        pop     de
        inc     e
5$:     dec     d
        jr      nz, 4$
        pop     de
        inc     e
        ld      a, e
        cp      a, #14
        jr      nz, 3$
        ld      a, (_joban_side)
        or      a, a
        ret     z
        ld      hl, #JOBAN_ZOBRIST_SIDE
        jp      joban_toggle
