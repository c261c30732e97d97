/*
 * some - the phases of a group's bins. clr_open() clears the bins, all items add to them, and
 * clr_close() gathers what lies beside them (columns, copies, rows) into their digits, with
 * barriers between: afterwards the leader has the bins to itself. Whether a member's bins are used
 * is known from the leader's folded state alone, so the leader tells the other items.
 * CLR_BINS_OF_k(memory) is an argument and the comma behind it. Its alternative is
 * cl/bins/none.cl.
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
