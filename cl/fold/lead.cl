/*
 * lead - shares the best key of a group with all of its items. Many elements beat an item's own
 * best; few beat the group's, and each that does makes a whole sub-group look twice. A shared key
 * comes without an index, which the item that found it keeps; later equals are no better.
 */
#ifdef CLR_NARROW
#define CLR_LEADERS 16u /* square root of 256 items: both steps read as many keys */

/* All items of the group call it, each with its best key; afterwards the memory of the keys is
 * free. */
CLR_FN CLR_OF(number) CLR_OF(best_of_group)(__local CLR_OF(number) *keys, const CLR_OF(number) key)
{
    CLR_OF(number) best = key;

    keys[CLR_ITEM] = key;
    CLR_GROUP_BARRIER
    if (CLR_ITEM < CLR_LEADERS) {
        for (uint i = CLR_ITEM + CLR_LEADERS; i < CLR_GROUP_SIZE; i += CLR_LEADERS)
            best = CLR_BEST(best, keys[i]);
        keys[CLR_ITEM] = best;
    }
    CLR_GROUP_BARRIER
    for (uint i = 0; i < min(CLR_LEADERS, (uint)CLR_GROUP_SIZE); i++)
        best = CLR_BEST(best, keys[i]);
    CLR_GROUP_BARRIER
    return best;
}
#else
CLR_FN CLR_AT(state) CLR_AT(follow)(__local void *memory, CLR_AT(state) state)
{
    const CLR_AT(number) mine     = state.key;
    const CLR_OF(number) best     = CLR_OF(best_of_group)((__local CLR_OF(number) *)memory,
                                                          CLR_ACROSS(CLR_BEST, mine));
    const CLR_WIDE(int) is_beaten = CLR_WIDE(convert_int)(CLR_BEATS((CLR_AT(number))(best), mine));

    state.key  = CLR_BEST((CLR_AT(number))(best), mine);
    state.low  = is_beaten ? (CLR_WIDE(uint))(~0u) : state.low;
    state.high = is_beaten ? (CLR_WIDE(uint))(~0u) : state.high;
    return state;
}
#endif
