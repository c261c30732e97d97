/*
 * walk_again - an item keeps its elements as read, and folds them twice: for the state behind its
 * last begin, and, once the state of earlier items is known, for its runs. For large states, of
 * which an item cannot keep one an element.
 */
/* An item's part of a tile: its elements, as read if none is missing, and marks of begins. */
typedef struct clr_own {
    clr_lanes_inputs inputs[CLR_RUN_VECTORS];
    ulong first;
    uint  there; /* elements */
    uint  heads;
} clr_own;

CLR_FN clr_own clr_read_own(const clr_memory memory, const clr_span span,
                            __global const uint *heads, const ulong tile, const ulong end)
{
    clr_own own;

    own.first = tile + CLR_ITEM * CLR_RUN_ELEMENTS;
    own.there = own.first < end ? (uint)min(end - own.first, (ulong)CLR_RUN_ELEMENTS) : 0;
    own.heads = clr_heads_at(heads, own.first, own.there);
    if (own.there == CLR_RUN_ELEMENTS) {
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            own.inputs[v] = clr_lanes_read_inputs(span, own.first + v * CLR_LANES);
        }
    }
    return own;
}

/* Folds the item's elements from state `led` on; its begins are the tile's from number `before` on.
 * Returns the state behind the last begin. */
CLR_FN clr_state clr_walk(const clr_memory memory, const clr_span span, const clr_own own,
                          const clr_window window, const uint before, const clr_state led)
{
    clr_state state  = led;
    uint      number = before;

    if (own.there == CLR_RUN_ELEMENTS) {
#pragma unroll
        for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
            const clr_lanes_state lanes =
                clr_lanes_fold_one(memory, clr_lanes_none(), own.inputs + v, 0, 0, 0);

#pragma unroll
            for (uint lane = 0; lane < CLR_LANES; lane++) {
                const clr_state one = clr_lane(lanes, lane);

                if (own.heads >> (v * CLR_LANES + lane) & 1) {
                    clr_stage_run(memory, window, number++, state);
                    state = one;
                } else {
                    state = clr_merge(memory, state, one);
                }
            }
        }
        return state;
    }
    for (uint k = 0; k < own.there; k++) {
        const clr_inputs one = clr_read_inputs(span, own.first + k);

        if (own.heads >> k & 1) {
            clr_stage_run(memory, window, number++, state);
            state = clr_none();
        }
        state = clr_fold_one(memory, state, &one, 0, 0, 0);
    }
    return state;
}

/* The state behind the item's last begin, or of all its elements if there is none. */
CLR_FN clr_state clr_fold_own(const clr_memory memory, const clr_span span, clr_own *own)
{
    const clr_window none = {0, 0};

    return clr_walk(memory, span, *own, none, 0, clr_none());
}

CLR_FN void clr_stage_own(const clr_memory memory, const clr_span span, const clr_own *own,
                          const clr_window window, const uint before, const clr_state led)
{
    clr_walk(memory, span, *own, window, before, led);
}
