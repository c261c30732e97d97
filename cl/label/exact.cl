/* exact - cells of labels for exact sums of floats: a cell is the sum's rows (cl/label/rows.cl),
 * and a count if the result needs one. */
CLR_FN ulong clr_cell_blank(void)
{
    return 0;
}

/* Clears the rows that elements have changed: bits CLR_ROW_BIT of `rows`. */
CLR_FN void clr_cell_clear(__global ulong *cell, const ulong apart, const uint rows)
{
    for (uint row = 0; row < CLR_CELL_ROWS; row++)
        if (rows & CLR_ROW_BIT(row))
            cell[row * apart] = 0;
#if CLR_COUNTED
    cell[(CLR_CELL_LONGS - 1) * apart] = 0;
#endif
}

/* The `seen` bit of a label that has an element other than 0: set by the item that finds a row at
 * 0, as the first item to add does. */
#define CLR_CHANGE_SEEN    CLR_SEEN_OTHER
#define CLR_MET_MINUS_ZERO CLR_SEEN_MINUS_ZERO

CLR_FN clr_change clr_change_of(const clr_memory memory, const clr_inputs inputs, const ulong i,
                                const ulong n)
{
    const clr_m0_element e = clr_m0_element_of(inputs, i, n);
    clr_change change      = clr_m0_change_of(e);

#if CLR_COUNTED
    CLR_COUNT_ELEMENTS(change.count, e)
#endif
    return change;
}

CLR_FN void clr_cell_carry(__global ulong *cell, const ulong apart)
{
    clr_m0_carry_rows(cell, apart);
}

CLR_FN clr_state clr_cell_state(__global const ulong *cell, const ulong apart,
                                const uint seen, const uint rows)
{
    const clr_state state = {(ulong)(uintptr_t)cell, apart, seen, rows};

    return state;
}

/* The label's count, as far as the result needs it. */
CLR_FN ulong clr_cell_count(__global const ulong *cell, const ulong apart, const uint seen)
{
#if CLR_COUNTED
    return cell[(CLR_CELL_LONGS - 1) * apart];
#else
    return 1;
#endif
}
