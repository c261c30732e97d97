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

    for (uint i = first; i < end; i++)
        state = clr_combine(memory, state, clr_fetch(memory, states, CLR_FIRST_STATE + i));
    return state;
}
