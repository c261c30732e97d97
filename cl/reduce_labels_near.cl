/*
 * reduce_labels_near - as clr_reduce() of cl/reduce_labels.cl, where results are so few that a group
 * has cells of its own for them: those are added to the labels' when it is done.
 */
/*
 * needs:    clr_near clr_change CLR_CHANGES clr_near_add CLR_CHANGE_SEEN CLR_CELL_LONGS
 *           clr_near_tell clr_cells clr_told CLR_ITEM CLR_ITEMS clr_near_value clr_add_to
 *           clr_cell_of CLR_ROW_BIT clr_tell_rows
 * provides: clr_near_take clr_near_hand_over
 */
CLR_FN void clr_near_take(const clr_near near, const uint label, const uint apart,
                            const clr_change change)
{
    uint seen = change.seen;

#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        if (change.x[k] && clr_near_add(near, label + (change.row + k) * apart, change.x[k]))
            seen |= CLR_CHANGE_SEEN;
    if (change.count)
        clr_near_add(near, label + (CLR_CELL_LONGS - 1) * apart, change.count);
    if (seen)
        clr_near_tell(near, label, seen);
}

/* The group's sums go to the cells of all. */
CLR_FN void clr_near_hand_over(const clr_near near, const clr_cells cells, const uint results,
                               __global clr_told *told)
{
    uint rows = 0;

    for (uint row = 0; row < CLR_CELL_LONGS; row++)
        for (uint label = CLR_ITEM; label < results; label += CLR_ITEMS) {
            const ulong sum = clr_near_value(near, row * results + label);

            if (sum) {
                clr_add_to(clr_cell_of(cells, label) + row * cells.apart, sum);
                rows |= CLR_ROW_BIT(row);
            }
        }
    clr_tell_rows(told, rows);
}
