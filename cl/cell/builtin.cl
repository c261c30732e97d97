/* builtin - merges into the cell of finish atomic (cl/finish/cell.cl) a state that is one integer,
 * by OpenCL's own atomic. */
typedef CLR_MACHINE clr_cell;

CLR_FN clr_cell clr_cell_from(const clr_state state)
{
    return (clr_cell)state;
}

CLR_FN clr_state clr_state_from(const clr_cell cell)
{
    return (clr_state)cell;
}

CLR_FN void clr_merge_into(volatile __global clr_cell *cell, const clr_state state)
{
    CLR_ATOMIC(cell, clr_cell_from(state));
}
