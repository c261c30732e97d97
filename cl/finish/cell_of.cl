/*
 * cell - every state is merged into one cell, by the way that a piece of cl/cell knows. A launch
 * of one item before makes the cell ready, another afterwards delivers what is in it.
 */
/*
 * needs:    clr_cell
 * provides: clr_cell_of
 */
CLR_FN __global clr_cell *clr_cell_of(__global uint *ticket)
{
    return (__global clr_cell *)(ticket + 2);
}
