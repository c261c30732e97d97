/*
 * extremes - keeps the smallest and the largest. A float's key for the largest is CLR_TURN less
 * than for the smallest, so that a NaN wins either comparison.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) least;
    CLR_AT(number) most;
} CLR_AT(state);

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

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.least = at->least;
    state.most  = at->most;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    CLR_OF(state) state;

    state.least = CLR_OF(number_lane)(lanes.least, lane);
    state.most  = CLR_OF(number_lane)(lanes.most, lane);
    return state;
}
#endif
