/*
 * gather - adds integers in runs: what a run comes to is narrow and gathered into the wide state.
 */
typedef CLR_AT(number) CLR_AT(state);
typedef CLR_AT(lifted) CLR_AT(part);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_AT(constant)(0);
}

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return (CLR_AT(part))(0);
}

CLR_FN CLR_AT(part) CLR_AT(take)(const CLR_AT(part) part, const CLR_AT(element) e,
                                 const ulong index)
{
    return part + CLR_AT(lift)(e);
}

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    const CLR_AT(number) gathered = CLR_GATHER(part);

    return CLR_AT(add)(state, gathered);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(add)(a, b);
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    return CLR_OF(read_number)(at);
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return CLR_OF(number_lane)(lanes, lane);
}
#endif
