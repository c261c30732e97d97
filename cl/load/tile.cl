/*
 * tile - a group takes tiles of CLR_LOADS vectors an item, so that an item has that many loads in
 * flight; the vectors that fill no tile are shared out one by one.
 */
/*
 * needs:    CLR_MEETS clr_lanes_state clr_memory clr_span clr_state CLR_TILE clr_lanes_none
 *           clr_share_of_group clr_fold_vectors clr_fold_edges clr_fold_lanes
 * may use:  clr_share clr_tiles_until_meeting clr_fold_share clr_part_of clr_cast_votes
 *           CLR_GROUP_BARRIER clr_confer clr_count_votes
 * provides: clr_fold_tiles clr_item_fold
 */
#if CLR_MEETS
CLR_FN clr_lanes_state clr_fold_tiles(const clr_memory memory, const clr_span span,
                                      clr_lanes_state state, clr_share share)
{
    uint turn = 0;
    uint meeting = 0;

    do {
        const uint tiles = clr_tiles_until_meeting(turn);

        state = clr_fold_share(memory, span, state, clr_part_of(share, tiles), turn);
        turn += tiles;
        share.first += tiles * share.step;
        clr_cast_votes(memory, state, meeting);
        CLR_GROUP_BARRIER
        state = clr_confer(memory, clr_count_votes(memory, state, meeting));
        meeting++;
    } while (share.first < share.end);
    return state;
}
#else
CLR_FN clr_lanes_state clr_fold_tiles(const clr_memory memory, const clr_span span,
                                      const clr_lanes_state state, const clr_share share)
{
    return clr_fold_share(memory, span, state, share, 0);
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
