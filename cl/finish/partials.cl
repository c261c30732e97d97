/* partials - folding the states that the groups left behind, by one group. */
CLR_FN clr_state clr_fold_partials(const clr_memory memory,
                                   volatile __global const clr_state *states, const uint count,
                                   const uint size)
{
    clr_state state = clr_constant(CLR_IDENTITY);

    for (uint i = get_local_id(0); i < count; i += size)
        state = clr_combine(state, clr_fetch(memory, states, CLR_FIRST_STATE + i));
    return state;
}
