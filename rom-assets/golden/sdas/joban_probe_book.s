; The probe's copy of the book: padded with 0xFF to a power of two, and one such entry more.
; Written by joban 0.0.0. Revisions: assets 1, book 1, keys 1.
; Book: 5 entries, sha256 1dc0a9d0219cd3aa7c1692e1bf5f2e95a49de336d2ef56433d0ea736e99f53d3
; Key table: full, seed 0

        .module joban_probe_book
        .area   _CODE
_joban_probe_book::
        .dw     0xff00, 0x1e3b ; ply 0 7g7f
        .db     156, 0
        .dw     0xff00, 0x078e ; ply 0 2g2f
        .db     100, 0
        .dw     0x0001, 0x20c2 ; ply 1 8c8d
        .db     255, 1
        .dw     0x8000, 0x0a15 ; ply 1 3c3d
        .db     255, 1
        .dw     0x1234, 0x1e3b ; ply 3 7g7f
        .db     64, 3
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
        .dw     0xffff, 0xffff ; no entry
        .db     255, 255
