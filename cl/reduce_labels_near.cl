/*
 * reduce_labels_near - as clr_reduce() of cl/reduce_labels.cl, where results are so few that a group
 * has cells of its own for them: those are added to the labels' when it is done.
 */
/*
 * needs:    clr_near clr_change CLR_CHANGES clr_near_add CLR_CHANGE_SEEN CLR_CELL_LONGS
 *           clr_near_tell
 * provides: clr_near_take
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
