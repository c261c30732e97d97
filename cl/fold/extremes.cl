/*
 * extremes - keeps the smallest and the largest. A float's key for the largest is CLR_TURN less
 * than for the smallest, so that a NaN wins either comparison. If CLR_HAS_MET, as some elements are
 * not taken, the state keeps whether any was: every number may be an element's.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.least = CLR_AT(constant)(CLR_HIGHEST);
    state.most  = CLR_AT(constant)(CLR_LOWEST);
#if CLR_HAS_MET
    state.met = (CLR_WIDE(CLR_CHOICE))(0);
#endif
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(CLR_AT(state) state, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(number) key    = CLR_AT(lift)(e);
    const CLR_AT(number) turned = (CLR_AT(number))(key - CLR_AT(constant)(CLR_TURN));
#if CLR_HAS_MET
    const CLR_WIDE(CLR_CHOICE) met =
        CLR_WIDE(CLR_JOIN(convert_, CLR_CHOICE))(CLR_IS_TAKEN(e));

    state.least = met ? min(state.least, key) : state.least;
    state.most  = met ? max(state.most, turned) : state.most;
    state.met |= met;
#else
    state.least = min(state.least, key);
    state.most  = max(state.most, turned);
#endif
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.least = min(a.least, b.least);
    state.most  = max(a.most, b.most);
#if CLR_HAS_MET
    state.met = a.met | b.met;
#endif
    return state;
}
