; The probe of a joban book in assembly (sdasgb), with the interface of joban_probe.h and
; SDCC's calling convention (__sdcccall(1)):
;
;   _joban_update   DE key, BC move  -> BC key
;   _joban_lookup   A ply, DE key    -> A number of candidates
;   _joban_choose                    -> BC move
;   _joban_other                     -> BC move or 0
;
; All registers are lost. Stack: at most 10 bytes below the return address.

        .module joban_probe
        .include "joban_zobrist.inc"
        .include "joban_probe_book.inc"

        .globl  _joban_zobrist, _joban_probe_book
        .globl  _joban_board, _joban_hand, _joban_side

        .area   _DATA
_joban_random::
        .ds     1
hit:    .ds     2       ; first candidate; after choose the other one
found:  .ds     1       ; number of candidates; during the search the ply

        .area   _CODE

; First hand value of Black's P L N S B R G, then of White's.
joban_hand_start::
        .db     0, 18, 22, 26, 30, 32, 34
        .db     38, 56, 60, 64, 68, 70, 72

_joban_update::
        ld      a, c
        add     a, a            ; carry: lowest bit of the source
        ld      a, b
        rla
        ld      h, a            ; promotion in bit 7, source below
        ld      a, c
        and     a, #0x7f
        ld      l, a            ; target
        ld      b, d
        ld      c, e            ; the key stays in BC from here
        push    hl
        ld      a, h
        and     a, #0x7f
        sub     a, #81
        jr      nc, dropped
        add     a, #81
        ld      e, a
        call    joban_piece_on
        push    af
        call    joban_toggle_piece
        pop     af
        pop     de              ; promotion and target
        push    de
        bit     7, d
        jr      z, 1$
        add     a, #8           ; promotion: the code rises by 8 for both sides
1$:     call    joban_toggle_piece
        pop     de
        call    joban_piece_on
        or      a, a
        jr      z, toggle_side
        push    af
        call    joban_toggle_piece
        pop     af
        cp      a, #15
        jr      c, 2$
        sub     a, #14
2$:     cp      a, #9
        jr      c, 3$
        sub     a, #8
3$:     dec     a
        ld      hl, #JOBAN_ZOBRIST_HANDS
        call    toggle_hand
toggle_side:
        ld      hl, #JOBAN_ZOBRIST_SIDE
        jr      joban_toggle

dropped:
        push    af
        ld      hl, #JOBAN_ZOBRIST_HANDS - 1
        call    toggle_hand
        pop     hl              ; H: kind
        ld      a, (_joban_side)
        or      a, a
        jr      z, 1$
        ld      a, #14
1$:     inc     a
        add     a, h
        pop     de              ; E: target
        call    joban_toggle_piece
        jr      toggle_side

; E square -> A piece byte, D 0
joban_piece_on::
        ld      d, #0
        ld      hl, #_joban_board
        add     hl, de
        ld      a, (hl)
        ret

; A kind 0..6 in the hand of the side to move, HL index of the value of the first piece
toggle_hand:
        push    hl
        ld      e, a
        ld      a, (_joban_side)
        or      a, a
        jr      z, 1$
        ld      a, #7
1$:     add     a, e
        ld      e, a
        ld      d, #0
        ld      hl, #_joban_hand
        add     hl, de
        ld      a, (hl)
        ld      hl, #joban_hand_start
        add     hl, de
        add     a, (hl)
        ld      e, a
        pop     hl
        jr      toggle_at

; A piece byte, E square: 80 * code + (code + square), where 5 * code fits a byte
joban_toggle_piece::
        ld      l, a
        add     a, e
        ld      e, a
        ld      a, l
        add     a, a
        add     a, a
        add     a, l
        ld      l, a
        ld      h, #0
        ld      d, h
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, hl
        add     hl, de
        ld      de, #-81
toggle_at:
        add     hl, de
