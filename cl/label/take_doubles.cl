/*
 * take_doubles - an item's elements are added to the doubles that it has of their labels alone, until
 * that loses much. Those that are left then go to rows: to the item's own if it has all, else to those
 * of all. Nothing is counted twice or left out, as each element goes one way, and what the doubles have
 * goes to the rows of all before the item's own take their memory.
 */
#define CLR_TRIED     4096u /* elements after which an item looks what they lost: ... */
#define CLR_LOST_MOST 256u  /* ... so many changes of rows take as long as doubles save of the others */

/* From element `first` on. Returns that behind the last one taken. */
CLR_FN ulong clr_take_while_little_is_lost(const clr_doubles own, const clr_stretch stretch,
                                           const ulong first, uint *rows, uint *strays)
{
    ulong i    = first;
    uint  lost = 0;

    while (i < stretch.end && lost <= CLR_LOST_MOST) {
        const ulong tried = min(stretch.end, i + CLR_TRIED);

        lost = 0;
        for (; i < tried; i++) {
            const clr_inputs inputs = clr_read_inputs(stretch.span, i);
            const ulong label = clr_stretch_label(stretch, i);

            if (i + CLR_AHEAD < stretch.end)
                clr_bring(clr_doubles_sum(own, clr_stretch_label(stretch, i + CLR_AHEAD)));
            if (clr_stretch_goes(stretch, inputs, label, strays))
                lost += clr_doubles_take(own, (uint)label,
                                         clr_m0_element_of(inputs, stretch.base + i, stretch.all),
                                         rows);
        }
    }
    return i;
}

/* Returns the rows of all that change. */
CLR_FN uint clr_take_doubles(const clr_near near, __global uint *seen, const clr_stretch stretch,
                             const ulong first, uint *strays)
{
    const clr_doubles own = clr_doubles_of(near, seen);
    uint  rows = 0;
    ulong left;

    clr_doubles_begin(own);
    left = clr_take_while_little_is_lost(own, stretch, first, &rows, strays);
    rows |= clr_doubles_hand_over(own);
    if (left >= stretch.end)
        return rows;
    return rows | (near.rows == CLR_CELL_ROWS ? clr_take_rows(near, seen, stretch, left, strays)
                                              : clr_take_far(near, seen, stretch, left, strays));
}
