/*
 * extremes_some - cl/fold/extremes.cl where some elements are not taken: also keeps whether any
 * was, as no number is free to mark that.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) least;
    CLR_AT(number) most;
    CLR_WIDE(CLR_CHOICE) met;
} CLR_AT(state);

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
    state.met   = at->met;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_WIDE(CLR_CHOICE) lanes;
        CLR_CHOICE lane[CLR_WIDTH];
    } met;
    CLR_OF(state) state;

    met.lanes   = lanes.met;
    state.least = CLR_OF(number_lane)(lanes.least, lane);
    state.most  = CLR_OF(number_lane)(lanes.most, lane);
    state.met   = met.lane[lane];
    return state;
}
#endif
