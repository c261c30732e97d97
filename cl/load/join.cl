/* join - a tree over neighbours for states that come one by one: the first with the second, pairs
 * with the next pairs, and so on, as the published order wants it (docs/order.md). States that wait
 * for their neighbour are kept: of 2^k states at most k + 1. */
/* The least power of two that covers `there` leaves. */
CLR_FN uint clr_covering(const uint there)
{
    return there <= 1 ? 1 : 1u << (32 - clz(there - 1));
}

/* Takes state `number`, counted from 0. With the last of 2^k states returns the fold of all: the
 * number's ones are the levels at which a neighbour waits. */
CLR_FN clr_state clr_join(const clr_memory memory, clr_state *waiting, uint number,
                          clr_state state)
{
    uint level = 0;

    for (; number & 1; number >>= 1)
        state = clr_merge(memory, waiting[level++], state);
    waiting[level] = state;
    return state;
}
