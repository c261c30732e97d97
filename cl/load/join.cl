/*
 * join - a tree of neighbours over states that come one after the other: the first with the second,
 * pairs with the pairs after them, and so on. What is still to meet its neighbour waits: of 2^k
 * states k + 1 at most.
 */
/* Takes state number `number`; of the last of 2^k states, all of them come back. */
CLR_FN clr_state clr_join(const clr_memory memory, clr_state *waiting, uint number,
                          clr_state state)
{
    uint level = 0;

    for (; number & 1; number >>= 1)
        state = clr_merge(memory, waiting[level++], state);
    waiting[level] = state;
    return state;
}

/* The same of vectors' lanes, each with its own. */
CLR_FN clr_lanes_state clr_lanes_join(clr_lanes_state *waiting, uint number,
                                      clr_lanes_state state)
{
    uint level = 0;

    for (; number & 1; number >>= 1)
        state = clr_lanes_combine(waiting[level++], state);
    waiting[level] = state;
    return state;
}
