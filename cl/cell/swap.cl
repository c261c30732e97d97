/*
 * swap - the cell holds a state's bits, and an item tries until nobody was faster: combine with
 * what was in the cell, put the outcome there if that is in it still. The first try guesses, as
 * reading the cell while others swap would be a race.
 */
typedef CLR_CELL_BITS clr_cell;

typedef union clr_either {
    clr_state state;
    clr_cell cell;
} clr_either;

CLR_FN clr_cell clr_cell_from(const clr_state state)
{
    clr_either either;

    either.cell  = 0; /* of a state shorter than a cell, what lies beside it */
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
