/* unroll - a group takes one tile of CLR_LOADS vectors an item: there are as many groups as tiles,
 * and no loop. The last tile may be incomplete. */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong     tile  = (ulong)get_group_id(0) * CLR_TILE;
    const ulong     first = tile + CLR_ITEM;
    clr_lanes_state state = clr_lanes_none();

    if (tile + CLR_TILE <= span.vectors) {
        state = clr_fold_tile(memory, span, state, first);
    } else {
        for (ulong vector = first; vector < span.vectors; vector += CLR_GROUP_SIZE)
            state = clr_fold_vector(memory, span, state, vector);
    }
    return clr_fold_edges(memory, span, clr_fold_lanes(memory, state));
}
