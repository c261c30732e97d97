/* sum - a label's cell is an integer that is added to. */
/*
 * needs:    clr_memory clr_inputs clr_state clr_fold_one clr_none clr_add_to
 * provides: clr_cell_clear clr_cell_take clr_cell_carry clr_cell_state clr_cell_count
 */
CLR_FN void clr_cell_clear(__global ulong *cell)
{
    *cell = 0;
}

CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const clr_inputs inputs,
                          const ulong i, const ulong n, const uint turn)
{
    const clr_state x = clr_fold_one(memory, clr_none(), &inputs, i, 0, n);

    if (x)
        clr_add_to(cell, x);
    return 0;
}

CLR_FN void clr_cell_carry(__global ulong *cell)
{
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const uint seen)
{
    return *cell;
}

CLR_FN ulong clr_cell_count(__global const ulong *cell, const uint seen)
{
    return 1;
}
