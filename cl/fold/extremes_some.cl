/*
 * extremes_some - as cl/fold/extremes.cl, of elements of which not all are taken: whether any was is
 * kept, too, as every number may be an element's.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.least = CLR_AT(constant)(CLR_HIGHEST);
    state.most  = CLR_AT(constant)(CLR_LOWEST);
    state.met   = (CLR_WIDE(CLR_CHOICE))(0);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(CLR_AT(state) state, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(number) key  = CLR_AT(lift)(e);
    const CLR_AT(number) turn = (CLR_AT(number))(key - CLR_AT(constant)(CLR_TURN));
    const CLR_WIDE(CLR_CHOICE) met =
        CLR_WIDE(CLR_JOIN(convert_, CLR_CHOICE))(CLR_IS_TAKEN(e));

    state.least = met ? min(state.least, key) : state.least;
    state.most  = met ? max(state.most, turn) : state.most;
    state.met |= met;
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.least = min(a.least, b.least);
    state.most  = max(a.most, b.most);
    state.met   = a.met | b.met;
    return state;
}
