/*
 * some - the phases of a group's bins. clr_open() clears them, all items add, and clr_close()
 * gathers what lies beside them (columns, copies, rows) into the digits, with barriers between:
 * afterwards the leader has the bins to itself. Whether they are used only the leader's folded
 * state says, so it tells the others. CLR_BINS_OF_k(memory) is an argument and the comma behind it.
 */
#define CLR_CLEAR(k) clr_m##k##_clear(CLR_BINS_OF_##k(memory) CLR_ITEM, CLR_ITEMS);
#define CLR_TELL(k)  memory.bins->m##k.are_used = CLR_STATE_OF(state, k).seen & CLR_SEEN_BINS;
#define CLR_POUR(k)                                                                                \
    if (memory.bins->m##k.are_used)                                                                \
        clr_m##k##_gather(CLR_BINS_OF_##k(memory) CLR_ITEM, CLR_ITEMS);

CLR_FN void clr_open(const clr_memory memory)
{
    CLR_EACH_EXACT(CLR_CLEAR)
    CLR_GROUP_BARRIER
}

CLR_FN void clr_close(const clr_memory memory, const clr_state state)
{
    if (clr_speaks()) {
        CLR_EACH_EXACT(CLR_TELL)
    }
    CLR_GROUP_BARRIER
    CLR_EACH_EXACT(CLR_POUR)
    CLR_GROUP_BARRIER
}
