/*
 * exact - a label's cell is a sum's rows, and behind them, if the result needs it, how many elements
 * there were.
 */
/*
 * needs:    CLR_CELL_LONGS clr_memory clr_inputs clr_m0_element clr_m0_element_of CLR_COUNTED
 *           clr_m0_take_rows clr_m0_carry_rows clr_state
 * may use:  CLR_COUNT_ELEMENTS clr_add_to CLR_CELL_ROWS
 * provides: clr_cell_clear clr_cell_take clr_cell_carry clr_cell_state clr_cell_count
 */
CLR_FN void clr_cell_clear(__global ulong *cell)
{
    for (uint row = 0; row < CLR_CELL_LONGS; row++)
        cell[row] = 0;
}

CLR_FN uint clr_cell_take(const clr_memory memory, __global ulong *cell, const clr_inputs inputs,
                          const ulong i, const ulong n, const uint turn)
{
    const clr_m0_element e = clr_m0_element_of(inputs, i, n);

#if CLR_COUNTED
    ulong count = 0;

    CLR_COUNT_ELEMENTS(count, e)
    if (count)
        clr_add_to(cell + CLR_CELL_ROWS, count);
#endif
    return clr_m0_take_rows(cell, e);
}

CLR_FN void clr_cell_carry(__global ulong *cell)
{
    clr_m0_carry_rows(cell);
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const uint seen)
{
    const clr_state state = {cell, seen, 0};

    return state;
}

/* How many elements there were, as far as the result needs to know. */
CLR_FN ulong clr_cell_count(__global const ulong *cell, const uint seen)
{
#if CLR_COUNTED
    return cell[CLR_CELL_ROWS];
#else
    return 1;
#endif
}
