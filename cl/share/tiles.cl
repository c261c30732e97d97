/* tiles - tiles, or other work that groups take in turn: first, first + step, ... below end. */
typedef struct clr_share {
    ulong first;
    ulong end;
    ulong step;
} clr_share;
