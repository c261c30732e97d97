/*
 * index_less - for lanes that fold elements of one index, as results side by side: undoes the lane
 * number that cl/fold/arg.cl's lane() adds.
 */
#ifndef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(index_less)(CLR_OF(state) state, const uint lane)
{
    const ulong told  = CLR_OF(index_of)(state);
    const ulong index = told == CLR_NO_INDEX ? told : told - lane;

    state.low  = (uint)index;
    state.high = (uint)(index >> 32);
    return state;
}
#endif
