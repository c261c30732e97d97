/* tiles - a group's share of tiles, or of other work taken in turn: first, first + step, ... below
 * end. cl/share/contiguous.cl or interleaved.cl fills it in. */
typedef struct clr_share {
    ulong first;
    ulong end;
    ulong step;
} clr_share;
