/*
 * vote - whether a group's exact states try their terms. Items that try hold up items that do not,
 * so the group votes at its barriers between tiles: if the last tile tried did not fit the terms of
 * more than one item in failed_share (cl/exact/columns.cl, copies.cl), only one tile in
 * CLR_TILES_A_MEETING is tried until it fits. A vote changes the time alone, never the sum.
 *
 * In `seen`, cl/exact/run.cl sets CLR_SEEN_FAILED after each run that it has tried, or takes it
 * back. CLR_SEEN_UNTRIED tells it to try no run. CLR_SEEN_SCATTER is set with it, and stays while
 * the one tile is tried: it spares that tile a second attempt, in two windows of exponents.
 */
#define CLR_CAST(k)                                                                                \
    if (CLR_STATE_OF(state, k).seen & CLR_SEEN_FAILED)                                             \
        atomic_inc(&memory.bins->m##k.failed[meeting % 3]);                                        \
    if (CLR_ITEM == 0)                                                                             \
        memory.bins->m##k.failed[(meeting + 1) % 3] = 0;
#define CLR_COUNT_VOTES(k)                                                                         \
    CLR_STATE_OF(state, k).seen &= ~(uint)CLR_SEEN_SCATTER;                                        \
    if (memory.bins->m##k.failed[meeting % 3] * clr_m##k##_failed_share > CLR_ITEMS)               \
        CLR_STATE_OF(state, k).seen |= CLR_SEEN_UNTRIED | CLR_SEEN_SCATTER;
#define CLR_TRY_AGAIN(k) CLR_STATE_OF(state, k).seen &= ~(uint)CLR_SEEN_UNTRIED;

/* Called before tile number `turn` of the group: the last tile before a meeting is tried in any
 * case. */
CLR_FN clr_lanes_state clr_before_tile(clr_lanes_state state, const uint turn)
{
    if (turn % CLR_TILES_A_MEETING == CLR_TILES_A_MEETING - 1) {
        CLR_EACH_EXACT(CLR_TRY_AGAIN)
    }
    return state;
}

/* Called before the barrier. Of the three boxes that votes take in turn one is filled, and one is
 * cleared for the next vote; items that are late may still read the third. */
CLR_FN void clr_cast_votes(const clr_memory memory, const clr_lanes_state state, const uint meeting)
{
    CLR_EACH_EXACT(CLR_CAST)
}

/* Called after the barrier. */
CLR_FN clr_lanes_state clr_count_votes(const clr_memory memory, clr_lanes_state state,
                                       const uint meeting)
{
    CLR_EACH_EXACT(CLR_COUNT_VOTES)
    return state;
}
