/*
 * walk_kept - an item keeps a state for each of its elements: the fold of its elements back to the
 * run's begin or to its first.
 */
typedef struct clr_own {
    clr_state states[CLR_RUN_ELEMENTS];
    uint heads; /* marks of begins, a bit an element */
    uint gap;
} clr_own;

CLR_FN void clr_read_vectors(const clr_memory memory, const clr_span span, const ulong first,
                             clr_state *states)
{
    clr_lanes_inputs inputs[CLR_RUN_VECTORS];

#pragma unroll
    for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
        inputs[v] = clr_lanes_read_inputs(span, first + v * CLR_LANES);
    }
#pragma unroll
    for (uint v = 0; v < CLR_RUN_VECTORS; v++) {
        const clr_lanes_state lanes =
            clr_lanes_fold_one(memory, clr_lanes_none(), inputs + v, 0, 0, 0);

#pragma unroll
        for (uint lane = 0; lane < CLR_LANES; lane++) {
            states[v * CLR_LANES + lane] = clr_lane(lanes, lane);
        }
    }
}

/* The elements' states, each of one element; of a missing element the identity. */
CLR_FN clr_own clr_read_own(const clr_memory memory, const clr_span span,
                            __global const uint *heads, const ulong tile, const ulong end)
{
    const ulong first = tile + CLR_ITEM * CLR_RUN_ELEMENTS;
    const uint  there = first < end ? (uint)min(end - first, (ulong)CLR_RUN_ELEMENTS) : 0;
    clr_own own;

    own.heads = clr_heads_at(heads, first, there);
    own.gap   = 0;
    if (there == CLR_RUN_ELEMENTS) {
        clr_read_vectors(memory, span, first, own.states);
        return own;
    }
#pragma unroll
    for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
        own.states[k] = clr_none();
        if (k < there) {
            const clr_inputs one = clr_read_inputs(span, first + k);

            own.states[k] = clr_fold_one(memory, own.states[k], &one, 0, 0, 0);
        }
    }
    return own;
}

/* The state behind the item's last begin, or of all its elements if there is none. */
CLR_FN clr_state clr_fold_own(const clr_memory memory, const clr_span span, clr_own *own)
{
    clr_state before = clr_none();

#pragma unroll
    for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
        const clr_state one = own->states[k];

        own->states[k] = before;
        before         = own->heads >> k & 1 ? one : clr_merge(memory, before, one);
    }
    return before;
}

/* Writes the states of runs that end among the item's elements, the tile's runs from number
 * `before` on, to the window's cells. `led` is earlier items' state of the first one. */
CLR_FN void clr_stage_own(const clr_memory memory, const clr_span span, const clr_own *own,
                          const clr_window window, const uint before, const clr_state led)
{
    uint number = before;

#pragma unroll
    for (uint k = 0; k < CLR_RUN_ELEMENTS; k++) {
        if (own->heads >> k & 1) {
            clr_stage_run(memory, window, number,
                          number == before ? clr_merge(memory, led, own->states[k])
                                           : own->states[k]);
            number++;
        }
    }
}
