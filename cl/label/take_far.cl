/* take_far - takes the elements that remain to a CPU's item after it has given up its doubles
 * (cl/label/take_doubles.cl), if its own memory has no room for all rows: to the cells in global
 * memory by atomics, each number prefetched. Only floats have doubles (src/shape/cells/labels.c),
 * and a float changes one row: of a change there is x[0] alone. */
/* Prefetches the number and the `seen` bits of element i's label; of a label without a result the
 * last one's. */
CLR_FN void clr_far_bring(const clr_near near, __global const uint *seen, const clr_stretch stretch,
                          const ulong i)
{
    const ulong label = min(clr_stretch_label(stretch, i), stretch.results - 1);
    const uint  row   = clr_stretch_change(stretch, clr_read_inputs(stretch.span, i), i).row;

    clr_bring(clr_cell_of(near.cells, label) + row * near.cells.apart);
    clr_bring(seen + label);
}

/* Adds a change to its label's cell; notes the row in `rows`, bits CLR_ROW_BIT. */
CLR_FN void clr_far_take(const clr_near near, __global uint *seen, const uint label,
                         const clr_change change, uint *rows)
{
    uint met = change.seen;

    if (change.x[0] && clr_near_pass(near, label, change.row, change.x[0], rows))
        met |= CLR_CHANGE_SEEN;
    if (change.count)
        clr_add_to(clr_cell_of(near.cells, label) + (CLR_CELL_LONGS - 1) * near.cells.apart,
                   change.count);
    clr_label_tell(seen, label, met);
}

/* Takes elements from `first` on; returns the rows changed, and adds to `strays` the elements whose
 * label has no result. */
CLR_FN uint clr_take_far(const clr_near near, __global uint *seen, const clr_stretch stretch,
                         const ulong first, uint *strays)
{
    uint rows = 0;

    for (ulong i = first; i < stretch.end; i++) {
        const clr_inputs inputs = clr_read_inputs(stretch.span, i);
        const ulong label = clr_stretch_label(stretch, i);

        if (i + CLR_ELEMENTS_AHEAD < stretch.end)
            clr_far_bring(near, seen, stretch, i + CLR_ELEMENTS_AHEAD);
        if (clr_stretch_goes(stretch, inputs, label, strays))
            clr_far_take(near, seen, (uint)label, clr_stretch_change(stretch, inputs, i), &rows);
    }
    return rows;
}
