/*
 * reduce_labels_near - cl/reduce_labels.cl for few labels on a CPU: an item, which is a group, has
 * rows of its own for each label (cl/label/near_alone.cl), to which it adds without atomics, and
 * adds them to the cells in the end. Numbers for rows that it does not have go to the cells at
 * once.
 */
/* The row behind the last that element i changes, by which cl/label/take_rows.cl places the window:
 * the rows of each label that the item has, from near.first on. */
CLR_FN uint clr_near_look(const clr_memory memory, const clr_inputs inputs, const ulong i,
                          const ulong n)
{
    return clr_change_of(memory, inputs, i, n).row + CLR_CHANGES;
}

/* Places the window of rows below `top`. */
CLR_FN clr_near clr_near_looked(const clr_near near, const uint top)
{
    clr_near looked = near;

    looked.first = max(top, near.rows) - near.rows;
    return looked;
}

/* Adds to a row outside the window; returns whether it may have been 0 before. */
CLR_FN bool clr_near_pass(const clr_near near, const uint label, const uint row, const ulong x,
                          uint *others)
{
    *others |= CLR_ROW_BIT(row);
    return clr_add_to(clr_cell_of(near.cells, label) + row * near.cells.apart, x);
}

/* Adds a change; `others` are the rows changed outside the window. Returns the first row changed,
 * counted from the window's begin, or the window's last row if it is outside: for prefetching. */
CLR_FN uint clr_near_take(const clr_near near, const uint label, const clr_change change,
                          uint *others)
{
    uint seen = change.seen;

#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++) {
        const uint row = change.row + k;

        if (!change.x[k])
            continue;
        if (row - near.first < near.rows
                ? clr_near_add(near, row - near.first, label, change.x[k])
                : clr_near_pass(near, label, row, change.x[k], others))
            seen |= CLR_CHANGE_SEEN;
    }
    if (change.count)
        clr_near_add(near, near.rows, label, change.count);
    if (seen)
        clr_near_tell(near, label, seen);
    return min(change.row - near.first, near.rows - 1);
}

/* Adds the item's rows to the cells; returns the rows changed. */
CLR_FN uint clr_near_hand_over(const clr_near near, __global uint *seen)
{
    uint rows = 0;

    for (uint own = 0; own < near.longs; own++) {
        const uint row = own < near.rows ? near.first + own : CLR_CELL_LONGS - 1;

        for (uint label = 0; label < near.results; label++) {
            const ulong sum = near.numbers[(ulong)own * near.results + label];

            if (sum) {
                clr_add_to(clr_cell_of(near.cells, label) + row * near.cells.apart, sum);
                rows |= CLR_ROW_BIT(row);
            }
        }
    }
    for (uint label = 0; label < near.results; label++)
        if (near.seen[label])
            atomic_or(&seen[label], near.seen[label]);
    return rows;
}
