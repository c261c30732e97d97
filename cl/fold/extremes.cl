/*
 * extremes - keeps the smallest and the largest. The key of a float that orders for the largest is
 * CLR_TURN less than that for the smallest, so that NaNs win on either side.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.least = CLR_AT(constant)(CLR_HIGHEST);
    state.most  = CLR_AT(constant)(CLR_LOWEST);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(CLR_AT(state) state, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(number) key = CLR_AT(lift)(e);

    state.least = min(state.least, key);
    state.most  = max(state.most, (CLR_AT(number))(key - CLR_AT(constant)(CLR_TURN)));
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.least = min(a.least, b.least);
    state.most  = max(a.most, b.most);
    return state;
}
