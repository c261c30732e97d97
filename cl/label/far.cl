/* far - adds an element's change to its label's cell in global memory, whose atomics all groups
 * share. Whether the label has an element other than -0 is left to cl/label/settle.cl: to ask here
 * would need the atomics' results. */
CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const ulong apart,
                          const clr_inputs inputs, const ulong i, const ulong n, const uint turn,
                          uint *rows)
{
    const clr_change change = clr_change_of(memory, inputs, i, n);

    /* The atomics' results are unused: a GPU does more such atomics in the same time. */
#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        if (change.x[k]) {
            clr_add_to(cell + (change.row + k) * apart, change.x[k]);
            *rows |= CLR_ROW_BIT(change.row + k);
        }
    if (change.count)
        clr_add_to(cell + (CLR_CELL_LONGS - 1) * apart, change.count);
    return change.seen & ~(uint)CLR_CHANGE_SEEN; /* left to cl/label/settle.cl */
}
