/*
 * tile - a group takes tiles of CLR_LOADS vectors an item, so that an item has that many loads in
 * flight and folds them pairwise; the vectors that fill no tile are shared out one by one.
 */
#define CLR_TILE (CLR_GROUP_SIZE * CLR_LOADS)

CLR_FN clr_lanes_state clr_fold_tile(const clr_span span, const ulong first)
{
    const uint      lid = get_local_id(0);
    clr_lanes_state states[CLR_LOADS];

#pragma unroll
    for (uint load = 0; load < CLR_LOADS; load++)
        states[load] = clr_lift_vector(span, first + load * CLR_GROUP_SIZE + lid);
#pragma unroll
    for (uint step = CLR_LOADS / 2; step > 0; step /= 2)
#pragma unroll
        for (uint load = 0; load < step; load++)
            states[load] = clr_lanes_combine(states[load], states[load + step]);
    return states[0];
}

CLR_FN clr_state clr_item_fold(const clr_span span)
{
    const ulong     tiles  = span.vectors / CLR_TILE;
    const clr_share share  = clr_share_of_group(tiles);
    clr_lanes_state folded = clr_lanes_constant(CLR_IDENTITY);

    for (ulong tile = share.first; tile < share.end; tile += share.step)
        folded = clr_lanes_combine(folded, clr_fold_tile(span, tile * CLR_TILE));
    folded = clr_lanes_combine(folded, clr_fold_vectors(span, tiles * CLR_TILE));
    return clr_combine(clr_fold_lanes(folded), clr_fold_edges(span));
}
