/* take - the kernel of results by label for many labels: each element that is taken is folded into
 * its label's cell in global memory, by whichever item reads it. Its alternatives are take_often,
 * take_ahead and take_near (cl/label). */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_LABEL_PARAMETERS, const uint turn)
{
    const clr_memory memory = {0};
    const clr_cells  cells  = clr_cells_of(numbers, between, rows_apart);
    const ulong all = clr_count_there(counts, count_index, n);
    const ulong own = clr_count_from(all, base, count);
    ulong    element  = get_global_id(0) * apart;
    uint     rows     = 0;
    uint     strays   = 0; /* a launch has fewer than 2^32 elements */
    clr_span span;
    CLR_LABELS_SET

    CLR_SET_INPUTS
    span.aligned = true;
    span.alike   = true;
    for (ulong k = 0; k < most && element < own; k++, element += step) {
        if (CLR_COUNTS_READ(clr_read_inputs(span, element))) {
            const ulong label = clr_cell_for(own_labels, element);

            if (label < results) {
                const uint met = clr_cell_take(memory, clr_cell_of(cells, label), rows_apart,
                                               clr_read_inputs(span, element), base + element, all,
                                               turn, &rows);

                if (met)
                    clr_mark_seen(seen, told, label, met);
            } else {
                strays++;
            }
        }
    }
    clr_tell_rows(told, rows);
    if (turn == 0)
        clr_tell_outside(outside, strays);
}
