/*
 * vote - whether exact states try their terms. Items of which some do and some do not hold each
 * other up, so a group decides as one: of 16 tiles the first one is tried, and if too many items
 * could not take it, the others are not. All items of the group must come here alike.
 */
#define CLR_TILES_A_VOTE 16
#define CLR_CAST(k)                                                                                \
    if (CLR_STATE_OF(state, k).seen & CLR_SEEN_FAILED)                                             \
        atomic_inc(&memory.bins->m##k.failed[ballot]);                                             \
    if (CLR_ITEM == 0)                                                                             \
        memory.bins->m##k.failed[(ballot + 1) % 3] = 0;
#define CLR_COUNT_VOTES(k)                                                                         \
    CLR_STATE_OF(state, k).seen &= ~(uint)CLR_SEEN_SCATTER;                                        \
    if (memory.bins->m##k.failed[ballot] * clr_m##k##_failed_share > CLR_ITEMS)                    \
        CLR_STATE_OF(state, k).seen |= CLR_SEEN_UNTRIED | CLR_SEEN_SCATTER;
#define CLR_TRY_AGAIN(k) CLR_STATE_OF(state, k).seen &= ~(uint)CLR_SEEN_UNTRIED;

CLR_FN clr_lanes_state clr_vote(const clr_memory memory, clr_lanes_state state, const uint turn)
{
    /* One box is being read, one filled, and one emptied for the next vote. */
    const uint ballot = turn / CLR_TILES_A_VOTE % 3;

    if (turn % CLR_TILES_A_VOTE == 0) {
        CLR_EACH_EXACT(CLR_CAST)
        CLR_GROUP_BARRIER
        CLR_EACH_EXACT(CLR_COUNT_VOTES)
    } else if (turn % CLR_TILES_A_VOTE == CLR_TILES_A_VOTE - 1) {
        CLR_EACH_EXACT(CLR_TRY_AGAIN)
    }
    return state;
}
