/* cell_of - where the one cell of a launch lies: behind the two counters of the ticket. */
CLR_FN __global clr_cell *clr_cell_of(__global uint *ticket)
{
    return (__global clr_cell *)(ticket + 2);
}
