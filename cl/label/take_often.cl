/*
 * take_often - the kernel of results by label for many labels on a GPU: each element goes to its
 * label's cell, or, if its label is frequent, to a place of the group's (cl/label/often.cl). An
 * item takes CLR_LABELS_AHEAD neighbours at a time: neighbours of one label and row, which are
 * common in sorted data, it adds up first.
 */
/* An element's change and its label. */
typedef struct clr_work {
    clr_change change;
    ulong label;
} clr_work;

CLR_FN bool clr_is_alike(const clr_work a, const clr_work b)
{
    return a.label == b.label && a.change.row == b.change.row;
}

/* Moves a's numbers into b. */
CLR_FN void clr_hand_on(clr_work *a, clr_work *b)
{
#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++) {
        b->change.x[k] += a->change.x[k];
        a->change.x[k] = 0;
    }
    b->change.count += a->change.count;
    a->change.count = 0;
}

/* Adds a change; returns the rows changed. Whether the label has an element other than -0 is left
 * to cl/label/settle.cl. */
CLR_FN uint clr_do_work(const clr_sum_cache cache, __global uint *seen, __global clr_told *told,
                        const clr_work work)
{
    const uint met = work.change.seen & ~(uint)CLR_CHANGE_SEEN;
    uint rows      = 0;

#pragma unroll
    for (uint k = 0; k < CLR_CHANGES; k++)
        if (work.change.x[k]) {
            clr_add_to_cache(cache, work.label, work.change.row + k, work.change.x[k]);
            rows |= CLR_ROW_BIT(work.change.row + k);
        }
    if (work.change.count)
        clr_add_to_cache(cache, work.label, CLR_CELL_LONGS - 1, work.change.count);
    if (met)
        clr_mark_seen(seen, told, work.label, met);
    return rows;
}

/* The change of an element; of one whose label has no result a change of nothing. */
CLR_FN clr_work clr_work_of(const clr_memory memory, const clr_inputs inputs, const ulong label,
                            const ulong results, const ulong i, const ulong n, uint *strays)
{
    const bool goes  = CLR_COUNTS_READ(inputs);
    const bool is_in = goes && label < results;
    clr_work work;

    work.change = clr_change_of(memory, inputs, i, n);
    work.label  = label;
    if (!is_in) {
#pragma unroll
        for (uint k = 0; k < CLR_CHANGES; k++)
            work.change.x[k] = 0;
        work.change.count = 0;
        work.change.seen  = 0;
    }
    *strays += goes && !is_in ? 1 : 0;
    return work;
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_LABEL_PARAMETERS, __local ulong *local_cells, const uint place_count)
{
    const clr_memory memory = {0};
    const ulong all   = clr_count_there(counts, count_index, n);
    const ulong own   = clr_count_from(all, base, count);
    const ulong whole = own / CLR_LABELS_AHEAD;
    const clr_sum_cache cache =
        clr_sum_cache_of(local_cells, clr_cells_of(numbers, between, rows_apart), place_count);
    ulong    element = whole * CLR_LABELS_AHEAD + get_global_id(0);
    uint     rows    = 0;
    uint     strays  = 0; /* a launch has fewer than 2^32 elements */
    clr_span span;
    CLR_LABELS_SET

    CLR_SET_INPUTS
    span.aligned = true;
    span.alike   = true;
    clr_clear_cache(cache);
    CLR_GROUP_BARRIER
    for (ulong k = get_global_id(0); k < whole; k += get_global_size(0)) {
        const ulong first = k * CLR_LABELS_AHEAD;
        clr_inputs inputs[CLR_LABELS_AHEAD];
        ulong      ahead[CLR_LABELS_AHEAD];
        clr_work   works[CLR_LABELS_AHEAD];

#pragma unroll
        for (uint u = 0; u < CLR_LABELS_AHEAD; u++) {
            ahead[u]  = clr_cell_for(own_labels, first + u);
            inputs[u] = clr_read_inputs(span, first + u);
        }
#pragma unroll
        for (uint u = 0; u < CLR_LABELS_AHEAD; u++) {
            works[u] = clr_work_of(memory, inputs[u], ahead[u], results, base + first + u, all,
                                   &strays);
            if (u && clr_is_alike(works[u - 1], works[u]))
                clr_hand_on(&works[u - 1], &works[u]);
        }
#pragma unroll
        for (uint u = 0; u < CLR_LABELS_AHEAD; u++)
            rows |= clr_do_work(cache, seen, told, works[u]);
    }
    for (; element < own; element += get_global_size(0))
        rows |= clr_do_work(cache, seen, told,
                            clr_work_of(memory, clr_read_inputs(span, element),
                                        clr_cell_for(own_labels, element), results,
                                        base + element, all, &strays));
    clr_tell_outside(outside, strays);
    if (rows)
        atomic_or(cache.rows, rows);
    CLR_GROUP_BARRIER
    clr_flush_cache(cache);
    if (CLR_ITEM == 0)
        clr_tell_rows(told, *cache.rows);
}
