/*
 * take_doubles - an item's elements are added to its doubles, one a label (cl/label/doubles.cl),
 * until many additions are inexact; the remaining elements go to rows: to the item's own if it has
 * all rows, else to the cells. Without that random bits by 32 labels took 407 ms for 71
 * (docs/history/2026-11-25-cpu-shapes.md, "A double for each label"). Each element goes to one of
 * the two, and the doubles are added to the cells before the item's rows reuse their memory.
 */
#define CLR_TRIED     4096u /* elements after which an item counts inexact additions: ... */
#define CLR_LOST_MOST 256u  /* ... with so many, changing rows costs what doubles save */

/* Takes elements from `first` on, until too many additions are inexact; returns the first one not
 * taken. */
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

            if (i + CLR_ELEMENTS_AHEAD < stretch.end)
                clr_bring(clr_doubles_sum(own, clr_stretch_label(stretch, i + CLR_ELEMENTS_AHEAD)));
            if (clr_stretch_goes(stretch, inputs, label, strays))
                lost += clr_doubles_take(own, (uint)label,
                                         clr_m0_element_of(inputs, stretch.base + i, stretch.all),
                                         rows);
        }
    }
    return i;
}

/* Takes all elements from `first` on; returns the cells' rows changed. */
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
