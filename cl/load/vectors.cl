/* vectors - reading and folding single vectors, and the elements outside vectors, for all load
 * pieces. */

/* Folds element i of the span. */
CLR_FN clr_state clr_fold_element(const clr_memory memory, const clr_span span,
                                  const clr_state state, const ulong i)
{
    clr_inputs inputs[1];

    clr_note(memory, CLR_TRACE_LOAD, CLR_LOAD_PLACE(span, i), CLR_STORED_SIZE);
    inputs[0] = clr_read_inputs(span, i);
    return clr_fold_one(memory, state, inputs, span.base + i, 0, span.total);
}

/* This item's number in the launch's first dimension. */
CLR_FN ulong clr_launch_item(void)
{
    return get_group_id(0) * (ulong)CLR_GROUP_SIZE + CLR_ITEM;
}

/* Folds the elements outside vectors; the items of the launch take them in turn. */
CLR_COLD clr_state clr_fold_edges(const clr_memory memory, const clr_span span, const clr_state state)
{
    const ulong edges = span.count - span.vectors * CLR_LANES;
    clr_state   other = clr_none();

    if (clr_launch_item() >= edges)
        return state;
    for (ulong edge = clr_launch_item(); edge < edges; edge += get_global_size(0)) {
        const ulong i = edge < span.head ? edge : edge + span.vectors * CLR_LANES;

        other = clr_fold_element(memory, span, other, i);
    }
    return clr_combine(memory, state, other);
}

/* Index of the vector's first element in the whole input. */
CLR_FN ulong clr_index_of(const clr_span span, const ulong vector)
{
    return span.base + span.head + vector * CLR_LANES;
}

/* Folds a run of one vector. */
CLR_FN clr_lanes_state clr_fold_vector(const clr_memory memory, const clr_span span,
                                       const clr_lanes_state state, const ulong vector)
{
    clr_lanes_inputs inputs[1];

    inputs[0] = clr_read_vector(memory, span, vector);
    return clr_lanes_fold_one(memory, state, inputs, clr_index_of(span, vector), 0, span.total);
}

/* Folds the vectors from `first` on; the items of the launch take them in turn. */
CLR_COLD clr_lanes_state clr_fold_vectors(const clr_memory memory, const clr_span span,
                                        clr_lanes_state state, const ulong first)
{
    for (ulong vector = first + clr_launch_item(); vector < span.vectors;
         vector += get_global_size(0))
        state = clr_fold_vector(memory, span, state, vector);
    return state;
}
