/*
 * partials - folding the states that the groups left behind, by one group. They are read as
 * volatile: within one launch a cached copy may be older than what another group wrote.
 */
CLR_FN clr_state clr_fold_partials(volatile __global const clr_state *partials, const uint count,
                                   const uint size)
{
    clr_state state = clr_constant(CLR_IDENTITY);

    for (uint i = get_local_id(0); i < count; i += size)
        state = clr_combine(state, clr_fetch(partials + i));
    return state;
}
