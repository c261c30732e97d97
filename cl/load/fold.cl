/* fold - what every load piece does alike: fold vectors by runs. */

/*
 * A run of CLR_LOADS vectors, `step` of them apart. What is in flight are inputs, which are small:
 * states can be many times wider, and there is but one of those at a time.
 */
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

/* A tile: a run an item, whose vectors lie a group apart. */
#define CLR_TILE (CLR_GROUP_SIZE * CLR_LOADS)

CLR_FN clr_lanes_state clr_fold_tile(const clr_memory memory, const clr_span span,
                                     const clr_lanes_state state, const ulong first)
{
    return clr_fold_run(memory, span, state, first, CLR_GROUP_SIZE);
}

/*
 * Tiles from the front of a share until the group's items meet; `turn` is how many tiles it has
 * folded. Both move on in place: a loop with a copy of the share takes 75 registers for 62 on an
 * H200, and a quarter of its groups (docs/history/2026-11-23-compiling.md, "Meetings of a group's
 * items on an H200"). The loop ends in one place: with a break PoCL 3.1 fails an assertion for
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
