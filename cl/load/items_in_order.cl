/*
 * items_in_order - cl/load/items.cl for the published order: an item folds CLR_LANES columns of one
 * strip at most side by side, each as cl/task/lane.cl folds a result.
 */
#define CLR_TREE_LEVELS 6 /* states that wait in a tree over CLR_ROW lanes, or CLR_SLABS slabs */

/* Reads element `i` of each column. */
CLR_FN clr_lanes_inputs clr_read_columns(const clr_memory memory, const clr_span span,
                                         const ulong i)
{
    return clr_read_lanes(memory, clr_to_each(span, i), 0);
}

/* Folds the elements of lane `lane` of the order in the whole rows of a slab. */
CLR_FN clr_lanes_state clr_fold_lane_of_slab(const clr_memory memory, const clr_span span,
                                             const uint lane, const uint slab)
{
    const uint end = min((slab + 1) * CLR_ROWS, (uint)span.count / CLR_ROW);
    clr_lanes_state state = clr_lanes_none();
    clr_lanes_inputs inputs[CLR_LOADS];
    uint row = slab * CLR_ROWS;

    for (; row + CLR_LOADS <= end; row += CLR_LOADS) {
#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = clr_read_columns(memory, span, (row + load) * CLR_ROW + lane);
        }
        state = clr_lanes_fold_tile(memory, state, inputs, row * CLR_ROW + lane, CLR_ROW, span.total);
    }
    for (; row < end; row++) {
        inputs[0] = clr_read_columns(memory, span, row * CLR_ROW + lane);
        state     = clr_lanes_fold_one(memory, state, inputs, row * CLR_ROW + lane, 0, span.total);
    }
    return state;
}

/* Folds the lane, in the end its element of the last, incomplete row. */
CLR_FN clr_lanes_state clr_fold_lane(const clr_memory memory, const clr_span span, const uint lane)
{
    const uint rows  = (uint)span.count / CLR_ROW;
    const uint slabs = clr_covering((rows + CLR_ROWS - 1) / CLR_ROWS);
    const uint last  = rows * CLR_ROW + lane;
    clr_lanes_state waiting[CLR_TREE_LEVELS];
    clr_lanes_state state;

    for (uint slab = 0; slab < slabs; slab++)
        state = clr_join_vectors(waiting, slab, clr_fold_lane_of_slab(memory, span, lane, slab));
    if (last < span.count) {
        clr_lanes_inputs inputs[1];

        inputs[0] = clr_read_columns(memory, span, last);
        state     = clr_lanes_fold_one(memory, state, inputs, last, 0, span.total);
    }
    return state;
}

/* Folds the columns; the span begins with lane 0's first element. */
CLR_FN void clr_fold_results(const clr_memory memory, clr_span span, const clr_places *begins,
                             const uint lie, clr_lanes_state *states)
{
    clr_lanes_state waiting[CLR_TREE_LEVELS];

    span.aligned = span.alike = false;
    const uint lanes = clr_covering(min((uint)span.count, (uint)CLR_ROW));

    for (uint lane = 0; lane < lanes; lane++)
        states[0] = clr_join_vectors(waiting, lane, clr_fold_lane(memory, span, lane));
}
