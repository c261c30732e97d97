/* tile - a group takes tiles in turn with the other groups: a tile is CLR_LOADS vectors an item, so
 * that each item has as many loads in flight; vectors that fill no tile are shared out one by one.
 * With CLR_MEETS items meet at barriers between tiles (cl/load/meeting.cl), to vote whether exact
 * sums try doubles (cl/bins/vote.cl) or to learn the best key so far (cl/fold/lead.cl). Its
 * alternative is cl/load/claim.cl, whose groups claim tiles by an atomic. */
#if CLR_MEETS
CLR_FN clr_lanes_state clr_fold_tiles(const clr_memory memory, const clr_span span,
                                      clr_lanes_state state, clr_share share)
{
    uint turn = 0;
    uint meeting = 0;

    do {
        state = clr_fold_to_meeting(memory, span, state, &share, &turn);
        clr_cast_votes(memory, state, meeting);
        CLR_GROUP_BARRIER
        state = clr_confer(memory, clr_count_votes(memory, state, meeting));
        meeting++;
    } while (share.first < share.end);
    return state;
}
#else
CLR_FN clr_lanes_state clr_fold_tiles(const clr_memory memory, const clr_span span,
                                      clr_lanes_state state, const clr_share share)
{
    for (ulong tile = share.first; tile < share.end; tile += share.step)
        state = clr_fold_tile(memory, span, state, tile * CLR_TILE + CLR_ITEM);
    return state;
}
#endif

CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong     tiles = span.vectors / CLR_TILE;
    clr_lanes_state state = clr_lanes_none();

    state = clr_fold_tiles(memory, span, state, clr_share_of_group(tiles));
    state = clr_fold_vectors(memory, span, state, tiles * CLR_TILE);
    return clr_fold_edges(memory, span, clr_fold_lanes(memory, state));
}
