/*
 * take_ahead - the kernel of results by label for few labels on a GPU: each element goes to its
 * label's cell in the group's own local memory, and the group adds its cells to the others' at its
 * end. An item has CLR_LABELS_AHEAD labels and elements in flight: with four an exact sum by two
 * labels took 265 us of an H200 for 346 (docs/history/2026-11-23-columns-masks-keys-labels.md,
 * "Labels").
 */
/* Takes an element; returns 1 if its label has no result. `passed` has the rows outside the window
 * that the item has noted for its group (cl/label/exact_near.cl). */
CLR_FN uint clr_take_one(const clr_near near, const ulong label, const clr_memory memory,
                         const clr_inputs inputs, const ulong i, const ulong n, uint *passed)
{
    const bool goes = CLR_COUNTS_READ(inputs);

    if (goes && label < near.results)
        clr_near_take(near, (uint)label, memory, inputs, i, n, passed);
    return goes && label >= near.results ? 1 : 0;
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_near(CLR_LABEL_PARAMETERS, __local ulong *near_cells, const uint rows,
                     const uint turn)
{
    const clr_memory memory = {0};
    const ulong all = clr_count_there(counts, count_index, n);
    const ulong own = clr_count_from(all, base, count);
    ulong    k       = 0;
    ulong    element = get_global_id(0) * apart;
    uint     strays  = 0;
    uint     passed  = 0;
    clr_near near;
    clr_span span;
    CLR_LABELS_SET

    CLR_SET_INPUTS
    span.aligned = true;
    span.alike   = true;
    near = clr_near_of(near_cells, clr_cells_of(numbers, between, rows_apart), seen,
                       (uint)results, rows, turn);
    clr_near_clear(near);
    CLR_GROUP_BARRIER
    if (element < own)
        clr_near_look(near, memory, clr_read_inputs(span, element), base + element, all);
    CLR_GROUP_BARRIER
    near = clr_near_looked(near);
    for (; k + CLR_LABELS_AHEAD <= most && element + (CLR_LABELS_AHEAD - 1) * step < own;
         k += CLR_LABELS_AHEAD) {
        ulong      ahead[CLR_LABELS_AHEAD];
        clr_inputs inputs[CLR_LABELS_AHEAD];

#pragma unroll
        for (uint u = 0; u < CLR_LABELS_AHEAD; u++) {
            ahead[u]  = clr_cell_for(own_labels, element + u * step);
            inputs[u] = clr_read_inputs(span, element + u * step);
        }
#pragma unroll
        for (uint u = 0; u < CLR_LABELS_AHEAD; u++) {
            strays += clr_take_one(near, ahead[u], memory, inputs[u], base + element, all, &passed);
            element += step;
        }
    }
    for (; k < most && element < own; k++, element += step)
        strays += clr_take_one(near, clr_cell_for(own_labels, element), memory,
                               clr_read_inputs(span, element), base + element, all, &passed);
    if (turn == 0)
        clr_tell_outside(outside, strays);
    CLR_GROUP_BARRIER
    clr_near_tell(near, told);
}
