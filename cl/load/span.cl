/*
 * span - the input cut into whole aligned vectors and the few elements before and after them, and
 * what every load piece does alike: fold those few, fold vectors one by one, fold lanes into one.
 * Where the vectors begin is read off the address itself, so that no driver's idea of a buffer's
 * alignment has to be trusted.
 */
typedef struct clr_span {
    __global const CLR_STORED *elements;
    ulong count;
    ulong base;    /* index of elements[0] in the whole input */
    ulong head;    /* elements before the first vector */
    ulong vectors; /* of CLR_LANES elements each */
    clr_memory memory; /* by which loads are noted */
} clr_span;

/* Tiles first, first + step, ... below end. */
typedef struct clr_share {
    ulong first;
    ulong end;
    ulong step;
} clr_share;

CLR_FN clr_span clr_span_of(const clr_memory memory, __global const CLR_STORED *elements,
                            const ulong count, const ulong base)
{
    const uint past = (uint)((ulong)(uintptr_t)elements / CLR_STORED_SIZE % CLR_LANES);
    clr_span   span;

    span.memory   = memory;
    span.elements = elements;
    span.count    = count;
    span.base     = base;
    span.head     = min(count, (ulong)((CLR_LANES - past) % CLR_LANES));
    span.vectors  = (count - span.head) / CLR_LANES;
    return span;
}

/* The elements that no vector holds; the items of the launch take them in turn. */
CLR_FN clr_state clr_fold_edges(const clr_span span)
{
    const ulong edges = span.count - span.vectors * CLR_LANES;
    clr_state   state = clr_constant(CLR_IDENTITY);

    for (ulong edge = get_global_id(0); edge < edges; edge += get_global_size(0)) {
        const ulong i = edge < span.head ? edge : edge + span.vectors * CLR_LANES;

        clr_note(span.memory, CLR_TRACE_LOAD, span.base + i, CLR_STORED_SIZE);
        state = clr_combine(state, clr_lift(clr_read(span.elements + i), span.base + i));
    }
    return state;
}

CLR_FN clr_lanes_value clr_read_vector(const clr_span span, const ulong vector)
{
    const ulong i = span.head + vector * CLR_LANES;

    clr_note(span.memory, CLR_TRACE_LOAD, span.base + i, CLR_LANES * CLR_STORED_SIZE);
    return clr_lanes_read(span.elements + i);
}

CLR_FN clr_lanes_state clr_lift_value(const clr_span span, const clr_lanes_value value,
                                      const ulong vector)
{
    return clr_lanes_lift(value, span.base + span.head + vector * CLR_LANES);
}

CLR_FN clr_lanes_state clr_lift_vector(const clr_span span, const ulong vector)
{
    return clr_lift_value(span, clr_read_vector(span, vector), vector);
}

CLR_FN clr_lanes_state clr_fold_vector(const clr_span span, const clr_lanes_state state,
                                       const clr_lanes_value value, const ulong vector)
{
    return clr_lanes_combine(state, clr_lift_value(span, value, vector));
}

/* The vectors from `first` on; the items of the launch take them in turn. */
CLR_FN clr_lanes_state clr_fold_vectors(const clr_span span, clr_lanes_state state,
                                        const ulong first)
{
    for (ulong vector = first + get_global_id(0); vector < span.vectors;
         vector += get_global_size(0))
        state = clr_fold_vector(span, state, clr_read_vector(span, vector), vector);
    return state;
}

/*
 * A tile: CLR_LOADS vectors an item, a group apart. What is in flight are values, which are small:
 * states can be many times wider, and there is but one of those at a time.
 */
#define CLR_TILE (CLR_GROUP_SIZE * CLR_LOADS)

CLR_FN clr_lanes_state clr_fold_tile(const clr_span span, clr_lanes_state state, const ulong first)
{
    clr_lanes_value values[CLR_LOADS];

#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++) {
        values[load] = clr_read_vector(span, first + load * CLR_GROUP_SIZE);
    }
#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++) {
        state = clr_fold_vector(span, state, values[load], first + load * CLR_GROUP_SIZE);
    }
    return state;
}

CLR_FN clr_state clr_fold_lanes(const clr_lanes_state lanes)
{
    clr_state states[CLR_LANES];

#pragma unroll
    for (uint lane = 0; lane < CLR_LANES; lane++) {
        states[lane] = clr_lane(lanes, lane);
    }
#pragma unroll
    for (uint step = CLR_LANES / 2; step > 0; step /= 2) {
#pragma unroll
        for (uint lane = 0; lane < step; lane++) {
            states[lane] = clr_combine(states[lane], states[lane + step]);
        }
    }
    return states[0];
}
