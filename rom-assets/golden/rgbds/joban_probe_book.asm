; The probe's copy of the book: padded with 0xFF to a power of two, and one such entry more.
; Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
; Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
; Key table: full, seed 0

SECTION "joban_probe_book", ROM0

joban_probe_book::
    dw $FF00, $1E3B ; ply 0 7g7f
    db $9C, $00
    dw $FF00, $078E ; ply 0 2g2f
    db $64, $00
    dw $0001, $20C2 ; ply 1 8c8d
    db $FF, $01
    dw $8000, $0A15 ; ply 1 3c3d
    db $FF, $01
    dw $1234, $1E3B ; ply 3 7g7f
    db $40, $03
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
    dw $FFFF, $FFFF ; no entry
    db $FF, $FF
