/* pair - each item takes two vectors, a group apart, and folds them while it loads: half as many
 * groups as cl/load/one.cl. */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong vector = get_group_id(0) * (2 * (ulong)CLR_GROUP_SIZE) + CLR_ITEM;
    const clr_lanes_state none = clr_lanes_none();
    clr_state state            = clr_none();

    if (vector < span.vectors)
        state = clr_fold_lanes(memory, clr_fold_vector(memory, span, none, vector));
    if (vector + CLR_GROUP_SIZE < span.vectors) {
        const clr_lanes_state other = clr_fold_vector(memory, span, none, vector + CLR_GROUP_SIZE);

        state = clr_merge(memory, state, clr_fold_lanes(memory, other));
    }
    return clr_fold_edges(memory, span, state);
}
