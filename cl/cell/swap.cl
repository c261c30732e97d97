/*
 * swap - merges into the cell of finish atomic (cl/finish/cell.cl) any state of 32 or 64 bits, by
 * compare-and-swap: it combines with the cell's content, puts the result there if the content is
 * unchanged, else tries again. The first try guesses the content, as a plain read while others swap
 * would be a race.
 */
typedef CLR_CELL_BITS clr_cell;

typedef union clr_either {
    clr_state state;
    clr_cell cell;
} clr_either;

CLR_FN clr_cell clr_cell_from(const clr_state state)
{
    clr_either either;

    either.cell  = 0; /* zeroes the padding of a state shorter than a cell */
    either.state = state;
    return either.cell;
}

CLR_FN clr_state clr_state_from(const clr_cell cell)
{
    clr_either either;

    either.cell = cell;
    return either.state;
}

CLR_FN void clr_merge_into(volatile __global clr_cell *cell, const clr_state state)
{
    clr_cell seen = clr_cell_from(clr_none());
    clr_cell found;

    for (;;) {
        found = CLR_ATOMIC(cell, seen, clr_cell_from(clr_m0_combine(clr_state_from(seen), state)));
        if (found == seen)
            return;
        seen = found;
    }
}
