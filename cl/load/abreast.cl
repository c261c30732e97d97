/*
 * abreast - a team of items folds CLR_ABREAST results of contiguous elements side by side, so that
 * loads of all of them are in flight at once: two are best for fast sums of f32 on an H200, four
 * cost 5 to 20 % (docs/history/2026-11-23-rows-and-segments.md, "Teams"). The team's items take
 * each result's vectors in turn, and the elements outside vectors, its edges, in turn: item `first`
 * of `step` items takes numbers first, first + step, ... A clr_along is the item's state of a
 * result's vectors (cl/load/along_lanes.cl, along_brief.cl).
 */
/* The cell of local memory for the item's state of result `abreast`. */
CLR_FN uint clr_cell_of(const uint abreast)
{
    return abreast * CLR_GROUP_SIZE + CLR_ITEM;
}

CLR_FN void clr_vectors_abreast(const clr_memory memory, const clr_row_vectors *rows,
                                const uint first, const uint step, clr_along *alongs)
{
    uint most = 0;

#pragma unroll
    for (uint r = 0; r < CLR_ABREAST; r++) {
        most = max(most, rows[r].vectors);
    }
    for (uint vector = first; vector < most; vector += step) {
        clr_lanes_inputs inputs[CLR_ABREAST];

#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            if (vector < rows[r].vectors)
                inputs[r] = clr_read_vector_abreast(memory, rows[r], vector);
        }
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            if (vector < rows[r].vectors)
                alongs[r] = clr_along_take_one(memory, alongs[r], inputs + r,
                                               rows[r].head + vector * CLR_LANES,
                                               rows[r].span.total);
        }
    }
}

/* The index in its result of edge element number `edge`: edges lie in front of the vectors and
 * behind them. */
CLR_FN uint clr_edge_of(const clr_row_vectors row, const uint edge)
{
    return edge < row.head ? edge : edge + row.vectors * CLR_LANES;
}

CLR_FN clr_inputs clr_read_edge_abreast(const clr_memory memory, const clr_row_vectors row,
                                        const uint edge)
{
    const uint i = clr_edge_of(row, edge);

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(row.span, i), CLR_STORED_SIZE);
    return clr_read_inputs(row.span, i);
}

CLR_FN void clr_edges_abreast(const clr_memory memory, const clr_row_vectors *rows,
                              const uint first, const uint step, clr_state *states)
{
    uint most = 0;

#pragma unroll
    for (uint r = 0; r < CLR_ABREAST; r++) {
        most = max(most, rows[r].edges);
    }
    for (uint edge = first; edge < most; edge += step) {
        clr_inputs inputs[CLR_ABREAST];

#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            if (edge < rows[r].edges)
                inputs[r] = clr_read_edge_abreast(memory, rows[r], edge);
        }
#pragma unroll
        for (uint r = 0; r < CLR_ABREAST; r++) {
            if (edge < rows[r].edges)
                states[r] = clr_fold_one(memory, states[r], inputs + r, clr_edge_of(rows[r], edge),
                                         0, rows[r].span.total);
        }
    }
}

/* Folds the results of a team: states[r] is what item `first` of `step` items has of result r.
 * clr_runs_abreast() takes vectors by whole runs, where a team folds runs, and returns the first
 * vector left. */
CLR_FN void clr_fold_abreast(const clr_memory memory, const clr_row_vectors *rows, const uint first,
                             const uint step, clr_state *states)
{
    clr_along alongs[CLR_ABREAST];

#pragma unroll
    for (uint r = 0; r < CLR_ABREAST; r++) {
        alongs[r] = clr_along_none();
        states[r] = clr_none();
    }
    clr_edges_abreast(memory, rows, first, step, states);
    clr_vectors_abreast(memory, rows, clr_runs_abreast(memory, rows, first, step, alongs), step,
                        alongs);
#pragma unroll
    for (uint r = 0; r < CLR_ABREAST; r++) {
        states[r] = clr_combine(memory, states[r], clr_along_state(memory, alongs[r]));
    }
}
