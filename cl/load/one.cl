/* one - each item takes one vector, by default of one element: the simplest load, of the ladder's
 * first strategies. */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong     vector = get_global_id(0);
    clr_lanes_state lanes  = clr_lanes_none();

    if (vector < span.vectors)
        lanes = clr_fold_vector(memory, span, lanes, vector);
    return clr_fold_edges(memory, span, clr_fold_lanes(memory, lanes));
}
