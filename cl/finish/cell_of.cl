/*
 * cell - all states are merged into one cell, by atomics of cl/cell or without. A launch of one
 * work-item before clears the cell; a launch of one work-item after delivers its state.
 */
CLR_FN __global clr_cell *clr_cell_of(__global uint *ticket)
{
    return (__global clr_cell *)(ticket + 2);
}
