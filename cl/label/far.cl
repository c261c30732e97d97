/* far - an element is added to the cell that all groups have of its label. */
/*
 * needs:    clr_memory clr_inputs clr_change clr_change_of CLR_CHANGES clr_add_to CLR_CHANGE_SEEN
 *           CLR_CELL_LONGS
 * provides: clr_cell_take
 */
CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const ulong apart,
                          const clr_inputs inputs, const ulong i, const ulong n, const uint turn)
{
    const clr_change change = clr_change_of(memory, inputs, i, n);
    uint seen = change.seen;

#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        if (change.x[k] && clr_add_to(cell + (change.row + k) * apart, change.x[k]))
            seen |= CLR_CHANGE_SEEN;
    if (change.count)
        clr_add_to(cell + (CLR_CELL_LONGS - 1) * apart, change.count);
    return seen;
}
