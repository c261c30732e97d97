/*
 * claim - tiles as in cl/load/tile.cl, claimed: a group has no fixed tiles, but claims a lot of
 * them by an atomic whenever it is done with one, for states that may be folded in any order.
 * Faster groups take more, and in the end none is waited for: exact sums of 2^30 floats take 923.0
 * us on an H200, 933.7 with fixed tiles. An atomic's result takes long to come, so a group claims
 * its next lot before it folds the present one. Lots of fewer tiles cost more barriers than they
 * gain (docs/history/2026-11-22-levels.md, "What moved the figures").
 *
 * A launch has at most 2^30 tiles (src/choose/geometry.c), so that 32 bits count them, and three
 * halves of them. Items meet after the group's first tile and after every CLR_TILES_A_MEETING
 * (cl/load/meeting.cl), a multiple of CLR_LOT, and a group's first lot is a whole one. So a meeting
 * interrupts the first lot alone, after its first tile (turn 1): all others end with one.
 */
#define CLR_LOT       8  /* tiles */
#define CLR_SINGLES   4  /* lots of one tile a group, at the end, so that groups end together */
/* With fewer tiles a group they are shared out beforehand: all groups must be able to claim all
 * lots, and each stops at three halves of its share less two lots. */
#define CLR_LOTS_FROM (4 * CLR_LOT)

/* Lot number `lot` of the launch. */
CLR_FN clr_share clr_lot(const ulong tiles, const uint lot)
{
    const uint  lots   = ((uint)tiles - CLR_SINGLES * (uint)get_num_groups(0)) / CLR_LOT;
    const bool  single = lot >= lots;
    const ulong first  = single ? lots * (ulong)CLR_LOT + (lot - lots) : lot * (ulong)CLR_LOT;
    const clr_share share = {first, min(tiles, first + (single ? 1 : CLR_LOT)), 1};

    return share;
}

/* Claims the group's next lot. The leader alone knows the number, and later draws the ticket: so
 * the last group, which resets the counters, does so after all claims. */
CLR_FN uint clr_ask(const clr_memory memory)
{
    return clr_speaks() ? (uint)get_num_groups(0) + atomic_inc(memory.claims) : 0;
}

CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const uint      groups = get_num_groups(0);
    const ulong     tiles  = span.vectors / CLR_TILE;
    const bool      claims = tiles >= CLR_LOTS_FROM * (ulong)groups;
    /* The group claims no lot behind this turn. With its present lot and the claimed one it folds
     * three halves of an even share at most: bins have room for that (src/choose/geometry.c). */
    const uint      most   = claims ? (uint)tiles / groups * 3 / 2 - 2 * CLR_LOT : 0;
    clr_share       share  = claims ? clr_lot(tiles, get_group_id(0)) : clr_share_of_group(tiles);
    clr_lanes_state state  = clr_lanes_none();
    uint            turn   = 0;
    uint            meeting = 0;
    uint            answer  = 0;

    do {
        const bool asks = claims && turn <= most;
        /* Two words in turn: a number may be read until the next barrier but one. */
        __local uint *told = memory.told + meeting % 2;

        /* At turn 1 the first lot goes on, whose successor has been claimed. */
        if (asks && turn != 1)
            answer = clr_ask(memory);
        state = clr_fold_to_meeting(memory, span, state, &share, &turn);
        if (clr_speaks())
            *told = answer;
        clr_cast_votes(memory, state, meeting);
        CLR_GROUP_BARRIER
        state = clr_confer(memory, clr_count_votes(memory, state, meeting));
        if (asks && share.first >= share.end)
            share = clr_lot(tiles, *told);
        meeting++;
    } while (share.first < share.end);
    state = clr_fold_vectors(memory, span, state, tiles * CLR_TILE);
    return clr_fold_edges(memory, span, clr_fold_lanes(memory, state));
}
