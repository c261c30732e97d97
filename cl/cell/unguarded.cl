/* unguarded - a lesson that is wrong by design: merges into the cell of finish atomic by a plain
 * read and write, between which other items read and write it, too, so that their states are
 * lost. */
typedef clr_state clr_cell;

CLR_FN clr_cell clr_cell_from(const clr_state state)
{
    return state;
}

CLR_FN clr_state clr_state_from(const clr_cell cell)
{
    return cell;
}

CLR_FN void clr_merge_into(volatile __global clr_cell *cell, const clr_state state)
{
    *(__global clr_cell *)cell = clr_m0_combine(clr_m0_read_state(cell), state);
}
