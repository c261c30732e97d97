/* take_near - the kernel of results by label on a CPU: an item, which is a group, takes a chunk of
 * consecutive elements to cells of its own (CLR_TAKE_ALONE: cl/label/take_doubles.cl or
 * take_rows.cl), and adds these to the others' cells at its end. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_near(CLR_LABEL_PARAMETERS, __global ulong *near_numbers, const uint longs,
                     const uint rows)
{
    const ulong first = get_global_id(0) * apart;
    const clr_near near = clr_near_of(near_numbers, clr_cells_of(numbers, between, rows_apart),
                                      (uint)results, longs, rows);
    uint strays = 0;
    uint changed;
    clr_span    span;
    clr_stretch stretch;
    CLR_LABELS_SET

    CLR_SET_INPUTS
    span.aligned      = true;
    span.alike        = true;
    stretch.span      = span;
    stretch.labels    = own_labels;
    stretch.base      = base;
    stretch.all       = clr_count_there(counts, count_index, n);
    stretch.end       = min(clr_count_from(stretch.all, base, count), first + most);
    stretch.results   = results;
    changed           = CLR_TAKE_ALONE(near, seen, stretch, first, &strays);
    clr_tell_outside(outside, strays);
    clr_tell_rows(told, changed);
}
