/*
 * tile - a group takes tiles of CLR_LOADS vectors an item, so that an item has that many loads in
 * flight; the vectors that fill no tile are shared out one by one. What is in flight are values,
 * which are small: states can be many times wider, and there is but one of those at a time.
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

CLR_FN clr_state clr_item_fold(const clr_span span)
{
    const ulong     tiles = span.vectors / CLR_TILE;
    const clr_share share = clr_share_of_group(tiles);
    clr_lanes_state state = clr_lanes_constant(CLR_IDENTITY);

    for (ulong tile = share.first; tile < share.end; tile += share.step)
        state = clr_fold_tile(span, state, tile * CLR_TILE + get_local_id(0));
    state = clr_fold_vectors(span, state, tiles * CLR_TILE);
    return clr_combine(clr_fold_lanes(state), clr_fold_edges(span));
}
