/*
 * cell - every state is merged into one cell, atomically or not, by a piece of cl/cell. A launch of
 * one work-item before makes the cell ready; a launch of one work-item afterwards delivers its state.
 */
CLR_FN __global clr_cell *clr_cell_of(__global uint *ticket)
{
    return (__global clr_cell *)(ticket + 2);
}
