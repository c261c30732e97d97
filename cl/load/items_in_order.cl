/* items_in_order - cl/load/items.cl for the published order: an item folds CLR_LANES columns, of
 * one strip at most, side by side; of each column one lane of the order after the other
 * (cl/task/lane.cl), joined as a tree of neighbours. */
/* Folds the columns; the span begins with lane 0's first element. */
CLR_FN void clr_fold_results(const clr_memory memory, clr_span span, const clr_places *begins,
                             const uint lie, clr_lanes_state *states)
{
    const uint lanes = clr_lanes_of(span);
    clr_lanes_state waiting[CLR_TREE_LEVELS];

    span.aligned = span.alike = false;
    for (uint lane = 0; lane < lanes; lane++)
        states[0] = clr_join_vectors(waiting, lane, clr_fold_lane(memory, span, lane));
}
