/*
 * tile - a group takes tiles of CLR_LOADS vectors an item, so that an item has that many loads in
 * flight; the vectors that fill no tile are shared out one by one.
 */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong     tiles = span.vectors / CLR_TILE;
    const clr_share share = clr_share_of_group(tiles);
    clr_lanes_state state = clr_lanes_none();

    state = clr_fold_share(memory, span, state, share, 0);
    state = clr_fold_vectors(memory, span, state, tiles * CLR_TILE);
    return clr_fold_edges(memory, span, clr_fold_lanes(memory, state));
}
