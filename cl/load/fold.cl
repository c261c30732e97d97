/* fold - folding vectors by runs, for all load pieces. */

/* Folds a run of CLR_LOADS vectors, `step` apart. In flight are inputs, which are small: states can
 * be many times wider, and an item has one. */
CLR_FN clr_lanes_state clr_fold_run(const clr_memory memory, const clr_span span,
                                    clr_lanes_state state, const ulong first, const uint step)
{
    clr_lanes_inputs inputs[CLR_LOADS];

#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++) {
        inputs[load] = clr_read_vector(memory, span, first + load * step);
    }
    state = clr_lanes_fold_tile(memory, state, inputs, clr_index_of(span, first), step * CLR_LANES,
                                span.total);
    CLR_FOLD_ASIDE
    return state;
}

/* Folds a tile: a run for each item, with vectors a group apart. */
#define CLR_TILE (CLR_GROUP_SIZE * CLR_LOADS)

CLR_FN clr_lanes_state clr_fold_tile(const clr_memory memory, const clr_span span,
                                     const clr_lanes_state state, const ulong first)
{
    return clr_fold_run(memory, span, state, first, CLR_GROUP_SIZE);
}

/*
 * Folds tiles from the front of a share up to the group's next barrier; `turn` counts tiles folded.
 * Both are changed in place: with a copy of the share the loop takes 75 registers in place of 62 on
 * an H200, and fits a quarter fewer groups (docs/history/2026-11-23-compiling.md, "Meetings of a
 * group's items on an H200"). The loop has one exit: with a break PoCL 3.1 fails an assertion for
 * groups of two items.
 */
CLR_FN clr_lanes_state clr_fold_to_meeting(const clr_memory memory, const clr_span span,
                                           clr_lanes_state state, clr_share *share, uint *turn)
{
    bool meets = false;

    for (; share->first < share->end && !meets; share->first += share->step) {
        state = clr_fold_tile(memory, span, clr_before_tile(state, *turn),
                              share->first * CLR_TILE + CLR_ITEM);
        meets = clr_meets_after(++*turn);
    }
    return state;
}
