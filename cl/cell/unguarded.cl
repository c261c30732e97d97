/* unguarded - wrong by design: between an item's reading and its writing others do the same. */
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
