/* nvidia - the cell is an f64, added to by PTX's red.add.f64 (compute capability 6.0). */
/*
 * needs:    clr_state
 * provides: clr_cell clr_cell_from clr_state_from clr_merge_into
 */
typedef double clr_cell;

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
    __asm__ volatile("red.global.add.f64 [%0], %1;" ::"l"(cell), "d"(state) : "memory");
}
