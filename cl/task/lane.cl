/*
 * lane - an item folds lanes of the published order by itself, for a result of one strip at most
 * (docs/order.md). Slabs and lanes without elements change nothing, so trees end with the first
 * power of two that covers the others. CLR_ORDER(name) is the function or type of one result, or
 * of CLR_LANES columns side by side (cl/task/of_columns.cl).
 */
#define CLR_TREE_LEVELS 6 /* states that wait in a tree over CLR_ROW lanes, or CLR_SLABS slabs */

/* Lanes that are folded. */
CLR_FN uint clr_lanes_of(const clr_span span)
{
    return clr_covering(min((uint)span.count, (uint)CLR_ROW));
}

/* Folds the lane's elements of whole rows of a slab, in runs. */
CLR_FN CLR_ORDER(state) clr_fold_lane_of_slab(const clr_memory memory, const clr_span span,
                                              const uint lane, const uint slab)
{
    const uint end  = min((slab + 1) * CLR_ROWS, (uint)span.count / CLR_ROW);
    CLR_ORDER(state) state = CLR_ORDER(none)();
    CLR_ORDER(inputs) inputs[CLR_LOADS];
    uint row = slab * CLR_ROWS;

    for (; row + CLR_LOADS <= end; row += CLR_LOADS) {
#pragma unroll
        for (uint load = 0; load < CLR_LOADS; load++) {
            inputs[load] = CLR_ORDER(read_each)(memory, span, (row + load) * CLR_ROW + lane);
        }
        state = CLR_ORDER(fold_tile)(memory, state, inputs, row * CLR_ROW + lane, CLR_ROW,
                                     span.total);
    }
    for (; row < end; row++) {
        inputs[0] = CLR_ORDER(read_each)(memory, span, row * CLR_ROW + lane);
        state     = CLR_ORDER(fold_one)(memory, state, inputs, row * CLR_ROW + lane, 0,
                                        span.total);
    }
    return state;
}

/* Folds the lane's elements, in the end its element of the last, incomplete row. */
CLR_FN CLR_ORDER(state) clr_fold_lane(const clr_memory memory, const clr_span span, const uint lane)
{
    const uint rows  = (uint)span.count / CLR_ROW;
    const uint slabs = clr_covering((rows + CLR_ROWS - 1) / CLR_ROWS);
    const uint last  = rows * CLR_ROW + lane;
    CLR_ORDER(state) state  = clr_fold_lane_of_slab(memory, span, lane, 0);

    if (slabs > 1) {
        CLR_ORDER(state) waiting[CLR_TREE_LEVELS];

        waiting[0] = state;
        for (uint slab = 1; slab < slabs; slab++)
            state = CLR_ORDER(join)(memory, waiting, slab,
                                    clr_fold_lane_of_slab(memory, span, lane, slab));
    }
    if (last < span.count) {
        CLR_ORDER(inputs) inputs[1];

        inputs[0] = CLR_ORDER(read_each)(memory, span, last);
        state     = CLR_ORDER(fold_one)(memory, state, inputs, last, 0, span.total);
    }
    return state;
}
