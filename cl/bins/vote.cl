/*
 * vote - whether exact states try their terms. Items of which some do and some do not hold each
 * other up, so a group decides as one when its items meet: if too many of them could not take the
 * last tile that was tried, only one tile in CLR_TILES_A_MEETING is tried until they can.
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

/* Before tile number `turn` of the group. */
CLR_FN clr_lanes_state clr_before_tile(clr_lanes_state state, const uint turn)
{
    if (turn % CLR_TILES_A_MEETING == CLR_TILES_A_MEETING - 1) {
        CLR_EACH_EXACT(CLR_TRY_AGAIN)
    }
    return state;
}

/* Before the barrier of a meeting; one box is being read, one filled, one emptied for the next. */
CLR_FN void clr_cast_votes(const clr_memory memory, const clr_lanes_state state, const uint meeting)
{
    CLR_EACH_EXACT(CLR_CAST)
}

/* After it. */
CLR_FN clr_lanes_state clr_count_votes(const clr_memory memory, clr_lanes_state state,
                                       const uint meeting)
{
    CLR_EACH_EXACT(CLR_COUNT_VOTES)
    return state;
}
