/* runs_abreast - for teams with one result at a time, whose items have no other loads in flight: an
 * item folds runs of CLR_LOADS of its vectors while there are enough. Its alternative is
 * cl/load/no_runs_abreast.cl. */
/* Returns the item's first vector that is in no run. */
CLR_FN uint clr_runs_abreast(const clr_memory memory, const clr_row_vectors *rows, const uint first,
                             const uint step, clr_along *alongs)
{
    uint vector = first;

    for (; vector + (CLR_LOADS - 1) * step < rows[0].vectors; vector += CLR_LOADS * step) {
        clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_vector_abreast(memory, rows[0], vector + load * step);
        }
        alongs[0] =
            clr_along_take_tile(memory, alongs[0], inputs, rows[0].head + vector * CLR_LANES,
                                step * CLR_LANES, rows[0].span.total);
    }
    return vector;
}