; HL index of a value; BC ^= the value
joban_toggle::
        ld      de, #_joban_zobrist
.if JOBAN_ZOBRIST_LAYOUT - 1
.if JOBAN_ZOBRIST_LAYOUT
        add     hl, hl          ; a table: two bytes a value
.endif
        add     hl, de
        ld      a, (hl+)
        xor     a, c
        ld      c, a
        ld      a, (hl)
        xor     a, b
        ld      b, a
        ret
.else
        srl     h
        rr      l               ; carry: starts in the middle of a byte
        jr      c, 1$
        add     hl, de
        ld      a, (hl+)
        xor     a, c
        ld      c, a
        ld      a, (hl)
        xor     a, b
        ld      b, a
        ret
1$:     add     hl, de
        call    middle
        xor     a, c
        ld      c, a
        call    middle
        xor     a, b
        ld      b, a
        ret
middle:
        ld      a, (hl+)
        and     a, #0xf0
        ld      d, a
        ld      a, (hl)
        and     a, #0x0f
        or      a, d
        swap    a
        ret
.endif

_joban_lookup::
        ld      (found), a
        ld      bc, #JOBAN_PROBE_BOOK_STEP
        ld      hl, #_joban_probe_book - 6
1$:     add     hl, bc
        push    hl
        scf                     ; wanted - entry - 1: no borrow if the entry is below
        ld      a, e
        sbc     a, (hl)
        inc     hl
        ld      a, d
        sbc     a, (hl)
        inc     hl
        inc     hl
        inc     hl
        inc     hl
        ld      a, (found)
        sbc     a, (hl)
        pop     hl
        jr      nc, 2$
        ld      a, l
        sub     a, c
        ld      l, a
        ld      a, h
        sbc     a, b
        ld      h, a
2$:     srl     b
        rr      c
        bit     0, c            ; the first odd step is 3, half an entry
        jr      z, 1$
        ld      c, #6
        add     hl, bc
        ld      a, l
        ld      (hit), a
        ld      a, h
        ld      (hit + 1), a
        call    same
        jr      nz, 3$
        inc     b
        inc     hl
        call    same
        jr      nz, 3$
        inc     b
3$:     ld      a, b
        ld      (found), a
        ret

; HL entry -> zero flag if it is what is wanted, and then HL its last byte
same:
        ld      a, e
        cp      a, (hl)
        ret     nz
        inc     hl
        ld      a, d
        cp      a, (hl)
        ret     nz
        inc     hl
        inc     hl
        inc     hl
        inc     hl
        ld      a, (found)
        cp      a, (hl)
        ret

_joban_choose::
        call    candidates
        or      a, a
        ret     z
        dec     a
        jr      z, move_of
        push    hl
        ld      hl, #_joban_random
        ld      a, (hl)
        ld      c, a
        rrca
        and     a, #0x80
        xor     a, c
        ld      c, a
        swap    a
        rrca
        and     a, #0x07
        xor     a, c
        ld      c, a
        add     a, a
        add     a, a
        add     a, a
        xor     a, c
        ld      (hl), a
        pop     hl
        ld      bc, #4
        add     hl, bc
        cp      a, (hl)
        inc     hl
        inc     hl              ; the second
        jr      nc, move_of
        ld      a, l
        ld      (hit), a
        ld      a, h
        ld      (hit + 1), a
        ld      bc, #-6
        add     hl, bc
; HL entry -> BC its move
move_of:
        inc     hl
        inc     hl
        ld      a, (hl+)
        ld      c, a
        ld      b, (hl)
        ret

_joban_other::
        call    candidates
        cp      a, #2
        jr      z, move_of
        ret

; -> HL the entry in `hit`, A their number, BC 0
candidates:
        ld      hl, #hit
        ld      a, (hl+)
        ld      c, a
        ld      b, (hl)
        inc     hl
        ld      a, (hl)
        ld      h, b
        ld      l, c
        ld      bc, #0
        ret
