/*
 * partials - folding the states that the groups left behind, by one group. Items take unbroken
 * runs of them, so that operators which mind the order find it kept.
 */
CLR_FN clr_state clr_fold_partials(const clr_memory memory,
                                   volatile __global const clr_saved *states, const uint count,
                                   const uint size)
{
    const uint item   = get_local_id(0);
    const uint length = count / size;
    const uint longer = count % size; /* so many items take one state more */
    const uint first  = item * length + min(item, longer);
    const uint end    = first + length + (item < longer ? 1 : 0);
    clr_state  state  = clr_none();
    clr_state  next   = clr_none();

    /* One is on its way while the one before is folded. */
    if (first < end)
        next = clr_fetch(memory, states, CLR_FIRST_STATE + first);
    for (uint i = first; i < end; i++) {
        const clr_state partial = next;

        if (i + 1 < end)
            next = clr_fetch(memory, states, CLR_FIRST_STATE + i + 1);
        state = clr_combine(memory, state, partial);
    }
    return state;
}
