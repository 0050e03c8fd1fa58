; Start of the test ROM. The mailbox and the position have fixed addresses here and are
; `extern` in C: with a constant pointer SDCC 4.2.0 stores some constants to wrong addresses.

        .module crt0
        .globl  _main
        .globl  _mailbox, _choices, _joban_board, _joban_hand, _joban_side

_mailbox     = 0xc000
_joban_board = 0xc020
_joban_hand  = 0xc071
_joban_side  = 0xc07f
_choices     = 0xc100

        .area   _HEADER (ABS)
        .org    0x0100
        nop
        jp      start

        .area   _CODE
start:
        di
        ld      sp, #0xe000
        call    _main
1$:     jr      1$
